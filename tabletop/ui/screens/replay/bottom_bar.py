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
from tabletop.ui.screens.table.dice_tray import DiceTray
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

MARKS_HEIGHT, TURNS_HEIGHT, HARM_HEIGHT, WORDS_HEIGHT = 22, 22, 18, 20
"""Heights of the lanes: marks, turns, losses and the caption, design pixels."""
GAP, HEADS_WIDTH, HEADS_FROM = 4, 74, 520
"""Gap between lanes, width of their headings, and the width from which these are shown, design pixels."""
_TURN = Style("semibold", 13, INKS.ink)
_HEAD, _SAID = Style("body", 14, INKS.mist), Style("semibold", 15, INKS.cream)
_COUNT = Style("bold", 12, INKS.ink)


@dataclass(frozen=True)
class Scrubbed(Report):
    """The report that a place in the course of the match was chosen."""

    place: int


class Lanes(Widget):
    """The course of a match in lanes; a click or drag goes to a place, a mark leads to its event.

    Args:
        chronicle: the course of the match.
        current_place: the place that is shown.
        caption: a sentence about that place.
        colours: the colours of the sides.
    """

    interactive = True

    def __init__(self, chronicle: Chronicle, current_place: int, caption: str, colours: Mapping[str, Colour]) -> None:
        super().__init__("lanes", grow=1)
        self.chronicle = chronicle
        self.current_place = current_place
        self.caption = caption
        self.colours = colours
        self._begins = [begun for _, begun in chronicle.turn_starts]
        self._theme = Theme()

    def measure(self, theme: Theme, width: int) -> Size:
        """Return a small size; the widget grows with its row."""
        return theme.px(160), theme.px(MARKS_HEIGHT + GAP + TURNS_HEIGHT)

    # --- where things lie

    def _lane_rect(self, theme: Theme) -> pygame.Rect:
        """Return the part of the widget beside the headings."""
        heads = theme.px(HEADS_WIDTH) if self.rect.w >= theme.px(HEADS_FROM) else 0
        half = theme.px(MARKS_HEIGHT) // 2
        return pygame.Rect(self.rect.x + heads, self.rect.y, self.rect.w - heads - half, self.rect.h)

    def x_of(self, theme: Theme, place: int) -> int:
        """Return the x of a place, screen pixels. Turns are equally wide, and places are even within a turn."""
        lane, number = self._lane_rect(theme), bisect_right(self._begins, place) - 1
        begun, after = self._begins[number], self._turn_end(number)
        share = (place - begun) / (after - begun) if after > begun else 0.0
        return lane.x + round(lane.w * (number + share) / len(self._begins))

    def place_at(self, theme: Theme, x: int) -> int:
        """Return the place at an x, screen pixels."""
        lane, turns = self._lane_rect(theme), len(self._begins)
        along = min(max((x - lane.x) / max(1, lane.w), 0.0), 1.0) * turns
        number = min(int(along), turns - 1)
        begun, after = self._begins[number], self._turn_end(number)
        return begun + round((along - number) * (after - begun))

    def _turn_end(self, number: int) -> int:
        """Return the first place after turn `number`."""
        return self._begins[number + 1] if number + 1 < len(self._begins) else self.chronicle.places

    def group_marks(self, theme: Theme) -> Sequence[tuple[int, Sequence[NotedEvent]]]:
        """Return the marks with their x, screen pixels; marks that would overlap are one group."""
        found: list[tuple[int, list[NotedEvent]]] = []
        for event in self.chronicle.events_with_mark:
            x = self.x_of(theme, event.place)
            if found and x - found[-1][0] < theme.px(MARKS_HEIGHT):
                found[-1][1].append(event)
            else:
                found.append((x, [event]))
        return found

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the lanes that fit, the caption, and the playhead."""
        self._theme = theme
        lane, top = self._lane_rect(theme), self.rect.y
        rows = [("Events", MARKS_HEIGHT, self._paint_marks), ("Turn", TURNS_HEIGHT, self._paint_turns)]
        room = self.rect.h - theme.px(MARKS_HEIGHT + TURNS_HEIGHT + GAP)
        if self.chronicle.chronicler.harm and room >= theme.px(HARM_HEIGHT + WORDS_HEIGHT + 2 * GAP):
            rows.append(("Losses", HARM_HEIGHT, self._paint_harm))
        for head, high, paint in rows:
            row = pygame.Rect(lane.x, top, lane.w, theme.px(high))
            if lane.x > self.rect.x:
                write_at(surface, theme, head, _HEAD, midright=(lane.x - theme.px(14), row.centery))
            paint(surface, theme, row)
            top = row.bottom + theme.px(GAP)
        if self.rect.bottom - top >= theme.px(WORDS_HEIGHT) - 1:
            said = elided(self.caption, _SAID, lane.w, theme.scale)
            write_at(surface, theme, said, _SAID, midleft=(lane.x, top + theme.px(WORDS_HEIGHT) // 2))
        self._paint_head(surface, theme)

    def _paint_marks(self, surface: pygame.Surface, theme: Theme, row: pygame.Rect) -> None:
        """Draw the marks; a group has its count."""
        for x, events in self.group_marks(theme):
            sign = SIGNS[events[0].notice.mark][1](theme.px(MARKS_HEIGHT - 2))
            surface.blit(sign, sign.get_rect(center=(x, row.centery)))
            if len(events) > 1:
                disc = rounded((theme.px(14), theme.px(14)), theme.px(7), INKS.brass_light)
                spot = disc.get_rect(center=(x + theme.px(9), row.y + theme.px(6)))
                surface.blit(disc, spot)
                write_at(surface, theme, str(min(len(events), 99)), _COUNT, center=spot.center)

    def _paint_turns(self, surface: pygame.Surface, theme: Theme, row: pygame.Rect) -> None:
        """Draw the turns, their phases and as many numbers as fit."""
        surface.blit(rounded(row.size, theme.px(2), INKS.bar_2), row)
        now = self.x_of(theme, self.current_place)
        if now > row.x:
            surface.blit(gradient((now - row.x, row.h), theme.px(2), INKS.brass_top, INKS.brass_bottom), row)
        for place in self.chronicle.phase_starts:
            x, whole = self.x_of(theme, place), place in self._begins
            high = row.h if whole else theme.px(5)
            ink = INKS.brass_edge if x < now else INKS.bar_edge
            surface.fill(ink, (x, row.bottom - high, max(1, theme.px(1)), high))
        every = self._label_interval(theme, row.w)
        for number, (turn, _) in enumerate(self.chronicle.turn_starts):
            if number % every == 0:
                middle = row.x + row.w * (2 * number + 1) // (2 * len(self._begins))
                ink = INKS.ink if middle < now else INKS.mist
                write_at(surface, theme, str(turn) if turn else "–", _TURN.tinted(ink), center=(middle, row.centery))

    def _label_interval(self, theme: Theme, wide: int) -> int:
        """Return how many turns lie between two numbers, so that numbers do not touch."""
        letters = size_of("00", _TURN, theme.scale)[0] + theme.px(6)
        return max(1, -(-letters * len(self._begins) // max(1, wide)))

    def _paint_harm(self, surface: pygame.Surface, theme: Theme, row: pygame.Rect) -> None:
        """Draw the losses of each side by turn."""
        lost = self._sum_losses()
        most = max((points for by_turn in lost.values() for points in by_turn.values()), default=0)
        wide = max(2, row.w // len(self._begins) // 3)
        surface.fill(INKS.bar_edge, (row.x, row.bottom - 1, row.w, 1))
        for number, (turn, _) in enumerate(self.chronicle.turn_starts):
            left = row.x + row.w * (2 * number + 1) // (2 * len(self._begins)) - wide
            for place, (side, by_turn) in enumerate(lost.items()):
                high = round(by_turn.get(turn, 0) * row.h / most) if most else 0
                box = (left + place * wide, row.bottom - high, wide - 1, high)
                surface.fill(self.colours.get(side, INKS.mist), box)

    def _sum_losses(self) -> dict[str, dict[int, int]]:
        """Return the lost points by side and turn."""
        lost: dict[str, dict[int, int]] = {side: {} for side in self.colours}
        pieces = self.chronicle.pieces
        for event in self.chronicle.noted_events:
            for harm in event.notice.harms:
                by_turn = lost.setdefault(pieces[harm.to].side, {}) if harm.to in pieces else {}
                by_turn[event.turn] = by_turn.get(event.turn, 0) + harm.points
        return lost

    def _paint_head(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the playhead."""
        x, top = self.x_of(theme, self.current_place), self.rect.y + theme.px(MARKS_HEIGHT + GAP) - theme.px(2)
        surface.fill(INKS.cream, (x - theme.px(1), top, theme.px(3), theme.px(TURNS_HEIGHT) + theme.px(6)))
        if self.rect.bottom < top + theme.px(TURNS_HEIGHT + 13):
            return
        knob = rounded((theme.px(12), theme.px(12)), theme.px(6), INKS.cream)
        surface.blit(knob, knob.get_rect(center=(x, top + theme.px(TURNS_HEIGHT) + theme.px(7))))

    # --- the pointer

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Report a press or drag as `Scrubbed`; set the tooltip to what lies under the pointer."""
        if given.kind == "pressed" and given.button == "left":
            return Scrubbed(self._find_place(theme, given.pos))
        if given.kind == "moved" and self.held:
            place = self.place_at(theme, given.pos[0])
            return Scrubbed(place) if place != self.current_place else CONSUMED
        if given.kind == "moved":
            self.tip = self._build_tip(theme, given.pos)
        return None

    def _marked_events_at(self, theme: Theme, pos: tuple[int, int]) -> Sequence[NotedEvent]:
        """Return the marked events under a pixel; () for none."""
        if pos[1] > self.rect.y + theme.px(MARKS_HEIGHT):
            return ()
        near = [
            (abs(x - pos[0]), events)
            for x, events in self.group_marks(theme)
            if abs(x - pos[0]) <= theme.px(MARKS_HEIGHT) // 2
        ]
        return min(near, key=lambda one: one[0])[1] if near else ()

    def _find_place(self, theme: Theme, pos: tuple[int, int]) -> int:
        """Return the place of the mark under a pixel, else the place at its x."""
        marked = self._marked_events_at(theme, pos)
        return marked[0].place if marked else self.place_at(theme, pos[0])

    def _build_tip(self, theme: Theme, pos: tuple[int, int]) -> Tip:
        """Return the tooltip: turn, hour, events or points."""
        marked, place = self._marked_events_at(theme, pos), self._find_place(theme, pos)
        turn = self.chronicle.moments[place][0]
        score = self.chronicle.points_by_name(self.chronicle.score_at(place))
        points = ", ".join(f"{side} {count}" for side, count in score.items())
        hour = self.chronicle.turn_times.get(turn)
        when = ", ".join(filter(None, (f"Turn {turn}" if turn else "Before the first turn", hour)))
        if marked:
            text = " \n".join(self.chronicle.describe(one) for one in marked[:3])
            more = f" \nand {len(marked) - 3} more" if len(marked) > 3 else ""
            return Tip(f"{when}: {SIGNS[marked[0].notice.mark][0]}", f"{text}{more}")
        return Tip(when, f"Move {place} of {self.chronicle.places}. {points}".strip())


SPEEDS: tuple[tuple[str, float], ...] = (("½", 0.5), ("1", 1.0), ("2", 2.0), ("4", 4.0), ("8", 8.0))
"""The names of the speeds, and how many times as fast each plays."""
KEY_HINTS = (
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
"""The names of the keys that the bottom line shows."""
DICE_FROM, TRAY_WIDTH, RIGHT_WIDTH = 1500, 210, 310
"""Width from which the dice lie in the bar, their width, and the width of the right part, design pixels."""


@dataclass(frozen=True)
class ReplayStatus:
    """The status of a replay that the bar shows.

    Attributes:
        is_running: True while the replay plays by itself.
        speed: the name of the speed.
        viewers: ids and names of those as whom the replay can be seen.
        viewer: the current viewer.
        undone_count: the number of orders that were undone at this place.
        is_comparing: True while the undone orders are shown.
        takeover_blocker: the reason why no match can begin here; "" if one can.
    """

    is_running: bool
    speed: str
    viewers: Sequence[tuple[str, str]]
    viewer: str
    undone_count: int
    is_comparing: bool
    takeover_blocker: str


def build_bottom_bar(lanes: Lanes, tray: DiceTray | None, running: ReplayStatus, room: WindowLayout) -> list[Widget]:
    """Build the bar and the line of keys; in a low window the buttons lie over the lanes."""
    if room.is_low:
        row = [*_build_transport(running, small=True), Spacer(grow=1), *_build_follow_ups(running, small=True)]
        lines = Column([Row(row, gap=6, align="centre"), Sized(lanes, height=48)], gap=3)
        return [Bar(Pad(lines, (0, 5, 0, 5)), "top", height=room.lower_bar_height, side=SIDE, ident="bottom")]
    speeds = Segments("replay.speed", [(name, name) for name, _ in SPEEDS], running.speed, tip=Tip("Speed"))
    left = Column([Row(_build_transport(running, small=False), gap=6, align="centre"), speeds], gap=10)
    dice: list[Widget] = [_build_divider(), Sized(tray, TRAY_WIDTH)] if tray and room.design_width >= DICE_FROM else []
    right = Column([_build_viewer_picker(running, room), Row(_build_follow_ups(running, small=False), gap=8)], gap=10)
    content = Row([left, _build_divider(), lanes, *dice, _build_divider(), Sized(right, RIGHT_WIDTH)], gap=14)
    bar = Bar(Pad(content, (0, 9, 0, 7)), "top", height=room.lower_bar_height, side=SIDE, ident="bottom")
    return [bar, Bar(Hints(KEY_HINTS), "", height=HINTS, side=SIDE, ident="hint-line")]


def _build_viewer_picker(running: ReplayStatus, room: WindowLayout) -> Widget:
    """Build the picker of the viewer: side by side, or one button if the names are too long."""
    tip = Tip("View as", key=keys.key("seen_as"))
    who = Segments("replay.viewer", running.viewers, running.viewer, tip=tip)
    if len(running.viewers) == 1:
        return Spacer(HEIGHT)
    return who if who.measure(room.theme, 0)[0] <= room.theme.px(RIGHT_WIDTH) else _build_viewer_button(running)


def _build_viewer_button(running: ReplayStatus) -> Button:
    """Build the button that turns to the next viewer."""
    words = f"View as: {dict(running.viewers)[running.viewer]}"
    return Button("replay.seen", words, "dark", key=keys.key("seen_as"), show_key=False, tip=Tip("View as"))


def _build_transport(running: ReplayStatus, *, small: bool) -> list[Widget]:
    """Build the buttons that play, step, and go to other turns."""
    plays = Button(
        "replay.play",
        "",
        "primary",
        key=keys.key("play"),
        show_key=False,
        sign="pause" if running.is_running else "play",
        height=HEIGHT if small else 44,
        tip=Tip("Pause" if running.is_running else "Play", key=keys.key("play")),
    )
    plays.fitted = HEIGHT if small else 70
    turns = [] if small else [_build_sign_button("turn_back", "collapse", "Previous turn")]
    after = [] if small else [_build_sign_button("turn_on", "expand", "Next turn")]
    steps = [
        _build_sign_button("step_back", "step_back", "Step back"),
        plays,
        _build_sign_button("step", "step", "Step forward"),
    ]
    return [*turns, *steps, *after]


def _build_sign_button(name: str, sign: str, words: str) -> Button:
    """Build a button with an icon."""
    key = keys.key(name)
    return Button(f"replay.{name}", "", "dark", key=key, show_key=False, sign=sign, tip=Tip(words, key=key))


def _build_follow_ups(running: ReplayStatus, *, small: bool) -> list[Widget]:
    """Build the buttons that compare, leave and take over."""
    back: list[Widget] = []
    if running.undone_count or running.is_comparing:
        words = "Back to the match" if running.is_comparing else f"Undone: {running.undone_count}"
        tip = Tip(
            "Undone moves", "Shows the moves that were undone here, or returns to the match.", keys.key("compare")
        )
        back = [Button("replay.compare", words, "dark", key=keys.key("compare"), show_key=False, tip=tip)]
    seen = [_build_viewer_button(running)] if small and len(running.viewers) > 1 else []
    tip = Tip("Take over from here", "Starts a new match from this position, with new dice.", keys.key("take_over"))
    take = Button(
        "replay.take_over", "Take over", "dark", key=keys.key("take_over"), show_key=not small, tip=tip, grow=1
    )
    take.grow = 0 if small else 1
    leave = Button("replay.back", "Back", "dark", tip=Tip("Back", "Closes the replay.", keys.key("back")))
    return [*back, *seen, leave, take.disable(running.takeover_blocker)]


def _build_divider() -> Widget:
    """Build a vertical line."""
    return Sized(Rule(INKS.bar_edge), 1)
