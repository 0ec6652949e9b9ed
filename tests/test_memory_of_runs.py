"""A process of tests that takes more memory than it may fails the run; what weighs much does not wait in it."""

import gc
from types import SimpleNamespace
from weakref import ref

import pytest

from tests import conftest, sampling

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
    monkeypatch.setattr(conftest, "most", lambda: taken if who == "main" else 0.0)
    monkeypatch.setattr(sampling, "SEED", sampled)
    session = SimpleNamespace(config=None, exitstatus=before)
    conftest.pytest_sessionfinish(session)
    assert session.exitstatus == after


def test_what_weighs_much_is_given_back_amid_a_test(monkeypatch):
    circle = Circle()
    circle.itself, let_go = circle, ref(circle)
    gc.collect(1)  # among the things that are looked at seldom
    monkeypatch.setattr(conftest, "held", lambda: 100.0)
    gc.collect(0)
    del circle
    gc.collect(0)
    assert let_go()
    monkeypatch.setattr(conftest, "held", lambda: 101.0 + conftest.GROWN)
    gc.collect(0)
    assert let_go() is None
