"""A process of tests that takes more memory than it may fails the run; what weighs much does not wait in it."""

import gc
from types import SimpleNamespace
from weakref import ref

import pytest

from tabletop.ui.boards.ships_of_the_line import pictures
from tests import conftest, kept_pictures, sampling

MOST = conftest.MEMORY * conftest.MARGIN
TOO_MUCH = MOST + 1


class Circle:
    """A thing that holds itself."""


@pytest.mark.parametrize(
    ("taken", "sampled", "before", "after"),
    [
        (MOST, "a seed", pytest.ExitCode.OK, pytest.ExitCode.OK),
        (TOO_MUCH, "a seed", pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED),
        (TOO_MUCH, sampling.ALL, pytest.ExitCode.OK, pytest.ExitCode.OK),
        (TOO_MUCH, "a seed", pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERRUPTED),
    ],
)
@pytest.mark.parametrize("who", ["main", "gw1"])
def test_too_much_memory_fails_a_run_of_samples(monkeypatch, who, taken, sampled, before, after):
    monkeypatch.setattr(conftest, "_peaks", {"gw1": taken if who == "gw1" else 0.0})
    monkeypatch.setattr(conftest, "peak_memory", lambda: taken if who == "main" else 0.0)
    monkeypatch.setattr(sampling, "SEED", sampled)
    session = SimpleNamespace(config=None, exitstatus=before)
    conftest.pytest_sessionfinish(session)
    assert session.exitstatus == after


@pytest.fixture
def circle():
    """One, among the things that are looked at seldom, in a list, which tests clear, and what tells whether it is."""
    one = Circle()
    one.itself = one
    gc.collect(1)
    return [one], ref(one)


@pytest.mark.parametrize(("before", "grown"), [(100.0, conftest.GROWN), (conftest.NEAR, conftest.LITTLE)])
def test_what_weighs_much_is_given_back_amid_a_test_and_sooner_where_there_is_little_room(
    monkeypatch, circle, before, grown
):
    held, there = circle
    monkeypatch.setattr(conftest, "_weighed", [before])
    monkeypatch.setattr(conftest, "resident_memory", lambda: before)
    gc.collect(0)
    held.clear()
    gc.collect(0)
    assert there()
    monkeypatch.setattr(conftest, "resident_memory", lambda: before + grown + 1)
    gc.collect(0)
    assert there() is None


def test_what_was_set_aside_and_let_go_since_is_given_back(circle):
    held, there = circle
    conftest._set_aside()
    held.clear()
    gc.collect()
    assert there()
    conftest._set_aside()
    assert there() is None


def test_pictures_are_let_go_wherever_their_module_keeps_them():
    pictures._renderer()
    kept_pictures.forget()
    assert pictures._renderer.cache_info().currsize == 0
