"""What lies over a screen for a while: tooltip, toast and dialog, and what keeps the screen under a dialog still."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui import rebinding
from tabletop.ui.input import Input
from tabletop.ui.text import BODY, TIP_BODY, TIP_TITLE, Block, Run, Style, flowed, size_of, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import CAP, Button, cap_width, closing, draw_cap
from tabletop.ui.widgets.draw import boxed, veil
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Anchored, Column, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import CLOSE, CONSUMED, Report, RuleAsked
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

RULE_LINK = Style("semibold", 14, INKS.brass_light)
TIP_WIDTH = 300
TIP_AWAY = 12
TIP_DELAY = 350
TOAST_WIDTH = 520
TOAST_TIME = 7000
NARROWER = (400, 320)
"""Widths that a message takes where its own finds no room, design pixels."""
GAP = 8
NEAREST = 60
"""So many places of a sheet are compared by what else they would hide."""
DIALOG_WIDTH = 580


def tip_of(widget: Widget) -> Tip | None:
    """What the tooltip of a widget says; a disabled one says why, one with no words of its own tells its key."""
    if not widget.enabled and widget.reason:
        title = widget.tip.title if widget.tip else getattr(widget, "text", "") or "Not available now"
        return Tip(title, widget.reason, widget.key)
    if widget.tip and widget.key and not widget.tip.key:
        return Tip(widget.tip.title, widget.tip.body, widget.key)
    if widget.tip or not widget.key:
        return widget.tip
    words = str(getattr(widget, "text", ""))
    return Tip(words, key=widget.key) if words else None


def named_by(widget: Widget, at: tuple[int, int]) -> str:
    """All the words of a widget in which a rule may be named: its rule there, its tip, and what is written on it."""
    tip, runs = tip_of(widget), getattr(widget, "runs", ())
    written = [run.text for run in runs] or [getattr(widget, "text", "")]
    return " ".join([widget.rule_at(at), *([tip.title, tip.body] if tip else []), *map(str, written)])


class Tooltip(Widget):
    """Title, body and key, beside the pointer and within the window."""

    def __init__(self, tip: Tip) -> None:
        super().__init__("tooltip", tip=None)
        self.says = Tip(tip.title, rebinding.told(tip.body), tip.key)
        self._cap = rebinding.cap(tip.key) if tip.key else ""

    def _block(self, theme: Theme) -> Block:
        runs = [Run(self.says.title, TIP_TITLE)]
        if self.says.body:
            runs.append(Run("\n" + self.says.body, TIP_BODY))
        cap = cap_width(theme, self._cap) + theme.px(10) if self._cap else 0
        return flowed(tuple(runs), theme.px(TIP_WIDTH - 28) - cap, theme.scale)

    def measure(self, theme: Theme, width: int) -> Size:
        """The words, the key at the right of the title."""
        block = self._block(theme)
        cap = cap_width(theme, self._cap) + theme.px(10) if self._cap else 0
        return block.width + cap + 2 * theme.px(14), block.height + 2 * theme.px(10)

    def beside(self, theme: Theme, pos: tuple[int, int], window: pygame.Rect, clear: pygame.Rect | None = None) -> None:
        """Take a place 12 px from the pointer, or as far beside what it must not cover."""
        rect = pygame.Rect((0, 0), self.measure(theme, 0))
        away = theme.px(TIP_AWAY)
        left, right = (clear.x, clear.right) if clear else (pos[0], pos[0])
        rect.topleft = (right + away, pos[1] + away)
        if rect.right > window.right:
            rect.right = left - away
        if rect.bottom > window.bottom:
            rect.bottom = pos[1] - away
        self.place(theme, rect.clamp(window))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Dark box, words, cap."""
        box = boxed(self.rect.size, theme.px(3), INKS.tooltip, INKS.tooltip_edge, theme.px(1), 247)
        surface.blit(box, self.rect)
        inset = (self.rect.x + theme.px(14), self.rect.y + theme.px(10))
        write_block(surface, theme, self._block(theme), inset)
        if self._cap:
            wide = cap_width(theme, self._cap)
            at = pygame.Rect(self.rect.right - theme.px(12) - wide, self.rect.y + theme.px(12), wide, theme.px(CAP))
            draw_cap(surface, theme, self._cap, at, INKS.cream, INKS.bar_edge)


