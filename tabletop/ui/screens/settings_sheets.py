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
"""The id that lines of keys report; the value is the name of the line."""
KEY_AWAITED = "press a key"


WORD_SIZES = (15, 14, 13, 12)
"""Font sizes of the words of a key, largest first, design pixels."""


def fit_words(words: Sequence[str], room: int, scale: int) -> tuple[str, float]:
    """Return as many words as fit into `room`, screen pixels, and their font size."""
    forms = [" · ".join(words[:many]).capitalize() + " …" * (many < len(words)) for many in range(len(words), 0, -1)]
    fits = ((text, size) for text in forms for size in WORD_SIZES if size_of(text, BODY.at(size), scale)[0] <= room)
    return next(fits, (elided(forms[0], BODY.at(WORD_SIZES[-1]), room, scale), WORD_SIZES[-1]))


class KeyLine(Widget):
    """A line with an action and its key: red if two actions share a key, lit while a key is awaited."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, row: rebinding.Row, *, clash: rebinding.Row | None, is_awaited: bool) -> None:
        self.row = row
        self.clash = clash
        self.is_awaited = is_awaited
        super().__init__(f"{KEY}.{row.name}", tip=Tip(", ".join(row.words).capitalize(), self._describe_line(), ""))

    def _describe_line(self) -> str:
        """Return where the key works, and the conflict if there is one."""
        where = f"Works on: {', '.join(sorted(self.row.where))}."
        return f"{where} “{self.clash.words[0]}” uses this key there." if self.clash else where

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of a line."""
        return min(width, theme.px(230)), theme.px(26)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the words at the left and the key at the right."""
        if self.focused or self.is_awaited:
            draw_focus(surface, theme, self.rect.inflate(-2 * theme.px(4), -2 * theme.px(3)))
        if self.hovered or self.clash or self.is_awaited:
            edge = INKS.danger if self.clash else INKS.paper_2
            surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, edge, theme.px(1)), self.rect)
        ink, pad = INKS.danger if self.clash else INKS.ink if self.enabled else INKS.ink_2, theme.px(8)
        right = self._paint_key(surface, theme, self.rect.right - pad)
        words, size = fit_words(self.row.words, right - self.rect.x - 2 * pad, theme.scale)
        write_at(surface, theme, words, BODY.at(size).tinted(ink), midleft=(self.rect.x + pad, self.rect.centery))

    def _paint_key(self, surface: pygame.Surface, theme: Theme, right: int) -> int:
        """Draw the key with its right edge at `right`. Return the left edge of what was drawn."""
        if self.is_awaited:
            wide = size_of(KEY_AWAITED, LABEL, theme.scale)[0]
            write_at(surface, theme, KEY_AWAITED, LABEL.tinted(INKS.brass_dark), midright=(right, self.rect.centery))
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
        """Return the report that asks for another key."""
        return Chosen(KEY, self.row.name)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Report a click, or Enter with the focus."""
        return self.activate() if given.kind == "key" and given.key in ("Enter", "Space") else self.clicked(given)


DRESS = "dress"
"""The id that palette samples report; the value is the palette."""
SAMPLE_SIZE = (62, 84)
"""Least width and height of a sample, design pixels."""


class PaletteSample(Widget):
    """A palette as it shows the sea: bands of fire, and the badges of the nations."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, name: Dress, *, is_current: bool) -> None:
        super().__init__(f"{DRESS}.{name}", tip=Tip(DRESSES[name]), grow=1)
        self.name = name
        self.is_current = is_current

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the picture and its name."""
        return theme.px(SAMPLE_SIZE[0]), theme.px(SAMPLE_SIZE[1] + 40)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the picture and its name; the current palette has a brass frame."""
        picture = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, theme.px(SAMPLE_SIZE[1])).inflate(-4, -4)
        if self.focused:
            draw_focus(surface, theme, picture)
        frame = INKS.brass if self.is_current else INKS.foot if self.hovered else INKS.edge
        frame_wide = theme.px(4 if self.is_current else 1)
        around = picture.inflate(2 * frame_wide, 2 * frame_wide)
        surface.blit(rounded(around.size, theme.px(3), frame), around)
        surface.blit(_draw_sample(self.name, picture.size), picture)
        style, first, _, last = LABEL if self.is_current else BODY.at(15), *DRESSES[self.name].partition(" ")
        for number, line in enumerate((first, last)):
            y = picture.bottom + theme.px(14 + 18 * number)
            write_at(surface, theme, line, style, center=(picture.centerx, y))

    def activate(self) -> Report | None:
        """Return the report that chooses this palette."""
        return Chosen(DRESS, self.name)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Report a click, or Enter with the focus."""
        return self.activate() if given.kind == "key" and given.key in ("Enter", "Space") else self.clicked(given)


