"""The draft of a player: the cards that lie ready, their faults, the command that they make, and the odds."""

from collections.abc import Callable
from typing import NamedTuple, cast

from msgspec.structs import replace

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count, format_percent, join_words
from tabletop.games.volley import GAME, melds, model, phases, survey
from tabletop.games.volley.commands import Attack, Counter, Defend, Discard, Pass
from tabletop.ui.boards.cards.reader import Reading, Section
from tabletop.ui.boards.contract import AutomaticCommand
from tabletop.ui.boards.replies import Ask, Reply, Submit

Cards = tuple[str, ...]

AWAY = "away"
"""The place of the cards to be discarded."""


def is_asked(view: model.State, viewer: str) -> bool:
    """Return True if the side `viewer` must choose cards now. Return False for the viewer ""."""
    return view.outcome is None and view.stage != "setup" and viewer != "" and phases.side_to_move(view) == viewer


def answer_place(place: str) -> str:
    """Return the id of the place for answers to the card in `place` of the meld, e.g. ``answer.leader``."""
    return f"answer.{place}"


def find_place(view: model.State, card: str) -> str:
    """Return the id of the place where `card` lies ready in this phase, or "" if it may lie nowhere."""
    return _DRAFTS[view.stage].find_place(view, card)


def _find_meld_place(view: model.State, card: str) -> str:
    return melds.PLACE_OF_SUIT.get(view.deck[card].suit, "")


def _find_target_place(view: model.State, card: str) -> str:
    target = find_target(view, card)
    return answer_place(_find_meld_place(view, target)) if target else ""


def _find_counter_place(view: model.State, card: str) -> str:
    assert view.assault is not None
    if view.deck[card].negates != "defence":
        return ""
    return answer_place(_find_meld_place(view, view.assault.answers[-1].target))


def find_target(view: model.State, card: str) -> str:
    """Return the id of the card of the meld that the defence card `card` would negate, or ""."""
    assert view.assault is not None
    return next((target for _, target in melds.find_answers(view.deck, view.assault, (card,))), "")


def check_draft_card(view: model.State, side: model.Side, card: str) -> Refused | None:
    """Return the refusal if `card` cannot lie ready now, or None. A fault that more cards would mend is no refusal."""
    return _DRAFTS[view.stage].check_card(view, side, card)


def _check_meld_card(view: model.State, side: model.Side, card: str) -> Refused | None:  # noqa: ARG001
    """Return the refusal for a defence card in a meld (VOL-10), or None for any other card."""
    wrong = next((fault for fault in melds.find_faults(view.deck, (card,)) if fault.rule == "VOL-10"), None)
    return Refused(wrong.rule, wrong.words, pieces=wrong.cards) if wrong else None


def _check_answer(view: model.State, side: model.Side, card: str) -> Refused | None:
    assert view.assault is not None
    return GAME.check(view, Defend(side, card, find_target(view, card) or view.assault.meld[0]))


def _check_counter(view: model.State, side: model.Side, card: str) -> Refused | None:
    return GAME.check(view, Counter(side, card))


def add_to_draft(view: model.State, draft: Cards, card: str) -> Cards:
    """Return the draft with `card` added. An answer or a counter replaces the card that lies ready."""
    return (*draft, card) if view.stage in ("manoeuvre", "attack") else (card,)


class DraftAction(NamedTuple):
    """The action of the primary button: its label, why it cannot be done ("" if it can), and the command."""

    label: str
    tip: str
    reason: str
    command: Command | None


def build_draft_action(view: model.State, side: model.Side, draft: Cards) -> DraftAction:
    """Build the action of the primary button for the cards that lie ready."""
    return _DRAFTS[view.stage].build_action(view, side, draft)


def _build_discard(view: model.State, side: model.Side, draft: Cards) -> DraftAction:
    gone = len(draft)
    drawn = model.HAND_SIZE - len(view.cards.hands[side]) + gone
    kept = f"Discard {gone}" if gone else "Keep all"
    label = f"{kept}, draw {drawn}" if drawn else kept
    away = f"{format_count(gone, 'card')} to the discards, face up" if gone else "Nothing is discarded"
    tip = f"{away}; {f'then you draw up to {model.HAND_SIZE}' if drawn else 'your hand is full'}."
    return DraftAction(label, tip, "", Discard(side, draft))


