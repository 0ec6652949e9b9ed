"""The texts of events at a card table: their numbers line by line, and their weight for a side that looked away."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.game import CardGame
from tabletop.cards.state import HasCards
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.dispatch import Handlers
from tabletop.core.events import Event
from tabletop.ui.boards.cards.animation import FlightBuilders
from tabletop.ui.boards.cards.recall import PastPlay
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.contract import Caption, EventDetails, RecapEntry

S = TypeVar("S", bound=HasCards)
Lines = Iterable[tuple[str, str]]
"""Pairs of text and amount."""


class EventWeight(NamedTuple):
    """The weight of a kind of event as another's action and as an own one, see `contract.RecapEntry`; 0 is not told."""

    others: int
    own: int = 0


ACTION, REVEALED, MINOR, SEALED = EventWeight(3), EventWeight(3, 3), EventWeight(2, 2), EventWeight(1)
"""Weights of an action, of a reveal to both, of a minor event, and of a choice that nobody has seen."""
EventWeights = Mapping[type, EventWeight]
COMMON_WEIGHTS: EventWeights = {
    PileShuffled: MINOR,
    CardsDealt: MINOR,
    CardsDiscarded: EventWeight(2),
    DrawOffered: ACTION,
    DrawLapsed: MINOR,
    GameEnded: REVEALED,
}
"""Weights of the events that all card games share."""


@dataclass(frozen=True)
class Narration(Generic[S]):
    """The texts of a game and of its own events. Those that all card games share are known.

    Attributes:
       weights: the weights of events for a side that looked away.
       accounts: the functions that list an event's numbers, from the state before it.
       flights: the functions that build the flights of an event.
       tasks: by phase, the words of the top bar on the side that is asked, e.g. ``to fire``; without one, the prompt.
       ending: the words of the top bar at the end.
       ribbon: the phases in the top bar; () shows all.
       find_past_play: finds what was revealed to both last and is cleared away; None if there is nothing.
    """

    weights: EventWeights = field(default_factory=dict)
    accounts: Handlers[S, Lines] = field(default_factory=dict)
    flights: FlightBuilders = field(default_factory=dict)
    tasks: Mapping[str, str] = field(default_factory=dict)
    ending: str = "The game is over"
    ribbon: Sequence[str] = ()
    find_past_play: Callable[[S], PastPlay | None] = lambda view: None  # noqa: ARG005

    def build_caption(self, game: CardGame[S], view: S, side: SideLook | None) -> Caption:
        """Build the caption of the top bar; `side` is the side that is asked, or None."""
        phase, name = game.phase(view), game.name_of(view, side.id) if side else ""
        prompt = f"{name}: {phase.prompt.lower()}" if side else phase.prompt
        asked = f"{name} {self.tasks[phase.id]}".lstrip() if phase.id in self.tasks else prompt
        return Caption(
            title=game.meta.title,
            subtitle=view.title,
            phases=tuple(self.ribbon or dict.fromkeys(one.ribbon for one in game.phases.values())),
            phase=phase.ribbon,
            asked=self.ending if game.decision(view) is None else asked,
            sign=side.badge if side else None,
            ensign=side.ensign if side else None,
            turn=f"Turn {view.turn}" if view.turn else "",
        )

    def build_account(self, before: S, event: Event) -> EventDetails:
        """Build the details of an event: its numbers and its rule."""
        lines = self.accounts.get(type(event))
        return EventDetails(tuple(lines(before, event)) if lines else (), rule=event.rule)

    def weigh_event(self, event: Event, side: str, deck: int) -> RecapEntry | None:
        """Return the event with its weight: a deal with own cards only, None for a shuffle of the whole deck."""
        if isinstance(event, PileShuffled) and len(event.order) == deck:
            return None
        if isinstance(event, CardsDealt):
            mine = tuple((taker, card) for taker, card in event.to if taker == side)
            return RecapEntry(replace(event, to=mine), COMMON_WEIGHTS[CardsDealt].own) if mine else None
        weight = self.weights.get(type(event)) or COMMON_WEIGHTS.get(type(event), EventWeight(0))
        much = weight.own if getattr(event, "side", "") == side else weight.others
        return RecapEntry(event, much) if much else None
