"""A sample is repeated by its seed, is another with another, and leaves nothing out where nothing may be left out."""

import pytest

from tests import sampling

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
