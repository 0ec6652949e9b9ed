"""The rule profile: every number that the book leaves open, as data that a scenario may override."""

from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
import yaml
from msgspec import Meta

Length = Annotated[float, Meta(gt=0, le=100)]
Angle = Annotated[int, Meta(ge=0, le=180)]
Turn = Annotated[int, Meta(ge=1, le=90)]
Count = Annotated[int, Meta(ge=1, le=1000)]


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decided numbers; `profile.yaml` says which decision each belongs to. UM and degrees."""

    __hash__ = object.__hash__  # one and the same in a battle, and looked up by

    hulls: dict[str, tuple[Length, Length]]
    pivot_point: Literal["stern", "centre"]
    point_blank: Length
    medium: Length
    long: Length
    gun_traverse: Annotated[float, Meta(gt=0, lt=90)]
    rake_crossing: tuple[Angle, Angle]
    bow_sector: Angle
    stern_sector: Angle
    broadside_facing: tuple[Angle, Angle]
    sinking_zone_divisor: Count
    dismasted_enemy_max_range: Length | None
    explosion_reach: Length
    explosion_dice: Count
    grapple_distance: Length
    touching: Length
    contact_gap: Length
    parallel_headings: Angle
    parallel_overlap: Length
    base_points: Count
    resistance: Annotated[int, Meta(ge=0, le=1000)]
    free_turn: Turn
    pivot: Turn
    drift_distance: Length
    drift_turn: Turn
    tow_gap: Length
    map_margin: Length
    max_fatigue: Count
    leadership: Annotated[int, Meta(ge=0, le=6)] | msgspec.UnsetType = msgspec.UNSET
    """What the roll before hot shot is fired must come to at most; left out, as printed, 2 (AMB-178)."""
    leeward_above_breeze: bool | msgspec.UnsetType = msgspec.UNSET
    """Ships to leeward suffer more in a heavy breeze alone; left out, in any wind (AMB-88)."""
    line_interval: Length | msgspec.UnsetType = msgspec.UNSET
    """From the bow of a ship to the stern of the next in line; left out, 0.5 (AMB-163)."""
    withdrawal_scores: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether ships that withdraw by Dumanoir's rule count as fled; left out, they do (AMB-111)."""
    collide_with_friends: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether friends check for collisions too; left out, they do not (AMB-90)."""


@cache
def standard() -> Profile:
    """The profile as shipped, from `profile.yaml`."""
    text = files(__package__).joinpath("profile.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), Profile)
