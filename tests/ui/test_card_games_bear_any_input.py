"""A fuzz of the card tables: whatever is pressed, clicked, dragged or loaded, nothing fails and nothing leaks."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import Seating
from tabletop.ui.boards import game_plugins
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tests.card_games import CARD_GAMES
from tests.example import GAME as EXAMPLE
from tests.secrets import hidden

INPUTS = 250
KEYS = (
    *["Space"] * 6, *"123456789BPNDGHE", "Enter", "Esc", "Tab", "Left", "Right", "Up", "Down", "F10", "Ctrl+Z",
    "Ctrl+Y", "Backspace",
)  # fmt: skip
SPARED = ("menu.concede", "menu.title", "menu.full", "menu.scale", "menu.accept", "menu.draw", "menu.motion")
"""What would end the game, or change what other tests see."""
SIZES = [(1280, 720), (1920, 1080), (800, 600)]
HELD = frozenset({"left"})


class Monkey:
    """Two persons at one screen who try everything."""

    def __init__(self, game: str, path: Path, fancy: Random) -> None:
        self.game, self.path, self.fancy = find_game(game), path, fancy
        scenario = fancy.choice(resources.list_scenarios(game))
        text = scenario.read_text(encoding="utf-8")
        self.match = Match.new(MatchSetup(self.game, text, scenario.name, "monkey", seating=Seating()), path)
        self.sit(SIZES[0], 100)

    def sit(self, size: tuple[int, int], scale: int) -> None:
        board = game_plugins.create_table(self.game.meta.id, self.match.view(""))
        self.screen: Any = TableScreen(self.match, board, to_title=lambda _: Quit(), to_reckoning=show_result)
        self.resize(size, scale)

    def resize(self, size: tuple[int, int], scale: int) -> None:
        self.screen.resize(size, Theme(scale))
        self.surface = pygame.Surface(size)

    def key(self) -> None:
        self.screen.press(self.fancy.choice(KEYS))

    def click(self) -> None:
        found = [one for one in self.screen.layers[-1].walk() if one.interactive and not one.id.startswith(SPARED)]
        if found:
            at = self.fancy.choice(found).rect.center
            self.screen.handle(Input("moved", at))
            self.screen.handle(Input("pressed", at, "left", HELD))
            self.screen.handle(Input("released", at, "left"))

    def drag(self) -> None:
        cards = [one for one in self.screen.layers[-1].walk() if one.id.startswith("card.")]
        if not cards:
            return
        at = self.fancy.choice(cards).rect.center
        self.screen.handle(Input("moved", at))
        self.screen.handle(Input("pressed", at, "left", HELD))
        for _ in range(3):
            at = (self.fancy.randrange(self.screen.size[0]), self.fancy.randrange(self.screen.size[1]))
            self.screen.handle(Input("moved", at, buttons=HELD))
            self.screen.update(50)
        if self.fancy.random() < 0.3:
            self.screen.press("Space")
        self.screen.handle(Input("released", at, "left"))

    def look(self) -> None:
        self.resize(self.fancy.choice(SIZES), self.fancy.choice((75, 100, 150, 200)))

    def load(self) -> None:
        self.match = Match.load(self.path)
        self.sit(SIZES[0], 100)

    def once(self) -> None:
        deeds: list[Callable[[], None]] = [self.key, self.click, self.drag, self.look, self.load]
        self.fancy.choices(deeds, (60, 25, 11, 3, 1))[0]()
        for _ in range(self.fancy.choice((1, 3, 20))):
            self.screen.update(50)
        self.screen.draw(self.surface)

    def leaks(self) -> set[str]:
        """Widgets that show what is hidden from whoever looks, or anything of the table behind the curtain."""
        shown = {widget.id for layer in self.screen.layers for widget in layer.walk()}
        seats = self.screen.seats
        secret = hidden(self.match.state, seats.looking)
        barred = {f"{kind}.{card}" for card in secret for kind in ("card", "leaf")}
        return shown & (
            barred | ({"desk", "hand", "flight_layer", "table", "primary", "redo"} if seats.waiting else set())
        )


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("game", [*CARD_GAMES, EXAMPLE.meta.id])
def test_c_6_a_card_table_bears_any_input_and_shows_nothing_that_is_hidden(game: str, tmp_path: Path) -> None:
    monkey, curtains = Monkey(game, tmp_path / "record.jsonl", Random(f"{game} 1805")), 0
    for _ in range(INPUTS):
        if monkey.match.state.outcome is not None:
            break
        monkey.once()
        curtains += bool(monkey.screen.seats.waiting)
        assert monkey.leaks() == set()
    assert curtains > 5
    assert Match.load(monkey.path).state == monkey.match.state
