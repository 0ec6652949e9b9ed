"""Chapter 4.2.1: what hits do, rolled at once and noted in pencil."""

import msgspec

from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.state import Critical
from tabletop.games.ships_of_the_line.tables import CRITICALS, DAMAGE


class Damage(msgspec.Struct, frozen=True):
    """The damage dice of an attack, the hull points they cost, and its criticals in the order rolled."""

    dice: tuple[int, ...]
    hull: int
    criticals: tuple[Critical, ...]


def roll(turn: Unfolding, target: str, hits: int, factor: int) -> Damage:
    """Roll a damage die for each hit, then the criticals (4.2.1-c, -d).

    Args:
        turn: the command on its way.
        target: who was hit.
        hits: how many dice hit.
        factor: by which hull points and critical rolls are multiplied (4.2.3-c, AMB-25).
    """
    dice = turn.roll(hits)
    struck = [DAMAGE[die] for die in dice]
    criticals = tuple(_critical(turn, target) for _ in range(factor * struck.count("critical")))
    return Damage(dice, factor * struck.count("hull"), criticals)


def _critical(turn: Unfolding, target: str) -> Critical:
    """A critical die; where it finds the ammunition and an old fire burns, its second die follows (AMB-32, AMB-39)."""
    die = turn.d6()
    threatened = CRITICALS[die] == "ammunition" and turn.state.ships[target].old_fires > 0
    return Critical(die, turn.d6() if threatened else None)
