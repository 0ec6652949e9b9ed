"""The shot command: pictures of the screens without a window."""

from itertools import pairwise

import pygame
import pytest
from typer.testing import CliRunner

from tabletop.cli.commands import app

SMALL = ["--size", "1280x720"]


def run(*words: str) -> str:
    outcome = CliRunner().invoke(app, ["shot", *words])
    return f"{outcome.exit_code} {outcome.output}"


def test_the_same_shot_twice_gives_the_same_bytes(tmp_path) -> None:
    pictures = [tmp_path / name for name in ("one.png", "two.png")]
    for path in pictures:
        assert run("--out", str(path), "--select", "B1", "--zoom", "3", "--overlay", "arcs", *SMALL).startswith("0")
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert pygame.image.load(pictures[0]).get_size() == (1280, 720)


def test_what_is_asked_for_is_seen(tmp_path) -> None:
    wishes = (
        ("--scenario", "duel_of_two_74s"),
        ("--scenario", "duel_of_two_74s", "--ui-scale", "125"),
        *(("--scenario", "duel_of_two_74s", "--select", "B1", "--overlay", name) for name in ("arcs", "threats")),
        ("--scenario", "duel_of_two_74s", "--select", "B1", "--overlay", "reach"),
        ("--scenario", "duel_of_two_74s", "--select", "B1", "--zoom", "6"),
        ("--screen", "new_game"),
        ("--screen", "title"),
    )
    drawn = []
    for number, wish in enumerate(wishes):
        path = tmp_path / f"{number}.png"
        assert run("--out", str(path), *wish, *SMALL).startswith("0")
        drawn.append(path.read_bytes())
    assert all(one != other for one, other in pairwise(sorted(drawn)))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--select", "Z9"), "Z9"),
        (("--overlay", "soundings"), "soundings"),
        (("--size", "large"), "1920x1080"),
        (("--scenario", "nowhere"), "trafalgar"),
        (("--screen", "galley"), "reckoning"),
        (("--screen", "reckoning"), "not over"),
    ],
)
def test_a_wish_that_cannot_be_met_is_told(tmp_path, words: tuple[str, str], said: str) -> None:
    told = run("--out", str(tmp_path / "x.png"), *words)
    assert told.startswith("2")
    assert said in told
    assert not (tmp_path / "x.png").exists()