def _build_attack(view: model.State, side: model.Side, draft: Cards) -> DraftAction:
    wrong = describe_faults(view, draft)
    force = melds.sum_printed_force(view.deck, draft)
    label = f"Attack with force {force}" if draft else "Attack"
    return DraftAction(label, "Play this meld.", wrong, None if wrong else Attack(side, draft))


def _build_defence(view: model.State, side: model.Side, draft: Cards) -> DraftAction:
    if not draft:
        return DraftAction("Play an answer", "", "Choose a defence card, or pass.", None)
    target = find_target(view, draft[0])
    label = f"{view.deck[draft[0]].name} on {view.deck[target].name}"
    return DraftAction(label, "Its force becomes 0 unless the answer is countered.", "", Defend(side, draft[0], target))


def _build_counter(view: model.State, side: model.Side, draft: Cards) -> DraftAction:
    assert view.assault is not None
    if not draft:
        return DraftAction("Play a counter", "", "Choose a card that counters, or pass.", None)
    answer = view.assault.answers[-1]
    against = (answer.card, *answer.counters)[-1]
    label = f"{view.deck[draft[0]].name} on {view.deck[against].name}"
    return DraftAction(label, f"Negates {view.deck[against].name}.", "", Counter(side, draft[0]))


def forecast_force(view: model.State, draft: Cards) -> int | None:
    """Return the force of the meld if the answer or counter that lies ready holds, or None if none lies ready."""
    assault = view.assault
    if assault is None or not draft:
        return None
    if view.stage == "defence":
        played = (*assault.answers, model.Answer(draft[0], find_target(view, draft[0])))
    else:
        last = assault.answers[-1]
        played = (*assault.answers[:-1], replace(last, counters=(*last.counters, draft[0])))
    return melds.compute_force(view.deck, replace(assault, answers=played))


def describe_faults(view: model.State, draft: Cards) -> str:
    """Return sentences on what a meld lacks or has too much of (VOL-5), or "" if the meld is legal."""
    return " ".join(fault.words for fault in melds.find_faults(view.deck, draft))


PAUSE = 1500
"""Milliseconds before the table passes for a side. They are the same whatever the side holds (VOL-11)."""
PASSES: dict[model.Stage, tuple[str, str]] = {
    "attack": ("Pass", "The turn passes to the other side."),
    "defence": ("No answer", "The meld counts as it is."),
    "counter": ("No counter", "The answer stands."),
}
"""The phases in which a side may pass: the label of the button and its consequence."""


def must_pass(view: model.State, side: model.Side) -> bool:
    """Return True if `side` is to attack and its hand holds no meld (VOL-5)."""
    return view.stage == "attack" and not any(melds.find_strongest_melds(view.deck, view.cards.hands[side]))


def build_pass_reply(state: model.State, side: model.Side) -> Reply:
    """Build the reply that passes. If passing would end the battle (VOL-12), the reply asks first."""
    order = Submit.single(Pass(side))
    if state.stage != "attack" or state.quiet < model.MAX_QUIET_TURNS - 1:
        return order
    told = (
        f"This would be turn {model.MAX_QUIET_TURNS} in a row without a casualty: "
        "the battle would end at once, in a draw (VOL-12)."
    )
    return Ask("End the battle in a draw?", told, "Pass", order, grave=True)


def build_passing(state: model.State) -> AutomaticCommand | None:
    """Return the automatic pass of the side to move, or None where `auto_pass` does not apply.

    The pause comes whatever the side holds (VOL-11). A side that could answer gets a passing without a command.
    """
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
_SUPPORT: dict[model.Suit, str] = {"leader": "A leader", "strategy": "A strategy card", "morale": "A morale card"}


def build_odds(view: model.State, side: model.Side, draft: Cards) -> Reading:
    """Build the reading of the odds for the phase. In defence and counter it uses only cards on the table (VOL-11)."""
    title, sections = _DRAFTS[view.stage].build_odds(view, side, draft)
    return Reading(title, "", sections)


