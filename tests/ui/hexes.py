"""Somebody before the hex table: points at ships, hexes, arrows and places alongside, and gives orders by mouse."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pygame

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.core.record import Header, Seating
from tabletop.games.decks_of_glory import movement
from tabletop.games.decks_of_glory.commands import (
    BreakIrons,
    ChooseColour,
    ChooseWind,
    CutLoose,
    Done,
    LeadBoarders,
    OpenFire,
    Sail,
)
from tabletop.games.decks_of_glory.model import State
from tabletop.games.decks_of_glory.movement import try_plan
from tabletop.players import casual
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.battle.desk import ROWS
from tabletop.ui.boards.decks_of_glory import marks, projection
from tabletop.ui.boards.decks_of_glory.projection import to_pixel
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit, Transition
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.list_box import ListBox
from tests.ui.event_player import Player

GAME = "decks_of_glory"
SIZE = (1280, 720)


def begun(state: State, **seating: Any) -> Match:
    """A match that opens with this state."""
    header = Header(
        game=GAME, source="test", scenario="", title="Test", options={}, seed="1", program="", began="",
        opening=msgspec.Raw(b"{}"), seating=Seating(**seating),
    )  # fmt: skip
    return Match(MatchHistory(find_game(GAME), state), header)


def from_scenario(name: str, seed: str, path: Path | None = None, options: Any = None, **seating: Any) -> Match:
    """A match of one of the scenarios."""
    file = resources.find_scenario(GAME, name)
    text = file.read_text(encoding="utf-8")
    return Match.new(
        MatchSetup(find_game(GAME), text, file.name, seed, options or {}, seating=Seating(**seating)), path
    )


def orders_at_the_table(match: Match, fancy: Random) -> Iterator[Any]:
    """A random battle, order by order; the table has no way to leave a ship that cannot move but to end the phase."""
    while (command := casual.choose(match.game, match.state, fancy)) is not None:
        if isinstance(command, Sail) and not command.plan and not movement.begin_move(match.state, command.ship).left:
            continue
        match.submit(command)
        yield command


class HexPlayer:
    """The table screen of a battle on the hexes, or one that is already open, with somebody before it."""

    def __init__(self, match: Match, size: tuple[int, int] = SIZE, screen: Any = None) -> None:
        self.match = match
        self.left: Transition | None = None
        if screen is None:
            table = game_plugins.create_table(GAME, match.view(""))
            screen = TableScreen(match, table, to_title=lambda _: Quit(), to_reckoning=show_result)
        self.screen: Any = screen
        self.table: Any = screen.table
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

    def wait(self, milliseconds: int, step: int = 50) -> None:
        """Let time pass and draw."""
        for _ in range(max(1, milliseconds // step)):
            self.screen.update(step)
        self.screen.draw(self.surface)

    def settle(self) -> None:
        """Skip whatever is being played, and let the camera come to rest."""
        self.table.skip_playback()
        for _ in range(12):
            self.screen.update(50)

    def press(self, *chords: str) -> None:
        """Keys, one after the other."""
        for chord in chords:
            self.left = self.screen.press(chord) or self.left

    def click(self, ident: str) -> None:
        """Click on a widget."""
        self.left = self.screen.click(ident) or self.left

    def click_at(self, at: tuple[float, float], button: Any = "left") -> None:
        """Click on a pixel."""
        pixel = (round(at[0]), round(at[1]))
        self.screen.handle(Input("moved", pixel))
        self.screen.handle(Input("pressed", pixel, button, frozenset({button})))
        self.left = self.screen.handle(Input("released", pixel, button)) or self.left

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with the left button."""
        one, other = ((round(x), round(y)) for x, y in (start, end))
        held: Any = frozenset({"left"})
        self.screen.handle(Input("moved", one))
        self.screen.handle(Input("pressed", one, "left", held))
        for share in (0.4, 0.8, 1.0):
            at = (round(one[0] + (other[0] - one[0]) * share), round(one[1] + (other[1] - one[1]) * share))
            self.screen.handle(Input("moved", at, buttons=held))
        self.screen.handle(Input("released", other, "left"))

    def take_over(self) -> None:
        """Take the screen where the curtain hangs, and put away what is told of the meantime."""
        if self.screen.seats.waiting:
            self.click("ready")
            if self.screen.toast:
                self.click_at(self.screen.toast.rect.center)

    # --- where things are

    def hex(self, place: tuple[int, int]) -> tuple[int, int]:
        """The pixel in the middle of a hex."""
        return to_pixel(self.table.map.view.camera, place)

    def ship(self, key: str) -> tuple[int, int]:
        """The pixel in the middle of a ship."""
        x, y = self.table.map.view.camera.to_screen(*projection.placed_ships(self.state)[key].at)
        return round(x), round(y)

    def row(self, ident: str, entry: str) -> tuple[int, int]:
        """The pixel of a row of a list."""
        rows = self.screen.find(ident)
        assert isinstance(rows, ListBox)
        rows.reveal(entry)
        number = next(number for number, one in enumerate(rows.entries) if one.id == entry)
        return rows.row_rect(number).center

    # --- orders by mouse

    def choose(self, key: str) -> None:
        """Choose a ship from the order of battle, which brings her into view."""
        if not self.table.viewer.list_open:
            self.click("order.open")
        side = self.state.fleet[key].side
        if self.table.viewer.listed != side:
            segments = self.screen.find("order.side")
            self.click_at(segments._part([one for one, _ in segments.options].index(side)).center)
        self.click_at(self.row(ROWS, key))
        self.settle()
        assert self.table.viewer.selected == key

    def order(self, command: Any) -> None:
        """Give an order, and see that nothing else came of it."""
        made = len(self.match.moves)
        getattr(self, _ORDERS.get(type(command), "_simply"))(command)
        assert len(self.match.moves) == made + 1, (command, self.toast)
        self.settle()

    def _simply(self, _command: Any) -> None:
        self.click("primary")

    def _card(self, command: Any) -> None:
        self.choose(command.ship)
        self.click("primary")

    def _sail(self, command: Sail) -> None:
        self.choose(command.ship)
        if not command.plan:
            self.click("stay")
            return
        move = try_plan(self.state, command.ship, command.plan)
        if move.end == "entangled":
            self.click_at(self._handle(move.at, move.facing))
            slot = next(one for one in self.table.map.laid.choices if one.hand == command.alongside)
            at = projection.alongside(self.state, slot.hex, slot.hand)[0]
            self.click_at(self.table.map.view.camera.to_screen(*at))
            return
        self.click_at(self._handle(move.at, move.facing))
        self.click("primary")

    def _handle(self, place: tuple[int, int], facing: int) -> tuple[int, int]:
        """The pixel of an arrow."""
        wanted = next(one for one in self.table.map.laid.facings if (one.hex, one.facing) == (place, facing))
        drawn, (x, y) = marks.arrow(self.table.map.view.camera, wanted, lit=False)
        return x + drawn.get_width() // 2, y + drawn.get_height() // 2

    def _done(self, _command: Done) -> None:
        self.click("end" if self.screen.has("end") else "primary")
        self._agree()

    def _agree(self) -> None:
        if len(self.screen.layers) > 1:
            self.click("ask.yes")

    def _fire(self, command: OpenFire) -> None:
        for aim in command.shots:
            self.choose(aim.ship)
            self.click(f"aim.{aim.target}")
        self.click("end" if command.shots else "hold")
        if not command.shots and len(self.screen.layers) == 1:
            return
        self._agree()

    def _board(self, command: LeadBoarders) -> None:
        for aim in command.first:
            self.click(f"board.{aim.ship}.{aim.target}")
        self.click("primary")

    def _wind(self, command: ChooseWind) -> None:
        self.click(f"answer.{command.wind}")

    def _colour(self, command: ChooseColour) -> None:
        self.click("answer.0" if command.colour == "red" else "answer.1")


