"""What a player sets: size, window, pace, notes for newcomers; and where everything is kept. Kept as it is changed."""

from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from tabletop.core import guarded_file, library, places
from tabletop.ui import keys, settings
from tabletop.ui.boards.room import HINTS
from tabletop.ui.motion import MOTION, NAMES, PACES, TURNS, WORDS
from tabletop.ui.screen import FullScreen, Mute, Pop, ScaleTo, Transition
from tabletop.ui.screens.frame import framed, room
from tabletop.ui.screens.table.menu import TURNS_TIP
from tabletop.ui.sound.loudness import GROUPS, LOUDNESS, TOLD, VOLUMES, Group
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.text import BODY, LABEL, SMALL
from tabletop.ui.theme import SCALES
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox, Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row, Spacer
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Chosen, On, Ticked, hearing
from tabletop.ui.widgets.scroll import Scroll

SHEET, COLUMN = 380, 250
"""Least width of a sheet, and of a half of one where it is shown alone, design pixels."""
SHEETS = {"sizes": "Window and size", "pacing": "Pace and notes", "sound": "Sound", "files": "Files"}
BESIDE = (("sizes", "files"), ("pacing",), ("sound",))
"""What lies beside each other, and under each other, where there is room for all."""
SUB = "Kept as you change them"
Columns = tuple[list[Widget], list[Widget]]
"""What stands on a sheet, in two halves."""
WINDOWS = (("window", "A window"), ("full", "The whole screen"))
LOUD: dict[Group, str] = {
    "guns": "Softer far off, and where many fire.",
    "ship": "Splinters, masts, collisions, flames.",
    "sea": "At sea alone, by the strength of the wind.",
    "signals": "Pipe and drum, and the bell: a stroke more each turn.",
    "table": "Paper and the brass button, too.",
}
"""What of each kind is to be known."""
SAMPLES: dict[Group, str] = {
    "guns": "gun", "ship": "splinters", "sea": "splash", "signals": "bell", "table": "card_dealt",
}  # fmt: skip
"""What is heard of it when it is set."""
SCALE_TIP = Tip("Size of everything", "As far as the window has room for it.", keys.key("larger"))


