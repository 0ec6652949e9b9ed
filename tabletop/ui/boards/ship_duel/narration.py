"""The events of a duel at the table: numbers in the log, flights of cards, and the last broadsides."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import structs

from tabletop.cards.events import CardsDiscarded
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.core.phrases import format_count
from tabletop.games.ship_duel import events
from tabletop.games.ship_duel.model import OTHER, SIDES, Side, State, format_amounts
from tabletop.ui.boards.cards import animation
from tabletop.ui.boards.cards.animation import DEAL, DISCARDS, Flight
from tabletop.ui.boards.cards.narration import ACTION, MINOR, REVEALED, SEALED, Lines, Narration
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import PastPlay, PastPlayCards, PlacedCard
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.ship_duel import choice
from tabletop.ui.boards.ship_duel.pictures import card_look
from tabletop.ui.boards.ship_duel.sea import describe_advantage, hit_widget


def summarize_last_broadside(view: State) -> PastPlay | None:
    """Return the last broadsides as a past play, or None before any wind was shown."""
    return (
        PastPlay(
            "Last broadside",
            describe_advantage(structs.replace(view, phase="retire")),
            lambda: _build_last_broadside(view),
        )
        if view.winds
        else None
    )


def _build_last_broadside(view: State) -> PastPlayCards:
    """Build the cards that each side showed and fired, and the hits in words."""
    cards = [
        (f"{view.ships[side].name}: {_describe_broadside(view, side)}", _list_shown_cards(view, side)) for side in SIDES
    ]
    hits = tuple(
        (f"{view.ships[side].name}: {words}", "") for side in SIDES if (words := choice.describe_last_hit(view, side))
    )
    return PastPlayCards(cards, (Section("What hit", hits),) if hits else ())


def _describe_broadside(view: State, side: Side) -> str:
    attack = view.attacks.get(side)
    shown = format_count(len(view.winds.get(side, ())), "wind")
    return f"{shown}, {attack.shots} fired at {view.ships[OTHER[side]].name}" if attack else shown


def _list_shown_cards(view: State, side: Side) -> tuple[PlacedCard, ...]:
    attack = view.attacks.get(side)
    kinds = (*view.winds.get(side, ()), *([attack.kind] * attack.shots if attack else ()))
    return tuple(PlacedCard(card_look(f"{side}.{number}", kind)) for number, kind in enumerate(kinds))


def list_ships(view: State, event: Event) -> tuple[str, ...]:
    """Return the sides whose ships an event is about; () for other events."""
    return tuple(_SHIP_LISTERS[type(event)](view, event)) if type(event) in _SHIP_LISTERS else ()


_SHIP_LISTERS: Handlers[State, Iterable[str]] = build_handlers(
    KindHandler(events.AttackMade, lambda _, event: (event.side, event.target)),
    KindHandler(events.FireHeld, lambda _, event: (event.side,)),
    KindHandler(events.ShipLost, lambda _, event: (event.side,)),
    KindHandler(events.WindsRevealed, lambda _, event: event.winds),
    KindHandler(events.AdvantageGained, lambda _, event: [event.advantaged] if event.advantaged else event.counts),
)


def _wind_lines(state: State, event: events.WindsRevealed) -> Lines:
    return [(state.ships[side].name, format_amounts(state, event.winds[side]) or "none") for side in SIDES]


def _advantage_lines(state: State, event: events.AdvantageGained) -> Lines:
    return [(state.ships[side].name, str(event.counts[side])) for side in SIDES]


def _attack_lines(state: State, event: events.AttackMade) -> Lines:
    return [
        ("Fired", format_amounts(state, event.cards)),
        (f"{event.stat.capitalize()} before", str(event.before)),
        ("Damage", str(event.damage)),
        (f"{event.stat.capitalize()} after", str(event.after)),
    ]


def _build_wind_flights(table: CardTable[State], event: events.WindsRevealed) -> list[Flight]:
    return [
        animation.build_flight(
            table, card, animation.hand_widget(table, side, card), "compass", turns=side != table.own
        )
        for side, shown in event.winds.items()
        for card in shown
    ]


def _build_attack_flights(table: CardTable[State], event: events.AttackMade) -> list[Flight]:
    turns = event.side != table.own
    return [
        animation.build_flight(
            table, card, animation.hand_widget(table, event.side, card), hit_widget(event.target, number), turns=turns
        )
        for number, card in enumerate(event.cards)
    ]


STILL_TIME = 1000
"""Milliseconds for which fired cards lie on the ship that they hit."""


def add_resting_flights(flown: Sequence[Flight]) -> list[Flight]:
    """Return `flown` with flights that keep fired cards on the ship that they hit, then move them to the discards."""
    fired = [one for one in flown if isinstance(one.event, events.AttackMade)]
    over = max((one.delay + one.duration for one in fired), default=0) + STILL_TIME
    rest: list[Flight] = []
    for one in fired:
        landed, lies = one.delay + one.duration, replace(one, start=one.end, turns_over=False, event=None)
        rest += [
            replace(lies, delay=landed, duration=over - landed),
            replace(lies, end=DISCARDS, delay=over, duration=DEAL),
        ]
    return [*flown, *rest]


NARRATION = Narration(
    {
        events.ChoiceMade: SEALED,
        events.WindsRevealed: REVEALED,
        events.AdvantageGained: REVEALED,
        events.AttackMade: ACTION,
        events.FireHeld: ACTION,
        events.ShipLost: REVEALED,
        events.TurnEnded: MINOR,
    },
    build_handlers(
        KindHandler(events.WindsRevealed, _wind_lines),
        KindHandler(events.AdvantageGained, _advantage_lines),
        KindHandler(events.AttackMade, _attack_lines),
        KindHandler(
            CardsDiscarded, lambda state, event: [("Discarded", format_amounts(state, event.cards) or "nothing")]
        ),
        KindHandler(events.TurnEnded, lambda _, event: [("Turns in a row without damage", str(event.quiet))]),
    ),
    build_handlers(
        KindHandler(events.WindsRevealed, _build_wind_flights), KindHandler(events.AttackMade, _build_attack_flights)
    ),
    {"setup": "to deal", "reload": "to reload", "sail": "to sail", "fire": "to fire", "retire": "to retire"},
    "The duel is over",
    find_past_play=summarize_last_broadside,
)
