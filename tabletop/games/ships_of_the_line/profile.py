"""The rule profile: every number that the book leaves open, as data that a scenario may override."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
import yaml


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decided numbers; `profile.yaml` says which decision each belongs to. UM and degrees."""

    hulls: dict[str, tuple[float, float]]
    pivot_point: Literal["stern", "centre"]
    point_blank: float
    medium: float
    long: float
    gun_traverse: float
    rake_crossing: tuple[int, int]
    bow_sector: int
    stern_sector: int
    broadside_facing: tuple[int, int]
    sinking_zone_divisor: int
    dismasted_enemy_max_range: float | None
    explosion_reach: float
    explosion_dice: int
    grapple_distance: float
    touching: float
    contact_gap: float
    parallel_headings: int
    parallel_overlap: float
    base_points: int
    resistance: int
    free_turn: int
    pivot: int
    drift_distance: float
    drift_turn: int
    tow_gap: float
    map_margin: float
    max_fatigue: int


@cache
def standard() -> Profile:
    """The profile as shipped, from `profile.yaml`."""
    text = files(__package__).joinpath("profile.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), Profile)
