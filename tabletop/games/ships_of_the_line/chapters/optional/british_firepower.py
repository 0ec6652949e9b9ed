"""Trafalgar, rule 2: British broadsides that hit cost an extra hull point (SOTL-T-R2, AMB-112, AMB-201)."""

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.tables import Hits, Modifier, ModifierRule, ModifierTable, ModifierTables

EXTRA_HULL_POINTS = 1
"""SOTL-T-R2: extra hull points of each British attack that hits at least once."""


def _firepower_modifier(shot: Hits, so_far: int) -> Modifier | None:
    """Add one hull point to a British broadside that hits at least once; None otherwise (AMB-25).

    The point is added after all doubling, and also if all hits are criticals. Shots of batteries get none
    (AMB-195).
    """
    card = shot.state.cards.get(shot.ship)  # a battery has none (AMB-195)
    british = card is not None and card.nation == "britain"
    return (
        Modifier("British firepower", f"+{EXTRA_HULL_POINTS}", so_far + EXTRA_HULL_POINTS)
        if british and shot.hits
        else None
    )


def _explain_no_effect(state: State) -> str:
    """Return a sentence if no British ship is in this battle, else ""."""
    fights = any(card.nation == "britain" for card in state.cards.values())
    return "" if fights else "No British ship is in this battle."


MODULE = RuleModule(
    id="british_firepower",
    rule="SOTL-T-R2",
    title="British firepower",
    note="Every British broadside that scores a hit takes one more hull point.",
    group="Trafalgar",
    inert=_explain_no_effect,
    modifiers=ModifierTables(
        hull_loss=ModifierTable((ModifierRule("British firepower", "AMB-112", _firepower_modifier, after=("rake",)),))
    ),
)
