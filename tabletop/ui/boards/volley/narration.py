"""How the events of a battle are told and shown: numbers in the log, cards that fly, are struck through and cleared."""

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
from tabletop.ui.boards.cards.narration import ASIDE, DEED, SHOWN, Lines, Narration
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import Laid, PastPlay, Shown
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.volley.pictures import card_status, look


def summarize_last_attack(view: State) -> PastPlay | None:
    """None if there was none, or its cards are shuffled."""
    toll = view.last
    if toll is None:
        return None
    title = f"The last attack: {format_casualties(toll.total)} for {view.names[toll.side]}"
    return PastPlay("Last attack", title, lambda: _build_last_attack(view, toll))


def _build_last_attack(view: State, toll: AttackResult) -> Shown:
    """Its meld card by card, the defence cards that held and the counters of those that did not."""
    meld = [Laid(look(view.deck[one.card]), card_status(view, one.card, one.negated_by)) for one in toll.shares]
    played = [Laid(look(view.deck[card])) for one in toll.shares for card in _list_answers(one)]
    cards = [(f"{view.names[opponent_of(toll.side)]} attacked with", meld), ("Played on it", played)]
    lines = ((_format_sum(view, toll.shares), str(toll.total)),)
    return Shown(cards if played else cards[:1], (Section("", lines, rule="VOL-9"),))


def _list_answers(share: Share) -> list[str]:
    return [card for card in (share.negated_by, share.countered_by) if card]


def _format_sum(view: State, shares: tuple[Share, ...]) -> str:
    return " + ".join(f"{view.deck[one.card].name} {one.counted}" for one in shares)


def _meld_lines(state: State, event: MeldPlayed) -> Lines:
    yield from ((state.deck[card].name, str(force)) for card, force in zip(event.cards, event.forces, strict=True))
    yield "Force", str(event.total)


def _defence(state: State, event: DefencePlayed) -> Lines:
    yield state.deck[event.target].name, f"{event.force} to 0"
    yield "Force", str(event.total)


def _counter(state: State, event: CounterPlayed) -> Lines:
    yield state.deck[event.answer].name, "works" if event.works else "negated"
    yield "Force", str(event.total)


def _casualties(state: State, event: CasualtiesSuffered) -> Lines:
    yield from ((_share(state, share), str(share.counted)) for share in event.shares)
    yield "Casualties", str(event.total)
    yield f"Troops of {state.names[event.side]}", f"{event.before} to {event.left}"


def _share(state: State, share: Share) -> str:
    name = state.deck[share.card].name
    return f"{name} {share.force}, negated by {state.deck[share.negated_by].name}" if share.negated_by else name


LOOK, STILL = 600, 1300
"""Milliseconds for which a meld lies there before its casualties are told, and after that before it is cleared."""
TOLD = "told."
"""Begins the id of a card of a meld that is reckoned; the same card as it lies afterwards is called otherwise."""


def strokes(events: Sequence[Event]) -> list[Stroke]:
    """Targets of answers and counters, once the card that does it has come; then what the attack has cost."""
    played = [event for event in events if isinstance(event, DefencePlayed | CounterPlayed)]
    targets = [one.target if isinstance(one, DefencePlayed) else one.against for one in played]
    reckoned = reckoning(events)
    if reckoned is None:
        return animation.struck(targets, FLIP)
    struck = [Stroke(f"{TOLD}{card}", FLIP) for card in targets]
    return [*struck, Stroke("", LOOK, 1, reckoned), Stroke("", LOOK + STILL, 1)]


def reckoning(events: Sequence[Event]) -> CasualtiesSuffered | None:
    """What an attack has cost, if it is reckoned among these."""
    return next((event for event in events if isinstance(event, CasualtiesSuffered)), None)


def _shown(table: CardTable[State], side: str, cards: Sequence[str]) -> list[Flight]:
    """Cards of the other hand are turned over; one's own lie where they were laid ready."""
    if side == table.own:
        return []
    return [animation.flight(table, card, animation.OTHER, f"card.{card}", turns=True) for card in cards]


def _played(table: CardTable[State], event: DefencePlayed | CounterPlayed) -> list[Flight]:
    return _shown(table, event.side, (event.card,))


def _cleared(table: CardTable[State], event: TableCleared) -> list[Flight]:
    """The meld goes to where the last attack is shown; what was played on it to the discards."""
    last = table.view.last
    shown = {share.card for share in last.shares} if last else set()
    ends = {card: f"card.{card}" if card in shown else animation.DISCARDS for card in event.cards}
    return [animation.flight(table, card, f"card.{card}", end) for card, end in ends.items()]


NARRATION = Narration(
    {
        CoinTossed: ASIDE, MeldPlayed: DEED, DefencePlayed: DEED, CounterPlayed: DEED, Passed: DEED,
        CasualtiesSuffered: SHOWN, TurnEnded: ASIDE,
    },
    build_handlers(
        KindHandler(MeldPlayed, _meld_lines),
        KindHandler(DefencePlayed, _defence),
        KindHandler(CounterPlayed, _counter),
        KindHandler(CasualtiesSuffered, _casualties),
        KindHandler(
            TurnEnded,
            lambda _, event: [("Turns in a row without a casualty", f"{event.quiet} of {MAX_QUIET_TURNS}")],
        ),
    ),
    build_handlers(
        KindHandler(MeldPlayed, lambda table, event: _shown(table, event.side, event.cards)),
        KindHandler(DefencePlayed, _played),
        KindHandler(CounterPlayed, _played),
        KindHandler(TableCleared, _cleared),
    ),
    {
        "setup": "Either side may deal", "manoeuvre": "to manoeuvre", "attack": "to attack or pass",
        "defence": "to answer", "counter": "to counter",
    },
    "The battle is over",
    RIBBON,
    summarize_last_attack,
)  # fmt: skip
