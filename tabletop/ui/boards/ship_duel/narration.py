"""How the events of a duel are told and shown: numbers in the log, and cards that fly."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import structs

from tabletop.cards.events import CardsDiscarded
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.core.phrases import format_count
from tabletop.games.ship_duel.events import (
    AdvantageGained,
    AttackMade,
    ChoiceMade,
    FireHeld,
    ShipLost,
    TurnEnded,
    WindsRevealed,
)
from tabletop.games.ship_duel.model import OTHER, SIDES, Side, State, format_amounts
from tabletop.ui.boards.cards import animation
from tabletop.ui.boards.cards.animation import DEAL, DISCARDS, Flight
from tabletop.ui.boards.cards.narration import ASIDE, DEED, SEALED, SHOWN, Lines, Narration
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import Laid, PastPlay, Shown
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.ship_duel import choice
from tabletop.ui.boards.ship_duel.pictures import look
from tabletop.ui.boards.ship_duel.sea import gained, hit


def summarize_last_broadside(view: State) -> PastPlay | None:
    """None before any wind was shown."""
    return (
        PastPlay("Last broadside", gained(structs.replace(view, phase="retire")), lambda: _build_last_broadside(view))
        if view.winds
        else None
    )


def _build_last_broadside(view: State) -> Shown:
    """What each side showed and fired, and what it took."""
    cards = [
        (f"{view.ships[side].name}: {_describe_broadside(view, side)}", _list_shown_cards(view, side)) for side in SIDES
    ]
    hits = tuple((f"{view.ships[side].name}: {words}", "") for side in SIDES if (words := choice.struck(view, side)))
    return Shown(cards, (Section("What hit", hits),) if hits else ())


def _describe_broadside(view: State, side: Side) -> str:
    attack = view.attacks.get(side)
    shown = format_count(len(view.winds.get(side, ())), "wind")
    return f"{shown}, {attack.shots} fired at {view.ships[OTHER[side]].name}" if attack else shown


def _list_shown_cards(view: State, side: Side) -> tuple[Laid, ...]:
    attack = view.attacks.get(side)
    kinds = (*view.winds.get(side, ()), *([attack.kind] * attack.shots if attack else ()))
    return tuple(Laid(look(f"{side}.{number}", kind)) for number, kind in enumerate(kinds))


def ships(view: State, event: Event) -> tuple[str, ...]:
    """The sides whose ships an event is about."""
    return tuple(_SHIPS[type(event)](view, event)) if type(event) in _SHIPS else ()


_SHIPS: Handlers[State, Iterable[str]] = build_handlers(
    KindHandler(AttackMade, lambda _, event: (event.side, event.target)),
    KindHandler(FireHeld, lambda _, event: (event.side,)),
    KindHandler(ShipLost, lambda _, event: (event.side,)),
    KindHandler(WindsRevealed, lambda _, event: event.winds),
    KindHandler(AdvantageGained, lambda _, event: [event.advantaged] if event.advantaged else event.counts),
)


def _winds(state: State, event: WindsRevealed) -> Lines:
    return [(state.ships[side].name, format_amounts(state, event.winds[side]) or "none") for side in SIDES]


def _advantage(state: State, event: AdvantageGained) -> Lines:
    return [(state.ships[side].name, str(event.counts[side])) for side in SIDES]


def _attack(state: State, event: AttackMade) -> Lines:
    return [
        ("Fired", format_amounts(state, event.cards)),
        (f"{event.stat.capitalize()} before", str(event.before)),
        ("Damage", str(event.damage)),
        (f"{event.stat.capitalize()} after", str(event.after)),
    ]


def _winds_fly(table: CardTable[State], event: WindsRevealed) -> list[Flight]:
    return [
        animation.flight(table, card, animation.home(table, side, card), "compass", turns=side != table.own)
        for side, shown in event.winds.items()
        for card in shown
    ]


def _attack_flies(table: CardTable[State], event: AttackMade) -> list[Flight]:
    turns = event.side != table.own
    return [
        animation.flight(table, card, animation.home(table, event.side, card), hit(event.target, number), turns=turns)
        for number, card in enumerate(event.cards)
    ]


STILL = 1000
"""Milliseconds for which what was fired lies there."""


def resting(flown: Sequence[Flight]) -> list[Flight]:
    """Cards that were fired lie upon the ship that they hit until the last has come, and go to the discards then."""
    fired = [one for one in flown if isinstance(one.of, AttackMade)]
    over = max((one.after + one.lasts for one in fired), default=0) + STILL
    rest: list[Flight] = []
    for one in fired:
        landed, lies = one.after + one.lasts, replace(one, start=one.end, turns=False, of=None)
        rest += [replace(lies, after=landed, lasts=over - landed), replace(lies, end=DISCARDS, after=over, lasts=DEAL)]
    return [*flown, *rest]


NARRATION = Narration(
    {
        ChoiceMade: SEALED, WindsRevealed: SHOWN, AdvantageGained: SHOWN, AttackMade: DEED, FireHeld: DEED,
        ShipLost: SHOWN, TurnEnded: ASIDE,
    },
    build_handlers(
        KindHandler(WindsRevealed, _winds),
        KindHandler(AdvantageGained, _advantage),
        KindHandler(AttackMade, _attack),
        KindHandler(
            CardsDiscarded, lambda state, event: [("Discarded", format_amounts(state, event.cards) or "nothing")]
        ),
        KindHandler(TurnEnded, lambda _, event: [("Turns in a row without damage", str(event.quiet))]),
    ),
    build_handlers(KindHandler(WindsRevealed, _winds_fly), KindHandler(AttackMade, _attack_flies)),
    {"setup": "to deal", "reload": "to reload", "sail": "to sail", "fire": "to fire", "retire": "to retire"},
    "The duel is over",
    recalled=summarize_last_broadside,
)  # fmt: skip