def _build_draw_odds(view: model.State, side: model.Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:
    kept = [card for card in view.cards.hands[side] if card not in draft]
    number = model.HAND_SIZE - len(kept)
    if not number:
        return "Odds", (Section("", (("Choose cards to discard to see your odds here.", ""),)),)
    held = {view.deck[card].suit for card in kept}
    lines = [
        (
            f"{melds.add_article(f'{model.UNITS[unit.suit]} weapon').capitalize()} for {unit.name}",
            format_percent(chance),
        )
        for unit, chance in survey.find_chances_to_arm(view, side, draft)
    ]
    lines += [
        (words, format_percent(survey.chance_to_draw_suit(view, side, suit, draft)))
        for suit, words in _SUPPORT.items()
        if suit not in held
    ]
    lines.append(("A defence card", format_percent(survey.chance_to_draw_suit(view, side, "defence", draft))))
    return "Odds", (Section(f"In {format_count(number, 'card')}, at least one", tuple(lines), NOTE, "VOL-4"),)


def _build_meld_odds(view: model.State, side: model.Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:
    """Return title and sections: the strongest melds of the hand, and the cards that may negate the draft."""
    found = sorted(
        melds.find_strongest_melds(view.deck, view.cards.hands[side]),
        key=lambda meld: -melds.sum_printed_force(view.deck, meld),
    )
    best = tuple(
        (join_words(view.deck[card].name for card in meld), str(melds.sum_printed_force(view.deck, meld)))
        for meld in found
    )
    hand = Section("Your strongest melds", best or (("Your hand holds no meld.", ""),), rule="VOL-5")
    risks = _list_risks(view, side, draft or (found[0] if found else ()))
    return "Attack", (hand, Section("They may hold", risks, NOTE, "VOL-6")) if risks else (hand,)


def _list_risks(view: model.State, side: model.Side, meld: Cards) -> tuple[tuple[str, str], ...]:
    """Return, for each suit of `meld`, the cards that negate it and the chance that the opponent holds one."""
    suits = dict.fromkeys(view.deck[card].suit for card in meld)
    there = [(names, cast(model.Negated, suit)) for suit in suits if (names := _name_defences(view, suit))]
    return tuple((names, format_percent(survey.chance_opponent_negates(view, side, suit))) for names, suit in there)


def _name_defences(view: model.State, suit: str) -> str:
    """Return the names of the cards that negate `suit`, joined by "or"."""
    return " or ".join(dict.fromkeys(card.name for card in view.deck.values() if card.negates == suit))


def _build_attack_cost(view: model.State, side: model.Side, draft: Cards) -> tuple[str, tuple[Section, ...]]:  # noqa: ARG001
    """Return title and sections: the casualties of the attack as it lies, and the cards that could answer it.

    The text is the same whatever the sides hold.
    """
    assert view.assault is not None
    loser = model.opponent_of(view.assault.side)
    total, troops = melds.compute_force(view.deck, view.assault), view.troops[loser]
    cost = Section(
        "As it is",
        ((model.format_casualties(total).capitalize(), f"{troops} to {max(0, troops - total)}"),),
        rule="VOL-9",
    )
    return "The attack", (cost, Section("What can answer it", _list_answers(view), rule="VOL-8"))


def _list_answers(view: model.State) -> tuple[tuple[str, str], ...]:
    assert view.assault is not None
    if view.stage == "counter":
        return ((_name_defences(view, "defence"), "counters"),)
    cards = [view.deck[card] for card in view.assault.meld if card not in melds.find_negated(view.assault)]
    return tuple((names, f"−{card.force}") for card in cards if (names := _name_defences(view, card.suit)))


class DraftPhase(NamedTuple):
    """The functions of a phase: where a card belongs, its refusal, the action of the draft, and the odds."""

    find_place: Callable[[model.State, str], str]
    check_card: Callable[[model.State, model.Side, str], Refused | None]
    build_action: Callable[[model.State, model.Side, Cards], DraftAction]
    build_odds: Callable[[model.State, model.Side, Cards], tuple[str, tuple[Section, ...]]]


_DRAFTS: dict[model.Stage, DraftPhase] = {
    "manoeuvre": DraftPhase(lambda view, card: AWAY, lambda view, side, card: None, _build_discard, _build_draw_odds),  # noqa: ARG005
    "attack": DraftPhase(_find_meld_place, _check_meld_card, _build_attack, _build_meld_odds),
    "defence": DraftPhase(_find_target_place, _check_answer, _build_defence, _build_attack_cost),
    "counter": DraftPhase(_find_counter_place, _check_counter, _build_counter, _build_attack_cost),
}
