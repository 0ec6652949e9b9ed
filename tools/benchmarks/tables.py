"""Drawing: frames of the card tables, in the same unit as those of the sea."""

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any

import pygame

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.players import casual
from tabletop.ui.app import App
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.cards.animation import OTHER, Flight
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.tableau import PAUSE
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tools.benchmarks.figures import SIZE, Figure, measure_ratio

TABLES = (("trafalgar_cards", 23, 12), ("ship_duel", 12, 12), ("volley", 12, 12))
"""Game, and after how many commands of its standard game the frames are measured and cards are chosen."""
REST, FRAME = 50, 16
"""Milliseconds of a step until all motion has ended, and of a frame at 60 a second."""


class CardStage:
    """A card table with a hand to play, as the side to move sees it."""

    def __init__(self, game: str, commands: int, size: tuple[int, int] = SIZE) -> None:
        self.app = App(size, 100)
        path = resources.find_scenario(game, "standard")
        self.match = Match.new(MatchSetup(find_game(game), path.read_text(encoding="utf-8"), path.name, "1805"))
        for _ in casual.play(self.match, Random("1805"), commands):
            pass
        self.title = find_game(game).meta.title
        self.board: Any = game_plugins.create_table(game, self.match.view(""))
        self.screen = TableScreen(self.match, self.board, to_title=lambda _: Quit(), to_reckoning=show_result)
        self.app.show(self.screen)
        self.screen.look_as(None)
        self.screen.rebuild()
        for _ in range(60):
            self.screen.update(REST)
        self.app.draw()
        self._ground = pygame.Surface(size)

    def draw_unit(self) -> None:
        """Draw one opaque blit of the whole screen and a flip."""
        self.app.surface.blit(self._ground, (0, 0))
        pygame.display.flip()

    def find_cards(self) -> list[Card]:
        """Return the cards of the hand and on the table."""
        return [widget for widget in self.screen.layers[0].walk() if isinstance(widget, Card)]

    def draw_everything(self) -> None:
        """Draw every pixel of the window."""
        self.screen.repaint()
        self.app.draw()

    def hover(self, card: Card) -> None:
        """Move the pointer onto a card and draw."""
        self.screen.handle(Input("moved", card.rect.center))
        self.screen.update(FRAME)
        self.app.draw()

    def read(self, card: Card) -> None:
        """Let the pointer rest on a card until the reader shows it, and draw."""
        self.board.tableau.hover(card.look.id)
        self.screen.update(PAUSE)
        self.app.draw()

    def fly(self) -> None:
        """Draw a frame of a card on its way from the hidden hand; a card that has landed starts again."""
        tableau = self.board.tableau
        if not tableau.animation.is_busy:
            tableau.start_animation(
                [Flight(OTHER, next(ident for ident in tableau.rects if ident.startswith("card.")))], []
            )
        self.screen.update(FRAME)
        self.app.draw()

    def find_free_cards(self) -> list[str]:
        """Return two cards of the own hand that can be chosen."""
        free = [card for card in self.board.hand(self.board.own) if not self.board.standing(card).disabled]
        return free[:2]

    def choose(self, card: str) -> None:
        """Click a card and draw: the table is composed again with the card chosen, or no longer chosen."""
        self.screen.click(f"card.{card}")
        self.screen.update(FRAME)
        self.app.draw()


def measure_card_frames() -> Iterator[Figure]:
    """Yield rows for every card table."""
    for game, commands, choosing in TABLES:
        for after, frames in ((commands, _list_frames), (choosing, _list_choice_frames)):
            stage = CardStage(game, after)
            for what, frame, reach in frames(stage):
                frame()
                yield measure_ratio(f"{stage.title}, {what}", frame, stage.draw_unit, reach)
            stage.app.close()


def _list_frames(stage: CardStage) -> Iterator[tuple[str, Callable[[], None], float]]:
    yield "card table: full recompose", stage.draw_everything, 2.5
    cards = cycle(stage.find_cards())
    yield "card table: hover from card to card", lambda: stage.hover(next(cards)), 0.4
    yield "card table: the reader turns to a card", lambda: stage.read(next(cards)), 0.4
    yield "card table: a card in flight", stage.fly, 0.4


def _list_choice_frames(stage: CardStage) -> Iterator[tuple[str, Callable[[], None], float]]:
    cards = cycle(stage.find_free_cards())
    yield "card table: choosing a card by a click", lambda: stage.choose(next(cards)), 10
