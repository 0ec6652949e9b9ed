"""What a player is putting together: which cards lie ready, what is wrong with them, their command, and the odds."""

from collections.abc import Callable
from typing import NamedTuple, cast

from msgspec.structs import replace

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count, format_percent, join_words
from tabletop.games.volley import GAME, melds, phases, survey
from tabletop.games.volley.commands import Attack, Counter, Defend, Discard, Pass
from tabletop.games.volley.model import (
    HAND_SIZE,
    MAX_QUIET_TURNS,
    UNITS,
    Answer,
    Negated,
    Side,
    Stage,
    State,
    Suit,
    format_casualties,
    opponent_of,
)
from tabletop.ui.boards.cards.reader import Reading, Section
from tabletop.ui.boards.contract import AutomaticCommand
from tabletop.ui.boards.replies import Ask, Reply, Submit

Cards = tuple[str, ...]

AWAY = "away"
"""The place of cards that shall be discarded."""


def is_asked(view: State, viewer: str) -> bool:
    """Whether this side has to choose now, and has something to choose from."""
    return view.outcome is None and view.stage != "setup" and viewer != "" and phases.side_to_move(view) == viewer


def answers(place: str) -> str:
    """Where an answer to the card of a place of the meld is laid."""
    return f"answer.{place}"


def place_of(view: State, card: str) -> str:
    """Where a card that lies ready belongs in this phase; empty if nowhere."""
    return _DRAFTS[view.stage].place(view, card)


def _in_meld(view: State, card: str) -> str:
    return melds.PLACE_OF_SUIT.get(view.deck[card].suit, "")


def _on_target(view: State, card: str) -> str:
    target = target_of(view, card)
    return answers(_in_meld(view, target)) if target else ""


def _on_answer(view: State, card: str) -> str:
    assert view.assault is not None
    if view.deck[card].negates != "defence":
        return ""
    return answers(_in_meld(view, view.assault.answers[-1].target))


def target_of(view: State, card: str) -> str:
    """The card of the meld that a defence card would negate; empty if there is none."""
    assert view.assault is not None
    return next((target for _, target in melds.find_answers(view.deck, view.assault, (card,))), "")


def refusal(view: State, side: Side, card: str) -> Refused | None:
    """Why a card cannot be laid ready now, besides what can still be mended, or None."""
    return _DRAFTS[view.stage].refusal(view, side, card)


def _no_part(view: State, side: Side, card: str) -> Refused | None:  # noqa: ARG001
    """A defence card never joins a meld; anything else may lie there for the moment, and it is said what is wrong."""
    wrong = next((fault for fault in melds.find_faults(view.deck, (card,)) if fault.rule == "VOL-10"), None)
    return Refused(wrong.rule, wrong.words, pieces=wrong.cards) if wrong else None


def _no_answer(view: State, side: Side, card: str) -> Refused | None:
    assert view.assault is not None
    return GAME.check(view, Defend(side, card, target_of(view, card) or view.assault.meld[0]))


def _no_counter(view: State, side: Side, card: str) -> Refused | None:
    return GAME.check(view, Counter(side, card))


def joined(view: State, draft: Cards, card: str) -> Cards:
    """The cards that lie ready after one more; an answer or a counter takes the place of another."""
    return (*draft, card) if view.stage in ("manoeuvre", "attack") else (card,)


class DraftAction(NamedTuple):
    """What the brass button does: its label, why it cannot be done, and the command."""

    label: str
    tip: str
    reason: str
    command: Command | None


def build_draft_action(view: State, side: Side, draft: Cards) -> DraftAction:
    """With the cards that lie ready."""
    return _DRAFTS[view.stage].deed(view, side, draft)


def _discard(view: State, side: Side, draft: Cards) -> DraftAction:
    gone = len(draft)
    drawn = HAND_SIZE - len(view.cards.hands[side]) + gone
    kept = f"Discard {gone}" if gone else "Keep all"
    label = f"{kept}, draw {drawn}" if drawn else kept
    away = f"{format_count(gone, 'card')} to the discards, face up" if gone else "Nothing is discarded"
    tip = f"{away}; {f'then you draw up to {HAND_SIZE}' if drawn else 'your hand is full'}."
    return DraftAction(label, tip, "", Discard(side, draft))


