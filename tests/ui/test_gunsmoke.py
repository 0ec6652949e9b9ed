"""The smoke of a broadside hangs where it was fired, whether it was seen or is told by the record."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.commands import FireBroadside, Sail, Step
from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.boards.battle.presentation import Fired, Presentation
from tabletop.ui.boards.ships_of_the_line import effects
from tabletop.ui.boards.ships_of_the_line.effects import FiredBroadsides
from tabletop.ui.boards.ships_of_the_line.fleet import Fleet
from tabletop.ui.boards.ships_of_the_line.gunsmoke import ROLLS
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene
from tabletop.ui.camera import Camera
from tabletop.ui.motion import MOTION
from tests.ships_of_the_line.kit import battle, play, ship
from tests.ui.tables import Watch, begun


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(MOTION, "pace", "off")
    yield


def fired_and_sailed() -> list[tuple[State, list[Any], State]]:
    """A ship fires and then goes ahead."""
    lying = battle(ship("B1", 0, 0, 90), ship("F1", 0, 2.5, 90), wind=270)
    smoking, shots = play(
        lying, FireBroadside(side="british", ship="B1", broadside="port", target="F1"), dice=(1, 1, 1)
    )
    moving = replace(smoking, phase="movement")
    sailed, courses = play(moving, Sail(side="british", ship="B1", plan=(Step("advance"), Step("advance"))))
    return [(lying, shots, smoking), (moving, courses, sailed)]


def hanging(state: State, fired: tuple[Fired, ...]) -> list[tuple[float, float]]:
    scene = SeaScene(state, Camera((0, 0), 100, (800, 600)), Presentation(fired=fired), SeaRenderer().sprites)
    return [ship.at for ship, _ in effects.list_fired_broadsides(scene)]


def test_smoke_stays_where_the_ship_fired() -> None:
    memory, moves = FiredBroadsides(), fired_and_sailed()
    (lying, *_), (*_, sailed) = moves
    for before, events, _ in moves:
        memory.note(before, events)
    assert sailed.ships["B1"].pose != lying.ships["B1"].pose
    assert hanging(sailed, memory.fired) == hanging(moves[0][2], memory.fired) == hanging(moves[0][2], ())
    assert hanging(sailed, memory.fired) != hanging(sailed, ())


def test_smoke_that_hangs_hides_no_ship() -> None:
    state = fired_and_sailed()[0][2]
    scene = SeaScene(state, Camera((0, 0), 100, (800, 600)), Presentation(), SeaRenderer().sprites)
    clear = scene.shown._replace(smoke=False)
    lower, *above = (
        len(hung.pictures) - len(bare.pictures)
        for hung, bare in zip(
            Fleet().prepare(scene).batches,
            Fleet().prepare(dataclasses.replace(scene, shown=clear)).batches,
            strict=True,
        )
    )
    assert lower == 2 * ROLLS and not any(above)


def test_what_is_recalled_is_what_was_seen() -> None:
    seen, told, moves = FiredBroadsides(), FiredBroadsides(), fired_and_sailed()
    for before, events, _ in moves:
        seen.note(before, events)
    told.recall(moves[-1][2], [[(before, event) for event in events] for before, events, _ in reversed(moves)])
    assert told.fired == seen.fired != ()


def test_smoke_is_forgotten_with_the_turn() -> None:
    memory, ((before, events, after), (moving, courses, _)) = FiredBroadsides(), fired_and_sailed()
    memory.note(before, events)
    later = replace(moving, turn=after.turn + 2)
    memory.note(later, courses)
    assert memory.fired == ()
    memory.recall(replace(after, turn=after.turn + 1), [[(before, event) for event in events]])
    assert memory.fired == ()


def test_the_table_looks_alike_whether_it_saw_the_shot_or_is_shown_what_came_of_it() -> None:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 0, 2.5, 90), phase="combat", asked="british", wind=270)
    watch = Watch(begun(state))
    watch.match.submit(FireBroadside(side="british", ship="B1", broadside="port", target="F1"))
    watch.wait(200)
    surface: Any = watch.table.surface
    (shot,) = surface.presented.fired
    assert shot.pose == state.ships["B1"].pose
    again = Watch(watch.match)
    shown: Any = again.table.surface
    assert shown.presented.fired == surface.presented.fired
