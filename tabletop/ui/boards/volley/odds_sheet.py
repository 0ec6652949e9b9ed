"""Sheets beside the table: exact odds from what the viewer may know, the hand's melds, what an attack would cost."""

from collections.abc import Callable
from typing import cast

from tabletop.core.phrases import count, listed, percent
from tabletop.games.volley import melds, survey
from tabletop.games.volley.state import HAND, UNITS, Negated, Side, Stage, State, Suit, losses, other
from tabletop.ui.boards.cards.reader import Reading, Section

Cards = tuple[str, ...]
NOTE = "Exact, from the cards that you have seen; how anybody plays is left out."
_SUPPORT: dict[Suit, str] = {"leader": "A leader", "strategy": "A strategy card", "morale": "A morale card"}


def reading(view: State, side: Side, draft: Cards) -> Reading:
    """The sheet for the phase; those of defence and counter tell only what lies on the table (VOL-11)."""
    title, sections = _SHEETS[view.stage](view, side, draft)
    return Reading(title, "", sections)


def _dealt(view: State, side: Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:
    kept = [card for card in view.cards.hands[side] if card not in draft]
    number = HAND - len(kept)
    if not number:
        return "Odds", (Section("", (("Lay away what you can spare: the odds of drawing better stand here.", ""),)),)
    held = {view.deck[card].suit for card in kept}
    lines = [
        (f"{melds.a(f'{UNITS[unit.suit]} weapon').capitalize()} for {unit.name}", percent(chance))
        for unit, chance in survey.arming(view, side, draft)
    ]
    lines += [
        (words, percent(survey.dealt(view, side, suit, draft))) for suit, words in _SUPPORT.items() if suit not in held
    ]
    lines.append(("A defence card", percent(survey.dealt(view, side, "defence", draft))))
    return "Odds", (Section(f"In {count(number, 'card')}, at least one", tuple(lines), NOTE),)


def _attack(view: State, side: Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:
    """The melds that the hand holds, and by the cards alone what may be held against them."""
    found = sorted(melds.best(view.deck, view.cards.hands[side]), key=lambda meld: -melds.force(view.deck, meld))
    best = tuple((listed(view.deck[card].name for card in meld), str(melds.force(view.deck, meld))) for meld in found)
    hand = Section("Your strongest melds", best or (("Your hand holds no meld.", ""),))
    risks = _risks(view, side, draft or (found[0] if found else ()))
    return "Attack", (hand, Section("They may hold", risks, NOTE)) if risks else (hand,)


def _risks(view: State, side: Side, meld: Cards) -> tuple[tuple[str, str], ...]:
    """What would negate a card of a meld, with the chance that the other side holds it."""
    suits = dict.fromkeys(view.deck[card].suit for card in meld)
    there = [(names, cast(Negated, suit)) for suit in suits if (names := _defences(view, suit))]
    return tuple((names, percent(survey.held(view, side, suit))) for names, suit in there)


def _defences(view: State, suit: str) -> str:
    """Names of the cards of the deck that negate a suit."""
    return " or ".join(dict.fromkeys(card.name for card in view.deck.values() if card.negates == suit))


def _cost(view: State, side: Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:  # noqa: ARG001
    """What the attack costs as it lies, and what could be played: the same whoever holds what."""
    assert view.assault is not None
    loser = other(view.assault.side)
    total, troops = melds.total(view.deck, view.assault), view.troops[loser]
    cost = Section("As it lies", ((losses(total).capitalize(), f"{troops} to {max(0, troops - total)}"),))
    return "The attack", (cost, Section("What answers what", _answers(view)))


def _answers(view: State) -> tuple[tuple[str, str], ...]:
    assert view.assault is not None
    if view.stage == "counter":
        return ((_defences(view, "defence"), "counters"),)
    cards = [view.deck[card] for card in view.assault.meld if card not in melds.negated(view.assault)]
    return tuple((names, f"−{card.force}") for card in cards if (names := _defences(view, card.suit)))


_SHEETS: dict[Stage, Callable[[State, Side, Cards], tuple[str, tuple[Section, ...]]]] = {
    "manoeuvre": _dealt,
    "attack": _attack,
    "defence": _cost,
    "counter": _cost,
}
