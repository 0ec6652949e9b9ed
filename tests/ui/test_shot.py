"""The shot command: pictures of the screens without a window."""

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pygame
import pytest
from typer.testing import CliRunner

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cli.commands import app
from tabletop.core import record
from tabletop.core.errors import RecordError
from tabletop.core.match_history import rebuild_history
from tabletop.core.reading import read_record
from tabletop.core.record import state_hash
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.players import casual
from tabletop.ui import screenshot
from tabletop.ui.screens import local_backend
from tests.players.more_players import begun

RECORDS = Path(__file__).parents[1] / "records"
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
        (("--played", "100"), "order"),
    ],
)
def test_a_wish_that_cannot_be_met_is_told(tmp_path, words: tuple[str, str], said: str) -> None:
    told = run("--out", str(tmp_path / "x.png"), *words)
    assert told.startswith("2")
    assert said in told
    assert not (tmp_path / "x.png").exists()


def test_a_picture_shows_a_match_as_it_stands_though_the_computer_is_to_move() -> None:
    match = begun("volley", "standard", red="casual 1", blue="casual 2")
    before = match.state
    screenshot.render_picture(match, screenshot.PictureRequest(size=(1280, 720)))
    assert match.state is before


def test_a_picture_shows_a_moment_of_what_the_last_order_led_to() -> None:
    match = begun("ships_of_the_line", "duel_of_two_74s")
    orders = casual.play(match, Random(1), 40)
    while not (match.moves and any(isinstance(event, ShipSailed) for event in match.moves[-1].events)):
        next(orders)
    drawn = [
        pygame.image.tobytes(
            screenshot.render_picture(match, screenshot.PictureRequest(size=(1280, 720), played=moment)), "RGB"
        )
        for moment in (None, 100, 100, 5000)
    ]
    assert drawn[1] == drawn[2] != drawn[0] == drawn[3]


def test_a_picture_is_written_under_any_name(tmp_path) -> None:
    for name in (os.fsdecode(b"caf\xe9.png"), "café.png"):
        screenshot.save_picture(pygame.Surface((3, 2)), tmp_path / name)
        assert pygame.image.load((tmp_path / name).open("rb")).get_size() == (3, 2)


def test_without_its_sprites_the_program_says_what_is_missing(tmp_path) -> None:
    script = (
        "import sys; from pathlib import Path; from tabletop import cli; from tabletop.core import resources;"
        f"resources.sprite_folder = lambda: Path({str(tmp_path)!r});"
        f"sys.argv = ['tabletop', 'shot', '--out', {str(tmp_path / 'x.png')!r}]; cli.main()"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("The program cannot continue: ")
    assert f"{tmp_path}" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.fixture
def forged(tmp_path, monkeypatch) -> Path:
    """A record in whose line 24 a meld has fewer forces than cards, and every check in it made good."""
    lines = [json.loads(one) for one in (RECORDS / "volley_won.jsonl").read_text(encoding="utf-8").splitlines()]
    meld = next(event for event in lines[23]["events"] if event["event"] == "meld_played")
    meld["forces"].pop()
    path = tmp_path / "forged.jsonl"
    _forge(path, lines[:44], "")
    with pytest.raises(RecordError, match="does not lead to the position it records"):
        rebuild_history(read_record(path), path.name)
    with monkeypatch.context() as patched:  # the forger has the program, and asks it for the position
        patched.setattr("tabletop.core.match_history.state_hash", lambda state: "")
        forged = state_hash(rebuild_history(read_record(path), path.name).state)
    _forge(path, lines[:44], forged)
    return path


def test_a_record_forged_to_the_last_check_opens_at_no_table_and_is_told_by_its_line(forged: Path) -> None:
    with pytest.raises(RecordError, match=r"forged\.jsonl cannot be shown .*; line 24: "):
        local_backend.resume_match(forged)


def test_a_record_forged_to_the_last_check_is_told_by_its_line(forged: Path, tmp_path) -> None:
    outcome = CliRunner().invoke(app, ["shot", "--record", str(forged), "--out", str(tmp_path / "x.png"), *SMALL])
    assert isinstance(outcome.exception, RecordError)
    assert "forged.jsonl cannot be shown" in str(outcome.exception)
    assert "; line 24: " in str(outcome.exception)


def _forge(path: Path, lines: list[dict[str, object]], hashed: str) -> None:
    """Write lines with every check made good, and the last position as somebody wants it."""
    text, chain = b"", ""
    for line in (*lines[:-1], lines[-1] | {"hash": hashed}):
        body = json.dumps({key: value for key, value in line.items() if key != "check"}, separators=(",", ":")).encode()
        chain = record.compute_check(body, chain)
        text += b'{"check":"' + chain.encode() + b'",' + body[1:] + b"\n"
    path.write_bytes(text)
