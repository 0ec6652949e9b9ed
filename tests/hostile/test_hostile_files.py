"""Whatever a file holds, the program says what is wrong with it and goes on: a thousand others in each run.

`make fuzz` opens fifty thousand, and tells how long they take.
"""

import time
from random import Random

import pytest

from tests.sampling import SEED
from tools.fuzz import doors, watch
from tools.fuzz.files import KINDS, ODD, Hostile, hostile
from tools.fuzz.mangling import DEPTHS, Mangler

ALL, FEW, PARTS = 50_000, 1000, 4
"""Hostile files that there are, how many a run opens, and in how many tests."""
NUMBERS = Random(f"{SEED} hostile files").sample(range(ALL), FEW)


@pytest.fixture(scope="module", autouse=True)
def warm():
    watch.warm()


@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_files_are_refused_in_words_or_opened(part):
    outcomes = [watch.opened(number) for number in NUMBERS[part::PARTS]]
    wrong = [f"{one.number} ({one.kind}, {one.door}): {one.wrong} {one.where}" for one in outcomes if one.wrong]
    assert not wrong, "\n".join([*wrong, f"Each alone: python -m tools.fuzz --first {wrong[0].split()[0]} --files 1"])


def test_files_are_told_by_their_numbers_and_all_kinds_come():
    met = [hostile(number) for number in range(300)]
    assert met == [hostile(number) for number in range(300)]
    assert {one.kind for one in met} == set(KINDS)
    assert {one.origin for one in met if one.kind == "odd"} == set(ODD)


def test_what_is_put_into_itself_three_times_as_deep_as_can_be_is_still_written(monkeypatch):
    def nested(mangler, plain, changes):
        for _ in range(3 * max(DEPTHS)):
            plain = [plain]
        return plain

    monkeypatch.setattr(Mangler, "parts", nested)
    assert Mangler(Random(0)).page("x").count(b"- ") == 3 * max(DEPTHS)


@pytest.mark.parametrize(
    ("broken", "wrong"),
    [
        (lambda *words: doors.Said(3, "", "no"), "exit code 3"),
        (lambda *words: doors.Said(1, "", ""), "exit code 1 without a word"),
        (lambda *words: doors.Said(0, "fine", "not fine"), "exit code 0, and complaints"),
        (lambda *words: doors.Said(0, "\x1b[2J", ""), "control characters"),
        (lambda *words: doors.Said(1, "", "x" * 10**6), "1000000 characters"),
        (lambda *words: doors.Said(1, "", "somewhere: no"), "a complaint without its place"),
        (lambda *words: {}["key"], "KeyError: 'key'"),
        (lambda *words: doors.Said(bytearray(b"x" * 40_000_000)[0] * 0, "", ""), "too much memory"),
    ],
)
def test_whatever_goes_wrong_is_told(monkeypatch, broken, wrong):
    monkeypatch.setattr(doors, "command", broken)
    monkeypatch.setattr(watch, "MOST", 30)  # MB, so that the tests need not take so much
    monkeypatch.setattr(watch, "hostile", lambda number: Hostile(number, "case", "", "x.yaml", "x.yaml", b""))
    assert wrong in watch.opened(0).wrong


def test_what_hangs_is_told(monkeypatch):
    monkeypatch.setattr(watch, "PATIENCE", 0.2)
    test_whatever_goes_wrong_is_told(monkeypatch, lambda *words: time.sleep(60), "Hung: more than 0.2 s")
