"""C-9: what lies on the table otherwise than it should is put right once both sides agree, and not before."""

from random import Random

import msgspec
import pytest

from tabletop.core.correction import NONE
from tabletop.core.errors import Refused
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.players import casual

ORDERS = 100
"""At most, after which something is put right."""
OURS = {"decks_of_glory", "ship_duel", "ships_of_the_line", "trafalgar_cards", "volley"}


@pytest.fixture
def match(arena, tmp_path):
    game, text = arena
    match = Match.new(MatchSetup(game, text, "scenario.yaml", "hardy"), tmp_path / "match.tabletop")
    for number, _ in enumerate(casual.play(match, Random(5), ORDERS)):
        if number > ORDERS // 6 and any(match.check(order) is None for order in proposals(match, both(match))):
            break
    return match


def proposals(match, agreed):
    """Every correction that is one step away from what is, by every side."""
    game = match.game
    for side in (side.id for side in game.meta.sides):
        for one in game.correctables(game.view(match.state, side), side):
            as_is = {
                name: asked.step_value(asked.value, 1) if asked.value == NONE else asked.value
                for name, asked in one.fields.items()
            }
            for name, asked in one.fields.items():
                for step in (asked.steps[0], -asked.steps[0]):
                    yield one.build_command({**as_is, name: asked.step_value(asked.value, step)}, agreed)


def both(match):
    return tuple(side.id for side in match.game.meta.sides)


def test_c_9_what_both_agree_to_is_put_right_told_recorded_and_taken_back_by_both_alone(match):
    allowed = [order for order in proposals(match, both(match)) if match.check(order) is None]
    assert bool(allowed) == (match.game.meta.id in OURS)
    for order in allowed[:: max(1, len(allowed) // 12)]:
        asked, before = match.game.decision(match.state), match.state
        if match.check(order) is not None:
            continue  # of what was put right before
        (event,) = match.submit(order)
        assert match.game.describe(before, event).startswith("Both sides agree: ")
        assert match.game.decision(match.state) == asked
        if match.state != before:
            assert match.check_undo().reason.startswith("Both sides agreed")
    for _ in casual.play(match, Random(6), 20):
        pass
    assert Match.load(match.path).state == match.state
    assert verify(match.path) is None


def test_c_9_nothing_is_put_right_without_the_word_of_each_side(match):
    for agreed in [(), both(match)[:1], both(match)[1:], (*both(match), "nelson"), both(match)[:1] * 2]:
        refusals = [match.check(order) for order in proposals(match, agreed)]
        assert all(refusal is not None and refusal.rule == "C-9" for refusal in refusals)


def test_c_9_no_mark_is_put_right_beyond_what_a_card_has(match):
    for order in proposals(match, both(match)):
        for field in order.__struct_fields__:
            number = getattr(order, field)
            if isinstance(number, int | float):
                for much in (-10_000, 10_000, *([float("nan")] if isinstance(number, float) else [])):
                    refusal = match.check(msgspec.structs.replace(order, **{field: much}))
                    assert refusal is None or isinstance(refusal, Refused)
                    assert field == "heading" or refusal is not None
