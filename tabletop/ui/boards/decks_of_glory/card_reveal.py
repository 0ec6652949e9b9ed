"""The cards that were drawn, told in words and turned up one after the other, each with what it did."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tabletop.cards.events import PileShuffled
from tabletop.cards.standard import COLOUR_OF, SUIT_OF
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.core.phrases import format_count
from tabletop.games.decks_of_glory.events import (
    BoardingFought,
    BroadsideFired,
    CardsCompared,
    ColoursStruck,
    CutLooseTried,
    HitsMarked,
    InitiativeDrawn,
    IronsTried,
    SurvivorFound,
    WindChecked,
)
from tabletop.games.decks_of_glory.model import POINTS_OF_COMPASS, State, format_names, ship_name
from tabletop.games.decks_of_glory.tables import BOARDING
from tabletop.ui.boards.contract import Past
from tabletop.ui.boards.decks_of_glory.captions import FATES
from tabletop.ui.motion import MOTION

FIRST, EACH, PART = 120, 620, 1500
"""Milliseconds until the first entry is turned up, between one and the next, and before another part of the turn."""
KEPT = 60
"""Entries that are kept."""


@dataclass(frozen=True)
class Told:
    """What one card did, or several that were read together.

    Attributes:
        title: for what they were drawn.
        cards: their ids.
        marks: under each card, what it counts.
        result: what came of it.
        lines: more of it, e.g. how hits are dealt out.
        ships: whom it is about.
        grave: whether it is a loss.
        good: whether it is a success.
        turn: in which turn it was drawn.
        part: what it belongs to, e.g. boarding; between one part and another the cards pause.
    """

    title: str
    cards: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    result: str = ""
    lines: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    grave: bool = False
    good: bool = False
    turn: int = 0
    part: str = ""


@dataclass
class Reveal:
    """The latest entries, oldest first; the last `hidden` of them are still face down."""

    told: tuple[Told, ...] = ()
    hidden: int = 0
    _left: float = field(default=0.0)

    @property
    def shown(self) -> tuple[Told, ...]:
        """What has been turned up."""
        return self.told[: len(self.told) - self.hidden]

    @property
    def busy(self) -> bool:
        """Whether something is still face down."""
        return self.hidden > 0

    def add(self, told: Sequence[Told]) -> None:
        """More entries; what was still face down is turned up at once."""
        if not told:
            return
        self.told = (*self.told, *told)[-KEPT:]
        self.hidden, self._left = (min(len(told), KEPT), FIRST) if MOTION.rate else (0, 0.0)

    def lay(self, told: Sequence[Told]) -> None:
        """These entries in place of all others, face up."""
        self.told, self.hidden = tuple(told)[-KEPT:], 0

    def skip(self) -> bool:
        """Turn up everything; whether anything was face down."""
        skipped, self.hidden = self.busy, 0
        return skipped

    def _pause(self) -> int:
        """Milliseconds from the entry that was just turned up to the next."""
        at = len(self.told) - self.hidden
        return PART if self.hidden and self.told[at].part != self.told[at - 1].part else EACH

    def tick(self, elapsed: int) -> bool:
        """Let milliseconds pass; whether another entry was turned up."""
        if not self.hidden:
            return False
        if not MOTION.rate:
            return self.skip()
        self._left -= elapsed * MOTION.rate
        before = self.hidden
        while self.hidden and self._left <= 0:
            self.hidden -= 1
            self._left += self._pause()
        return self.hidden != before


_TURNED = {
    -1: "It backs a point and blows towards",
    0: "It still blows towards",
    1: "It veers a point and blows towards",
}


def told(events: Iterable[tuple[State, Event]]) -> list[Told]:
    """All entries that some events make, each event with the state before it."""
    known = ((state, event) for state, event in events if type(event) in _TELLERS)
    return [replace(one, turn=state.turn) for state, event in known for one in _TELLERS[type(event)](state, event)]


def latest(past: Past) -> list[Told]:
    """The entries of the last turn in which a card was drawn, the oldest first."""
    found: list[Told] = []
    for move in past:
        entries = told(move)
        if entries and found and entries[-1].turn != found[0].turn:
            break
        found = entries + found
    return found


def _wind(_state: State, event: WindChecked) -> Iterator[Told]:
    result = f"{_TURNED[event.turned]} {POINTS_OF_COMPASS[event.wind]}"
    yield Told("The wind", (event.card,), (COLOUR_OF[event.card],), result)


def _compared(state: State, event: CardsCompared) -> Iterator[Told]:
    result = f"{state.names[event.winner]} may choose the wind" if event.winner else "Tie: both draw again"
    marks = tuple(state.names[side] for side in event.cards)
    yield Told("For the first wind", tuple(event.cards.values()), marks, result)


def _initiative(state: State, event: InitiativeDrawn) -> Iterator[Told]:
    yield Told("Initiative", (event.card,), (COLOUR_OF[event.card],), f"{state.names[event.side]} first")


def _irons(state: State, event: IronsTried) -> Iterator[Told]:
    yield _tried(state, event, "in irons", "She may turn one hex side" if event.free else "She stays in irons")


def _loose(state: State, event: CutLooseTried) -> Iterator[Told]:
    result = f"{'Free of' if event.free else 'Still entangled with'} {format_names(state, event.others)}"
    yield _tried(state, event, "cutting loose", result)


def _tried(state: State, event: IronsTried | CutLooseTried, what: str, result: str) -> Told:
    """A card on which it depends whether a ship comes free."""
    title, marks = f"{ship_name(state, event.ship)}, {what}", (COLOUR_OF[event.card],)
    return Told(title, (event.card,), marks, result, ships=(event.ship,), good=event.free, grave=not event.free)


def _fired(state: State, event: BroadsideFired) -> Iterator[Told]:
    rake = f", {event.rake} rake" if event.rake else ""
    title = f"{ship_name(state, event.ship)} at {ship_name(state, event.target)}"
    terms = " + ".join(map(str, event.values)) + (f" − {-event.modifier} for range" if event.modifier else "")
    lines = (f"{event.battery} broadside, range {event.distance}{rake}", *_dealt(state, event.shares, event.wasted))
    marks = tuple(map(str, event.values))
    result = (
        f"{terms} = {format_count(event.hits, 'hit')}"
        if event.modifier or event.rake
        else format_count(event.hits, "hit")
    )
    yield Told(title, event.cards, marks, result.capitalize(), lines, (event.ship, event.target), good=bool(event.hits),
               part="gunnery")  # fmt: skip


def _dealt(state: State, shares: Mapping[str, int], wasted: int) -> Iterator[str]:
    """How hits are dealt out, unless one ship takes all."""
    if len(shares) + bool(wasted) > 1:
        dealt = [f"{ship_name(state, key)} {hits}" for key, hits in shares.items()]
        yield f"dealt out: {', '.join([*dealt, *([f'{wasted} lost'] if wasted else [])])}"


def _boarded(state: State, event: BoardingFought) -> Iterator[Told]:
    title = f"{ship_name(state, event.ship)} boards {ship_name(state, event.first)}"
    mark = str(BOARDING[SUIT_OF[event.card]])
    yield Told(title, (event.card,), (mark,), format_count(event.hits, "hit").capitalize(),
               tuple(_dealt(state, event.shares, event.wasted)), (event.ship, event.first), good=bool(event.hits),
               part="boarding")  # fmt: skip


def _marked(state: State, event: HitsMarked) -> Iterator[Told]:
    lost = {key: points for key, points in event.losses.items() if points}
    lines = tuple(
        f"{ship_name(state, key)} −{points}, {state.ships[key].strength - points} left" for key, points in lost.items()
    )
    yield Told("All hits take effect at the same time", result="" if lines else "No ship lost a point", lines=lines,
               ships=tuple(lost), grave=bool(lines), part="losses")  # fmt: skip


def _survivor(state: State, event: SurvivorFound) -> Iterator[Told]:
    for number, draw in enumerate(event.draws, 1):
        last = number == len(event.draws)
        result = (
            f"{ship_name(state, event.survivor)} survives with 1 point"
            if last
            else "Tie for the highest card: draw again"
        )
        marks = tuple(ship_name(state, key) for key in draw)
        yield Told("Last stand", tuple(draw.values()), marks, result, (), tuple(draw), good=last, part="last stand")


def _struck(state: State, event: ColoursStruck) -> Iterator[Told]:
    result = "She sinks" if event.fate == "sunk" else f"She strikes and is a {FATES[event.fate]}"
    title = f"{ship_name(state, event.ship)}, beaten"
    yield Told(title, (event.card,), (COLOUR_OF[event.card],), result, (), (event.ship,), grave=True,
               part="fate")  # fmt: skip


def _shuffled(state: State, event: PileShuffled) -> Iterator[Told]:  # noqa: ARG001
    result = "The discards become the pile" if state.cards.discards else "All 52 cards"
    yield Told("The deck is shuffled", result=result)


_TELLERS: Handlers[State, Iterator[Told]] = build_handlers(
    KindHandler(PileShuffled, _shuffled),
    KindHandler(WindChecked, _wind),
    KindHandler(CardsCompared, _compared),
    KindHandler(InitiativeDrawn, _initiative),
    KindHandler(IronsTried, _irons),
    KindHandler(CutLooseTried, _loose),
    KindHandler(BroadsideFired, _fired),
    KindHandler(HitsMarked, _marked),
    KindHandler(BoardingFought, _boarded),
    KindHandler(SurvivorFound, _survivor),
    KindHandler(ColoursStruck, _struck),
)
