"""How events are told at a card table: their numbers line by line, and what of them a side is told that looked away."""

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
"""What, and how much, line by line."""


class EventWeight(NamedTuple):
    """How much a kind of event matters, see `contract.Retold`: as another's deed, and as one's own; 0 is not told."""

    others: int
    own: int = 0


ACTION, REVEALED, MINOR, SEALED = EventWeight(3), EventWeight(3, 3), EventWeight(2, 2), EventWeight(1)
"""What a side knows of itself; what was revealed to both; what is worth less; a choice that nobody has seen yet."""
EventWeights = Mapping[type, EventWeight]
COMMON_WEIGHTS: EventWeights = {
    PileShuffled: MINOR,
    CardsDealt: MINOR,
    CardsDiscarded: EventWeight(2),
    DrawOffered: ACTION,
    DrawLapsed: MINOR,
    GameEnded: REVEALED,
}
"""Of the events that all card games share."""


@dataclass(frozen=True)
class Narration(Generic[S]):
    """How a game tells of itself and of its own events; those that all card games share are known.

    Attributes:
        weights: which matter to a side that looked away.
        accounts: their numbers, line by line, from the state before them.
        flights: the cards that fly.
        tasks: by phase, what the top bar says of who is asked, e.g. ``to fire``; left out, the prompt.
        ending: what it says at the end.
        ribbon: the phases of a turn as it shows them; left out, all there are.
        find_past_play: what was revealed to both last and no longer lies there, to be seen again; None if nothing was.
    """

    weights: EventWeights = field(default_factory=dict)
    accounts: Handlers[S, Lines] = field(default_factory=dict)
    flights: FlightBuilders = field(default_factory=dict)
    tasks: Mapping[str, str] = field(default_factory=dict)
    ending: str = "The game is over"
    ribbon: Sequence[str] = ()
    find_past_play: Callable[[S], PastPlay | None] = lambda view: None  # noqa: ARG005

    def build_caption(self, game: CardGame[S], view: S, side: SideLook | None) -> Caption:
        """The top bar, which names a side that is asked."""
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
        """The numbers and the rule of an event."""
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
