"""A sample is repeated by its seed, is another with another, and leaves nothing out where nothing may be left out."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tabletop.core.game import games_by_id
from tests import conftest, games, sampling

ROOT = Path(__file__).parents[1]
MANY = range(1000)


@pytest.fixture(autouse=True)
def _no_trace(monkeypatch):
    for told in ("taken", "there"):
        monkeypatch.setattr(sampling, told, type(sampling.taken)())


def sampled(monkeypatch, seed, name="moments"):
    monkeypatch.setattr(sampling, "SEED", seed)
    return sampling.sample(MANY, 20, name)


def test_a_sample_is_a_few_in_their_order_and_told(monkeypatch):
    few = sampled(monkeypatch, "anson")
    assert len(few) == len(set(few)) == 20
    assert few == sorted(few)
    assert (sampling.taken["moments"], sampling.there["moments"]) == (20, 1000)


def test_the_same_seed_repeats_a_sample_and_no_other(monkeypatch):
    assert sampled(monkeypatch, "anson") == sampled(monkeypatch, "anson")
    assert sampled(monkeypatch, "anson") != sampled(monkeypatch, "hawke")
    assert sampled(monkeypatch, "anson") != sampled(monkeypatch, "anson", "games")


def test_where_all_is_asked_for_nothing_is_left_out(monkeypatch):
    assert sampled(monkeypatch, sampling.ALL) == list(MANY)


def test_a_sample_is_never_empty(monkeypatch):
    monkeypatch.setattr(sampling, "SEED", "1805")
    assert len(sampling.sample(MANY, 0, "moments")) == 1
    assert len(sampling.sample("A", 20, "moments")) == 1


def quiet(left):
    """Return the configuration of a run without options that puts what is left out into a list."""
    hook = SimpleNamespace(pytest_deselected=lambda items: left.extend(items))
    return SimpleNamespace(hook=hook, getoption=lambda name, usual: usual)


def test_of_marked_cases_a_few_are_left_and_of_the_others_all(monkeypatch):
    monkeypatch.setattr(sampling, "SEED", "anson")
    items = [Item(f"walk[{number}]", 2) for number in range(9)] + [Item(f"other[{number}]") for number in range(3)]
    everything, left = list(items), []
    conftest.pytest_collection_modifyitems(quiet(left), items)
    assert [one.nodeid for one in items[2:]] == ["other[0]", "other[1]", "other[2]"]
    assert (len(items), len(left)) == (5, 7)
    assert set(everything) == {*items, *left}


def new_to_tests(monkeypatch, game):
    monkeypatch.setattr(games, "SAMPLED", games.SAMPLED - {game})


def test_of_a_new_game_no_case_is_left_out(monkeypatch):
    new_to_tests(monkeypatch, "volley")
    monkeypatch.setattr(sampling, "SEED", "anson")
    names = ["ship_duel", *["trafalgar_cards"] * 9, "volley", "volley"]
    items = [Item(f"game[{number}]", 1, game=name) for number, name in enumerate(names)]
    conftest.pytest_collection_modifyitems(quiet([]), items)
    assert [one.callspec.params["game"] for one in items][-2:] == ["volley", "volley"]
    assert len(items) <= 3


@pytest.mark.parametrize(
    "about", ["volley", games_by_id()["volley"], Path("scenarios/volley/standard.yaml"), ("volley", 3)]
)
def test_of_a_mixed_sample_all_that_is_about_a_new_game_is_taken(monkeypatch, about):
    monkeypatch.setattr(sampling, "SEED", "anson")
    mixed = [*MANY, about]
    assert about not in sampling.sample(mixed, 5, "moments")
    new_to_tests(monkeypatch, "volley")
    assert about in sampling.sample(mixed, 5, "moments")


def test_a_test_of_a_new_game_draws_no_samples(monkeypatch):
    monkeypatch.setattr(sampling, "whole_now", True)
    assert sampled(monkeypatch, "anson") == list(MANY)


@pytest.mark.parametrize("game", ["ship_duel", "volley"])
def test_this_test_draws_samples_by_what_its_game_is(game, request):
    assert sampling.whole_now == bool(games.games_of(*request.node.callspec.params.values()) - games.SAMPLED)
    assert not sampling.whole_now


def collected(*words):
    run = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-n0", *words]
    return subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_option_game_runs_what_is_about_one_game_and_what_looks_at_all():
    came = collected("--game", "volley", "tests/contract", "tests/volley/test_views.py", "tests/ship_duel/test_odds.py")
    lines = [line for line in came.stdout.splitlines() if "::" in line]
    assert "tests/contract/test_many_games.py::test_random_games_keep_every_promise_and_end[volley]" in lines
    assert any(line.startswith("tests/volley/test_views.py::") for line in lines)
    assert any("test_games_stand_by_their_shelf" in line for line in lines)
    assert [line for line in lines if "ship_duel" in line or "trafalgar" in line] == []


def test_the_option_game_wants_a_game_that_there_is():
    came = collected("--game", "rowing", "tests/test_sampling.py")
    assert came.returncode == pytest.ExitCode.USAGE_ERROR
    assert "no game 'rowing' is registered; there are ships_of_the_line, " in came.stderr


class Item:
    """A case as pytest collects it."""

    def __init__(self, nodeid, few=0, **params):
        self.nodeid = nodeid
        self.callspec = SimpleNamespace(params=params)
        self._few = few

    def get_closest_marker(self, name):
        return SimpleNamespace(args=(self._few,)) if self._few else None
