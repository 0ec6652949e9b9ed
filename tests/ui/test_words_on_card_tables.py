"""Words on the tables of the card games and on the curtain stand out from whatever they are written on."""

from random import Random

import pytest
from pygame import Surface

from tabletop.players import casual
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.screens.table.seats import build_curtain
from tabletop.ui.theme import Theme
from tests.ui.card_players import CardPlayers, from_scenario
from tests.ui.contrast import of_words

LEAST = 4.5
MOMENTS = {
    "a hand": ("trafalgar_cards", "nelson", 18),
    "a reveal": ("trafalgar_cards", "nelson", 20),
    "a broadside": ("ship_duel", "mars", 63),
    "an attack": ("volley", "ney", 31),
    "the attack before": ("volley", "ney", 34),
}
"""Game, seed, and how many orders were given by chance."""
WINDOWS = (((1280, 720), 100), ((1600, 900), 75), ((1920, 1080), 100), ((800, 600), 75))
UNUSABLE = {"Redo", "Undo", "Commit no cards", "Space"}
"""Buttons that cannot be pressed are paler."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_word_on_a_card_table_can_be_read(moment, size, scale, monkeypatch) -> None:
    game, seed, orders = MOMENTS[moment]
    match = from_scenario(game, seed=seed)
    for _ in casual.play(match, Random(seed), orders):
        pass
    players = CardPlayers(match, size, scale)
    players.screen.seats.look_as(match.game.meta.sides[0].id)
    players.screen.rebuild()

    def draw() -> Surface:
        players.resize(size, scale)
        players.screen.draw(players.surface)
        return players.surface

    words = of_words(draw, monkeypatch)
    assert len(words) > 15
    assert {line: ratio for line, ratio in words.items() if ratio < LEAST and line not in UNUSABLE} == {}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "scale"), [*WINDOWS, ((1280, 720), 150), ((1024, 768), 125)])
def test_every_word_on_the_curtain_can_be_read(size, scale, monkeypatch) -> None:
    def draw() -> Surface:
        made, shown = (
            Surface(size),
            build_curtain("Combined Fleet", "Commit your cards.", nation_badge("britain"), "British Fleet"),
        )
        shown.place(Theme(scale), made.get_rect())
        shown.paint_tree(made, Theme(scale))
        return made

    words = of_words(draw, monkeypatch)
    assert {"Combined Fleet", "Commit your cards."} <= set(words)
    assert min(words.values()) >= LEAST
