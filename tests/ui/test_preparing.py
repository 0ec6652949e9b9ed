"""The step before the battle in which guns are loaded (19)."""

import zlib
from pathlib import Path

import pygame
import pytest

from tabletop.core.match import Match
from tabletop.games.ships_of_the_line.chapters.optional.deployment import PlaceShip
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.survey.gunnery import find_areas_in_reach
from tabletop.ui.boards.ships_of_the_line.overlays import FireField
from tabletop.ui.input import Input
from tabletop.ui.widgets.form_controls import Segments
from tests.decks_of_glory import test_placing
from tests.ships_of_the_line import test_deployment
from tests.ships_of_the_line.test_19_ammunition import opening
from tests.ui import hexes
from tests.ui.tables import Watch, begun


def test_amb_147_guns_are_loaded_in_the_sheet_before_the_battle() -> None:
    watch = Watch(begun(opening(ammo=True)))
    picker = next(one for one in watch.screen.find("crew").walk() if isinstance(one, Segments))
    watch.click_at(picker._part([value for value, _ in picker.options].index("red")).center)
    assert watch.state.ships["F1"].shot == {"port": "red"}
    watch.click_at(picker._part([value for value, _ in picker.options].index("grape")).center)
    watch.wait(400)
    before = watch.table.surface.view.camera  # type: ignore[attr-defined]
    shown = [one for one in watch.table.surface.overlays if isinstance(one, FireField)]  # type: ignore[attr-defined]
    assert sorted(len(one.bands) for one in shown) == [1, len(find_areas_in_reach(watch.state, "F1", "starboard"))]
    watch.press("Space")
    assert (watch.state.phase, watch.state.asked) == ("prepare", "british")
    watch.press("Space")
    assert watch.state.phase == "initiative"
    watch.wait(400)
    assert watch.table.surface.view.camera.centre[0] > before.centre[0]  # type: ignore[attr-defined]


def test_amb_147_who_leaves_the_ships_in_their_places_goes_on_with_the_brass_button() -> None:
    watch = Watch(test_deployment.match(test_deployment.TEXT.replace("  secret: true\n", "")))
    assert watch.state.phase == "prepare"
    watch.press("Space")
    watch.press("Space")
    assert watch.state.phase == "initiative"


def test_amb_147_a_ship_is_dragged_to_her_place_and_turned_there_or_told_why_not() -> None:
    watch = Watch(test_deployment.match(test_deployment.TEXT.replace("  secret: true\n", "")))
    watch.press("Space")
    camera = watch.table.surface.view.camera  # type: ignore[attr-defined]
    start = watch.where("B1")
    drag(watch, start, tuple(map(round, camera.to_screen(-7, -3))))
    assert watch.match.moves[-1].command == PlaceShip("british", "B1", *placed_at(watch), 90)
    watch.press("D", "Ctrl+A")
    assert watch.match.view("british").ships["B1"].pose.heading == 94
    moves = len(watch.match.moves)
    drag(watch, tuple(map(round, camera.to_screen(*placed_at(watch)))), tuple(map(round, camera.to_screen(0, 0))))
    assert len(watch.match.moves) == moves
    assert "would not be completely inside her zone" in watch.toast
    watch.press("Space")
    assert watch.state.ships["B1"].pose.heading == 94


def test_c_6_nothing_on_the_screen_tells_where_the_other_side_has_placed_its_ships() -> None:
    shown = []
    for place, heading in (((10, -5), 200), ((6, 3), 10)):
        watch = Watch(test_deployment.match())
        watch.press("Space")  # the curtain
        watch.match.submit(test_deployment.mars(place, heading, "F1"))
        watch.wait(2_000)
        assert watch.table.viewer.state.ships["F1"].pose.heading == heading
        watch.press("Space")
        watch.wait(500)
        frames = [watch.surface.copy()]
        watch.press("Space")
        watch.wait(2_000)
        assert watch.table.viewer.state.ships["F1"].pose.heading == 270
        shown.append([*frames, watch.surface.copy()])
        watch.press("Space")
        watch.wait(2_000)
        assert (watch.state.phase, watch.table.viewer.state.ships["F1"].pose.heading) == ("initiative", heading)
    for one, other in zip(*shown, strict=True):
        assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


@pytest.mark.parametrize("anew", [False, True])
def test_c_6_who_is_led_back_to_secret_places_looks_at_none_of_the_other_side(anew: bool, tmp_path: Path) -> None:
    seen: list[list[int]] = []
    for number, heading in enumerate((200, 10)):
        path = tmp_path / f"{number}.jsonl"
        placed = test_deployment.match(path=path)
        for order in (test_deployment.mars((6, 3), heading, "F1"), Done(side="allied"), Done(side="british")):
            placed.submit(order)
        watch = Watch(Match.load(path))
        assert watch.table.viewer.state.ships["F1"].pose.heading == heading
        watch.press("Ctrl+Z")
        for side in ("british", "allied"):
            watch.click(f"agree.{side}")
        watch = Watch(Match.load(path)) if anew else watch
        assert (watch.state.phase, watch.screen.seats.waiting) == ("prepare", "british")
        seen.append([])
        for chord in ("", "Space", "G", "Esc"):
            watch.press(chord)
            for _ in range(2):
                watch.wait(300, 150)
                seen[-1].append(zlib.adler32(pygame.image.tobytes(watch.surface, "RGB")))
        assert watch.screen.seats.looking == "british"
    assert seen[0] == seen[1]


def placed_at(watch: Watch) -> tuple[float, float]:
    """Where the British placed a ship last."""
    order = watch.match.moves[-1].command
    return order.east, order.north


def drag(watch: Watch, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press, go there and let go."""
    held = frozenset({"left"})
    watch.point(start)
    watch.screen.handle(Input("pressed", start, "left", held))
    watch.screen.handle(Input("moved", end, buttons=held))
    watch.wait(50)
    watch.screen.handle(Input("released", end, "left"))


def test_dog_6_on_the_grid_too() -> None:
    watch = hexes.HexPlayer(test_placing.match(test_placing.TEXT.replace("  secret: true\n", "")))
    watch.drag(watch.ship("B1"), watch.hex((5, 5)))
    assert watch.match.moves[-1].command == test_placing.mars((5, 5), 2)
    watch.press("D")
    assert watch.match.moves[-1].command == test_placing.mars((5, 5), 3)
    watch.drag(watch.hex((5, 5)), watch.hex((9, 5)))
    assert "not in the zone of Mars." in watch.toast
    watch.press("Space")
    assert (watch.state.phase, watch.state.asked) == ("deployment", "allied")
    watch.press("Space")
    assert watch.state.phase == "colours"
