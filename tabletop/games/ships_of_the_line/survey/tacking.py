"""Pitching by one key: out of the wind's eye, or through it from tack to tack (17)."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters.optional import pitching
from tabletop.games.ships_of_the_line.chapters.sailing import build_sailing, evaluate_plan
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.plans import TriedPlan, before_turn, onto_tack

_NO_TACK = Refused("SOTL-17-b", "She pitches out of the wind's eye, or through it from one tack to the other.")


def tack(state: State, draft: TriedPlan) -> TriedPlan:
    """Pitch onto a tack: out of the wind's eye to starboard, and to port when asked again; else through it (17)."""
    base, now = before_turn(draft.trial)
    start = evaluate_plan(state, draft.trial.ship, base)
    hands = (1, -1) if now <= 0 else (-1, 1)
    pitched = next((found for hand in hands if (found := onto_tack(state, start, hand))), None)
    if pitched:
        return TriedPlan(pitched)
    step = Step("pitch", state.profile.pivot)
    return TriedPlan(draft.trial, step, evaluate_plan(state, start.ship, (*base, step)).refusal or _NO_TACK)


def counts(state: State) -> bool:
    """Whether ships pitch in this battle (17)."""
    return pitching.MODULE in rules_of(state).modules


def able(state: State, key: str) -> bool:
    """Whether a ship could pitch, whatever her heading (17-a)."""
    return counts(state) and pitching.refuse_pitch(build_sailing(state, key)) is None
