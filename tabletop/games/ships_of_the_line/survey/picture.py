"""The fire picture of the whole fleet: what every broadside has before its guns, and why it cannot fire."""

import msgspec

from tabletop.core.errors import Refused
from tabletop.core.memory import weighty
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.aiming import Aim
from tabletop.games.ships_of_the_line.chapters.sighting import Sighting, sighting
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.geometry.fleet import distances


class Outlook(msgspec.Struct, frozen=True):
    """One broadside with at least one ship in its field.

    Attributes:
        sighting: all that it sees, what it may be fired at, what blocks it.
        unable: why it cannot be fired at anything, or None.
        aims: a shot at each target there is, ready for the odds; more than one only in a tie (AMB-15).
    """

    sighting: Sighting
    unable: Refused | None
    aims: tuple[Aim, ...]


@weighty
def picture(state: State) -> dict[tuple[str, Broadside], Outlook]:
    """By ship and broadside, in key order; broadsides that see nothing are left out."""
    return {(key, broadside): _outlook(state, key, broadside) for key, broadside in _looking(state)}


def _looking(state: State) -> list[tuple[str, Broadside]]:
    """The broadsides with anything in their field, found for all at once."""
    keys = [key for key in state.ships if on_map(state, key)]
    poses, sizes = [state.ships[key].pose for key in keys], [positions.size(state, key) for key in keys]
    seen = distances(poses, sizes, state.profile.gun_traverse, state.profile.long).min(axis=2, initial=float("inf"))
    return [
        (key, broadside)
        for key, row in zip(keys, seen.tolist(), strict=True)
        for broadside, nearest in zip(BROADSIDES, row, strict=True)
        if nearest <= state.profile.long
    ]


def _outlook(state: State, key: str, broadside: Broadside) -> Outlook:
    view = sighting(state, key, broadside)
    aims = (fire.aim_at(state, key, broadside, target) for target in view.targets)
    return Outlook(view, fire.unable(state, key, broadside), tuple(aim for aim in aims if aim))
