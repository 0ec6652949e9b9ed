"""The reckonings of the card games: every point that was lost, with the turn and the reason (interface: screens)."""

from random import Random

import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.players import casual
from tabletop.ui.boards import game_plugins
from tabletop.ui.screens.local_backend import build_result_page
from tabletop.ui.theme import Theme


def played(game: str) -> Match:
    source = resources.find_scenario(game, "standard")
    match = Match.new(MatchSetup(find_game(game), source.read_text(encoding="utf-8"), source.name, "anson"))
    for _ in casual.play(match, Random("anson"), 2000):
        pass
    assert match.game.outcome(match.state)
    return match


@pytest.mark.parametrize("game", ["volley", "ship_duel"])
def test_the_course_accounts_for_every_point_that_was_lost(game: str) -> None:
    match = played(game)
    course = game_plugins.load_pictures(game).decisive_events(
        told for move in match.moves for told in match.view_events(move, "")
    )
    turns = [heading for heading, _ in course]
    assert turns == sorted(set(turns), key=lambda turn: int(turn.removeprefix("Turn ")))
    state = match.state
    if game == "volley":
        lost = sum(state.strengths[side] - state.troops[side] for side in state.names)
    else:
        lost = sum(ship.whole[stat] - ship.left[stat] for ship in state.ships.values() for stat in ship.whole)
    told = [event for _, events in course for event in events]
    assert -sum(event.points for event in told) == lost
    assert all(event.reason and event.rule for event in told)


@pytest.mark.parametrize("game", ["volley", "ship_duel"])
def test_the_reckoning_shows_the_course(game: str) -> None:
    page = build_result_page(played(game))
    page.resize((1280, 720), Theme())
    said = [getattr(widget, "title", "") or getattr(widget, "text", "") for widget in page.layers[0].walk()]
    assert "How the points were scored" in said
    assert any(str(words).startswith("Turn ") for words in said)
    assert [words for words in said if str(words).startswith("−")]