def _attack(view: State, side: Side, draft: Cards) -> DraftAction:
    wrong = faults(view, draft)
    force = melds.sum_printed_force(view.deck, draft)
    label = f"Attack with force {force}" if draft else "Attack"
    return DraftAction(label, "Play this meld.", wrong, None if wrong else Attack(side, draft))


def _defend(view: State, side: Side, draft: Cards) -> DraftAction:
    if not draft:
        return DraftAction("Play an answer", "", "Choose a defence card, or pass.", None)
    target = target_of(view, draft[0])
    label = f"{view.deck[draft[0]].name} on {view.deck[target].name}"
    return DraftAction(label, "Its force becomes 0 unless the answer is countered.", "", Defend(side, draft[0], target))


def _counter(view: State, side: Side, draft: Cards) -> DraftAction:
    assert view.assault is not None
    if not draft:
        return DraftAction("Play a counter", "", "Choose a card that counters, or pass.", None)
    answer = view.assault.answers[-1]
    against = (answer.card, *answer.counters)[-1]
    label = f"{view.deck[draft[0]].name} on {view.deck[against].name}"
    return DraftAction(label, f"Negates {view.deck[against].name}.", "", Counter(side, draft[0]))


def outlook(view: State, draft: Cards) -> int | None:
    """The force of the meld if the answer or counter that lies ready holds; None if none lies ready."""
    assault = view.assault
    if assault is None or not draft:
        return None
    if view.stage == "defence":
        played = (*assault.answers, Answer(draft[0], target_of(view, draft[0])))
    else:
        last = assault.answers[-1]
        played = (*assault.answers[:-1], replace(last, counters=(*last.counters, draft[0])))
    return melds.compute_force(view.deck, replace(assault, answers=played))


def faults(view: State, draft: Cards) -> str:
    """What is missing, or too many, for a meld; empty if nothing is (VOL-5)."""
    return " ".join(fault.words for fault in melds.find_faults(view.deck, draft))


PAUSE = 1500
"""Milliseconds before the table passes for a side, the same whatever is held (VOL-11)."""
PASSES: dict[Stage, tuple[str, str]] = {
    "attack": ("Pass", "The turn passes to the other side."),
    "defence": ("No answer", "The meld counts as it is."),
    "counter": ("No counter", "The answer stands."),
}
"""Where a side may pass: what the button says, and what follows."""


def must_pass(view: State, side: Side) -> bool:
    """Return True if `side` is to attack and its hand holds no meld (VOL-5)."""
    return view.stage == "attack" and not any(melds.find_strongest_melds(view.deck, view.cards.hands[side]))


def passed(state: State, side: Side) -> Reply:
    """To pass; where that would end the battle it is asked before (VOL-12)."""
    order = Submit.single(Pass(side))
    if state.stage != "attack" or state.quiet < MAX_QUIET_TURNS - 1:
        return order
    told = (
        f"This would be turn {MAX_QUIET_TURNS} in a row without a casualty: "
        "the battle would end at once, in a draw (VOL-12)."
    )
    return Ask("End the battle in a draw?", told, "Pass", order, grave=True)


def passing(state: State) -> AutomaticCommand | None:
    """With `auto_pass`, no answer is given where none is held; the pause comes whatever is held (VOL-11)."""
    if not state.auto_pass or state.outcome is not None or state.assault is None:
        return None
    side = phases.side_to_move(state)
    hand = state.cards.hands[side]
    held = melds.find_counters(state.deck, hand)
    if state.stage == "defence":
        held = (card for card, _ in melds.find_answers(state.deck, state.assault, hand))
    if any(True for _ in held):
        return AutomaticCommand(None, after=PAUSE)
    title = f"{state.names[side]}: {PASSES[state.stage][0].lower()}"
    return AutomaticCommand(Pass(side), title, "No card could be played, so the game passed for you.", PAUSE)


NOTE = "Exact odds from the cards you have seen; they do not consider how your opponent plays."
_SUPPORT: dict[Suit, str] = {"leader": "A leader", "strategy": "A strategy card", "morale": "A morale card"}


