"""Whatever is done to a scenario or a case file, reading it gives a battle or a list of problems, never a traceback."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import case_file, case_runner, resources
from tabletop.core.errors import ScenarioError
from tabletop.core.game import find_game, games_by_id
from tabletop.games.ships_of_the_line import GAME
from tabletop.lessons import lesson_file

TESTS = Path(__file__).parents[1]
FOLDERS = (resources.data_folder("scenarios"), TESTS / "scenarios" / "bad")
SCENARIOS = [path.read_text(encoding="utf-8") for path in resources.list_scenarios(GAME.meta.id)]
BAD = [path.read_text(encoding="utf-8") for path in sorted((TESTS / "scenarios" / "bad").glob("*.yaml"))]
DECKS = {
    game: [path.read_text(encoding="utf-8") for folder in FOLDERS for path in sorted((folder / game).glob("*.yaml"))]
    for game in games_by_id()
    if game != GAME.meta.id
}
CASES = [path.read_text(encoding="utf-8") for path in sorted((TESTS / "cases").glob("*.yaml"))]
LESSONS = [path.read_text(encoding="utf-8") for game in games_by_id() for path in resources.list_lessons(game)]
SHORT = [text for text in SCENARIOS if len(text) < 5000] + BAD

WORDS = st.sampled_from([
    "null", "[]", "{}", "[1, 2, 3]", "-1", "1e300", ".nan", "999999999999999999999", "true", "''", "x", "B1", "I",
    "{a: 1}", "&a", "*a", "!x y", "0x1", "~", "- ", ": ", "#", "\t", "é", "\x00", "🙂", "|", ">", "?", "'", '"', "[",
    "}", "---", "...",
])  # fmt: skip

CHARACTERS = st.characters(exclude_categories=["Cs"])
"""All that UTF-8 can write; said by its name, the table of it would be worked out, which takes 200 MB."""


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """One of the texts with up to three lines dropped, doubled, indented, cut, or with a value exchanged."""
    lines = draw(st.sampled_from(texts)).split("\n")
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        cut = draw(st.integers(0, len(line)))
        word = draw(WORDS)
        key, colon, _rest = line.partition(":")
        instead = [
            [], [line, line], ["  " + line], [line[:cut]], [line[:cut] + word + line[cut:]], [f"{key}{colon} {word}"],
            [line.replace(", ", f", {word}: ", 1)], [line.replace("heading: ", f"heading: {word}")],
        ]  # fmt: skip
        lines[place : place + 1] = draw(st.sampled_from(instead))
        lines = lines or [""]
    return "\n".join(lines)


def holds(error: ScenarioError) -> None:
    assert error.problems
    for problem in error.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.message


@pytest.mark.parametrize("game", DECKS)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_mangled_deck_opens_or_is_refused_with_problems(game, data):
    text = data.draw(mutated(DECKS[game]))
    try:
        find_game(game).open(find_game(game).read(text, "mangled.yaml"), {})
    except ScenarioError as error:
        holds(error)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated(SHORT))
def test_a_mangled_scenario_opens_or_is_refused_with_problems(text):
    try:
        state = GAME.open(GAME.read(text, "mangled.yaml"), {})
    except ScenarioError as error:
        holds(error)
    else:
        assert GAME.decision(state) is not None


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated(CASES))
def test_a_mangled_case_file_is_read_or_refused_with_problems(text):
    try:
        file = case_file.read(text, "mangled.yaml", resources.find_scenario)
    except ScenarioError as error:
        holds(error)
    else:
        for number in range(len(file.data.cases)):
            case_runner.run_case(file, number)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated(LESSONS))
def test_a_mangled_lesson_is_read_or_refused_with_problems(text):
    try:
        assert lesson_file.read(text, "mangled.yaml").steps
    except ScenarioError as error:
        holds(error)


@settings(max_examples=60, deadline=None)
@given(st.text(CHARACTERS, max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
def test_any_text_at_all_is_refused_with_problems(text):
    with pytest.raises(ScenarioError) as caught:
        GAME.read(text, "noise.yaml")
    holds(caught.value)
