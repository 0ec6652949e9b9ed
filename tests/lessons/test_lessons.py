"""Lessons without a window: each comes as it says, is skipped, stepped back, gone on with; scripts are checked."""

from pathlib import Path

import pytest

from tabletop.core import resources
from tabletop.core.errors import Refused, ScenarioError
from tabletop.core.game import games_by_id
from tabletop.core.match import Match
from tabletop.core.scenario import load_text
from tabletop.core.verify import verify
from tabletop.lessons import lesson_file
from tabletop.lessons.lesson import Lesson, LessonStep, give_command, is_data_like, resolve_command
from tabletop.lessons.progress import LessonProgress
from tabletop.rulebook.book import find_section

FILES = [path for game in games_by_id() for path in resources.list_lessons(game)]
SEA = next(path for path in FILES if path.stem == "crossing_the_t")


@pytest.fixture(scope="module")
def lessons() -> dict[str, Lesson]:
    """All of them, each played through once as it was read."""
    return {path.stem: lesson_file.read(load_text(path), path.name) for path in FILES}


def progress(lesson: Lesson, path: Path | None = None) -> LessonProgress:
    return LessonProgress(lesson, Match.new(lesson.setup, path))


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_a_lesson_comes_as_it_says_and_each_step_leads_to_a_rule(name: str, lessons: dict[str, Lesson]) -> None:
    lesson = lessons[name]
    assert 5 <= lesson.minutes <= 15
    for step in lesson.steps:
        assert step.do or not step.has_task, step.title
        assert not step.rule or find_section(step.rule, lesson.game.meta.id), step.rule
    assert lesson.learned_points
    assert all(find_section(one.rule, lesson.game.meta.id) for one in lesson.learned_points)


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_every_step_can_be_skipped_and_stepped_back_with_the_same_chance(name: str, lessons: dict[str, Lesson]) -> None:
    taught = progress(lessons[name])
    for number, _ in enumerate(lessons[name].steps[:-1]):
        taught.skip_step()
        after = taught.match.state
        taught.go_back()
        assert taught.step_number == number
        taught.skip_step()
        assert taught.match.state == after
    taught.restart()
    assert taught.step_number == 0
    assert len(taught.match.moves) == len(lessons[name].opening_commands)


def test_a_lesson_is_gone_on_with_at_its_step_and_its_record_is_sound(
    tmp_path: Path, lessons: dict[str, Lesson]
) -> None:
    path = tmp_path / "lesson.jsonl"
    taught = progress(lessons["crossing_the_t"], path)
    for _ in range(3):
        taught.skip_step()
    give_command(taught.match, resolve_command(taught.match.game, taught.match.state, taught.step.order))  # type: ignore[union-attr]
    fired = taught.match.moves[-1].events
    again = LessonProgress(lessons["crossing_the_t"], Match.load(path), taught.step_starts)
    assert again.step_number == 3
    assert len(again.match.moves) == again.step_starts[-1]
    give_command(again.match, resolve_command(again.match.game, again.match.state, again.step.order))  # type: ignore[union-attr]
    assert again.match.moves[-1].events == fired
    assert again.is_step_done
    assert verify(path) is None


def test_only_what_a_step_allows_is_let_through_and_only_where_it_leads(lessons: dict[str, Lesson]) -> None:
    taught = progress(lessons["crossing_the_t"])
    game, state = taught.match.game, taught.match.state
    ahead = lessons["crossing_the_t"].steps[1].solution[0]
    first = taught.find_refusal(resolve_command(game, state, ahead))
    assert first is not None
    assert first.reason == f"After this step. {taught.step.answer}"  # type: ignore[union-attr]
    taught.skip_step()
    short = {"sail": {"ship": "B1", "plan": [{"kind": "advance"}, *[{"kind": "slow"}] * 3]}}
    assert taught.find_refusal(resolve_command(game, state, ahead)) is None
    assert taught.find_refusal(resolve_command(game, state, short)) is not None
    far = resolve_command(game, state, {"sail": {"ship": "F1", "plan": []}})
    assert taught.find_refusal(far) is None  # the rules refuse it
    with pytest.raises(Refused):
        give_command(taught.match, far)


WORDS_A_SECOND, A_DEED = 200 / 60, 3
"""How fast a newcomer reads, and the seconds that it takes to do one thing that was read."""
TO_THE_TABLE = 20
"""Seconds from the title to the first step: *Learn by playing* is read and clicked, then *Begin*."""


def takes(step: LessonStep) -> float:
    """Seconds that a step takes."""
    return len(f"{step.title} {step.say} {step.do}".split()) / WORDS_A_SECOND + A_DEED * (1 + step.do.count(", then "))


def test_the_first_shot_at_sea_falls_within_half_the_three_minutes_for_whoever_reads_every_word() -> None:
    steps = lesson_file.read(load_text(SEA), SEA.name).steps
    shot = next(number for number, step in enumerate(steps) if "fire_broadside" in str(step.order))
    assert TO_THE_TABLE + sum(takes(step) for step in steps[: shot + 1]) <= 90


def test_a_number_between_fits() -> None:
    assert is_data_like({"x": {"from": 1, "to": 2}}, {"x": 1.5, "y": 0})
    assert not is_data_like({"x": {"from": 1, "to": 2}}, {"x": 2.5})
    assert not is_data_like({"x": [1, 2]}, {"x": [1]})
    assert is_data_like(
        [{"card": "b"}, {"card": "a"}], [{"card": "a", "use": "morale"}, {"card": "b", "use": "morale"}]
    )
    assert not is_data_like([{"card": "a"}, {"card": "a"}], [{"card": "a"}, {"card": "b"}])


WRONG = (
    ("lesson: Learn the sea", "lesson: Learn the sea\nfoo: 1", "unknown key 'foo'"),
    ("side: british", "side: biritsh", "unknown side 'biritsh', did you mean 'british'?"),
    ("ring: [part compass]", "ring: [ship F9]", "there is no ship 'F9'"),
    ("ring: [part compass]", "ring: [the compass]", "what is 'the compass'? A ring is about ship …"),
    ("until: {look: measure}", "until: {look: mesure}", "unknown look 'mesure'; there is: zoom, move"),
    ("until: {look: measure}", "until: {}", "a step waits for one thing"),
    ("until: {order: {board: ", "until: {order: {bord: ", "unknown name 'bord'"),
    ("link: What is a rake?", "link: ''", "a rule and the words of its link go together"),
    ("say: You may measure", f"say: {'many ' * 45}", "at most 45 words"),
    ("hits: 4, hull: 8", "hits: 5, hull: 8", "no broadside_fired such as this comes here"),
    ("answer: {accept: false}", "answer: {accept: 3}", "the command does not fit"),
    ("  - title: Grapple\n", "  - title: Grapple\n    allow: nothing\n", "the step does not allow what it shows"),
)


@pytest.mark.parametrize(("right", "wrong", "told"), WRONG)
def test_what_is_wrong_with_a_script_is_told_with_its_line(right: str, wrong: str, told: str) -> None:
    text = load_text(SEA)
    assert right in text
    with pytest.raises(ScenarioError) as caught:
        lesson_file.read(text.replace(right, wrong, 1), "sea.yaml")
    problem = next(one for one in caught.value.problems if told in str(one))
    assert problem.line > 1
