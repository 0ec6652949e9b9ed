"""Case files drive any game: what they check, and how they explain what came otherwise."""

import pytest

from tabletop.core import case_file, cases
from tabletop.core.errors import ScenarioError

GOOD = """\
game: tiny
title: The first leg
rule: [TINY-3]
setup:
  length: 12
given: {sailed: {red: 1}}
cases:
  - title: plain sail is safe
    dice: [5]
    steps:
      - do: plain
        expect: {events: [{chosen: {side: red}}], decision: {side: blue}, never: [sailed]}
      - do: {all: {side: blue}}
        expect:
          events: [{sailed: {side: red, die: 0, total: 3}}, {sailed: {side: blue, die: 5, total: 5}}]
          state: {sailed: {red: 3, blue: 5}, chosen: {}}
  - title: nobody chooses twice
    steps:
      - do: {plain: {side: red}}
      - do: {all: {side: red}}
        expect: {refused: TINY-1, state: {chosen: {red: plain}}}
  - title: who gives up has lost
    given: {length: 3}
    steps:
      - do: {concede: {side: red}}
        expect: {outcome: {winner: blue}}
"""


def nowhere(game, name):
    raise FileNotFoundError(name)


def differences(text: str) -> list[str]:
    file = case_file.read(text, "race.yaml", nowhere)
    return [str(problem) for number in range(len(file.data.cases)) for problem in cases.run(file, number)]


def errors(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        case_file.read(text, "race.yaml", nowhere)
    return [str(problem) for problem in caught.value.problems]


def test_a_case_file_drives_any_game(tiny):
    assert differences(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("blue: 5}, ch", "blue: 6}, ch", "race.yaml:16:43: sailed.blue: expected 6, got 5"),
        ("blue: 5}, ch", "green: 5}, ch", "race.yaml:16:44: sailed.green: there is no 'green' here"),
        ("dice: [5]", "dice: [5, 1]", "race.yaml:9:11: these dice were not rolled: [1]"),
        ("dice: [5]", "dice: []", "race.yaml:13:9: the dice do not fit: the script of 0 dice ran out"),
        ("dice: [5]", "dice: [7]", "race.yaml:13:9: the dice do not fit: die 1 of the script shows 7, which a d6 cannot"),
        ("total: 3", "total: 4", "race.yaml:15:59: sailed.total: expected 4, got 3"),
        ("{sailed: {side: red, die: 0, total: 3}}, ", "ended, ", "race.yaml:15:20: ended did not come; what came: chosen, sailed, sailed"),
        ("never: [sailed]", "never: [chosen]", "race.yaml:12:82: chosen came: {event: chosen, side: red, sail: plain, die: 0, total: 0}"),
        ("{all: {side: red}}", "{concede: {side: red}}", "race.yaml:21:27: expected a refusal by TINY-1, it was allowed"),
        ("refused: TINY-1", "refused: TINY-9", "race.yaml:21:27: expected a refusal by TINY-9, got: That cannot be done now. [TINY-1]"),
        ("refused: TINY-1, ", "", "race.yaml:20:13: refused: That cannot be done now. [TINY-1]"),
        ("winner: blue", "winner: null", "race.yaml:26:37: winner: expected null, got blue"),
        ("decision: {side: blue}", "decision: {side: red}", "race.yaml:12:65: side: expected red, got blue"),
    ],
)  # fmt: skip
def test_a_difference_says_what_was_expected_what_came_and_where(tiny, old, new, said):
    assert old in GOOD
    found = differences(GOOD.replace(old, new))
    assert len(found) == 1
    # the column is that of the value that differs
    assert found[0].partition(": ")[2] == said.partition(": ")[2]
    assert found[0].split(":")[:2] == said.split(":")[:2]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game: tiny", "game: tinny", "race.yaml:1:7: unknown game 'tinny', did you mean 'tiny'?"),
        ("length: 12", "length: long", "race.yaml:5:11: length: input should be a valid integer"),
        ("length: 12", "lenght: 12", "race.yaml:5:3: unknown key 'lenght', did you mean 'length'?"),
        ("  length: 12", "  scenario: gale", "race.yaml:5:13: there is no scenario 'gale'"),
        ("given: {sailed: {red: 1}}", "given: {sailed: 1}", "race.yaml:6:8: this does not fit the state"),
        ("given: {sailed: {red: 1}}", "given: {saild: 1}", "race.yaml:6:9: there is no 'saild' here, did you mean 'sailed'?"),
        ("do: plain", "do: plane", "race.yaml:11:13: unknown name 'plane', did you mean 'plain'?"),
        ("do: plain", "do: {plain: {sied: red}}", "race.yaml:11:22: unknown key 'sied', did you mean 'side'?"),
        ("{all: {side: blue}}", "{all: {side: green}}", "race.yaml:13:13: the command does not fit"),
        ("{all: {side: blue}}", "{all: {}, plain: {}}", "race.yaml:13:13: expected one name, not 2"),
        ("expect: {events", "expects: {events", "race.yaml:12:9: unknown key 'expects', did you mean 'expect'?"),
        ("title: nobody chooses twice\n    ", "", "race.yaml:17:5: missing key 'title'"),
    ],
)  # fmt: skip
def test_a_faulty_case_file_is_refused_with_its_lines(tiny, old, new, said):
    assert old in GOOD
    assert any(found.startswith(said) for found in errors(GOOD.replace(old, new))), errors(GOOD.replace(old, new))
