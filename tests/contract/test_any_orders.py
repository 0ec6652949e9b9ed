"""Whatever a side orders, it is allowed or refused with its rule: any ship, any card, any number, in any position."""

from collections import Counter
from itertools import islice
from random import Random
from typing import get_args
from unittest.mock import Mock

import msgspec
import pytest
from msgspec.structs import replace

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.errors import Refused
from tabletop.core.game import games_by_id
from tests.contract.tiny_game import SCENARIO, SIDES, All, TinyGame
from tests.example import EXAMPLES
from tests.sampling import sample
from tools import any_orders

ROUND = 500
"""Orders one after the other, in two matches or more."""
ROUNDS, FEW = 200, 8
"""Of each game in full: half a million orders in all games; and in most runs: 20,000."""
GAMES = {**games_by_id(), **{name: game for name, (game, _) in EXAMPLES.items()}}


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("game", GAMES)
def test_c_3_any_order_is_carried_through_or_refused_with_its_rule(game):
    answers: Counter[str] = Counter()
    for number in sample(range(ROUNDS), FEW, f"rounds of {ROUND} orders in {game}"):
        for position, order in islice(any_orders.list_orders(GAMES[game], number * ROUND), ROUND):
            try:
                answers[any_orders.judge_order(position, order)] += 1
            except Exception as error:
                error.add_note(f"round {number}: {msgspec.to_builtins(order)}")
                raise
    assert answers[""] > ROUND / 10
    assert len(answers) > 3


def _shown_more(game, state, side):
    return replace(state, chosen=dict.fromkeys(SIDES, "all"))


@pytest.mark.parametrize(
    ("part", "broken", "said"),
    [
        ("check", lambda game, state, order: Refused("TINY-99", "No."), "there is no rule TINY-99"),
        ("check", lambda game, state, order: Refused("C-3", ""), "is no sentence"),
        ("check", lambda game, state, order: [][0], "list index out of range"),
        ("view", _shown_more, "the asking side gets"),
        ("decide", lambda game, state, order, chance: Mock(events=(chance,)), "SeededChance"),
        ("evolve", lambda game, state, event: replace(state, length=state.length + 0.5), "Expected `int`"),
        ("decision", lambda game, state: None, "goes on and does not ask"),
    ],
)
def test_an_order_that_breaks_a_promise_is_told(monkeypatch, part, broken, said):
    game = TinyGame()
    position = any_orders.OrderSource(game, game.open(game.read(SCENARIO, "race.yaml"), {}), Random(1))
    monkeypatch.setattr(TinyGame, part, broken)
    with pytest.raises(Exception, match=said):
        any_orders.judge_order(position, All("red"))


def test_a_position_is_asked_for_what_is_there_and_for_what_is_not():
    game = TinyGame()
    position = any_orders.OrderSource(game, game.open(game.read(SCENARIO, "race.yaml"), {}), Random(1))
    met = [position.make_order() for _ in range(500)]
    assert {type(order) for order in met} == set(get_args(game.command_type))
    sides = {order.side for order in met}
    assert {"red", "blue"} < sides & set(position.ids)
    assert sides & set(any_orders.WORDS)
