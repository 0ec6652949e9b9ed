"""The lower bar of a replay: its buttons, and the course of the match in lanes."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from tabletop.core.chronicle import Chronicle, NotedEvent
from tabletop.ui import keys
from tabletop.ui.boards.window_layout import HINTS, WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.screens.replay.event_signs import SIGNS
from tabletop.ui.screens.table.dice_tray import Tray
from tabletop.ui.screens.table.top_bar import SIDE
from tabletop.ui.text import Style, elided, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import HEIGHT, Button
from tabletop.ui.widgets.draw import gradient, rounded
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar, Rule
from tabletop.ui.widgets.report import CONSUMED, Report
from tabletop.ui.widgets.ribbon import Hints

MARKS, TURNS, HARM, WORDS = 22, 22, 18, 20
"""Heights of the lanes, design pixels: signs, turns, what was lost, and what happens now in a sentence."""
GAP, HEADS, LEAST = 4, 74, 520
"""Between lanes, for their headings, and the width from which these are shown, design pixels."""
_TURN = Style("semibold", 13, INKS.ink)
_HEAD, _SAID = Style("body", 14, INKS.mist), Style("semibold", 15, INKS.cream)
_COUNT = Style("bold", 12, INKS.ink)


@dataclass(frozen=True)
class Scrubbed(Report):
    """A place in the course was chosen."""

    place: int


class Lanes(Widget):
    """Drag or click anywhere; a sign leads to what it marks.

    Args:
        chronicle: the course.
        at: the place that is shown.
        said: what happens there, in a sentence.
        colours: of the sides.
    """

    interactive = True

    def __init__(self, chronicle: Chronicle, at: int, said: str, colours: Mapping[str, Colour]) -> None:
        super().__init__("lanes", grow=1)
        self.chronicle = chronicle
        self.at = at
        self.said = said
        self.colours = colours
        self._begins = [begun for _, begun in chronicle.turn_starts]
        self._theme = Theme()

    def measure(self, theme: Theme, width: int) -> Size:
        """All lanes; where the bar is low, signs and turns alone."""
        return theme.px(160), theme.px(MARKS + GAP + TURNS)

    # --- where things lie

    def _lane(self, theme: Theme) -> pygame.Rect:
        """What the headings leave, in which the turns lie side by side."""
        heads = theme.px(HEADS) if self.rect.w >= theme.px(LEAST) else 0
        half = theme.px(MARKS) // 2
        return pygame.Rect(self.rect.x + heads, self.rect.y, self.rect.w - heads - half, self.rect.h)

    def x_of(self, theme: Theme, place: int) -> int:
        """The pixel of a place: turns are equally wide, and places in a turn lie equally far apart."""
        lane, number = self._lane(theme), bisect_right(self._begins, place) - 1
        begun, after = self._begins[number], self._after(number)
        share = (place - begun) / (after - begun) if after > begun else 0.0
        return lane.x + round(lane.w * (number + share) / len(self._begins))

    def place_at(self, theme: Theme, x: int) -> int:
        """The place at a pixel."""
        lane, turns = self._lane(theme), len(self._begins)
        along = min(max((x - lane.x) / max(1, lane.w), 0.0), 1.0) * turns
        number = min(int(along), turns - 1)
        begun, after = self._begins[number], self._after(number)
        return begun + round((along - number) * (after - begun))

    def _after(self, number: int) -> int:
        return self._begins[number + 1] if number + 1 < len(self._begins) else self.chronicle.places

    def groups(self, theme: Theme) -> Sequence[tuple[int, Sequence[NotedEvent]]]:
        """The signs with their pixels; those that would lie upon each other are counted on the first."""
        found: list[tuple[int, list[NotedEvent]]] = []
        for told in self.chronicle.events_with_mark:
            x = self.x_of(theme, told.place)
            if found and x - found[-1][0] < theme.px(MARKS):
                found[-1][1].append(told)
            else:
                found.append((x, [told]))
        return found

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Lane by lane, and the playhead over them."""
        self._theme = theme
        lane, top = self._lane(theme), self.rect.y
        rows = [("Events", MARKS, self._paint_marks), ("Turn", TURNS, self._paint_turns)]
        room = self.rect.h - theme.px(MARKS + TURNS + GAP)
        if self.chronicle.chronicler.harm and room >= theme.px(HARM + WORDS + 2 * GAP):
            rows.append(("Losses", HARM, self._paint_harm))
        for head, high, paint in rows:
            row = pygame.Rect(lane.x, top, lane.w, theme.px(high))
            if lane.x > self.rect.x:
                write_at(surface, theme, head, _HEAD, midright=(lane.x - theme.px(14), row.centery))
            paint(surface, theme, row)
            top = row.bottom + theme.px(GAP)
        if self.rect.bottom - top >= theme.px(WORDS) - 1:
            said = elided(self.said, _SAID, lane.w, theme.scale)
            write_at(surface, theme, said, _SAID, midleft=(lane.x, top + theme.px(WORDS) // 2))
        self._paint_head(surface, theme)

    def _paint_marks(self, surface: pygame.Surface, theme: Theme, row: pygame.Rect) -> None:
        for x, told in self.groups(theme):
            sign = SIGNS[told[0].notice.mark][1](theme.px(MARKS - 2))
            surface.blit(sign, sign.get_rect(center=(x, row.centery)))
            if len(told) > 1:
                disc = rounded((theme.px(14), theme.px(14)), theme.px(7), INKS.brass_light)
                spot = disc.get_rect(center=(x + theme.px(9), row.y + theme.px(6)))
                surface.blit(disc, spot)
                write_at(surface, theme, str(min(len(told), 99)), _COUNT, center=spot.center)

    def _paint_turns(self, surface: pygame.Surface, theme: Theme, row: pygame.Rect) -> None:
        surface.blit(rounded(row.size, theme.px(2), INKS.bar_2), row)
        now = self.x_of(theme, self.at)
        if now > row.x:
            surface.blit(gradient((now - row.x, row.h), theme.px(2), INKS.brass_top, INKS.brass_bottom), row)
        for place in self.chronicle.phase_starts:
            x, whole = self.x_of(theme, place), place in self._begins
            high = row.h if whole else theme.px(5)
            ink = INKS.brass_edge if x < now else INKS.bar_edge
            surface.fill(ink, (x, row.bottom - high, max(1, theme.px(1)), high))
        every = self._every(theme, row.w)
        for number, (turn, _) in enumerate(self.chronicle.turn_starts):
            if number % every == 0:
                middle = row.x + row.w * (2 * number + 1) // (2 * len(self._begins))
                ink = INKS.ink if middle < now else INKS.mist
                write_at(surface, theme, str(turn) if turn else "–", _TURN.tinted(ink), center=(middle, row.centery))

    def _every(self, theme: Theme, wide: int) -> int:
        """So that numbers of turns do not touch, only every so many is written."""
        letters = size_of("00", _TURN, theme.scale)[0] + theme.px(6)
        return max(1, -(-letters * len(self._begins) // max(1, wide)))

    def _paint_harm(self, surface: pygame.Surface, theme: Theme, row: pygame.Rect) -> None:
        lost = self._lost()
        most = max((points for by_turn in lost.values() for points in by_turn.values()), default=0)
        wide = max(2, row.w // len(self._begins) // 3)
        surface.fill(INKS.bar_edge, (row.x, row.bottom - 1, row.w, 1))
        for number, (turn, _) in enumerate(self.chronicle.turn_starts):
            left = row.x + row.w * (2 * number + 1) // (2 * len(self._begins)) - wide
            for place, (side, by_turn) in enumerate(lost.items()):
                high = round(by_turn.get(turn, 0) * row.h / most) if most else 0
                box = (left + place * wide, row.bottom - high, wide - 1, high)
                surface.fill(self.colours.get(side, INKS.mist), box)

    def _lost(self) -> dict[str, dict[int, int]]:
        """By side and turn."""
        lost: dict[str, dict[int, int]] = {side: {} for side in self.colours}
        pieces = self.chronicle.pieces
        for told in self.chronicle.noted_events:
            for harm in told.notice.harms:
                by_turn = lost.setdefault(pieces[harm.to].side, {}) if harm.to in pieces else {}
                by_turn[told.turn] = by_turn.get(told.turn, 0) + harm.points
        return lost

    def _paint_head(self, surface: pygame.Surface, theme: Theme) -> None:
        x, top = self.x_of(theme, self.at), self.rect.y + theme.px(MARKS + GAP) - theme.px(2)
        surface.fill(INKS.cream, (x - theme.px(1), top, theme.px(3), theme.px(TURNS) + theme.px(6)))
        if self.rect.bottom < top + theme.px(TURNS + 13):
            return
        knob = rounded((theme.px(12), theme.px(12)), theme.px(6), INKS.cream)
        surface.blit(knob, knob.get_rect(center=(x, top + theme.px(TURNS) + theme.px(7))))

    # --- the pointer

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Press and drag go to a place; pointing says what lies there."""
        if given.kind == "pressed" and given.button == "left":
            return Scrubbed(self._meant(theme, given.pos))
        if given.kind == "moved" and self.held:
            place = self.place_at(theme, given.pos[0])
            return Scrubbed(place) if place != self.at else CONSUMED
        if given.kind == "moved":
            self.tip = self._told(theme, given.pos)
        return None

    def _marked(self, theme: Theme, pos: tuple[int, int]) -> Sequence[NotedEvent]:
        """What is marked under a pixel."""
        if pos[1] > self.rect.y + theme.px(MARKS):
            return ()
        near = [(abs(x - pos[0]), told) for x, told in self.groups(theme) if abs(x - pos[0]) <= theme.px(MARKS) // 2]
        return min(near, key=lambda one: one[0])[1] if near else ()

    def _meant(self, theme: Theme, pos: tuple[int, int]) -> int:
        marked = self._marked(theme, pos)
        return marked[0].place if marked else self.place_at(theme, pos[0])

    def _told(self, theme: Theme, pos: tuple[int, int]) -> Tip:
        marked, place = self._marked(theme, pos), self._meant(theme, pos)
        turn = self.chronicle.moments[place][0]
        standing = self.chronicle.points_by_name(self.chronicle.score_at(place))
        points = ", ".join(f"{side} {count}" for side, count in standing.items())
        hour = self.chronicle.turn_times.get(turn)
        when = ", ".join(filter(None, (f"Turn {turn}" if turn else "Before the first turn", hour)))
        if marked:
            said = " \n".join(self.chronicle.describe(one) for one in marked[:3])
            more = f" \nand {len(marked) - 3} more" if len(marked) > 3 else ""
            return Tip(f"{when}: {SIGNS[marked[0].notice.mark][0]}", f"{said}{more}")
        return Tip(when, f"Move {place} of {self.chronicle.places}. {points}".strip())


SPEEDS: tuple[tuple[str, float], ...] = (("½", 0.5), ("1", 1.0), ("2", 2.0), ("4", 4.0), ("8", 8.0))
"""What they are called, and how many times as fast a replay plays."""
NAMES = (
    "play",
    "step_back",
    "step",
    "back",
    "turn_on",
    "next_loss",
    "speed",
    "follow",
    "seen_as",
    "who_knows",
    "compare",
    "take_over",
    "fit",
    "log",
)
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


def foot(lanes: Lanes, tray: Tray | None, running: Running, room: WindowLayout) -> list[Widget]:
    """The bar, and the line of keys unless the window is low: then what plays it lies over the lanes."""
    if room.is_low:
        row = [*_transport(running, small=True), Spacer(grow=1), *_on(running, small=True)]
        lines = Column([Row(row, gap=6, align="centre"), Sized(lanes, height=48)], gap=3)
        return [Bar(Pad(lines, (0, 5, 0, 5)), "top", height=room.lower_bar_height, side=SIDE, ident="bottom")]
    speeds = Segments("replay.speed", [(name, name) for name, _ in SPEEDS], running.speed, tip=Tip("Speed"))
    left = Column([Row(_transport(running, small=False), gap=6, align="centre"), speeds], gap=10)
    dice: list[Widget] = [_divider(), Sized(tray, TRAY)] if tray and room.design_width >= AMPLE else []
    right = Column([_seen(running, room), Row(_on(running, small=False), gap=8)], gap=10)
    content = Row([left, _divider(), lanes, *dice, _divider(), Sized(right, RIGHT)], gap=14)
    bar = Bar(Pad(content, (0, 9, 0, 7)), "top", height=room.lower_bar_height, side=SIDE, ident="bottom")
    return [bar, Bar(Hints(NAMES), "", height=HINTS, side=SIDE, ident="hint-line")]


def _seen(running: Running, room: WindowLayout) -> Widget:
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
        "replay.play",
        "",
        "primary",
        key=keys.key("play"),
        show_key=False,
        sign="pause" if running.runs else "play",
        height=HEIGHT if small else 44,
        tip=Tip("Pause" if running.runs else "Play", key=keys.key("play")),
    )
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
