"""What stands beside a ship on the hex map belongs to no hex but hers."""

from itertools import product

import pytest

from tabletop.ui.boards.battle.chart import charted
from tabletop.ui.boards.battle.sheaf import box
from tabletop.ui.boards.decks_of_glory import inscriptions, places
from tabletop.ui.boards.decks_of_glory.viewer import Guns
from tabletop.ui.camera import Camera, stepped
from tests.decks_of_glory.kit import battle, ship
from tests.ui.hexes import HexPlayer, begun

CROWDED = (
    ship("B1", (0, 0), 0), ship("B2", (0, -1), 0), ship("B3", (1, -1), 1), ship("B4", (-1, 0), 2),
    ship("F1", (2, -3), 3), ship("F2", (1, -2), 5),
    ship("F3", (1, -2), 5, place=1, since=1), ship("F4", (-2, 0), 4),
)  # fmt: skip


def look(player: HexPlayer, key: str, step: int, guns: Guns) -> None:
    """At a ship from so near, with fields of fire shown."""
    player.table.viewer.choose(key)
    player.table.viewer.guns = guns
    player.table.refresh()
    player.screen.rebuild()
    sea = player.table.map
    sea.camera = Camera(sea.camera.centre, stepped(step), player.screen.size)
    sea.look_at(sea.places([key])[0])
    player.wait(800)


@pytest.mark.parametrize(("step", "key"), list(product((1, 2, 4), ("B1", "B4", "B3"))))
def test_what_it_costs_to_lie_alongside_stands_in_no_other_hex_that_can_be_reached(step: int, key: str) -> None:
    player = HexPlayer(begun(battle(*CROWDED, wind=1)), (1600, 900))
    look(player, key, step, "none")
    sea, scene = player.table.map, player.table.map.board._scene
    chart = charted(sea.camera)
    beside = [one for one in scene.marks.overlay.tints if one.hex in {ship.at for ship in player.state.ships.values()}]
    assert beside
    lettered = inscriptions.labels(scene)[-len(beside) :]
    middles = [places.hex_at(chart.to_table(*box(one).center)) for one in lettered]
    others = [
        {one.hex for one in scene.marks.overlay.tints} - {own.hex} for own in sorted(beside, key=lambda t: not t.sub)
    ]
    assert all(middle not in other for middle, other in zip(middles, others, strict=True))
