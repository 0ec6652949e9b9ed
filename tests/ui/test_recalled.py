"""What was revealed last at a card table is seen again by a key, and by nobody behind the curtain."""

from random import Random

import pytest

from tabletop.players import casual
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.input import Input
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.panel import Panel
from tests.ui.card_players import CardPlayers, from_scenario

MOMENTS = {
    "trafalgar_cards": ("nelson", 18, "Turn 3: the British win the hand"),
    "ship_duel": ("mars", 63, "Mars has the advantage"),
    "volley": ("ney", 37, "The last attack: 8 casualties for Red"),
}
"""Seed, orders given by chance, and what came of the last deed."""


def at(game: str, orders: int) -> CardPlayers:
    seed = MOMENTS[game][0]
    match = from_scenario(game, seed=seed)
    for _ in casual.play(match, Random(seed), orders):
        pass
    return CardPlayers(match)


def told(players: CardPlayers) -> str:
    sheet = players.screen.layers[-1]
    words = [run.text for one in sheet.walk() if isinstance(one, Text) for run in one.runs]
    return "\n".join([*(one.title for one in sheet.walk() if isinstance(one, Panel)), *words])


@pytest.mark.parametrize("game", MOMENTS)
def test_the_last_deed_is_seen_again_and_nothing_is_done_by_it(game: str) -> None:
    players = at(game, MOMENTS[game][1])
    players.screen.handle(Input("key", key="R"))
    assert players.screen.seats.waiting and len(players.screen.layers) == 1  # the curtain hangs
    players.screen.look_as(players.screen.seats.waiting)
    players.screen.rebuild()
    state = players.match.state
    players.screen.handle(Input("key", key="R"))
    sheet = players.screen.layers[-1]
    assert MOMENTS[game][2] in told(players)
    shown = [one for one in sheet.walk() if isinstance(one, Card)]
    assert len(shown) >= 3 and all(one.still for one in shown)
    players.wait(100)
    players.screen.handle(Input("key", key="Esc"))
    assert len(players.screen.layers) == 1
    assert players.match.state is state


@pytest.mark.parametrize("game", MOMENTS)
def test_before_anything_was_revealed_there_is_nothing_to_see_again(game: str) -> None:
    players = at(game, 0)
    assert "recall" not in players.table.key_hints()
    players.screen.handle(Input("key", key="R"))
    assert len(players.screen.layers) == 1


def test_tra_7_the_last_hand_shows_what_negated_a_card_and_every_note() -> None:
    players = at("trafalgar_cards", 18)
    players.screen.look_as("british")
    players.screen.rebuild()
    players.screen.handle(Input("key", key="R"))
    negated = {
        one.look.title: one.status.negated_by for one in players.screen.layers[-1].walk() if isinstance(one, Card)
    }
    assert negated["Seamanship"] == "Shred Rigging"
    assert negated["Timing"] == ""
    assert "Shred Rigging negates Seamanship: 9 points lost." in told(players)