_FINE = 3


@lru_cache(maxsize=8)
def _draw_sample(name: Dress, size: Size) -> pygame.Surface:
    """Draw the sample of a palette. Cached."""
    inks, (wide, high) = palettes.palette(name), (size[0] * _FINE, size[1] * _FINE)
    made = pygame.Surface((wide, high))
    made.fill(inks.sea)
    reach = min(wide * 0.82, high * 1.15)
    bands = ((inks.long, 1.0, 34), (inks.medium, 0.66, 56), (inks.point_blank, 0.33, 88))
    for shade, share, alpha in bands:
        _draw_band(made, shade, reach * share, alpha)
    side = min(high // 5, wide // 7)
    for number, draw in enumerate((_draw_british, _draw_french, _draw_spanish)):
        box = pygame.Rect(0, 0, side, side)
        box.center = (round(wide * (0.24 + 0.26 * number)), high - side)
        draw(made, inks, box)
    return pygame.transform.smoothscale(made, size)


def _draw_band(made: pygame.Surface, shade: tuple[int, int, int], reach: float, alpha: int) -> None:
    """Draw a field of fire to the right of a ship at the left edge."""
    wide, high = made.get_size()
    start = (wide * 0.1, high * 0.4)
    rim = [(start[0] + reach * cos(radians(a)), start[1] + reach * sin(radians(a))) for a in range(-22, 23, 2)]
    wash = pygame.Surface(made.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(wash, (*shade, alpha), [start, *rim])
    pygame.draw.lines(wash, (*shade, 245), False, rim, 3 * _FINE)
    made.blit(wash, (0, 0))


def _draw_british(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    """Draw the British badge into `box`."""
    made.fill(inks.british, box.inflate(4, 4))
    made.fill(inks.cream, box)
    arm = max(2, box.w // 4)
    made.fill(inks.british, (box.centerx - arm // 2, box.y, arm, box.h))
    made.fill(inks.british, (box.x, box.centery - arm // 2, box.w, arm))


def _draw_french(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    """Draw the French badge into `box`."""
    pygame.draw.circle(made, inks.french, box.center, box.w // 2 + 3)
    pygame.draw.rect(made, inks.cream, (box.centerx - box.w // 6, box.y + 3, box.w // 3, box.h - 6))


def _draw_spanish(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    """Draw the Spanish badge into `box`."""
    wide = box.inflate(8, 8)
    pygame.draw.polygon(made, inks.danger, [wide.midtop, wide.midright, wide.midbottom, wide.midleft])
    pygame.draw.polygon(made, inks.spanish, [box.midtop, box.midright, box.midbottom, box.midleft])


SheetHalves = tuple[list[Widget], list[Widget]]
"""The widgets of a sheet in two halves."""
WINDOWS = (("window", "Windowed"), ("full", "Full screen"))
VOLUME_NOTES: dict[Group, str] = {
    "guns": "Quieter at a distance and when many guns fire.",
    "ship": "Splinters, masts, collisions and flames.",
    "sea": "Only at sea; rises with the strength of the wind.",
    "signals": "Pipe and drum, and the bell: one more stroke each turn.",
    "table": "Also paper and the main button.",
}
"""A note for each kind of sound."""
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
"""The checkboxes: words and note."""
SIGHTS: dict[Sight, str] = {
    "full": "normal sight",
    "red": "red-blind",
    "green": "green-blind",
    "blue": "blue-blind",
}
_FIXED = "This is a mouse button; choose it above."
BUTTON_ROLES: dict[Role, tuple[str, str]] = {
    "choose": ("Select, drag pieces", "A click selects, a drag moves a ship or a card; on open water it pans."),
    "measure": ("Measure", "A drag measures. On the hex map a click clears the selection."),
    "pan": ("Pan from anywhere", "A drag moves the view, even from a ship."),
}
"""The roles of mouse buttons: words and note."""
_SWAPS = "A button in use is swapped."
_APART = "Contrast between the two most similar sides (100 = black on white):"


def build_window_sheet(theme: Theme, kept: Settings) -> SheetHalves:
    """Build the sheet of the interface size and the window."""
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


def build_animation_sheet(kept: Settings) -> SheetHalves:
    """Build the sheet of animation, pauses and notes for newcomers."""
    seen = len(kept.notes_seen)
    again = Button("notes.again", "Show all again", tip=Tip("Show all again", "Every note appears again."))
    paces, tip = [(pace, NAMES[pace]) for pace in PACES], Tip(*WORDS[MOTION.pace])
    note_count = Text(f"{format_count(seen, 'note')} shown so far" if seen else "No notes shown yet", SMALL, grow=1)
    return (
        [
            Label("Animation speed", LABEL),
            Segments("pace", paces, MOTION.pace, tip=tip),
            Label("Computer's turn", LABEL),
            Segments("turns", list(TURNS.items()), MOTION.turns, tip=Tip("Computer's turn", STAND)),
        ],
        [
            *(Checkbox(wish, words, getattr(kept, wish), tip=Tip(words, tip)) for wish, (words, tip) in WISHES.items()),
            Row([note_count, again.disable("" if seen else "No notes have been shown yet.")], gap=8, align="centre"),
        ],
    )


def build_sound_sheet() -> SheetHalves:
    """Build the sheet of the volumes."""
    muted = Checkbox("muted", "Mute all sound", LOUDNESS.muted, tip=Tip(*MUTE_MESSAGES[True], keys.key("mute")))
    kinds = [_build_volume(group, name) for group, name in GROUPS.items()]
    return [muted, *kinds[:2]], kinds[2:]


def _build_volume(group: Group, name: str) -> Widget:
    """Build the volume of a kind of sound."""
    volumes = Segments(
        f"loud.{group}", list(VOLUMES.items()), LOUDNESS.volume(group), tip=Tip(name, VOLUME_NOTES[group])
    )
    return Row([Label(name, LABEL), Spacer(grow=1), volumes], gap=8, align="centre")


def build_colour_sheet(kept: Settings) -> SheetHalves:
    """Build the samples of the palettes, and how well each kind of eyes tells the sides apart."""
    samples = Row([PaletteSample(name, is_current=name == kept.dress) for name in DRESSES], gap=10)
    inks = palettes.palette(kept.dress)
    apart = {one: palettes.nearest((inks.british, inks.french, inks.spanish), one) for one in SIGHTS}
    figures: list[Widget] = [
        Column([Label(words, SMALL), Label(f"{apart[one]:.0f}", LABEL)], gap=0) for one, words in SIGHTS.items()
    ]
    return [samples], [Text(_APART, SMALL), Grid(figures, least=92, gap=6, most=4)]


def build_key_lines(awaited: str, least: float = 216) -> list[Widget]:
    """Build the lines of all keys by section, then the mouse; line `awaited` waits for a key."""
    clashes, found = rebinding.clashes(), list[Widget]()
    for section in dict.fromkeys(row.section for row in rebinding.rows()):
        lines = [
            KeyLine(row, clash=clashes.get(row.name), is_awaited=row.name == awaited)
            for row in rebinding.rows()
            if row.section == section
        ]
        found += [Label(section, LABEL), Grid(lines, least=least, gap=4)]
    fixed = [KeyLine(row, clash=None, is_awaited=False).disable(_FIXED) for row in rebinding.gestures()]
    return [*found, Label(rebinding.BY_MOUSE, LABEL), *_build_mouse(least), Grid(fixed, least=least, gap=4)]


def _build_mouse(least: float) -> list[Widget]:
    """Build the buttons, the wheel, and a warning if two roles wanted the same button."""
    held, sizes = mouse.HELD, [(str(steps), format_count(steps, "step")) for steps in range(1, mouse.MOST + 1)]
    lost = [BUTTON_ROLES[role][0].lower() for role, hand in held.hands.items() if hand != getattr(held.wished, role)]
    clash = f"Two actions share a button: {join_words(lost)} moved to another."
    choices: list[Widget] = [
        _build_titled(words, f"mouse.{role}", _list_buttons(role), held.hands[role], f"{tip} {_SWAPS}")
        for role, (words, tip) in BUTTON_ROLES.items()
    ]
    choices += [
        _build_titled(
            "Wheel: zoom in",
            "mouse.nearer",
            (("up", "Up"), ("down", "Down")),
            held.wished.nearer,
            "The other direction zooms out.",
        ),
        _build_titled(
            "Wheel: zoom per notch", "mouse.notch", sizes, str(held.wished.notch), "Steps of zoom at each notch."
        ),
    ]
    return [Grid(choices, least=least, gap=6), *([Text(clash, SMALL.tinted(INKS.danger))] if lost else [])]


def _list_buttons(role: Role) -> Sequence[tuple[str, str]]:
    """Return the buttons that a role may have."""
    return [(one, one.capitalize()) for one in (mouse.CHOOSES if role == "choose" else mouse.BUTTONS)]


def _build_titled(words: str, ident: str, options: Sequence[tuple[str, str]], chosen: str, tip: str) -> Widget:
    """Build segments under a title."""
    return Column([Label(words, SMALL), Segments(ident, options, chosen, tip=Tip(words, tip))], gap=2)


def build_key_footer() -> Widget:
    """Build the hint or the number of conflicts, with the button that restores the defaults."""
    clashes = len(rebinding.clashes())
    text = (
        f"{format_count(clashes, 'conflict')}: the first action keeps the key"
        if clashes
        else "Select an action, then press a key"
    )
    first = Button("keys.first", "Restore defaults", tip=Tip("Restore defaults", "All keys and mouse buttons."))
    words = Text(text, SMALL.tinted(INKS.danger) if clashes else SMALL, grow=1)
    changed = rebinding.BOUND.changed or mouse.HELD.wished != Mouse()
    return Row([words, first.disable("" if changed else "Nothing changed.")], gap=8, align="centre")


def build_file_sheet() -> SheetHalves:
    """Build the sheet with the folders, the number of matches and their size on disk."""
    records = library.list_records()
    size = sum(map(guarded_file.file_size, records)) / guarded_file.MEGABYTE
    matches = f"{format_count(len(records), 'match')}, {size:.1f} MB"
    shown = Button("files.open", "Open folder", tip=Tip("Open folder", "Shows the files of your matches."))
    first = Button("all.first", "Restore all", tip=Tip("Restore all defaults", "Asks for confirmation."))
    return (
        [
            Row([Column([Label("Matches", LABEL), Text(matches, BODY)], gap=0, grow=1), shown], gap=8, align="centre"),
            Text(abbreviate_path(library.records_folder()), SMALL),
        ],
        [
            Label("Your scenarios", LABEL),
            Text(abbreviate_path(user_folders.home_folder() / "scenarios"), SMALL),
            Row(
                [
                    Column([Label("Settings", LABEL), Text(abbreviate_path(settings.path()), SMALL)], gap=0, grow=1),
                    first,
                ],
                gap=8,
                align="centre",
            ),
        ],
    )


def abbreviate_path(path: Path) -> str:
    """Return a path as people write it, with ``~`` for the home folder."""
    with suppress(RuntimeError, ValueError):
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    return str(path)
