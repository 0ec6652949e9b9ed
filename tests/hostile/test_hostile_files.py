"""Whatever a file holds, the program says what is wrong with it and goes on: a thousand others in each run.

`make fuzz` opens fifty thousand, and tells how long they take.
"""

import time
from random import Random

import pytest

from tests.sampling import SEED
from tools.benchmarks.processes import peak_memory
from tools.fuzz import doors, files, watch
from tools.fuzz.files import KINDS, ODD, HostileFile, build_hostile
from tools.fuzz.mangling import DEPTHS, Mangler

ALL, FEW, PARTS = 50_000, 1000, 20
"""Hostile files that there are, how many a run opens, and in how many tests: memory is given back between these."""
NUMBERS = Random(f"{SEED} hostile files").sample(range(ALL), FEW)


@pytest.fixture(scope="module", autouse=True)
def warm():
    watch.warm_up()
    yield
    files._load_yaml.cache_clear()
    files._load_lines.cache_clear()


@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_files_are_refused_in_words_or_opened(part):
    outcomes = [watch.open_number(number) for number in NUMBERS[part::PARTS]]
    wrong = [f"{one.number} ({one.kind}, {one.door}): {one.wrong} {one.where}" for one in outcomes if one.wrong]
    assert not wrong, "\n".join([*wrong, f"Each alone: python -m tools.fuzz --first {wrong[0].split()[0]} --files 1"])


@pytest.mark.skipif(not watch._REFS.exists(), reason="this system counts memory otherwise")
def test_what_a_file_takes_is_counted_anew_and_what_the_process_took_stays():
    bytearray(b"x" * 30_000_000)
    before = peak_memory()
    watch.open_number(0)
    assert peak_memory() >= before


def test_files_are_told_by_their_numbers_and_all_kinds_come():
    met = [_traits(number) for number in range(300)]
    assert met == [_traits(number) for number in range(300)]
    assert {kind for kind, _, _ in met} == set(KINDS)
    assert {origin for kind, origin, _ in met if kind == "odd"} == set(ODD)


def _traits(number):
    """All of a file but its content, of which there may be megabytes."""
    one = build_hostile(number)
    return one.kind, one.origin, hash(one)


def test_what_is_put_into_itself_three_times_as_deep_as_can_be_is_still_written(monkeypatch):
    def nested(mangler, plain, changes):
        for _ in range(3 * max(DEPTHS)):
            plain = [plain]
        return plain

    monkeypatch.setattr(Mangler, "mangle_parts", nested)
    assert Mangler(Random(0)).mangle_yaml("x").count(b"- ") == 3 * max(DEPTHS)


@pytest.mark.parametrize(
    ("broken", "wrong"),
    [
        (lambda *words: doors.CommandOutput(3, "", "no"), "exit code 3"),
        (lambda *words: doors.CommandOutput(1, "", ""), "exit code 1 without a word"),
        (lambda *words: doors.CommandOutput(0, "fine", "not fine"), "exit code 0, and complaints"),
        (lambda *words: doors.CommandOutput(0, "\x1b[2J", ""), "control characters"),
        (lambda *words: doors.CommandOutput(1, "", "x" * 10**6), "1000000 characters"),
        (lambda *words: doors.CommandOutput(1, "", "somewhere: no"), "a complaint without its place"),
        (lambda *words: {}["key"], "KeyError: 'key'"),
        (lambda *words: doors.CommandOutput(bytearray(b"x" * 20_000_000)[0] * 0, "", ""), "too much memory"),
    ],
)
def test_whatever_goes_wrong_is_told(monkeypatch, broken, wrong):
    monkeypatch.setattr(doors, "run_command", broken)
    monkeypatch.setattr(watch, "MOST", 30)  # MB, so that the tests need not take so much
    monkeypatch.setattr(watch, "build_hostile", lambda number: HostileFile(number, "case", "", "x.yaml", "x.yaml", b""))
    assert wrong in watch.open_number(0).wrong


def test_what_hangs_is_told(monkeypatch):
    monkeypatch.setattr(watch, "PATIENCE", 0.2)
    test_whatever_goes_wrong_is_told(monkeypatch, lambda *words: time.sleep(60), "HungError: more than 0.2 s")