class Toast(Widget):
    """A short message over the screen: why something was refused, by how much, and by which rule."""

    interactive = True
    width: float = TOAST_WIDTH
    """At most, design pixels."""

    def __init__(self, title: str, body: str = "", rule: str = "") -> None:
        super().__init__("toast")
        self.title, self.body, self.rule = rebinding.told(title), rebinding.told(body), rule
        self.left = TOAST_TIME
        self.put_away = False
        """Whether the player has."""
        self.clear: Callable[[], Sequence[pygame.Rect]] = tuple
        """What it keeps clear of besides the sheets that are open."""

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """A click on its rule."""
        return RuleAsked(self.rule) if self.rule and self._link(theme).collidepoint(given.pos) else None

    def _link(self, theme: Theme) -> pygame.Rect:
        """Where the rule is told."""
        inside = self.rect.inflate(-2 * theme.px(24), -2 * theme.px(12))
        words, high = size_of(self._told, RULE_LINK, theme.scale)
        return pygame.Rect(inside.x, inside.bottom - high, words, high)

    @property
    def _told(self) -> str:
        key = rebinding.called("rulebook")
        return f"Rule {self.rule} ({key})" if key else f"Rule {self.rule}"

    def _block(self, theme: Theme) -> Block:
        runs = [Run(self.title, Style("semibold", 17, INKS.cream))]
        if self.body:
            runs.append(Run("\n" + self.body[:1].upper() + self.body[1:], TIP_BODY))
        if self.rule:
            runs.append(Run(f"\n{self._told}", RULE_LINK))
        return flowed(tuple(runs), theme.px(self.width - 44), theme.scale)

    def measure(self, theme: Theme, width: int) -> Size:
        """The words and room around them."""
        block = self._block(theme)
        return block.width + theme.px(44), block.height + 2 * theme.px(12)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Dark box with a brass bar at its left."""
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.tooltip, INKS.bar_rule, theme.px(1), 250), self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(6), self.rect.h))
        write_block(surface, theme, self._block(theme), (self.rect.x + theme.px(24), self.rect.y + theme.px(12)))
        if self.rule:
            link = self._link(theme)
            surface.fill(INKS.brass_light, (link.x, link.bottom - theme.px(1), link.w, theme.px(1)))


def lay_clear(toast: Toast, theme: Theme, area: pygame.Rect, top: int, taken: Sequence[pygame.Rect]) -> None:
    """Place a message as near as can be to the middle under the top; it covers as little of what is taken as it must.

    Args:
        toast: made narrower only where that helps.
        theme: the scale.
        area: the window.
        top: screen pixels from its upper edge at which messages appear.
        taken: what should stay in sight.
    """
    own = toast.width
    tried: list[tuple[int, int, float, pygame.Rect]] = []
    for number, width in enumerate((own, *(one for one in NARROWER if one < own))):
        toast.width = width
        size = toast.measure(theme, area.w)
        middle = pygame.Rect(area.centerx - size[0] // 2, area.y + top, *size)
        rect = clear_place(middle, area, taken, theme.px(GAP))
        tried.append((hidden(rect, taken), number, width, rect))
    _, _, toast.width, rect = min(tried, key=lambda one: one[:2])
    toast.place(theme, rect)


def clear_place(
    wanted: pygame.Rect, area: pygame.Rect, taken: Sequence[pygame.Rect], gap: int, lesser: Sequence[pygame.Rect] = ()
) -> pygame.Rect:
    """As near as can be to a place, covering as little of what is taken as it must; `gap` pixels from it.

    Of the nearest that hide equally little of that, the first that hides least of what is `lesser`.
    """

    def far(rect: pygame.Rect) -> tuple[int, int]:
        return hidden(rect, taken), abs(rect.x - wanted.x) + 2 * abs(rect.y - wanted.y)

    found = sorted((wanted, *_beside(wanted, area, taken, gap)), key=far)
    least = hidden(found[0], taken)
    return min((one for one in found[:NEAREST] if hidden(one, taken) == least), key=lambda one: hidden(one, lesser))


def _beside(middle: pygame.Rect, area: pygame.Rect, taken: Sequence[pygame.Rect], gap: int) -> Iterator[pygame.Rect]:
    """Places at the sides of what is taken and below it."""
    lefts = {middle.x, *(one.right + gap for one in taken), *(one.x - gap - middle.w for one in taken)}
    tops = {middle.y, *(one.bottom + gap for one in taken), *(one.y - gap - middle.h for one in taken)}
    for left in sorted(lefts):
        for top in sorted(tops):
            rect = pygame.Rect(left, top, *middle.size)
            if area.contains(rect):
                yield rect


def hidden(rect: pygame.Rect, taken: Sequence[pygame.Rect]) -> int:
    """Pixels of what is taken that a rectangle covers."""
    shared = [rect.clip(taken[number]) for number in rect.collidelistall(taken)]
    return sum(one.w * one.h for one in shared)


@dataclass(frozen=True)
class Open(Report):
    """Asks the page to put a dialog or a sheet over the screen; Esc or its safe choice closes it."""

    make: Callable[[], Widget]


class Beside(Widget):
    """All that is not covered by a sheet over a screen that stays in sight; a press on it closes the sheet."""

    interactive = True

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """As Esc does."""
        if given.kind == "pressed" and given.button == "left":
            return CLOSE
        return CONSUMED if given.kind != "key" else None


class Scrim(Widget):
    """Darkens everything beneath a dialog and takes all clicks."""

    interactive = True

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A wash of 62 %."""
        veil(surface, self.rect, INKS.scrim, 158)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Nothing beneath hears of it."""
        return CONSUMED if given.kind != "key" else None


def dialog(
    title: str, body: str | Widget | Sequence[Run], buttons: Sequence[Button], *, ident: str = "dialog",
    width: float = DIALOG_WIDTH,
) -> Stack:  # fmt: skip
    """A sheet over a scrim: title, words or widgets, and buttons at the lower right, the safe choice first."""
    content = body if isinstance(body, Widget) else Text(body, BODY.at(17))
    foot = Row([Spacer(grow=1), *buttons], gap=12, align="centre")
    sheet = Panel(Column([Scroll(content, ident=f"{ident}.scroll"), foot], gap=24), title, ident=ident, grow=0)
    return Stack([Scrim(), Anchored(Sized(sheet, width), 0.5, 0.5)])


def question(
    title: str, body: str | Widget | Sequence[Run], yes: tuple[str, str], *, safe: str = "Cancel", key: str = "Enter"
) -> Stack:
    """Ask once: Esc or the safe choice goes back, `yes` is the id and the words of the brass choice.

    Opened with ``page.open``; the safe choice closes it.
    """
    ident, words = yes
    return dialog(title, body, [closing(safe), Button(ident, words, "primary", key=key)])
