"""The lower bar of a replay: how it plays, the lanes of its course, who looks, and the way on from there."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.ui import keys
from tabletop.ui.boards.room import HINTS, Room
from tabletop.ui.screens.replay.lanes import Lanes
from tabletop.ui.screens.table.dice_tray import Tray
from tabletop.ui.screens.table.top_bar import SIDE
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import HEIGHT, Button
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar, Rule
from tabletop.ui.widgets.ribbon import Hints

SPEEDS: tuple[tuple[str, float], ...] = (("½", 0.5), ("1", 1.0), ("2", 2.0), ("4", 4.0), ("8", 8.0))
"""What they are called, and how many times as fast a replay plays."""
NAMES = (
    "play", "step_back", "step", "back", "turn_on", "next_loss", "speed", "follow", "seen_as", "who_knows", "compare",
    "take_over", "fit", "log",
)  # fmt: skip
"""Of the keys that matter."""
AMPLE, TRAY, RIGHT = 1500, 210, 310
"""Width from which the dice lie in the bar, their width, and that of what stands at the right, design pixels."""


@dataclass(frozen=True)
class Running:
    """How a replay stands.

    Attributes:
        runs: whether it plays by itself.
        speed: name of its speed.
        viewers: who it can be seen as, and what they are called.
        viewer: who looks.
        taken_back: how much was taken back at this place.
        compared: whether that is shown.
        barred: why it cannot be taken over here; empty if it can.
    """

    runs: bool
    speed: str
    viewers: Sequence[tuple[str, str]]
    viewer: str
    taken_back: int
    compared: bool
    barred: str


def foot(lanes: Lanes, tray: Tray | None, running: Running, room: Room) -> list[Widget]:
    """The bar, and the line of keys unless the window is low: then what plays it lies over the lanes."""
    if room.low:
        row = [*_transport(running, small=True), Spacer(grow=1), *_on(running, small=True)]
        lines = Column([Row(row, gap=6, align="centre"), Sized(lanes, height=48)], gap=3)
        return [Bar(Pad(lines, (0, 5, 0, 5)), "top", height=room.lower, side=SIDE, ident="bottom")]
    speeds = Segments("replay.speed", [(name, name) for name, _ in SPEEDS], running.speed, tip=Tip("Speed"))
    left = Column([Row(_transport(running, small=False), gap=6, align="centre"), speeds], gap=10)
    dice: list[Widget] = [_divider(), Sized(tray, TRAY)] if tray and room.wide >= AMPLE else []
    right = Column([_seen(running, room), Row(_on(running, small=False), gap=8)], gap=10)
    content = Row([left, _divider(), lanes, *dice, _divider(), Sized(right, RIGHT)], gap=14)
    bar = Bar(Pad(content, (0, 9, 0, 7)), "top", height=room.lower, side=SIDE, ident="bottom")
    return [bar, Bar(Hints(NAMES), "", height=HINTS, side=SIDE, ident="hint-line")]


def _seen(running: Running, room: Room) -> Widget:
    """Who looks: all that may, side by side, or where their names are too long for that one after the other."""
    tip = Tip("View as", key=keys.key("seen_as"))
    who = Segments("replay.viewer", running.viewers, running.viewer, tip=tip)
    if len(running.viewers) == 1:
        return Spacer(HEIGHT)
    return who if who.measure(room.theme, 0)[0] <= room.theme.px(RIGHT) else _turned(running)


def _turned(running: Running) -> Button:
    words = f"View as: {dict(running.viewers)[running.viewer]}"
    return Button("replay.seen", words, "dark", key=keys.key("seen_as"), show_key=False, tip=Tip("View as"))


def _transport(running: Running, *, small: bool) -> list[Widget]:
    """What plays it, back and forth."""
    plays = Button(
        "replay.play", "", "primary", key=keys.key("play"), show_key=False, sign="pause" if running.runs else "play",
        height=HEIGHT if small else 44, tip=Tip("Pause" if running.runs else "Play", key=keys.key("play")),
    )  # fmt: skip
    plays.fitted = HEIGHT if small else 70
    turns = [] if small else [_sign("turn_back", "collapse", "Previous turn")]
    after = [] if small else [_sign("turn_on", "expand", "Next turn")]
    steps = [_sign("step_back", "step_back", "Step back"), plays, _sign("step", "step", "Step forward")]
    return [*turns, *steps, *after]


def _sign(name: str, sign: str, words: str) -> Button:
    key = keys.key(name)
    return Button(f"replay.{name}", "", "dark", key=key, show_key=False, sign=sign, tip=Tip(words, key=key))


def _on(running: Running, *, small: bool) -> list[Widget]:
    """Where it leads on from here."""
    back: list[Widget] = []
    if running.taken_back or running.compared:
        words = "Back to the match" if running.compared else f"Undone: {running.taken_back}"
        tip = Tip(
            "Undone moves", "Shows the moves that were undone here, or returns to the match.", keys.key("compare")
        )
        back = [Button("replay.compare", words, "dark", key=keys.key("compare"), show_key=False, tip=tip)]
    seen = [_turned(running)] if small and len(running.viewers) > 1 else []
    tip = Tip("Take over from here", "Starts a new match from this position, with new dice.", keys.key("take_over"))
    take = Button(
        "replay.take_over", "Take over", "dark", key=keys.key("take_over"), show_key=not small, tip=tip, grow=1
    )
    take.grow = 0 if small else 1
    leave = Button("replay.back", "Back", "dark", tip=Tip("Back", "Closes the replay.", keys.key("back")))
    return [*back, *seen, leave, take.disable(running.barred)]


def _divider() -> Widget:
    return Sized(Rule(INKS.bar_edge), 1)
