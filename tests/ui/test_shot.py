"""The shot command: pictures without a window."""

import pygame
import pytest
from typer.testing import CliRunner

from tabletop.cli.commands import app
from tabletop.ui import shot
from tests.ships_of_the_line.kit import battle, ship

SMALL = ["--sea", "--size", "480x300"]


def run(*words: str) -> str:
    outcome = CliRunner().invoke(app, ["shot", *words])
    return f"{outcome.exit_code} {outcome.output}"


def test_the_same_shot_twice_gives_the_same_bytes(tmp_path) -> None:
    pictures = [tmp_path / name for name in ("one.png", "two.png")]
    for path in pictures:
        assert run("--out", str(path), "--select", "B1", "--zoom", "3", "--overlay", "arcs", *SMALL).startswith("0")
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert pygame.image.load(pictures[0]).get_size() == (480, 300)


def test_the_whole_screen_is_the_same_twice(tmp_path) -> None:
    pictures = [tmp_path / name for name in ("one.png", "two.png")]
    for path in pictures:
        assert run("--out", str(path), "--select", "B1", "--overlay", "arcs", "--size", "1280x720").startswith("0")
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert pygame.image.load(pictures[0]).get_size() == (1280, 720)


def test_what_is_asked_for_is_seen(tmp_path) -> None:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 2, 1, 0), phase="movement")
    wishes = [
        shot.Wishes((480, 300)),
        shot.Wishes((480, 300), scale=150),
        *(shot.Wishes((480, 300), select="B1", overlay=overlay) for overlay in shot.OVERLAYS),
        shot.Wishes((480, 300), select="B1", zoom=6),
    ]
    drawn = {pygame.image.tobytes(shot.sea(state, wish), "RGB") for wish in wishes}
    assert len(drawn) == len(wishes)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--select", "Z9"), "Z9"),
        (("--overlay", "soundings"), "soundings"),
        (("--size", "large"), "1920x1080"),
        (("--scenario", "nowhere"), "trafalgar"),
    ],
)
def test_a_wish_that_cannot_be_met_is_told(tmp_path, words: tuple[str, str], said: str) -> None:
    told = run("--out", str(tmp_path / "x.png"), *words)
    assert told.startswith("2")
    assert said in told
    assert not (tmp_path / "x.png").exists()
