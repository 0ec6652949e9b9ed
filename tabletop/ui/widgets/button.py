"""Buttons: primary brass, secondary paper, dark for bars; with key cap, icon and every state."""

from dataclasses import dataclass
from typing import Literal

import pygame

from tabletop.ui import rebinding
from tabletop.ui.input import Input
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.text import BUTTON, KEY_CAP, PRIMARY, SMALL, Style, folded, rendered, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, draw_focus, gradient, icon, rounded, shapes
from tabletop.ui.widgets.report import CLOSE, Pressed, Report

Kind = Literal["primary", "secondary", "dark"]
State = Literal["rest", "hover", "pressed", "disabled"]

HEIGHT = 34
CAP = 20


@dataclass(frozen=True)
class Look:
    """Colours of a kind of button."""

    fill: Colour
    ink: Colour
    edge: Colour
    edge_width: float
    foot: Colour
    foot_height: float
    lighten: int


LOOKS: dict[Kind, Look] = {
    "primary": Look(INKS.brass, INKS.ink, INKS.brass_edge, 1.5, INKS.brass_foot, 3, 51),
    "secondary": Look(INKS.paper, INKS.ink, INKS.edge, 1, INKS.foot, 2, 51),
    "dark": Look(INKS.bar_2, INKS.cream, INKS.bar_edge, 1, INKS.bar, 0, 26),
}


@shapes.keeping
def _face(kind: Kind, state: State, size: Size, scale: int) -> pygame.Surface:
    """The button without its label."""
    theme, look = Theme(scale), LOOKS[kind]
    made = pygame.Surface(size, pygame.SRCALPHA)
    radius, edge, foot = theme.px(4), theme.px(look.edge_width), theme.px(look.foot_height)
    if state == "disabled":
        made.blit(boxed(size, radius, INKS.paper_3, INKS.rule, theme.px(1)), (0, 0))
        return made
    made.blit(rounded(size, radius, look.foot), (0, 0))
    body = (size[0], size[1] - foot)
    rim = INKS.brass if state == "hover" and kind == "dark" else INKS.bar_rule if state == "hover" else look.edge
    if state == "hover":
        edge = theme.px(1.5)
    made.blit(rounded(body, radius, rim), (0, 0))
    inner = (body[0] - 2 * edge, body[1] - 2 * edge)
    made.blit(_fill(kind, inner, radius - edge), (edge, edge))
    if kind == "primary":
        _inner_line(made, theme, body)
    wash: dict[State, tuple[Colour, int]] = {"hover": ((255, 255, 255), look.lighten), "pressed": ((0, 0, 0), 36)}
    if state in wash:
        shade, alpha = wash[state]
        made.blit(rounded(inner, radius - edge, shade, alpha), (edge, edge))
    return made


def _fill(kind: Kind, size: Size, radius: int) -> pygame.Surface:
    if kind == "primary":
        return gradient(size, radius, INKS.brass_top, INKS.brass_bottom)
    return rounded(size, radius, LOOKS[kind].fill)


def _inner_line(made: pygame.Surface, theme: Theme, body: Size) -> None:
    """The engraved line inside a brass button."""
    inset, one = theme.px(4), theme.px(1)
    line = pygame.Surface((body[0] - 2 * inset, body[1] - 2 * inset), pygame.SRCALPHA)
    pygame.draw.rect(line, (*INKS.cream, 70), line.get_rect(), one, theme.px(2))
    made.blit(line, (inset, inset))


def cap_width(theme: Theme, text: str) -> int:
    """Width of a key cap."""
    return max(theme.px(CAP), size_of(text, KEY_CAP, theme.scale)[0] + 2 * theme.px(6))


def draw_cap(surface: pygame.Surface, theme: Theme, text: str, rect: pygame.Rect, ink: Colour, edge: Colour) -> None:
    """A key cap: an outlined box with the name of the key."""
    outline = boxed(rect.size, theme.px(3), edge, edge, theme.px(1), 0)
    surface.blit(outline, rect)
    write_at(surface, theme, text, KEY_CAP.tinted(ink), center=rect.center)


