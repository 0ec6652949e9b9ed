"""The sheets of the settings, with a line for each key and a sample of each palette."""

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from math import cos, radians, sin
from pathlib import Path
from typing import Literal

import pygame

from tabletop.core import guarded_file, library, user_folders
from tabletop.core.phrases import format_count, join_words
from tabletop.ui import keys, mouse, palettes, rebinding, settings
from tabletop.ui.input import Input
from tabletop.ui.keys import shown
from tabletop.ui.motion import MOTION, NAMES, PACES, STAND, TURNS, WORDS
from tabletop.ui.mouse import Mouse, Role
from tabletop.ui.palettes import DRESSES, Dress, Sight
from tabletop.ui.rebinding import NUMBERS
from tabletop.ui.settings import Settings
from tabletop.ui.sound.kinds import GROUPS, LOUDNESS, MUTE_MESSAGES, VOLUMES, Group
from tabletop.ui.text import BODY, LABEL, SMALL, elided, size_of, write_at
from tabletop.ui.theme import INKS, SCALES, Palette, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import CAP, Button, cap_width, draw_cap
from tabletop.ui.widgets.draw import boxed, draw_focus, rounded
from tabletop.ui.widgets.form_controls import Checkbox, Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row, Spacer
from tabletop.ui.widgets.report import Chosen, Report

KEY = "key"
"""Id of what the lines of keys report; the value is the name of the line."""
ASKED = "press a key"


SMALLER = (15, 14, 13, 12)
"""Sizes of what a key does, design pixels: the largest in which it is whole."""


def fitting(words: Sequence[str], room: int, scale: int) -> tuple[str, float]:
    """What a key does, as much of it as fits whole, and in what size; the tooltip has all of it."""
    whole = [" · ".join(words[:many]).capitalize() + " …" * (many < len(words)) for many in range(len(words), 0, -1)]
    fits = ((told, size) for told in whole for size in SMALLER if size_of(told, BODY.at(size), scale)[0] <= room)
    return next(fits, (elided(whole[0], BODY.at(SMALLER[-1]), room, scale), SMALLER[-1]))


class KeyLine(Widget):
    """What a key does, and the key: red with what else it does where two clash, lit while another is `awaited`."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, row: rebinding.Row, *, clash: rebinding.Row | None, awaited: bool) -> None:
        self.row = row
        self.clash = clash
        self.awaited = awaited
        super().__init__(f"{KEY}.{row.name}", tip=Tip(", ".join(row.words).capitalize(), self._told(), ""))

    def _told(self) -> str:
        where = f"Works on: {', '.join(sorted(self.row.where))}."
        return f"{where} “{self.clash.words[0]}” uses this key there." if self.clash else where

    def measure(self, theme: Theme, width: int) -> Size:
        """A line."""
        return min(width, theme.px(230)), theme.px(26)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Words at the left, the key at the right."""
        if self.focused or self.awaited:
            draw_focus(surface, theme, self.rect.inflate(-2 * theme.px(4), -2 * theme.px(3)))
        if self.hovered or self.clash or self.awaited:
            edge = INKS.danger if self.clash else INKS.paper_2
            surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, edge, theme.px(1)), self.rect)
        ink, pad = INKS.danger if self.clash else INKS.ink if self.enabled else INKS.ink_2, theme.px(8)
        right = self._paint_key(surface, theme, self.rect.right - pad)
        words, size = fitting(self.row.words, right - self.rect.x - 2 * pad, theme.scale)
        write_at(surface, theme, words, BODY.at(size).tinted(ink), midleft=(self.rect.x + pad, self.rect.centery))

    def _paint_key(self, surface: pygame.Surface, theme: Theme, right: int) -> int:
        """Where it begins."""
        if self.awaited:
            wide = size_of(ASKED, LABEL, theme.scale)[0]
            write_at(surface, theme, ASKED, LABEL.tinted(INKS.brass_dark), midright=(right, self.rect.centery))
            return right - wide
        now = rebinding.struck(self.row)
        cap = f"{shown(now.replace(NUMBERS, '1'))}–9" if NUMBERS in now else shown(now)
        ink = INKS.danger if self.clash else INKS.brass_dark if now != self.row.code else INKS.ink
        box = pygame.Rect(0, 0, cap_width(theme, cap), theme.px(CAP))
        box.midright = (right, self.rect.centery)
        draw_cap(surface, theme, cap, box, ink, ink)
        if not self.clash:
            return box.x
        also = f"also {self.clash.words[0]}"
        write_at(surface, theme, also, SMALL.tinted(INKS.danger), midright=(box.x - theme.px(6), self.rect.centery))
        return box.x - theme.px(6) - size_of(also, SMALL, theme.scale)[0]

    def activate(self) -> Report | None:
        """Another key is wanted."""
        return Chosen(KEY, self.row.name)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """A click, or Enter with the focus on it."""
        return self.activate() if given.kind == "key" and given.key in ("Enter", "Space") else self.clicked(given)


