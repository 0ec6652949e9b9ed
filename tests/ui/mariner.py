"""Somebody who plays Ships of the Line with a mouse and nothing else, from the title to the reckoning."""

import re
import zlib
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

import pygame

from tabletop.games.ships_of_the_line.model import State, is_on_map, side_of
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tabletop.games.ships_of_the_line.survey.gunnery import list_shots
from tabletop.ui.app import App
from tabletop.ui.boards.ships_of_the_line.scene import place_ship
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.scroll import Scroll
from tests.ui.event_player import Player, _move

NOTCHES = 40
"""By which a row is brought into view at most."""
FLEET, TOGETHER = 6, 0.4
"""How many ships may be ordered together instead, and how often they are."""
SAILED, ORDERED = 0.6, 0.6
"""How often a ship is steered by hand, and an order of a sheet given, where it may be."""
MOTIONS = 3
"""Of the pointer while it drags."""
EDGE = 40
"""Pixels from the edge of the window, where the sea is not pushed on."""
ORDER = re.compile(r"crew\.\d+|signal\.(usual|make)\..*")


class Mariner(Player):
    """Plays by clicks on the sea, on buttons and on the curtain, and notes what a person would complain of.

    Attributes:
        wrong: buttons that say nothing, and that nothing could be pressed.
        met: the steps that were met, each with who was asked.
        look: told whenever a step is met first.
    """

    def __init__(self, app: App, number: int) -> None:
        self.fancy, self.wrong, self.met = Random(number), list[str](), set[tuple[str, str]]()
        self.look: Callable[[tuple[str, str]], None] = lambda _: None
        super().__init__(app)

    # --- eyes

    @property
    def state(self) -> State:
        """The battle."""
        found: State = self.screen.match.state
        return found

    def where(self, key: str) -> tuple[int, int]:
        """The pixel of a ship's middle."""
        x, y = self.screen.table.surface.view.camera.to_screen(*place_ship(self.state, key).at)
        return round(x), round(y)

    def open_sea(self, at: tuple[int, int]) -> bool:
        """Whether no panel lies over a pixel of the sea."""
        path = self.screen.layers[-1].path_to(at)
        return bool(path) and path[-1].id == "sea"

    def has(self, ident: str) -> bool:
        """Whether a widget is there that can be used."""
        return bool(self.screen.has(ident)) and bool(self.screen.find(ident).enabled)

    def _seen(self) -> tuple[int, int]:
        told = len(self.screen.match.moves) if isinstance(self.screen, TableScreen) else -1
        return zlib.crc32(self.app.surface.get_view("0")), told

    # --- the hand

    def choose(self, ident: str, value: str) -> None:
        """Click on a row of a list, or on a part of a picker, once the wheel has brought it into view."""
        around = [one for one in self.screen.layers[-1].walk() if isinstance(one, ListBox | Scroll)]
        for view in [one for one in around if any(inner is self.screen.find(ident) for inner in one.walk())]:
            for _ in range(NOTCHES):
                if view.rect.inflate(0, -8).collidepoint(at := self._part(ident, value)):
                    break
                self._turn_wheel(view.rect.center, 1 if at[1] < view.rect.centery else -1)
                view = next((one for one in self.screen.layers[-1].walk() if one.id == view.id), view)
        self.point(self._part(ident, value))

    def _part(self, ident: str, value: str) -> tuple[int, int]:
        widget = self.screen.find(ident)
        if isinstance(widget, ListBox):
            number = [one.id for one in widget.entries].index(value)
            return widget.row_rect(number).center
        assert isinstance(widget, Segments)
        return widget._part([one for one, _ in widget.options].index(value)).center

    def press_button(self, ident: str) -> None:
        """Click on a button; something must come of it that can be seen."""
        _move(self.screen.find(ident).rect.center)
        self.rest()
        before, step = self._seen(), self.step()
        self.click(ident)
        if before == self._seen():
            self.wrong.append(f"{ident} says nothing in {step}")

    def pull(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press on a pixel, go to another, let go."""
        _move(start)
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
        for step in range(1, MOTIONS + 1):
            x, y = (a + (b - a) * step // MOTIONS for a, b in zip(start, end, strict=True))
            _move((x, y), held=True)
            self.app.step()
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))
        self.rest()

    # --- from the title

    def begin(self, title: str, dealt: Mapping[str, str] = MappingProxyType({}), **picked: str) -> None:
        """Begin a scenario, with something chosen otherwise on the page of a new game, and ships dealt to players."""
        self.click("play.ships_of_the_line")
        rows = {one.text: one.id for one in self.screen.find("scenarios").entries}
        self.choose("scenarios", rows[title])
        for ident, value in picked.items():
            self.choose(f"option.{ident}", value)
        for ship, player in dealt.items():
            self.click(f"deal.{player.partition('_')[0]}")
            self.choose(f"deal.piece.{ship}", player)
            self.press(pygame.K_ESCAPE)
        self.click("begin")

    # --- at the table

    def play(self, turns: int, orders: int) -> None:
        """Play until the battle is over, or so many turns are; and give so many orders at most."""
        for _ in range(orders):
            if self.state.turn > turns or self.state.outcome is not None or self.wrong:
                return
            self.one_order()
        self.wrong.append(f"not over after {orders} orders, in {self.step()}")

    def step(self) -> tuple[str, str]:
        """The step that is on, or what is asked, and of whom."""
        question = self.state.question
        decision = self.screen.match.game.decision(self.state)
        asked = (decision.player or decision.side) if decision else ""
        return f"question {question.kind}" if question else self.state.phase, asked

    def one_order(self) -> None:
        """Whatever the screen asks for now."""
        if (step := self.step()) not in self.met:
            self.met.add(step)
            self.look(step)
        if len(self.screen.layers) > 1:
            self.press_button("ask.yes" if self.has("ask.yes") else "dialog.back")
        elif self.screen.seats.waiting:
            self.press_button("ready")
        elif self.state.question is None and self.state.phase == "combat":
            self._fire()
        elif self.state.question is None and self.state.phase == "movement":
            self._sail()
        else:
            self._order()

    def _fire(self) -> None:
        """Click on a ship and twice on a target; else the button."""
        able = [key for key in self.screen.table.station.actors() if self.open_sea(self.where(key))]
        if not able:
            return self._order()
        if self._all_at_once("all", len(able)):
            return None
        ship = self.fancy.choice(able)
        self.point(self.where(ship))
        if self.screen.table.viewer.selected != ship:
            return self.press_button("primary")
        target = self.fancy.choice(list_shots(self.state, ship)).target
        if target not in self.state.ships or not self.open_sea(self.where(target)):
            return self.press_button("primary")
        moves = len(self.screen.match.moves)
        for _ in range(2):
            self.point(self.where(target))
        if len(self.screen.match.moves) == moves:
            self.press_button("primary")
        return None

    def _sail(self) -> None:
        """Drag a ship towards the enemy and order what is drawn; else hold the course, or do something else."""
        table = self.screen.table
        ready = fleet_orders.list_ready_ships(self.state, table.viewer.side)
        if not ready:
            return self.press_button("primary")
        if self._all_at_once("hold_all", len(ready)):
            return None
        able = [key for key in ready if self.open_sea(self.where(key))]
        if not able or self.fancy.random() > SAILED:
            found = [one.id for one in self.screen.layers[-1].walk() if one.id.startswith("special.") and one.enabled]
            return self.press_button(self.fancy.choice(found) if found and self.fancy.random() < 0.3 else "primary")
        ship = self.fancy.choice(able)
        self._steer(ship)
        if not self.has("primary"):
            self.press_button("helm.drop")
        return self.press_button("primary")

    def _all_at_once(self, ident: str, ships: int) -> bool:
        """Of a fleet only some ships are ordered one by one; whether all the rest were ordered together."""
        wanted = ships > FLEET and self.has(ident) and self.fancy.random() < TOGETHER
        if wanted:
            self.press_button(ident)
        return wanted

    def _steer(self, ship: str) -> None:
        """Drag her most of the way to the nearest enemy, as far as the sea is in view."""
        x, y = self.where(ship)
        ships = (key for key in self.state.ships if is_on_map(self.state, key))
        enemies = [self.where(key) for key in ships if side_of(self.state, key) != side_of(self.state, ship)]
        to_x, to_y = min(enemies, key=lambda one: abs(one[0] - x) + abs(one[1] - y), default=(x, y))
        wide, high = self.app.surface.get_size()
        near = x + (to_x - x) * 9 // 10, y + (to_y - y) * 9 // 10
        self.pull((x, y), (min(max(near[0], EDGE), wide - EDGE), min(max(near[1], EDGE), high - EDGE)))

    def _order(self) -> None:
        """An order of the sheet, or the button."""
        orders = [one.id for one in self.screen.layers[-1].walk() if ORDER.fullmatch(one.id) and one.enabled]
        brass = self.has("primary")
        if orders and (not brass or self.fancy.random() < ORDERED):
            self.press_button(self.fancy.choice(orders))
        elif brass:
            self.press_button("primary")
        else:
            self.wrong.append(f"nothing can be pressed in {self.step()}")
