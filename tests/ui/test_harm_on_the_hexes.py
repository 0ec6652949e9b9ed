"""Every ship that was hit says so until ships move again, once the cards are turned up, also from the edge."""

from typing import Any

import pygame
import pytest

from tabletop import players
from tabletop.core.game import find_game
from tabletop.games.decks_of_glory.commands import CheckWind, DrawInitiative
from tests.ui.hexes import GAME, HexPlayer, from_scenario


def _play_on(match: Any) -> None:
    """One order of a greedy captain."""
    decision = match.game.decision(match.state)
    greedy = players.find_player("greedy", GAME)(find_game(GAME), decision.side, "1")
    (*_, best) = greedy.consider(match.view(decision.side))
    match.submit(best.command)


@pytest.fixture(scope="module")
def hexes() -> Any:
    """Ships have been hit in a squadron action, and nothing has been done since."""
    match = from_scenario("squadron_action", "1")
    while True:
        before = {key: ship.strength for key, ship in match.state.ships.items()}
        if match.state.phase == "gunnery" and len(match.state.orders) == 1:
            player = HexPlayer(match)
            _play_on(match)
            lost = {key: before[key] - ship.strength for key, ship in match.state.ships.items()}
            player.wait(50)
            if any(lost.values()):
                player.lost = {key: points for key, points in lost.items() if points}
                return player
        else:
            _play_on(match)


def test_dog_18_the_figures_are_the_hits_and_stand_once_the_cards_are_turned_up(hexes: Any) -> None:
    assert not hexes.table.map.laid.harms
    hexes.settle()
    harms = hexes.table.map.laid.harms
    assert {one.ship: one.toll.points for one in harms} == hexes.lost
    assert {one.words for one in harms} == {f"−{points}" for points in hexes.lost.values()}
    assert hexes.table.viewer.harms == harms


def test_shown_anew_they_are_the_same(hexes: Any) -> None:
    hexes.settle()
    before = hexes.table.viewer.harms
    hexes.screen._feed.show()
    assert {(one.ship, one.toll) for one in hexes.table.viewer.harms} == {(one.ship, one.toll) for one in before}


def test_from_beyond_the_view_a_click_leads_there(hexes: Any) -> None:
    hexes.settle()
    view, hurt = hexes.table.view, hexes.table.viewer.harms[0]
    view.look_at(view.chart.places([hurt.ship])[0])
    view.pan(0, -900)
    hexes.wait(400)
    chip = hexes.screen.find(f"beyond.{hurt.ship}")
    assert chip.words == f"{hurt.name} {hurt.words}"
    assert chip.rect.collidelist([pygame.Rect(one) for one in (*view.gauges, *view.lying)]) < 0
    hexes.screen.hear(chip.activate())
    hexes.wait(1_500)
    assert view._in_view(view.chart.places([hurt.ship])[0])
    assert not hexes.screen.has(f"beyond.{hurt.ship}")


def test_dog_11_they_go_when_the_initiative_is_drawn(hexes: Any) -> None:
    while not isinstance(hexes.match.moves[-1].command, DrawInitiative):
        assert hexes.table.viewer.harms
        _play_on(hexes.match)
        hexes.wait(50)
        hexes.settle()
    assert hexes.table.viewer.harms == ()
    assert any(isinstance(move.command, CheckWind) for move in hexes.match.moves)