DRESS = "dress"
"""Id of what the samples report; the value is the palette."""
SAMPLE = (62, 84)
"""Least width of a sample, and its height, design pixels."""


class Sample(Widget):
    """A palette as it shows the sea: the bands of fire and the badges of the sides."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, name: Dress, *, worn_now: bool) -> None:
        super().__init__(f"{DRESS}.{name}", tip=Tip(DRESSES[name]), grow=1)
        self.name = name
        self.worn_now = worn_now

    def measure(self, theme: Theme, width: int) -> Size:
        """The picture, and its name below."""
        return theme.px(SAMPLE[0]), theme.px(SAMPLE[1] + 40)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A brass frame round the one that is worn."""
        picture = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, theme.px(SAMPLE[1])).inflate(-4, -4)
        if self.focused:
            draw_focus(surface, theme, picture)
        frame = INKS.brass if self.worn_now else INKS.foot if self.hovered else INKS.edge
        frame_wide = theme.px(4 if self.worn_now else 1)
        around = picture.inflate(2 * frame_wide, 2 * frame_wide)
        surface.blit(rounded(around.size, theme.px(3), frame), around)
        surface.blit(_sample(self.name, picture.size), picture)
        style, first, _, last = LABEL if self.worn_now else BODY.at(15), *DRESSES[self.name].partition(" ")
        for number, line in enumerate((first, last)):
            y = picture.bottom + theme.px(14 + 18 * number)
            write_at(surface, theme, line, style, center=(picture.centerx, y))

    def activate(self) -> Report | None:
        """It is to be worn."""
        return Chosen(DRESS, self.name)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """A click, or Enter with the focus on it."""
        return self.activate() if given.kind == "key" and given.key in ("Enter", "Space") else self.clicked(given)


_FINE = 3