class AtTheWindow(HexPlayer):
    """The same at the window's own loop, by events of the window system."""

    def __init__(self, hand: Player) -> None:
        self.hand, self.left = hand, None
        self.screen = hand.screen
        self.table, self.match = self.screen.table, self.screen.match

    def click(self, ident: str) -> None:
        """Click on a widget."""
        self.hand.click(ident)

    def click_at(self, at: tuple[float, float], button: Any = "left") -> None:
        """Click on a pixel."""
        self.hand.point((round(at[0]), round(at[1])))

    def settle(self) -> None:
        """Let the loop run until nothing moves."""
        self.hand.rest()


class ByKeys(HexPlayer):
    """The same with the keyboard alone."""

    def choose(self, key: str) -> None:
        """Go through the ships until she is the chosen one."""
        for _ in self.state.ships:
            if self.table.viewer.selected == key:
                return
            self.press("N")
        raise AssertionError(f"N does not come to {key}")

    def take_over(self) -> None:
        """By the same key as every other thing that the moment asks for."""
        if self.screen.seats.waiting:
            self.press("Space")

    def _simply(self, _command: Any) -> None:
        self.press("Space")

    def _card(self, command: Any) -> None:
        self.choose(command.ship)
        self.press("C")

    def _sail(self, command: Sail) -> None:
        self.choose(command.ship)
        if not command.plan:
            self.press("S")
            return
        self.press(*({"ahead": "W", "port": "A", "starboard": "D"}[action] for action in command.plan))
        end = try_plan(self.state, command.ship, command.plan).end
        self.press({"port": "1", "starboard": "2"}[command.alongside or "port"] if end == "entangled" else "Enter")

    def _done(self, _command: Done) -> None:
        self.press("E")
        if len(self.screen.layers) > 1:
            self.press("E")

    def _agree(self) -> None:
        if len(self.screen.layers) > 1:
            self.press("Enter")

    def _fire(self, command: OpenFire) -> None:
        for aim in command.shots:
            self.choose(aim.ship)
            self.press(self.screen.find(f"aim.{aim.target}").key)
        self.press("Enter" if command.shots else "X")
        self._agree()

    def _board(self, command: LeadBoarders) -> None:
        for aim in command.first:
            self.press(self.screen.find(f"board.{aim.ship}.{aim.target}").key)
        self.press("Space")


_ORDERS: dict[type, str] = {
    Sail: "_sail",
    BreakIrons: "_card",
    CutLoose: "_card",
    Done: "_done",
    OpenFire: "_fire",
    LeadBoarders: "_board",
    ChooseWind: "_wind",
    ChooseColour: "_colour",
}
