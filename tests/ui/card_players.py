"""Persons at one screen with a card game: they press keys, click and drag, and let time pass."""

from typing import Any

import pygame

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import Seating
from tabletop.ui.boards import game_plugins
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit, Transition
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text

SIZE = (1280, 720)


def from_scenario(game: str, scenario: str = "standard", seed: str = "1", computer: tuple[str, ...] = ()) -> Match:
    """A match of a scenario that comes along; `computer` are the sides for which nobody sits there."""
    path = resources.find_scenario(game, scenario)
    text = path.read_text(encoding="utf-8")
    return Match.new(MatchSetup(find_game(game), text, path.name, seed, seating=Seating(computer=computer)))


class CardPlayers:
    """A match of a card game on the table screen."""

    def __init__(self, match: Match, size: tuple[int, int] = SIZE, scale: int = 100) -> None:
        self.match = match
        self.table: Any = game_plugins.create_table(match.game.meta.id, match.view(""))
        self.screen = TableScreen(match, self.table, to_title=lambda _: Quit(), to_reckoning=show_result)
        self.screen.resize(size, Theme(scale))
        self.surface = pygame.Surface(size)
        self.left: Transition | None = None
        self.wait(200)

    def look_at(self, state: Any, side: str) -> "CardPlayers":
        """Go on from another state, as a side sees it."""
        self.screen.seats.look_as(side)
        self.match._history.opening = self.match._history.state = state
        self.screen._feed._timeline = self.match.timeline(len(self.match.trace))
        self.screen._reset_view()
        self.screen.rebuild()
        self.wait(200)
        return self

    def resize(self, size: tuple[int, int], scale: int) -> None:
        """Another window, another scale of the interface."""
        self.screen.resize(size, Theme(scale))

    def wait(self, milliseconds: int) -> None:
        """Let time pass and draw."""
        for _ in range(milliseconds // 50):
            self.screen.update(50)
        self.screen.draw(self.surface)

    def settle(self) -> None:
        """Wait until nothing flies any more."""
        while self.table.tableau.animation.is_busy:
            self.wait(200)

    def press(self, *chords: str) -> None:
        """Keys, one after the other."""
        for chord in chords:
            self.left = self.screen.press(chord) or self.left
            self.wait(50)

    def click(self, ident: str) -> None:
        """Click on a widget."""
        self.left = self.screen.click(ident) or self.left
        self.wait(50)

    def drag(self, ident: str, onto: str) -> None:
        """Drag one widget onto another."""
        start, end = (self.screen.find(one).rect.center for one in (ident, onto))
        held = frozenset({"left"})
        self.screen.handle(Input("moved", start))
        self.screen.handle(Input("pressed", start, "left", held))
        for share in (0.3, 0.7, 1.0):
            at = tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
            self.screen.handle(Input("moved", at, buttons=held))
            self.wait(50)
        self.screen.handle(Input("released", end, "left"))
        self.wait(1000)

    def widgets(self, kind: type) -> list[Any]:
        """All of a kind that lie on the table."""
        return [one for one in self.screen.layers[0].walk() if isinstance(one, kind)]

    @property
    def toast(self) -> str:
        """What the message says, empty if there is none."""
        told = self.screen.toast
        return f"{told.title} {told.body} {told.rule}" if told else ""

    def words(self) -> str:
        """All that the widgets say."""
        return "\n".join(filter(None, (said(one) for one in self.screen.layers[-1].walk())))


def said(widget: Widget) -> str:
    """What a widget says."""
    if isinstance(widget, Text):
        return "".join(run.text for run in widget.runs)
    return str(getattr(widget, "text", "") or getattr(widget, "title", ""))