def odds(view: State, side: Side, draft: Cards) -> Reading:
    """The sheet for the phase; those of defence and counter tell only what lies on the table (VOL-11)."""
    title, sections = _DRAFTS[view.stage].odds(view, side, draft)
    return Reading(title, "", sections)


def _dealt(view: State, side: Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:
    kept = [card for card in view.cards.hands[side] if card not in draft]
    number = HAND_SIZE - len(kept)
    if not number:
        return "Odds", (Section("", (("Choose cards to discard to see your odds here.", ""),)),)
    held = {view.deck[card].suit for card in kept}
    lines = [
        (f"{melds.add_article(f'{UNITS[unit.suit]} weapon').capitalize()} for {unit.name}", format_percent(chance))
        for unit, chance in survey.find_chances_to_arm(view, side, draft)
    ]
    lines += [
        (words, format_percent(survey.chance_to_draw_suit(view, side, suit, draft)))
        for suit, words in _SUPPORT.items()
        if suit not in held
    ]
    lines.append(("A defence card", format_percent(survey.chance_to_draw_suit(view, side, "defence", draft))))
    return "Odds", (Section(f"In {format_count(number, 'card')}, at least one", tuple(lines), NOTE, "VOL-4"),)


def _strongest(view: State, side: Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:
    """The melds that the hand holds, and by the cards alone what may be held against them."""
    found = sorted(
        melds.find_strongest_melds(view.deck, view.cards.hands[side]),
        key=lambda meld: -melds.sum_printed_force(view.deck, meld),
    )
    best = tuple(
        (join_words(view.deck[card].name for card in meld), str(melds.sum_printed_force(view.deck, meld)))
        for meld in found
    )
    hand = Section("Your strongest melds", best or (("Your hand holds no meld.", ""),), rule="VOL-5")
    risks = _risks(view, side, draft or (found[0] if found else ()))
    return "Attack", (hand, Section("They may hold", risks, NOTE, "VOL-6")) if risks else (hand,)


def _risks(view: State, side: Side, meld: Cards) -> tuple[tuple[str, str], ...]:
    """What would negate a card of a meld, with the chance that the other side holds it."""
    suits = dict.fromkeys(view.deck[card].suit for card in meld)
    there = [(names, cast(Negated, suit)) for suit in suits if (names := _defences(view, suit))]
    return tuple((names, format_percent(survey.chance_opponent_negates(view, side, suit))) for names, suit in there)


def _defences(view: State, suit: str) -> str:
    """Names of the cards of the deck that negate a suit."""
    return " or ".join(dict.fromkeys(card.name for card in view.deck.values() if card.negates == suit))


def _cost(view: State, side: Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:  # noqa: ARG001
    """What the attack costs as it lies, and what could be played: the same whoever holds what."""
    assert view.assault is not None
    loser = opponent_of(view.assault.side)
    total, troops = melds.compute_force(view.deck, view.assault), view.troops[loser]
    cost = Section(
        "As it is", ((format_casualties(total).capitalize(), f"{troops} to {max(0, troops - total)}"),), rule="VOL-9"
    )
    return "The attack", (cost, Section("What can answer it", _answers(view), rule="VOL-8"))


def _answers(view: State) -> tuple[tuple[str, str], ...]:
    assert view.assault is not None
    if view.stage == "counter":
        return ((_defences(view, "defence"), "counters"),)
    cards = [view.deck[card] for card in view.assault.meld if card not in melds.find_negated(view.assault)]
    return tuple((names, f"−{card.force}") for card in cards if (names := _defences(view, card.suit)))


class Laying(NamedTuple):
    """What can lie ready in a phase: where a card belongs, why one cannot lie there, what comes of it, the odds."""

    place: Callable[[State, str], str]
    refusal: Callable[[State, Side, str], Refused | None]
    deed: Callable[[State, Side, Cards], DraftAction]
    odds: Callable[[State, Side, Cards], tuple[str, tuple[Section, ...]]]


_DRAFTS: dict[Stage, Laying] = {
    "manoeuvre": Laying(lambda view, card: AWAY, lambda view, side, card: None, _discard, _dealt),  # noqa: ARG005
    "attack": Laying(_in_meld, _no_part, _attack, _strongest),
    "defence": Laying(_on_target, _no_answer, _defend, _cost),
    "counter": Laying(_on_answer, _no_counter, _counter, _cost),
}
