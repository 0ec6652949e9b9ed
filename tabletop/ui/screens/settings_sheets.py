"""What stands on each sheet of the settings, in two halves that lie side by side where a sheet is shown alone."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from tabletop.core import guarded_file, library, user_folders
from tabletop.core.phrases import format_count, join_words
from tabletop.ui import keys, mouse, palettes, rebinding, settings
from tabletop.ui.motion import MOTION, NAMES, PACES, STAND, TURNS, WORDS
from tabletop.ui.mouse import Mouse, Role
from tabletop.ui.palettes import DRESSES, Sight
from tabletop.ui.screens.settings_parts import KeyLine, Sample
from tabletop.ui.settings import Settings
from tabletop.ui.sound.kinds import GROUPS, LOUDNESS, TOLD, VOLUMES, Group
from tabletop.ui.text import BODY, LABEL, SMALL
from tabletop.ui.theme import INKS, SCALES, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox, Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row, Spacer

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
    "full": "normal sight", "red": "red-blind", "green": "green-blind", "blue": "blue-blind",
}  # fmt: skip
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
    muted = Checkbox("muted", "Mute all sound", LOUDNESS.muted, tip=Tip(*TOLD[True], keys.key("mute")))
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
            Label("Your scenarios", LABEL), Text(tilde(user_folders.home_folder() / "scenarios"), SMALL),
            Row([Column([Label("Settings", LABEL), Text(tilde(settings.path()), SMALL)], gap=0, grow=1), first],
                gap=8, align="centre"),
        ],
    )  # fmt: skip


def tilde(path: Path) -> str:
    """A path as people write it: what lies in their own folder from there."""
    with suppress(RuntimeError, ValueError):
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    return str(path)
