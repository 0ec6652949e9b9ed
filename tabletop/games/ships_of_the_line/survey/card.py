"""What a ship's card comes to now: sums of the rules in use, and what their modules tell of her."""

from collections.abc import Iterator

import msgspec

from tabletop.games.ships_of_the_line.chapters import aiming, melee
from tabletop.games.ships_of_the_line.compiled import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.rule_modules import Mark
from tabletop.games.ships_of_the_line.state import BANDS, Band, State


class Strength(msgspec.Struct, frozen=True):
    """A ship in numbers.

    Attributes:
        dice: of one broadside by range, before a rake doubles them (4.1.4).
        boarding: compared with the enemy's when crews fight (4.3.1).
        fatigue: at which her crew can do no more (7-a).
    """

    dice: dict[Band, int]
    boarding: int
    fatigue: int


def strength(state: State, key: str) -> Strength:
    """A ship as she is now."""
    dice = {band: aiming.dice_for(state, key, band, None)[-1].value for band in BANDS}
    return Strength(dice, melee.strength(state, key), fatigue_limit(state, key))


def marks(state: State, key: str) -> Iterator[Mark]:
    """What the rule modules in use tell of a ship."""
    for module in rules_of(state).modules:
        yield from module.marks(state, key)
