"""A rule module that is no rule of the book: a fog bank, into which and out of which nobody sees far.

It shows how a module limits how far one sees and shoots: targets, odds, fields of fire, threats, refusals and computer
players follow from the one hook `visibility`.
"""

from typing import Annotated

import shapely
from annotated_types import Interval, Len

from tabletop.games.ships_of_the_line.hooks import DimWater, Entry, Visibility
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule

Corner = tuple[Annotated[float, Interval(ge=-1000, le=1000)], Annotated[float, Interval(ge=-1000, le=1000)]]
FOG: Entry[tuple[Corner, ...]] = Entry("fog", Annotated[tuple[Corner, ...], Len(0, 40)], (), "Corners of the bank, UM.")
SIGHT = 1.5
"""UM; within the medium range of 3 UM."""


def _waters(state: State) -> tuple[DimWater, ...]:
    corners = FOG.state_value(state)
    return (DimWater(shapely.convex_hull(shapely.MultiPoint(corners)), SIGHT),) if corners else ()


MODULE = RuleModule(
    id="fog_bank",
    rule="TEST-2",
    title="Fog bank",
    note="Nobody sees or shoots farther than 1.5 UM into a bank of fog, or out of it.",
    group="Wind and sea",
    is_in_book=False,
    inert=lambda state: "" if FOG.state_value(state) else "There is no fog in this battle.",
    scenario=(FOG,),
    visibility=Visibility(waters=_waters, rule="TEST-2-a", reason="Fog hides {target} from {ship}."),
)
