"""Somebody before a lesson: does with mouse and keys what the card says."""

from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from tabletop.core.match import Match
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit, Transition
from tabletop.ui.screens.lessons import catalogue
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.theme import Theme

PATIENCE, DRAWN = 400, 50
"""Updates within which everything comes to rest, and after which it is drawn meanwhile."""
SIZE = (1600, 900)
HELD = 6
"""Motions of the pointer in which something is dragged."""
Click = Sequence[str]
"""What is done, and to what: ``click ship F1``, ``press Space``."""


class Pupil:
    """Plays a lesson that nobody writes down, at a screen that is never drawn."""

    def __init__(self, ident: str, size: tuple[int, int] = SIZE, match: Match | None = None) -> None:
        self.left: Transition | None = None
        match = match or Match.new(catalogue.load_lesson(ident).setup)
        self.screen: Any = catalogue.build_table(ident, match, lambda _: Quit(), show_result, lambda _: Quit())
        self.screen.resize(size, Theme())
        self.settle()

    @property
    def progress(self) -> Any:
        """How far she has come."""
        return self.screen.progress

    def settle(self) -> None:
        """Let time pass until nothing moves."""
        for turn in range(1, PATIENCE):
            if not self.screen.update(50):
                return
            if turn % DRAWN == 0:  # a sea that was drawn on its way is not at rest before it is drawn again
                self.screen.draw(pygame.Surface(self.screen.size))
        raise AssertionError("the lesson does not come to rest")

    def where(self, thing: str) -> tuple[int, int]:
        """The middle of what a ring of that name would be about."""
        spot = self.screen._find_spot(thing)
        assert spot, f"{thing} is nowhere"
        return tuple(spot.centre)  # type: ignore[return-value]

    def do(self, *deeds: str) -> None:
        """One deed after the other, with time between them."""
        for deed in deeds:
            kind, _, of = deed.partition(" ")
            getattr(self, f"_{kind}")(of)
            self.settle()

    def _press(self, chord: str) -> None:
        self.left = self.screen.press(chord) or self.left

    def _button(self, ident: str) -> None:
        self.left = self.screen.click(ident) or self.left

    def _point(self, thing: str) -> None:
        self.screen.handle(Input("moved", self.where(thing)))

    def _wheel(self, thing: str) -> None:
        self._point(thing)
        self.screen.handle(Input("wheel", self.where(thing), steps=1))

    def _click(self, thing: str) -> None:
        at = self.where(thing)
        self.screen.handle(Input("moved", at))
        self.screen.handle(Input("pressed", at, "left", frozenset({"left"})))
        self.left = self.screen.handle(Input("released", at, "left")) or self.left

    def _drag(self, way: str) -> None:
        self._pull(way, "left")

    def _measure(self, way: str) -> None:
        self._pull(way, "right")

    def _pull(self, way: str, button: Any) -> None:
        (x, y), end = (self.where(one) for one in way.split(" to "))
        held = frozenset({button})
        self.screen.handle(Input("moved", (x, y)))
        self.screen.handle(Input("pressed", (x, y), button, held))
        for step in range(1, HELD + 1):
            at = (x + (end[0] - x) * step // HELD, y + (end[1] - y) * step // HELD)
            self.screen.handle(Input("moved", at, button, held))
        self.screen.handle(Input("released", end, button))


SIX = ("risky_approach", "exploit_gap", "seamanship", "ship_handling", "courage", "bravery")
CLICKS: Mapping[str, Sequence[Click]] = {
    "ships_of_the_line/crossing_the_t": (
        ("wheel ship B1",), ("click ship B1", "press Space"), ("click ship F1",), ("press Space",), ("press Enter",),
        ("press Enter",), ("point part compass", "press Enter"), ("measure ship B1 to ship F1",),
        ("drag ship B1 to at 0.35 0.6", "press Space"), ("press 1",), ("press 1",), ("press Enter",),
    ),
    "ship_duel/two_broadsides": (
        ("press Enter",), ("press Space",), ("point card cannon_balls_6", "press Enter"),
        ("click card chain_shot_8", "click card grape_shot_2", "press Space"),
        ("click card north_wind_4", "click card east_wind_3", "click card east_wind_8", "press Space"),
        ("press Enter",),
        ("click card cannon_balls_6", "click card cannon_balls_4", "click card cannon_balls_1", "press Space"),
        ("press Space",), ("press Space",),
        ("click card south_wind_2", "click card south_wind_5", "click card east_wind_2", "press Space"),
        ("click card cannon_balls_2", "click card cannon_balls_7", "press Space"), ("press Enter",),
    ),
    "volley/at_the_mill": (
        ("press Space",), ("point card cuirassiers", "press Enter"),
        ("click card bayonets", "click card hussars", "press Space"),
        ("click card cuirassiers", "click card sabers", "click card concentrate_force", "press Space"),
        ("click card fog_of_war", "press Space"), ("press Enter",), ("click card killed_in_action", "press Space"),
        ("press Enter",), ("press Enter",),
    ),
    "trafalgar_cards/the_first_two_hands": (
        ("press Space",), ("point card reserve", "press Enter"),
        ("click card carnage", "click card sharpshooters", "press Space"), ("point card nelson", "press Enter"),
        ("button best", "button best", "press Space"), ("press Enter",), ("press Space",),
        ("click card concentrate_fire", "click card broadsides", "press Space"),
        (*(f"click card {card}" for card in SIX), "press Space"), ("press Enter",),
    ),
    "decks_of_glory/under_her_stern": (
        ("wheel ship B1",), ("press Space",), ("press Space",), ("press Space",), ("click hex 7 4", "press Space"),
        ("click ship F1",), ("press Space",), ("press Enter",), ("press Space",), ("press Space",),
        ("click ship F1", "press 1"), ("press Enter",),
    ),
}  # fmt: skip
"""What is done in each step of each lesson."""
