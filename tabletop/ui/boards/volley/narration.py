"""The events of a battle at the table: numbers in the log, flights and strokes of cards, and the last attack."""

from collections.abc import Sequence

from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.games.volley.events import (
    CasualtiesSuffered,
    CoinTossed,
    CounterPlayed,
    DefencePlayed,
    MeldPlayed,
    Passed,
    TableCleared,
    TurnEnded,
)
from tabletop.games.volley.model import MAX_QUIET_TURNS, AttackResult, Share, State, format_casualties, opponent_of
from tabletop.games.volley.phases import RIBBON
from tabletop.ui.boards.cards import animation
from tabletop.ui.boards.cards.animation import FLIP, Flight, Stroke
from tabletop.ui.boards.cards.narration import ACTION, MINOR, REVEALED, Lines, Narration
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import PastPlay, PastPlayCards, PlacedCard
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.volley.pictures import card_look, card_status


def summarize_last_attack(view: State) -> PastPlay | None:
    """Return the last attack as a past play, or None if there is none in the view."""
    toll = view.last
    if toll is None:
        return None
    title = f"The last attack: {format_casualties(toll.total)} for {view.names[toll.side]}"
    return PastPlay("Last attack", title, lambda: _build_last_attack(view, toll))


def _build_last_attack(view: State, toll: AttackResult) -> PastPlayCards:
    """Build the cards of an attack: the meld, and the defence cards and counters that were played on it."""
    meld = [
        PlacedCard(card_look(view.deck[one.card]), card_status(view, one.card, one.negated_by)) for one in toll.shares
    ]
    played = [PlacedCard(card_look(view.deck[card])) for one in toll.shares for card in _list_answers(one)]
    cards = [(f"{view.names[opponent_of(toll.side)]} attacked with", meld), ("Played on it", played)]
    lines = ((_format_sum(view, toll.shares), str(toll.total)),)
    return PastPlayCards(cards if played else cards[:1], (Section("", lines, rule="VOL-9"),))


def _list_answers(share: Share) -> list[str]:
    return [card for card in (share.negated_by, share.countered_by) if card]


def _format_sum(view: State, shares: tuple[Share, ...]) -> str:
    return " + ".join(f"{view.deck[one.card].name} {one.counted}" for one in shares)


def _meld_lines(state: State, event: MeldPlayed) -> Lines:
    yield from ((state.deck[card].name, str(force)) for card, force in zip(event.cards, event.forces, strict=True))
    yield "Force", str(event.total)


def _defence_lines(state: State, event: DefencePlayed) -> Lines:
    yield state.deck[event.target].name, f"{event.force} to 0"
    yield "Force", str(event.total)


def _counter_lines(state: State, event: CounterPlayed) -> Lines:
    yield state.deck[event.answer].name, "works" if event.works else "negated"
    yield "Force", str(event.total)


def _casualty_lines(state: State, event: CasualtiesSuffered) -> Lines:
    yield from ((_name_share(state, share), str(share.counted)) for share in event.shares)
    yield "Casualties", str(event.total)
    yield f"Troops of {state.names[event.side]}", f"{event.before} to {event.left}"


def _name_share(state: State, share: Share) -> str:
    name = state.deck[share.card].name
    return f"{name} {share.force}, negated by {state.deck[share.negated_by].name}" if share.negated_by else name


LOOK_TIME, STILL_TIME = 600, 1300
"""Milliseconds before the casualties of a meld are shown, and from then until the table is cleared."""
RESULT_PREFIX = "told."
"""Prefix of the ids of the cards of a meld that is being settled; it sets them apart from later ids."""


def build_strokes(events: Sequence[Event]) -> list[Stroke]:
    """Return the strokes through the targets of answers and counters, then the pauses around the casualties."""
    played = [event for event in events if isinstance(event, DefencePlayed | CounterPlayed)]
    targets = [one.target if isinstance(one, DefencePlayed) else one.against for one in played]
    casualties = find_casualties(events)
    if casualties is None:
        return animation.build_strokes(targets, FLIP)
    struck = [Stroke(f"{RESULT_PREFIX}{card}", FLIP) for card in targets]
    return [*struck, Stroke("", LOOK_TIME, 1, casualties), Stroke("", LOOK_TIME + STILL_TIME, 1)]


def find_casualties(events: Sequence[Event]) -> CasualtiesSuffered | None:
    """Return the first event of casualties, or None."""
    return next((event for event in events if isinstance(event, CasualtiesSuffered)), None)


def _build_reveal_flights(table: CardTable[State], side: str, cards: Sequence[str]) -> list[Flight]:
    """Return flights that turn over cards of the other hand. Own cards lie on the table already, so give []."""
    if side == table.own:
        return []
    return [animation.build_flight(table, card, animation.OTHER, f"card.{card}", turns=True) for card in cards]


def _build_play_flights(table: CardTable[State], event: DefencePlayed | CounterPlayed) -> list[Flight]:
    return _build_reveal_flights(table, event.side, (event.card,))


def _build_clear_flights(table: CardTable[State], event: TableCleared) -> list[Flight]:
    """Return flights of the meld to the row of the last attack, and of all other cards to the discards."""
    last = table.view.last
    shown = {share.card for share in last.shares} if last else set()
    ends = {card: f"card.{card}" if card in shown else animation.DISCARDS for card in event.cards}
    return [animation.build_flight(table, card, f"card.{card}", end) for card, end in ends.items()]


NARRATION = Narration(
    {
        CoinTossed: MINOR,
        MeldPlayed: ACTION,
        DefencePlayed: ACTION,
        CounterPlayed: ACTION,
        Passed: ACTION,
        CasualtiesSuffered: REVEALED,
        TurnEnded: MINOR,
    },
    build_handlers(
        KindHandler(MeldPlayed, _meld_lines),
        KindHandler(DefencePlayed, _defence_lines),
        KindHandler(CounterPlayed, _counter_lines),
        KindHandler(CasualtiesSuffered, _casualty_lines),
        KindHandler(
            TurnEnded,
            lambda _, event: [("Turns in a row without a casualty", f"{event.quiet} of {MAX_QUIET_TURNS}")],
        ),
    ),
    build_handlers(
        KindHandler(MeldPlayed, lambda table, event: _build_reveal_flights(table, event.side, event.cards)),
        KindHandler(DefencePlayed, _build_play_flights),
        KindHandler(CounterPlayed, _build_play_flights),
        KindHandler(TableCleared, _build_clear_flights),
    ),
    {
        "setup": "Either side may deal",
        "manoeuvre": "to manoeuvre",
        "attack": "to attack or pass",
        "defence": "to answer",
        "counter": "to counter",
    },
    "The battle is over",
    RIBBON,
    summarize_last_attack,
)
