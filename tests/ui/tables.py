"""A battle on the table screen for tests: begin it, let time pass, point at ships, give keys."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pygame

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.core.record import Header, Journal
from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.boards.ships_of_the_line.scene import place_ship
from tabletop.ui.boards.ships_of_the_line.table import SeaTable
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit, Transition
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme

SIZE = (1600, 900)


def begun(state: State, seed: str = "1", journal: Journal | None = None) -> Match:
    """A match that opens with this state."""
    header = Header(
        game="ships_of_the_line", source="test", scenario="", title="Test", options={}, seed=seed, program="",
        began="", opening=msgspec.Raw(b"{}"),
    )  # fmt: skip
    return Match(MatchHistory(find_game("ships_of_the_line"), state), header, journal)


def from_scenario(name: str, seed: str, path: Path | None = None) -> Match:
    """A match of one of the scenarios."""
    file = next(one for one in resources.list_scenarios("ships_of_the_line") if one.stem == name)
    return Match.new(
        MatchSetup(find_game("ships_of_the_line"), file.read_text(encoding="utf-8"), file.name, seed), path
    )


class Watch:
    """A table screen with somebody before it."""

    def __init__(self, match: Match, size: tuple[int, int] = SIZE) -> None:
        self.match = match
        self.left: Transition | None = None
        self.table = SeaTable(match.state)
        self.screen = TableScreen(match, self.table, to_title=lambda _match: Quit(), to_reckoning=show_result)
        self.surface = pygame.Surface(size)
        self.screen.resize(size, Theme())
        self.wait(400)

    @property
    def state(self) -> Any:
        """The battle."""
        return self.match.state

    @property
    def toast(self) -> str:
        """What the message says, empty if there is none."""
        told = self.screen.toast
        return f"{told.title} {told.body} {told.rule}" if told else ""

    def wait(self, milliseconds: int, step: int = 50) -> bool:
        """Let time pass and draw; whether anything still moves."""
        moves = False
        for _ in range(max(1, milliseconds // step)):
            moves = self.screen.update(step)
        self.screen.draw(self.surface)
        return moves

    def where(self, key: str) -> tuple[int, int]:
        """The pixel of a ship's middle."""
        sea = self.table.surface
        x, y = sea.view.camera.to_screen(*place_ship(self.state, key).at)  # type: ignore[attr-defined]
        return round(x), round(y)

    def point(self, at: tuple[int, int]) -> None:
        """Move the pointer."""
        self.screen.handle(Input("moved", at))

    def click_at(self, at: tuple[int, int], button: str = "left") -> Transition | None:
        """Click somewhere."""
        self.point(at)
        self.screen.handle(Input("pressed", at, button, frozenset({button})))  # type: ignore[arg-type]
        self.left = self.screen.handle(Input("released", at, button)) or self.left  # type: ignore[arg-type]
        return self.left

    def click_ship(self, key: str) -> None:
        """Click on a ship."""
        self.click_at(self.where(key))

    def press(self, *chords: str) -> Transition | None:
        """Press keys, one after the other."""
        for chord in chords:
            self.left = self.screen.press(chord) or self.left
        return self.left

    def click(self, ident: str) -> Transition | None:
        """Click on a widget."""
        self.left = self.screen.click(ident) or self.left
        return self.left

    def idents(self) -> list[str]:
        """The widgets of the uppermost layer that can be used."""
        return [one.id for one in self.screen.layers[-1].walk() if one.id and one.focusable and one.enabled]


def somewhere(fancy: Random, size: tuple[int, int] = SIZE) -> tuple[int, int]:
    """Any pixel of the window."""
    return fancy.randrange(size[0]), fancy.randrange(size[1])
