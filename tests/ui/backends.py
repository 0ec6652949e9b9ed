"""A world for the screens that needs no files: one small game, a few scenarios, a few saved matches."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame

from tabletop.core.errors import RecordError
from tabletop.core.game import Meta, Outcome, Score, Side, Switch
from tabletop.core.match import MatchSetup
from tabletop.ui.boards.game_plugins import ShipOutcome
from tabletop.ui.input import Input
from tabletop.ui.screen import Screen, Transition
from tabletop.ui.screens.backend import Backend, SavedMatch, ScenarioEntry
from tabletop.ui.screens.result import ResultPage, ResultStory
from tabletop.ui.theme import Theme

META = Meta(
    "rowing",
    "Rowing Match",
    "Two boats, one river",
    "2 players",
    "Ten minutes",
    (Side("a", "Isis"), Side("b", "Cam")),
)
GAME: Any = SimpleNamespace(meta=META)
BRIEFING = "The tide turns at four, and by then one of the two boats must have passed under the bridge. " * 6
CHARTS = tuple(
    ScenarioEntry(
        name.lower(),
        f"{name.lower()}.yaml",
        "",
        name,
        "1 May 1805",
        BRIEFING,
        (("Isis", "1 boat"), ("Cam", "1 boat")),
        ("8 turns",),
    )
    for name in ("Under the Bridge", "Against the Tide", "By Moonlight and with a Very Long Name")
)
BROKEN = ScenarioEntry("broken", "broken.yaml", "", "Broken", problem="broken.yaml:3:1: a boat has no name")
SAVED = (
    SavedMatch(
        Path("one.jsonl"),
        "rowing",
        "Under the Bridge",
        "turn 3, Cam to row",
        datetime(2026, 3, 4, 17, 5),
        seats=(("Isis", "a person"), ("Cam", "the computer")),
    ),
    SavedMatch(Path("two.jsonl"), "rowing", "Against the Tide", "the end", datetime(2026, 3, 3, 9, 30), over=True),
    SavedMatch(
        Path("bad.jsonl"), "", "bad", "", datetime(2026, 3, 2, 9, 30), problem="bad.jsonl is damaged at line 4."
    ),
)
CHOICES = (
    Switch("fog", "Fog lies on the river", "ROW-4"),
    Switch("oars", "Oars may break", "ROW-5", reason="Not in this scenario."),
    Switch("stream", "The stream", "ROW-6", (("slack", "Slack"), ("fast", "Fast")), "slack"),
)


class Placeholder:
    """A screen that shows nothing; stands for the table."""

    pulse = 0
    keyed = "lists"
    typing = False

    def __init__(self, told: Any) -> None:
        self.told = told

    def resize(self, size: tuple[int, int], theme: Theme) -> None: ...

    def handle(self, given: Input) -> Transition | None:
        return None

    def update(self, elapsed: int) -> bool:
        return False

    def draw(self, surface: pygame.Surface) -> bool:
        return False

    def leave(self) -> None:
        """Nothing goes on here."""


def _picture(*told: Any) -> pygame.Surface:
    return pygame.Surface(told[-1])


def _resume(path: Path) -> Screen:
    if path.name == "two.jsonl":
        raise RecordError("two.jsonl is from a later version.")
    return Placeholder(path)


def _begin(title: str, told: MatchSetup) -> Screen:
    return Placeholder((title, told))


def backend(saved: Sequence[SavedMatch] = SAVED, scenarios: Sequence[ScenarioEntry] = (*CHARTS, BROKEN)) -> Backend:
    return Backend(
        games=lambda: {"rowing": GAME},
        list_scenarios=lambda _game: scenarios,
        list_switches=lambda _game, _scenario: CHOICES,
        list_presets=lambda _game, _scenario: (),
        remembered_options=lambda _game, _scenario: {},
        remembered_seats=lambda _game, _scenario: None,
        remember_seats=lambda _game, _scenario, _seats: None,
        remember_options=lambda _game, _scenario, _options: None,
        scenario_with_options=lambda _game, scenario, _options: scenario,
        list_saved=lambda: saved,
        load_position=lambda _saved: object(),
        describe_result=lambda _saved: "Isis won.",
        list_deleted=lambda: (),
        draw_cover=_picture,
        draw_position=_picture,
        start_match=_begin,
        resume_match=_resume,
        watch_record=_resume,
        version="1.0",
        build_open_page=lambda: Placeholder("set up"),
    )


def reckoning() -> ResultPage:
    scores = tuple(
        Score("a", 2 + n, f"Boat number {n} was overtaken within sight of the whole town", "ROW-3.1-b", n)
        for n in range(9)
    )
    outcome = Outcome("a", "The Cam has no boat left on the river.", "ROW-9-a", {"a": 54, "b": 0}, scores)
    fates = [
        (side, [ShipOutcome(f"Boat {n} of the {side}", "sunk in turn 4", n % 2 == 0) for n in range(20)])
        for side in ("Isis", "Cam")
    ]
    return ResultPage(META, outcome, ResultStory("Under the Bridge", "turn 8 of 8", fates))
