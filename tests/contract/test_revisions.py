"""What the games say of rules that were settled since they were first played (`Game.revisions`)."""

from typing import get_args

import msgspec
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.game import AnyGame, SettledRule, games_by_id
from tools.rule_coverage import load_rule_lists

RULES = {rules.game: {name for chapter in rules.chapters for name in chapter.rules} for rules in load_rule_lists()}
SETTLED = [
    pytest.param(game, one, id=one.rule)
    for game in games_by_id().values()
    for rules in game.revisions.values()
    for one in rules
]


def fields(game: AnyGame, kind: str) -> list[str]:
    """The fields of the opening, or of an event by its tag."""
    events = {one.__struct_config__.tag: one for one in get_args(game.event_type)}
    return [field.name for field in msgspec.structs.fields(game.state_type if kind == "opening" else events[kind])]


@pytest.mark.parametrize(("game", "settled"), SETTLED)
def test_what_was_settled_is_a_rule_and_shows_in_fields_that_there_are(game: AnyGame, settled: SettledRule) -> None:
    assert settled.rule in RULES[game.meta.id]
    for place in settled.shows:
        kind, _, field = place.partition(".")
        assert field in fields(game, kind), place


@pytest.mark.parametrize("game", games_by_id().values(), ids=games_by_id())
def test_revisions_are_numbered_from_two_without_a_gap(game: AnyGame) -> None:
    assert list(game.revisions) == list(range(2, game.revision + 1))
