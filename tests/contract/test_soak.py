"""The soak plays, and it tells of a game that breaks a promise."""

import pytest

from tabletop.core import game as games
from tabletop.core import resources
from tests.contract.tiny_game import SCENARIO, TinyGame
from tools import soak


@pytest.fixture(autouse=True)
def only_the_tiny_game(tmp_path, monkeypatch):
    (tmp_path / "race.yaml").write_text(SCENARIO.replace("12", "60"))
    monkeypatch.setattr(games, "_games", {"tiny": TinyGame()})
    monkeypatch.setattr(resources, "list_scenarios", lambda game: (tmp_path / "race.yaml",))
    monkeypatch.chdir(tmp_path)


def test_a_soak_of_sound_games_ends_well(capsys):
    assert soak.main(["--games", "4"]) == 0
    assert "4 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("part", "broken", "said"),
    [
        ("decision", lambda game, state: None, "goes on and does not ask"),
        ("decide", lambda game, state, command, chance: (chance.draw_count, {}), "game 7: "),
    ],
)
def test_a_broken_promise_is_told_with_the_way_to_bring_it_back(capsys, tmp_path, monkeypatch, part, broken, said):
    monkeypatch.setattr(TinyGame, part, broken)
    code = soak.main(["--first", "7", "--games", "1"])
    complained = capsys.readouterr().err
    assert code == 1
    assert said in complained
    assert "--first 7 --games 1" in complained
    assert (tmp_path / "soak-7.jsonl").exists()