class Button(Widget):
    """Press it, or its key. `note` is a second line, `aside` small text at the right, before the key.

    Of a width that is `fitted`, design pixels, longer words are made smaller, then folded or cut; 0 for none.
    Where they are folded it grows to be so `tall` at most.

    It reports that it was pressed, or `report`.
    """

    focusable = True
    interactive = True
    glows = True

    def __init__(
        self, ident: str, text: str, kind: Kind = "secondary", *, key: str = "", tip: Tip | None = None, note: str = "",
        aside: str = "", sign: str = "", height: float = HEIGHT, size: float = 0, left: bool = False,
        show_key: bool = True, grow: float = 0, report: Report | None = None, fitted: float = 0, tall: float = HEIGHT,
    ) -> None:  # fmt: skip
        super().__init__(ident, tip=tip, key=key, grow=grow)
        self.report = report or Pressed(ident)
        self.text, self.kind, self.note, self.aside, self.sign = text, kind, note, aside, sign
        self.height = height
        self.left = left or bool(note) or bool(aside)
        self.show_key = show_key
        self.fitted, self.tall = fitted, max(tall, height)
        self._kept: tuple[object, pygame.Surface] | None = None
        style = PRIMARY if kind == "primary" else BUTTON
        self.style = style.at(size) if size else style

    # --- layout

    def _cap(self) -> str:
        return rebinding.cap(self.key) if self.key and self.show_key else ""

    def _right(self, theme: Theme) -> int:
        """Room at the right for the aside and the cap."""
        cap = cap_width(theme, self._cap()) + theme.px(12) if self._cap() else 0
        return cap + (size_of(self.aside, SMALL, theme.scale)[0] + theme.px(12) if self.aside else 0)

    def _written(self, theme: Theme) -> tuple[list[str], Style]:
        """The words as they are shown, line by line."""
        if not (self.fitted and self.text):
            return [self.text] if self.text else [], self.style
        sign = theme.px(28) if self.sign else 0
        width = theme.px(self.fitted - 24) - self._right(theme) - sign
        return folded(self.text, self.style, width, theme.px(self.tall - 9), theme.scale)

    def _label(self, theme: Theme) -> Size:
        lines, style = self._written(theme)
        sizes = [size_of(line, style, theme.scale) for line in lines]
        wide, high = max((size[0] for size in sizes), default=0), sum(size[1] for size in sizes)
        if self.sign:
            wide += theme.px(20) + (theme.px(8) if self.text else 0)
        if self.note:
            note = size_of(self.note, SMALL, theme.scale)
            return max(wide, note[0]), high + note[1] + theme.px(2)
        return wide, max(high, theme.px(20) if self.sign else 0)

    def measure(self, theme: Theme, width: int) -> Size:
        """The label and what stands beside it; never less than a finger's breadth."""
        wide, high = self._label(theme)
        side = theme.px(16) if self.text else theme.px(7)
        needed = theme.px(self.fitted) if self.fitted else wide + self._right(theme) + 2 * side
        return max(theme.px(HEIGHT), needed), max(theme.px(self.height), high + theme.px(9))

    # --- painting

    def _state(self) -> State:
        if not self.enabled:
            return "disabled"
        return "pressed" if self.held and self.hovered else "hover" if self.hovered else "rest"

    def _ink(self) -> Colour:
        return LOOKS[self.kind].ink if self.enabled else INKS.disabled

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Focus ring, face, label, cap."""
        state = self._state()
        if self.focused:
            draw_focus(surface, theme, self.rect)
        down = min(self._foot(theme), theme.px(2)) if state == "pressed" else 0
        surface.blit(self._picture(theme, state), self.rect.move(0, down))

    def _foot(self, theme: Theme) -> int:
        return theme.px(LOOKS[self.kind].foot_height) if self.enabled else 0

    def _picture(self, theme: Theme, state: State) -> pygame.Surface:
        """Face, label and cap in one, kept while they stay as they are."""
        words = (self.text, self.note, self.aside, self.sign, self._cap())
        of = (state, self.rect.size, theme.scale, self.left, self.style, words)
        if self._kept is None or self._kept[0] != of:
            drawn = _face(self.kind, state, self.rect.size, theme.scale).copy()
            body = pygame.Rect(0, 0, self.rect.w, self.rect.h - self._foot(theme))
            self._paint_label(drawn, theme, body)
            self._paint_right(drawn, theme, body)
            self._kept = (of, drawn)
        return self._kept[1]

    def _paint_label(self, surface: pygame.Surface, theme: Theme, body: pygame.Rect) -> None:
        wide, high = self._label(theme)
        side, right = theme.px(12 if self.fitted else 16), self._right(theme)
        centred = body.x + (body.w - right - wide) // 2 if right else body.centerx - wide // 2
        left = body.x + theme.px(20) if self.left else max(centred, body.x + (side if self.text else 0))
        top = body.centery - high // 2
        if self.sign:
            sign = icon(self.sign, theme.px(20), self._ink())
            surface.blit(sign, (left, body.centery - sign.get_height() // 2))
            left += theme.px(28)
        self._paint_words(surface, theme, left, top)
        if self.note:
            note = rendered(self.note, Style("semibold", 14, self._ink()), theme.scale)
            surface.blit(note, (left, top + high - note.get_height()))

    def _paint_words(self, surface: pygame.Surface, theme: Theme, left: int, top: int) -> None:
        """Line under line, each flush left where the button is, else in the middle of the widest."""
        lines, style = self._written(theme)
        made = [rendered(line, style.tinted(self._ink()), theme.scale) for line in lines]
        wide = max((line.get_width() for line in made), default=0)
        for line in made:
            surface.blit(line, (left if self.left else left + (wide - line.get_width()) // 2, top))
            top += line.get_height()

    def _paint_right(self, surface: pygame.Surface, theme: Theme, body: pygame.Rect) -> None:
        edge = body.right - theme.px(14)
        if cap := self._cap():
            wide, high = cap_width(theme, cap), theme.px(CAP)
            top = body.y + theme.px(14) if self.note else body.centery - high // 2
            draw_cap(surface, theme, cap, pygame.Rect(edge - wide, top, wide, high), self._ink(), self._ink())
            edge -= wide + theme.px(12)
        if self.aside:
            aside = rendered(self.aside, SMALL.tinted(self._ink() if not self.enabled else INKS.muted), theme.scale)
            surface.blit(aside, aside.get_rect(midright=(edge, body.centery)))

    # --- input

    def activate(self) -> Report | None:
        """Report being pressed; brass is heard."""
        if self.kind == "primary":
            SPEAKER.play("brass")
        return self.report

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Pressed means pressed and let go over it."""
        return self.activate() if given.kind == "key" and given.key in ("Enter", "Space") else self.clicked(given)


def closing(words: str, kind: Kind = "secondary") -> Button:
    """The safe choice of a dialog: it closes it, as Esc does."""
    return Button("dialog.back", words, kind, key="Esc", report=CLOSE)


def sign_button(ident: str, sign: str, tip: Tip) -> Button:
    """A square button with a sign instead of words."""
    return Button(ident, "", "dark", sign=sign, tip=tip, show_key=False)
