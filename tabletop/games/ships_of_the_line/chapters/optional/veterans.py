"""Chapter 15: veteran crews endure, shoot and sail better (AMB-26, AMB-80, AMB-102, AMB-171)."""

from collections.abc import Iterator

from tabletop.core.phrases import format_signed
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.hooks import Mark
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import Card

ENDURANCE = 1
"""SOTL-15-a: levels of fatigue that veterans endure beyond a regular crew: 4 instead of 3."""

VETERAN_HITS_FROM = 4
"""SOTL-15-b, AMB-26: lowest die that hits at every range."""

SPEED = 1
"""SOTL-15-c: additional movement point that need not be used."""


def has_veteran_crew(state: State, key: str) -> bool:
    """Return True if the card has a veteran crew and the ship is not a prize (AMB-171)."""
    return _is_veteran(state.cards[key], state.ships[key].status == "captured")


def _is_veteran(card: Card, prize: bool) -> bool:
    """Return True if the card has a veteran crew and the ship is not a prize."""
    return card.veteran and not prize


def _endurance_modifier(crew: tables.Aboard, so_far: int) -> tables.Modifier | None:
    """Add one level to the fatigue limit of a veteran crew; None for other crews (15-a)."""
    return (
        _build_modifier(format_signed(ENDURANCE), so_far + ENDURANCE)
        if has_veteran_crew(crew.state, crew.ship)
        else None
    )


def _to_hit_modifier(fire: tables.Gunfire, so_far: int) -> tables.Modifier | None:
    """Lower the die that hits to 4 for veterans; None if it is 4 or less already (15-b)."""
    better = so_far > VETERAN_HITS_FROM and has_veteran_crew(fire.state, fire.ship)
    return _build_modifier(f"{VETERAN_HITS_FROM}+", VETERAN_HITS_FROM) if better else None


def _points_modifier(ship: tables.Sailing, so_far: int) -> tables.Modifier | None:
    """Add one movement point for veterans that make way; None for others and for prizes (15-c)."""
    return (
        _build_modifier(format_signed(SPEED), so_far + SPEED)
        if ship.makes_way and _is_veteran(ship.card, ship.prize)
        else None
    )


def _build_modifier(change: str, value: int) -> tables.Modifier:
    """Return a modifier named "Veteran crew" with the change in words and the new value."""
    return tables.Modifier("Veteran crew", change, value)


def _explain_no_effect(state: State) -> str:
    """Return a sentence if no ship has a veteran crew, else ""."""
    return "" if any(card.veteran for card in state.cards.values()) else "No ship in this battle has a veteran crew."


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield a mark for a ship with a veteran crew on her card; as a prize she shows "a prize crew"."""
    if state.cards[key].veteran:
        own = has_veteran_crew(state, key)
        yield Mark("Crew", "veteran" if own else "a prize crew", MODULE.note, MODULE.rule, "V" if own else "")


MODULE = RuleModule(
    id="veterans",
    rule="SOTL-15",
    title="Veteran crews",
    note="Veterans hit on 4 or more at every range, may use one more point and endure one more level of fatigue.",
    group="People",
    inert=_explain_no_effect,
    card_fields={"veteran": ()},
    marks=_list_marks,
    modifiers=tables.ModifierTables(
        to_hit=tables.ModifierTable(
            (tables.ModifierRule("veteran crew", "SOTL-15-b", _to_hit_modifier, after=("range",)),)
        ),
        fatigue=tables.ModifierTable(
            (tables.ModifierRule("veteran crew", "SOTL-15-a", _endurance_modifier, after=("crew",)),)
        ),
        allowance=tables.ModifierTable(
            (
                tables.ModifierRule(
                    "veteran crew", "SOTL-15-c", _points_modifier, after=("inertia", "full sail"), optional=True
                ),
            )
        ),
    ),
)
