"""A place in the record of a match: what it tells is as it was there, and it goes on from there."""

import pytest

from tabletop.core.match import Match, MatchSetup
from tests.contract.tiny_game import SCENARIO, All, Plain, TinyGame


@pytest.fixture
def race():
    match = Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "timeline"))
    match.submit(Plain("red"))
    match.submit(All("blue"))
    match.undo_by_agreement()
    match.submit(Plain("blue"))
    match.submit(Plain("red"))
    match.undo()
    match.redo()
    return match


def stands(course):
    return course.state, list(course.moves), list(course.undone_moves), list(course.trace), course.draw_count


def test_at_every_line_it_tells_what_the_match_told_there(race):
    live = Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "timeline"))
    seen = [stands(live)]
    live.add_listener(lambda entry, move: seen.append(stands(live)))
    deeds = (
        lambda: live.submit(Plain("red")), lambda: live.submit(All("blue")), live.undo_by_agreement,
        lambda: live.submit(Plain("blue")), lambda: live.submit(Plain("red")), live.undo, live.redo,
    )  # fmt: skip
    for deed in deeds:
        deed()
    for lines, told in enumerate(seen):
        assert stands(live.timeline(lines)) == told
        assert stands(race.match_at(lines)) == told


def test_it_goes_on_as_far_as_the_match_has_come_meanwhile(race):
    place = race.timeline(5)
    assert [type(entry).__name__ for entry, _ in place.advance()] == ["UndoEntry", "RedoEntry"]
    assert not place.has_more
    race.submit(Plain("blue"))
    assert place.has_more
    place.go_to_end()
    assert stands(place) == stands(race)


def test_a_match_as_it_stood_does_not_hear_of_what_is_done_in_it_later(race):
    stood = race.match_at(1)
    stood.submit(Plain("blue"))
    assert len(race.trace) == 7
    assert [move.command for move in stood.moves] == [Plain("red"), Plain("blue")]
