"""Frames of the card tables, in the same unit as those of the sea."""

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

import pygame

from tabletop.core import resources
from tabletop.core.game import find
from tabletop.core.match import Match
from tabletop.players import casual
from tabletop.ui.app import App
from tabletop.ui.boards import known
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens.home_port import reckoned
from tabletop.ui.screens.table.screen import TableScreen
from tools.benchmarks.figures import Figure, against, seconds

SIZE = (1920, 1080)
TABLES = (("trafalgar_cards", 23), ("ship_duel", 12), ("volley", 12))
"""Game, and after how many commands of its standard game the table is looked at."""
REST, FRAME = 50, 16
"""Milliseconds: until everything has come to rest, many of the first; of a frame at 60 a second, the second."""


class Stage:
    """A card table with a hand to be played, seen by whoever is asked."""

    def __init__(self, game: str, commands: int) -> None:
        self.app = App(SIZE, 100)
        path = resources.find_scenario(game, "standard")
        self.match = Match.new(find(game), path.read_text(encoding="utf-8"), path.name, {}, "1805")
        for _ in casual.play(self.match, Random("1805"), commands):
            pass
        self.title = find(game).meta.title
        board = known.table(game, self.match.view(""))
        self.screen = TableScreen(self.match, board, to_title=lambda _: Quit(), to_reckoning=reckoned)
        self.app.show(self.screen)
        self.screen.look_as(None)
        self.screen.rebuild()
        for _ in range(60):
            self.screen.update(REST)
        self.app.draw()
        self._ground = pygame.Surface(SIZE).convert()

    def unit(self) -> None:
        """One opaque blit of the whole screen and a flip."""
        self.app.surface.blit(self._ground, (0, 0))
        pygame.display.flip()

    def cards(self) -> list[tuple[int, int]]:
        """The middles of the cards of the hand and on the table."""
        return [widget.rect.center for widget in self.screen.layers[0].walk() if isinstance(widget, Card)]

    def whole(self) -> None:
        """Every pixel of the window anew."""
        self.screen.repaint()
        self.app.draw()

    def hover(self, at: tuple[int, int]) -> None:
        """The pointer comes upon a card."""
        self.screen.handle(Input("moved", at))
        self.screen.update(FRAME)
        self.app.draw()


def figures() -> Iterator[Figure]:
    """Rows for every card table."""
    for game, commands in TABLES:
        stage = Stage(game, commands)
        limit = seconds(stage.unit, 200)
        for what, frame, reach in _frames(stage):
            frame()
            ratio = against(frame, stage.unit)
            note = f"{1e3 * ratio * limit:.2f} ms; the unit is {1e3 * limit:.2f} ms"
            yield Figure(f"{stage.title}, {what}", ratio, reach, note=note)
        stage.app.close()


def _frames(stage: Stage) -> Iterator[tuple[str, Callable[[], None], float]]:
    yield "card table: full recompose", stage.whole, 2.5
    places = cycle(stage.cards())
    yield "card table: hover from card to card", lambda: stage.hover(next(places)), 0.25