@lru_cache(maxsize=8)
def _sample(name: Dress, size: Size) -> pygame.Surface:
    inks, (wide, high) = palettes.palette(name), (size[0] * _FINE, size[1] * _FINE)
    made = pygame.Surface((wide, high))
    made.fill(inks.sea)
    reach = min(wide * 0.82, high * 1.15)
    bands = ((inks.long, 1.0, 34), (inks.medium, 0.66, 56), (inks.point_blank, 0.33, 88))
    for shade, share, alpha in bands:
        _band(made, shade, reach * share, alpha)
    side = min(high // 5, wide // 7)
    for number, draw in enumerate((_british, _french, _spanish)):
        box = pygame.Rect(0, 0, side, side)
        box.center = (round(wide * (0.24 + 0.26 * number)), high - side)
        draw(made, inks, box)
    return pygame.transform.smoothscale(made, size)


def _band(made: pygame.Surface, shade: tuple[int, int, int], reach: float, alpha: int) -> None:
    """A field of fire to the right of a ship at the left edge."""
    wide, high = made.get_size()
    start = (wide * 0.1, high * 0.4)
    rim = [(start[0] + reach * cos(radians(a)), start[1] + reach * sin(radians(a))) for a in range(-22, 23, 2)]
    wash = pygame.Surface(made.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(wash, (*shade, alpha), [start, *rim])
    pygame.draw.lines(wash, (*shade, 245), False, rim, 3 * _FINE)
    made.blit(wash, (0, 0))


def _british(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    made.fill(inks.british, box.inflate(4, 4))
    made.fill(inks.cream, box)
    arm = max(2, box.w // 4)
    made.fill(inks.british, (box.centerx - arm // 2, box.y, arm, box.h))
    made.fill(inks.british, (box.x, box.centery - arm // 2, box.w, arm))


def _french(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    pygame.draw.circle(made, inks.french, box.center, box.w // 2 + 3)
    pygame.draw.rect(made, inks.cream, (box.centerx - box.w // 6, box.y + 3, box.w // 3, box.h - 6))


def _spanish(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    wide = box.inflate(8, 8)
    pygame.draw.polygon(made, inks.danger, [wide.midtop, wide.midright, wide.midbottom, wide.midleft])
    pygame.draw.polygon(made, inks.spanish, [box.midtop, box.midright, box.midbottom, box.midleft])


Columns = tuple[list[Widget], list[Widget]]
"""What stands on a sheet, in two halves."""
WINDOWS = (("window", "Windowed"), ("full", "Full screen"))
LOUD: dict[Group, str] = {
    "guns": "Quieter at a distance and when many guns fire.",
    "ship": "Splinters, masts, collisions and flames.",
    "sea": "Only at sea; rises with the strength of the wind.",
    "signals": "Pipe and drum, and the bell: one more stroke each turn.",
    "table": "Also paper and the main button.",
}
"""What of each kind is to be known."""
Wish = Literal["follows", "halts", "asks", "curtain", "notes"]
WISHES: dict[Wish, tuple[str, str]] = {
    "follows": ("Follow the computer's moves", "If off, arrows at the edge of the view point to them."),
    "halts": ("Pause when a ship is lost", "The computer's turn waits until you press {next_deed}."),
    "asks": (
        "Warn about unused orders before a phase ends",
        "Lists what is left to do. Serious steps are always confirmed.",
    ),
    "curtain": ("Hide hands between turns", "Default for new games; can be changed there."),
    "notes": ("Explain new rules the first time", "A note beside the new thing, with its rule."),
}
"""What is ticked or not: its words, and what of it is to be known."""
SIGHTS: dict[Sight, str] = {
    "full": "normal sight",
    "red": "red-blind",
    "green": "green-blind",
    "blue": "blue-blind",
}
_FIXED = "This is a mouse button; choose it above."
HANDS: dict[Role, tuple[str, str]] = {
    "choose": ("Select, drag pieces", "A click selects, a drag moves a ship or a card; on open water it pans."),
    "measure": ("Measure", "A drag measures. On the hex map a click clears the selection."),
    "pan": ("Pan from anywhere", "A drag moves the view, even from a ship."),
}
"""What buttons do: its words, and what of it is to be known."""
_SWAPS = "A button in use is swapped."
_APART = "Contrast between the two most similar sides (100 = black on white):"


def window(theme: Theme, kept: Settings) -> Columns:
    """Size of everything, and of the window."""
    steps, full = [(str(step), f"{step} %") for step in SCALES], keys.key("full_screen")
    tip = Tip("Interface size", "Limited by the size of the window.", keys.key("larger"))
    return (
        [
            Label("Interface size", LABEL),
            Segments("scale", steps, str(theme.scale), tip=tip),
            Checkbox("fitting", "Match the window", kept.scale is None),
        ],
        [
            Label("Window", LABEL),
            Segments("window", WINDOWS, WINDOWS[kept.full_screen][0], tip=Tip("Window", key=full)),
        ],
    )


def motion(kept: Settings) -> Columns:
    """How things are played, and what pauses; notes for newcomers."""
    seen = len(kept.notes_seen)
    again = Button("notes.again", "Show all again", tip=Tip("Show all again", "Every note appears again."))
    paces, tip = [(pace, NAMES[pace]) for pace in PACES], Tip(*WORDS[MOTION.pace])
    told = Text(f"{format_count(seen, 'note')} shown so far" if seen else "No notes shown yet", SMALL, grow=1)
    return (
        [
            Label("Animation speed", LABEL),
            Segments("pace", paces, MOTION.pace, tip=tip),
            Label("Computer's turn", LABEL),
            Segments("turns", list(TURNS.items()), MOTION.turns, tip=Tip("Computer's turn", STAND)),
        ],
        [
            *(Checkbox(wish, words, getattr(kept, wish), tip=Tip(words, tip)) for wish, (words, tip) in WISHES.items()),
            Row([told, again.disable("" if seen else "No notes have been shown yet.")], gap=8, align="centre"),
        ],
    )


def sound() -> Columns:
    """All of it, and each kind."""
    muted = Checkbox("muted", "Mute all sound", LOUDNESS.muted, tip=Tip(*MUTE_MESSAGES[True], keys.key("mute")))
    kinds = [_kind(group, name) for group, name in GROUPS.items()]
    return [muted, *kinds[:2]], kinds[2:]


def _kind(group: Group, name: str) -> Widget:
    volumes = Segments(f"loud.{group}", list(VOLUMES.items()), LOUDNESS.volume(group), tip=Tip(name, LOUD[group]))
    return Row([Label(name, LABEL), Spacer(grow=1), volumes], gap=8, align="centre")


def colours(kept: Settings) -> Columns:
    """A sample of each palette, and how well eyes of each kind tell the sides apart in the one that is worn."""
    samples = Row([Sample(name, worn_now=name == kept.dress) for name in DRESSES], gap=10)
    inks = palettes.palette(kept.dress)
    apart = {one: palettes.nearest((inks.british, inks.french, inks.spanish), one) for one in SIGHTS}
    told: list[Widget] = [
        Column([Label(words, SMALL), Label(f"{apart[one]:.0f}", LABEL)], gap=0) for one, words in SIGHTS.items()
    ]
    return [samples], [Text(_APART, SMALL), Grid(told, least=92, gap=6, most=4)]


def key_lines(awaited: str, least: float = 216) -> list[Widget]:
    """Every key under the heading of its section; for one another is awaited. At the end what the mouse does."""
    clashes, found = rebinding.clashes(), list[Widget]()
    for section in dict.fromkeys(row.section for row in rebinding.rows()):
        lines = [
            KeyLine(row, clash=clashes.get(row.name), awaited=row.name == awaited)
            for row in rebinding.rows()
            if row.section == section
        ]
        found += [Label(section, LABEL), Grid(lines, least=least, gap=4)]
    fixed = [KeyLine(row, clash=None, awaited=False).disable(_FIXED) for row in rebinding.gestures()]
    return [*found, Label(rebinding.BY_MOUSE, LABEL), *_mouse(least), Grid(fixed, least=least, gap=4)]


def _mouse(least: float) -> list[Widget]:
    """Which button does what, what of that could not be as it was wished, and the wheel."""
    held, sizes = mouse.HELD, [(str(steps), format_count(steps, "step")) for steps in range(1, mouse.MOST + 1)]
    lost = [HANDS[role][0].lower() for role, hand in held.hands.items() if hand != getattr(held.wished, role)]
    clash = f"Two actions share a button: {join_words(lost)} moved to another."
    choices: list[Widget] = [
        _titled(words, f"mouse.{role}", _buttons(role), held.hands[role], f"{tip} {_SWAPS}")
        for role, (words, tip) in HANDS.items()
    ]
    choices += [
        _titled(
            "Wheel: zoom in",
            "mouse.nearer",
            (("up", "Up"), ("down", "Down")),
            held.wished.nearer,
            "The other direction zooms out.",
        ),
        _titled("Wheel: zoom per notch", "mouse.notch", sizes, str(held.wished.notch), "Steps of zoom at each notch."),
    ]
    return [Grid(choices, least=least, gap=6), *([Text(clash, SMALL.tinted(INKS.danger))] if lost else [])]


def _buttons(role: Role) -> Sequence[tuple[str, str]]:
    return [(one, one.capitalize()) for one in (mouse.CHOOSES if role == "choose" else mouse.BUTTONS)]


def _titled(words: str, ident: str, options: Sequence[tuple[str, str]], chosen: str, tip: str) -> Widget:
    return Column([Label(words, SMALL), Segments(ident, options, chosen, tip=Tip(words, tip))], gap=2)


def key_foot() -> Widget:
    """How a key is changed, and whether any clash."""
    clashes = len(rebinding.clashes())
    told = (
        f"{format_count(clashes, 'conflict')}: the first action keeps the key"
        if clashes
        else "Select an action, then press a key"
    )
    first = Button("keys.first", "Restore defaults", tip=Tip("Restore defaults", "All keys and mouse buttons."))
    words = Text(told, SMALL.tinted(INKS.danger) if clashes else SMALL, grow=1)
    changed = rebinding.BOUND.changed or mouse.HELD.wished != Mouse()
    return Row([words, first.disable("" if changed else "Nothing changed.")], gap=8, align="centre")


def files() -> Columns:
    """Where everything lies, and how much of it there is."""
    records = library.list_records()
    size = sum(map(guarded_file.file_size, records)) / guarded_file.MEGABYTE
    matches = f"{format_count(len(records), 'match')}, {size:.1f} MB"
    shown = Button("files.open", "Open folder", tip=Tip("Open folder", "Shows the files of your matches."))
    first = Button("all.first", "Restore all defaults", tip=Tip("Restore all defaults", "Asks for confirmation."))
    return (
        [
            Row([Column([Label("Matches", LABEL), Text(matches, BODY)], gap=0, grow=1), shown], gap=8, align="centre"),
            Text(tilde(library.records_folder()), SMALL),
        ],
        [
            Label("Your scenarios", LABEL),
            Text(tilde(user_folders.home_folder() / "scenarios"), SMALL),
            Row(
                [Column([Label("Settings", LABEL), Text(tilde(settings.path()), SMALL)], gap=0, grow=1), first],
                gap=8,
                align="centre",
            ),
        ],
    )


def tilde(path: Path) -> str:
    """A path as people write it: what lies in their own folder from there."""
    with suppress(RuntimeError, ValueError):
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    return str(path)
