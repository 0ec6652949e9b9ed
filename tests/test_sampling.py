"""A sample is repeated by its seed, is another with another, and leaves nothing out where nothing may be left out."""

from types import SimpleNamespace

import pytest

from tests import conftest, sampling

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


def test_a_sample_is_never_empty():
    assert len(sampling.sample(MANY, 0, "moments")) == 1
    assert len(sampling.sample("A", 20, "moments")) == 1


def test_of_marked_cases_a_few_are_left_and_of_the_others_all(monkeypatch):
    monkeypatch.setattr(sampling, "SEED", "anson")
    items = [Item(f"walk[{number}]", 2) for number in range(9)] + [Item(f"other[{number}]") for number in range(3)]
    everything, left = list(items), []
    told = SimpleNamespace(hook=SimpleNamespace(pytest_deselected=lambda items: left.extend(items)))
    conftest.pytest_collection_modifyitems(told, items)
    assert [one.nodeid for one in items[2:]] == ["other[0]", "other[1]", "other[2]"]
    assert (len(items), len(left)) == (5, 7)
    assert set(everything) == {*items, *left}


class Item:
    """A case as pytest collects it."""

    def __init__(self, nodeid, few=0):
        self.nodeid = nodeid
        self._few = few

    def get_closest_marker(self, name):
        return SimpleNamespace(args=(self._few,)) if self._few else None
