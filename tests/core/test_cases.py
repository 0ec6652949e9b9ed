"""Case files drive any game: what they check, and how they explain what came otherwise."""

import pytest
import yaml

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import case_file, case_runner, resources
from tabletop.core.errors import ScenarioError

compose = yaml.compose

GOOD = """\
game: tiny
title: The first leg
rule: [TINY-1]
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
    found = [problem for number in range(len(file.data.cases)) for problem in case_runner.run_case(file, number)]
    return [f"{problem.line}: {problem.message}" for problem in found]


def errors(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        case_file.read(text, "race.yaml", nowhere)
    return [f"{problem.line}: {problem.message}" for problem in caught.value.problems]


def test_a_case_file_drives_any_game(tiny):
    assert differences(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("blue: 5}, ch", "blue: 6}, ch", "16: sailed.blue: expected 6, got 5"),
        ("blue: 5}, ch", "green: 5}, ch", "16: sailed.green: there is no 'green' here"),
        ("dice: [5]", "dice: [5, 1]", "9: these dice were not rolled: [1]"),
        ("dice: [5]", "dice: []", "13: the script of chance does not fit: the script of 0 dice ran out"),
        (
            "dice: [5]",
            "dice: [7]",
            "13: the script of chance does not fit: die 1 of the script shows 7, which a d6 cannot",
        ),
        ("total: 3", "total: 4", "15: sailed.total: expected 4, got 3"),
        ("{sailed: {side: red, die: 0, total: 3}}, ", "game_ended, ",
         "15: game_ended did not happen; what happened: chosen, sailed, sailed"),
        ("never: [sailed]", "never: [chosen]",
         "12: chosen happened: {event: chosen, rule: TINY-1, side: red, sail: plain}"),
        ("{all: {side: red}}", "{concede: {side: red}}", (
            "21: expected a refusal by TINY-1, but the "
            "command was allowed"
        )),
        ("refused: TINY-1", "refused: TINY-9",
         "21: expected a refusal by TINY-9, got: You have chosen; the other side has not. [TINY-1]"),
        ("refused: TINY-1, ", "", "20: refused: You have chosen; the other side has not. [TINY-1]"),
        ("winner: blue", "winner: null", "26: winner: expected null, got blue"),
        ("decision: {side: blue}", "decision: {side: red}", "12: side: expected red, got blue"),
    ],
)  # fmt: skip
def test_a_difference_says_what_was_expected_what_came_and_where(tiny, old, new, said):
    assert old in GOOD
    assert differences(GOOD.replace(old, new)) == [said]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game: tiny", "game: tinny", "1: unknown game 'tinny', did you mean 'tiny'?"),
        ("length: 12", "length: long", "5: length: expected a whole number, not 'long'"),
        ("length: 12", "lenght: 12", "5: unknown key 'lenght', did you mean 'length'?"),
        ("  length: 12", "  scenario: gale", "5: there is no scenario 'gale'"),
        ("given: {sailed: {red: 1}}", "given: {sailed: 1}", "6: this does not fit the state"),
        ("given: {sailed: {red: 1}}", "given: {saild: 1}", "6: there is no 'saild' here, did you mean 'sailed'?"),
        ("setup:\n  length: 12", "setup: {length: 12}", "4: write the setup on several lines, one key per line"),
        ("do: plain", "do: plane", "11: unknown name 'plane', did you mean 'plain'?"),
        ("do: plain", "do: {plain: {sied: red}}", "11: unknown key 'sied', did you mean 'side'?"),
        ("{all: {side: blue}}", "{all: {side: 3}}", "13: the command does not fit"),
        ("{all: {side: blue}}", "{all: {}, plain: {}}", "13: expected one name, not 2"),
        ("expect: {events", "expects: {events", "12: unknown key 'expects', did you mean 'expect'?"),
        ("title: nobody chooses twice\n    ", "", "17: missing key 'title'"),
    ],
)  # fmt: skip
def test_a_faulty_case_file_is_refused_with_its_lines(tiny, old, new, said):
    assert old in GOOD
    assert any(found.startswith(said) for found in errors(GOOD.replace(old, new))), errors(GOOD.replace(old, new))


def test_a_case_file_without_a_case_is_refused(tiny):
    assert errors(GOOD[: GOOD.index("cases:")] + "cases: []\n") == ["7: a case file needs at least one case"]


def test_c_2_dictated_dice_are_used_in_order_and_refuse_to_go_on_when_they_run_out(tiny):
    both = GOOD.replace("do: plain", "do: all").replace("dice: [5]", "dice: [6, 2]")
    dice = both.replace("die: 0, total: 3", "die: 6, total: 7").replace("die: 5, total: 5", "die: 2, total: 2")
    assert differences(dice.replace("red: 3, blue: 5", "red: 7, blue: 2")) == []
    assert differences(both.replace("[6, 2]", "[6]")) == [
        "13: the script of chance does not fit: the script of 1 dice ran out"
    ]


def test_a_file_is_read_once_however_many_cases_it_has(tiny, monkeypatch):
    parsed = []
    monkeypatch.setattr(yaml, "compose", lambda *how, **words: parsed.append(how) or compose(*how, **words))
    head, one = GOOD[: GOOD.index("  - title")], GOOD[GOOD.index("  - title") : GOOD.index("  - title: nobody")]
    for count in (1, 30):
        parsed.clear()
        assert differences(head + one * count) == []
        assert len(parsed) == 2, count


@pytest.mark.parametrize("name", ["../../../secret", "x" * 300, "/etc/passwd"])
def test_only_names_of_scenarios_are_taken(name):
    text = f"game: volley\ntitle: x\nsetup:\n  scenario: {name}\ncases: [{{title: x, steps: []}}]\n"
    with pytest.raises(ScenarioError) as caught:
        case_file.read(text, "x.yaml", resources.find_scenario)
    assert str(caught.value) == f"x.yaml:4:13: there is no scenario '{name}'"


@pytest.mark.parametrize(
    ("extra", "do", "problem"),
    [
        ("decks: [[ghost]]", "shuffle", "9:9: the script of chance does not fit: shuffle 1 of the script has 'ghost'"),
        ("given: {phase: wind, cards: {pile: [ghost]}}", "check_wind",
         "9:13: the rules do not allow this position ('ghost')"),
        ("given: {phase: wind, wind: null, cards: {pile: [2C]}}", "check_wind",
         "9:13: the rules do not allow this position"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_a_difference_with_its_place(extra, do, problem):
    text = "game: decks_of_glory\ntitle: x\nsetup:\n  scenario: duel\ncases:\n  - title: odd\n"
    file = case_file.read(f"{text}    {extra}\n    steps:\n      - do: {do}\n", "x.yaml", resources.find_scenario)
    (found,) = case_runner.run_case(file, 0)
    assert str(found).startswith(f"x.yaml:{problem}")
