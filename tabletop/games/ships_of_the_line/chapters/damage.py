"""Chapter 4.2.1: what hits do, rolled at once and noted in pencil."""

import msgspec

from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.state import Critical
from tabletop.games.ships_of_the_line.sums import Hits, Modifier, Term
from tabletop.games.ships_of_the_line.tables import CRITICALS, DAMAGE, RAKE_DAMAGE


class Damage(msgspec.Struct, frozen=True):
    """The damage dice of an attack, how many of them cost hull points, and its criticals in the order rolled."""

    dice: tuple[int, ...]
    hull: int
    criticals: tuple[Critical, ...]


def roll(turn: Unfolding, target: str, hits: int, factor: int) -> Damage:
    """Roll a damage die for each hit, then the criticals (4.2.1-c, -d).

    Args:
        turn: the command on its way.
        target: who was hit.
        hits: how many dice hit.
        factor: by which critical rolls are multiplied (4.2.3-c, AMB-25).
    """
    dice = turn.roll(hits)
    struck = [DAMAGE[die] for die in dice]
    criticals = tuple(_critical(turn, target) for _ in range(factor * struck.count("critical")))
    return Damage(dice, struck.count("hull"), criticals)


def _critical(turn: Unfolding, target: str) -> Critical:
    """A critical die; where it finds the ammunition and an old fire burns, its second die follows (AMB-32, AMB-39)."""
    die = turn.d6()
    threatened = CRITICALS[die] == "ammunition" and turn.state.ships[target].old_fires > 0
    return Critical(die, turn.d6() if threatened else None)


def _results(shot: Hits, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier("damage dice", str(shot.hull), shot.hull)


def _rake(shot: Hits, so_far: int) -> Modifier | None:
    factor = RAKE_DAMAGE[shot.rake]
    return Modifier(f"{shot.rake} rake", f"×{factor}", factor * so_far) if factor > 1 else None


HULL_LOSS: tuple[Term[Hits], ...] = (
    Term("damage", "SOTL-4.2.1-c", _results),
    Term("rake", "SOTL-4.2.3-c", _rake),
)
"""Hull points that a broadside costs (AMB-25)."""