class SettingsPage(Page):
    """The first page of them.

    Attributes:
        sheet: the one that is shown where there is room for one alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sheet = "sizes"
        self.presses = {"back": Pop, "done": Pop, "notes.again": self._notes_again}
        self.on = hearing(
            On(Chosen, self._scale, "scale"), On(Ticked, self._fit, "fitting"), On(Chosen, self._window, "window"),
            On(Chosen, self._pace, "pace"), On(Chosen, self._turns, "turns"), On(Ticked, self._notes, "notes"),
            On(Chosen, self._turn, "sheet"), On(Ticked, self._mute, "muted"),
            *(On(Chosen, partial(self._loud, group), f"loud.{group}") for group in GROUPS),
        )  # fmt: skip

    def compose(self) -> Widget:
        """All sheets where there is room for them, else one at a time, in a low window without the line of keys."""
        kept = settings.read()
        sheets = {
            "sizes": self._sizes(kept),
            "pacing": self._pacing(kept),
            "sound": self._sound(),
            "files": self._files(),
        }
        done = Button("done", "Done", "primary", key=keys.key("done"), height=46, size=20)
        hints = ("next", "choose", "done", "larger", "smaller", "full_screen", "mute", "back")
        panels = {
            name: Panel(Column([one for half in halves for one in half], gap=7), SHEETS[name], grow=1)
            for name, halves in sheets.items()
        }
        whole = Grid(
            [Column([panels[name] for name in names], gap=10) for names in BESIDE], least=SHEET, gap=10, most=3
        )
        wide, high = room(self.theme, self.size, self.theme.px(HINTS))
        if whole.measure(self.theme, wide)[1] <= high:
            return framed("Settings", SUB, Scroll(whole, ident="settings.scroll"), hints, [done])
        shown = Grid([Column(column, gap=6) for column in sheets[self.sheet]], least=COLUMN, most=2)
        tabs = Segments("sheet", tuple(SHEETS.items()), self.sheet, tip=Tip("Settings", "One sheet after the other."))
        body = Column([tabs, Scroll(Panel(shown, padding=10), ident="settings.scroll")], gap=8)
        return framed("Settings", SUB, body, (), [done])

    def _sizes(self, kept: settings.Settings) -> Columns:
        steps = [(str(step), f"{step} %") for step in SCALES]
        return (
            [
                Label("Size of everything", LABEL),
                Segments("scale", steps, str(self.theme.scale), tip=SCALE_TIP),
                Checkbox("fitting", "Follows the height of the window", kept.scale is None),
            ],
            [
                Label("Window", LABEL),
                Segments(
                    "window", WINDOWS, WINDOWS[kept.full_screen][0], tip=Tip("Window", key=keys.key("full_screen"))
                ),
            ],
        )

    def _pacing(self, kept: settings.Settings) -> Columns:
        seen = len(kept.notes_seen)
        again = Button("notes.again", "Show all again", tip=Tip("Show all again", "Every note appears once more."))
        paces, tip = [(pace, NAMES[pace]) for pace in PACES], Tip(*WORDS[MOTION.pace], keys.key("motion"))
        return (
            [
                Label("How fast things are played", LABEL),
                Segments("pace", paces, MOTION.pace, tip=tip),
                Label("The computer's turn", LABEL),
                Segments("turns", list(TURNS.items()), MOTION.turns, tip=TURNS_TIP),
            ],
            [
                Label("Notes for newcomers", LABEL),
                Checkbox("notes", "Say what comes up for the first time", kept.notes),
                Text(f"{seen} seen so far" if seen else "None seen yet", SMALL),
                again.disable("" if seen else "None was seen yet."),
            ],
        )

    def _sound(self) -> Columns:
        muted = Checkbox("muted", "Nothing is heard", LOUDNESS.muted, tip=Tip(*TOLD[True], keys.key("mute")))
        kinds = [self._kind(group, name) for group, name in GROUPS.items()]
        return [muted, *kinds[:2]], kinds[2:]

    def _kind(self, group: Group, name: str) -> Widget:
        volumes = Segments(f"loud.{group}", list(VOLUMES.items()), LOUDNESS.volume(group), tip=Tip(name, LOUD[group]))
        return Row([Label(name, LABEL), Spacer(grow=1), volumes], gap=8, align="centre")

    def _files(self) -> Columns:
        records = library.paths()
        size = sum(map(guarded_file.size, records)) / guarded_file.MEGABYTE
        matches = f"{len(records)} match{'' if len(records) == 1 else 'es'}, {size:.1f} MB"
        return (
            [Label("Matches", LABEL), Text(matches, BODY), Text(_shown(library.records()), SMALL)],
            [
                Label("Scenarios of your own", LABEL), Text(_shown(places.home() / "scenarios"), SMALL),
                Label("These settings", LABEL), Text(_shown(settings.path()), SMALL),
            ],
        )  # fmt: skip

    def _turn(self, chosen: Chosen) -> None:
        self.sheet = chosen.value
        self.rebuild()

    def _scale(self, chosen: Chosen) -> Transition:
        return ScaleTo(int(chosen.value))

    def _fit(self, box: Ticked) -> Transition:
        return ScaleTo(0 if box.ticked else self.theme.scale)

    def _window(self, chosen: Chosen) -> Transition | None:
        return FullScreen() if chosen.value != WINDOWS[settings.read().full_screen][0] else None

    def _pace(self, chosen: Chosen) -> None:
        MOTION.pace = next(pace for pace in PACES if pace == chosen.value)
        self._keep(replace(settings.read(), pace=MOTION.pace))

    def _turns(self, chosen: Chosen) -> None:
        MOTION.turns = next(turns for turns in TURNS if turns == chosen.value)
        self._keep(replace(settings.read(), turns=MOTION.turns))

    def _mute(self, _box: Ticked) -> Transition:
        return Mute()

    def _loud(self, group: Group, chosen: Chosen) -> None:
        """As loud as this from now on; it is heard at once."""
        LOUDNESS.loud[group] = next(volume for volume in VOLUMES if volume == chosen.value)
        SPEAKER.follow()
        SPEAKER.ask(SAMPLES[group])
        self._keep(replace(settings.read(), loud=dict(LOUDNESS.loud)))

    def _notes(self, box: Ticked) -> None:
        self._keep(replace(settings.read(), notes=box.ticked))

    def _notes_again(self) -> None:
        self._keep(replace(settings.read(), notes=True, notes_seen=()))

    def _keep(self, changed: settings.Settings) -> None:
        settings.write(changed)
        self.rebuild()


def _shown(path: Path) -> str:
    """A path as people write it: what lies in their own folder from there."""
    with suppress(RuntimeError, ValueError):
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    return str(path)
