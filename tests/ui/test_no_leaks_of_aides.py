"""What advises a side, and what retells it the other's turn, hang on nothing that it may not know (C-6)."""

import pytest

from tabletop.ui.screens.table import advice
from tests.sampling import sample
from tests.ui.test_no_leaks import GAMES, STEP, glance, looking, moments, otherwise, pairs, placed

LOOKS = 2
"""So many pairs of positions a test compares of each game in a run."""

pytestmark = [
    pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id), pytest.mark.usefixtures("example"),
]  # fmt: skip


def asked(game, state):
    """The side that is asked alone."""
    decision = game.decision(state)
    return decision.side if decision and not (decision.either or decision.open) else ""


def advised(match, side):
    screen = looking(match, side)
    screen.press("I")
    screen.update(STEP)
    shown = screen.has("advice"), glance(screen)
    screen.leave()
    return shown


def test_c_6_what_is_advised_is_the_same_to_the_pixel(game, monkeypatch):
    monkeypatch.setattr(advice, "BEST", "captain")
    several = [
        (side, one, other)
        for side, one, other in pairs(game)
        if game.decision(one.state) and asked(game, one.state) == side
    ]
    assert several
    for side, one, other in sample(several, LOOKS, f"advice in {game.meta.id}"):
        shown = advised(one, side)
        assert shown == advised(other, side)
        assert shown[0]


def retold(match, side):
    """The sheet, and what it plays again by its key."""
    screen = looking(match, side)
    screen.press("Q")
    seen = [screen.has("happened"), glance(screen)]
    if screen.has("happened.row"):
        screen.press("Down")
        screen.press("R")
        screen.update(STEP)
        seen.append(glance(screen))
    return seen


def ordered(game):
    """Each two matches that a side cannot tell apart, in which the other has just done the same."""
    for match, fancy in moments(game, every=3, commands=120):
        giver = asked(game, match.state)
        for side in (side.id for side in game.meta.sides if giver and side.id != giver):
            other = otherwise(game, match.state, side, fancy)
            for command in list(game.choices(match.state))[:12] if other != match.state else ():
                if game.check(other, command) is not None:
                    continue
                worlds = [placed(match, state) for state in (match.state, other)]
                for world in worlds:
                    world.submit(command)
                first, second = (list(world.view_events(world.moves[-1], side)) for world in worlds)
                if (
                    first == second
                    and worlds[0].view(side) == worlds[1].view(side)
                    and asked(game, worlds[0].state) == side
                ):
                    yield side, *worlds
                    break


def test_c_6_what_the_other_side_did_is_retold_the_same_to_the_pixel(game):
    several = list(ordered(game))
    assert several
    for side, one, other in sample(several, LOOKS, f"turns retold in {game.meta.id}"):
        shown = retold(one, side)
        assert shown == retold(other, side)
        assert shown[0]
