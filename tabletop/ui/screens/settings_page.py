"""The page of the settings: size, window, sound, animation, colours, keys, files. Each change is saved at once."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from tabletop.core import library
from tabletop.core.phrases import format_count
from tabletop.ui import file_manager, keys, rebinding, settings
from tabletop.ui.boards.window_layout import HINTS
from tabletop.ui.input import Input
from tabletop.ui.motion import NAMES, TURNS
from tabletop.ui.mouse import HELD, ROLES, Mouse, Role, hands
from tabletop.ui.palettes import DRESSES
from tabletop.ui.screen import FullScreen, Mute, Pop, ScaleTo, Transition
from tabletop.ui.screens import settings_sheets as sheets
from tabletop.ui.screens.frame import body_size, build_frame
from tabletop.ui.screens.settings_sheets import DRESS, KEY, WINDOWS, WISHES, KeyLine, Wish
from tabletop.ui.settings import Settings
from tabletop.ui.sound.kinds import GROUPS, LOUDNESS, VOLUMES, Group
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.text import BODY, SMALL, Run
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row, Sized
from tabletop.ui.widgets.overlay import Toast, question
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Chosen, On, Ticked, hearing
from tabletop.ui.widgets.scroll import Scroll

WIDE, HIGH, CHANGED_WIDTH = 1560, 840, 250
"""Room that all sheets need together, and the width of the list of changes, design pixels."""
HALF_WIDTH = 250
"""Least width of half a sheet that is shown alone, design pixels."""
SHEETS = {
    "sizes": "Window and size",
    "sound": "Sound",
    "pacing": "Animation and turns",
    "colours": "Colours",
    "keys": "Keys and mouse",
    "files": "Files",
}
TABS = {
    "sizes": "Window",
    "sound": "Sound",
    "pacing": "Animation",
    "colours": "Colours",
    "keys": "Keys",
    "files": "Files",
}
PAIRS = {"sizes": "Window, sound, animation, files", "colours": "Colours, keys, mouse"}
PAIRED_WIDTH, KEYS_HEIGHT = 1150, 230
"""Width from which half of the sheets are shown at once, and least height of the keys then, design pixels."""
TABS_TIP = Tip("Settings", "Choose a page.")
SUB = "Saved automatically"
SAMPLES: dict[Group, str] = {
    "guns": "gun",
    "ship": "splinters",
    "sea": "splash",
    "signals": "bell",
    "table": "card_dealt",
}
"""The sound that is played when the volume of a kind is set."""
RESETTABLE: dict[str, tuple[str, dict[Any, str]]] = {
    "pace": ("Animation speed", NAMES),
    "turns": ("Computer's turn", dict(TURNS)),
    DRESS: ("Colours", dict(DRESSES)),
    "muted": ("Sound", {True: "off", False: "on"}),
    "full_screen": ("Window", dict(enumerate(dict(WINDOWS).values()))),
    **{wish: (words, {True: "on", False: "off"}) for wish, (words, _) in WISHES.items()},
}
"""Settings that can be reset alone: the words of the setting and of its values."""
KEPT_ON_RESET = ("window", "rules", "seats", "lessons", "notes_seen", "offer_lessons")
"""Settings that a reset of everything keeps."""
RESET_NOTE = "Resets size, sound, animation, colours, keys and mouse. Matches, lessons and scenarios stay as they are."


class SettingsPage(Page):
    """The page of the settings. Every change is saved at once.

    Attributes:
        sheet: the sheet that is shown in a small window.
        awaited_line: the name of the line for which a key is awaited; "" for none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sheet = "sizes"
        self.awaited_line = ""
        self.presses = {
            "back": Pop,
            "done": Pop,
            "notes.again": self._reset_notes,
            "files.open": self._open_folder,
            "keys.first": lambda: self._save(keys={}, mouse=Mouse()),
            "all.first": self._ask_reset_all,
            "first.yes": self._reset_all,
            **{f"undo.{name}": partial(self._reset, name) for name in (*RESETTABLE, "scale", "loud", "mouse")},
            **{f"undo.{KEY}.{row.name}": partial(self._bind_key, row.name, "") for row in rebinding.rows()},
        }
        self.on = hearing(
            On(Chosen, lambda one: ScaleTo(int(one.value)), "scale"),
            On(Ticked, self._set_fitting, "fitting"),
            On(Chosen, self._set_window, "window"),
            On(Chosen, lambda one: self._save(pace=one.value), "pace"),
            On(Chosen, lambda one: self._save(turns=one.value), "turns"),
            On(Chosen, self._choose_sheet, "sheet"),
            *(On(Ticked, partial(self._set_wish, wish), wish) for wish in WISHES),
            On(Ticked, lambda _: Mute(), "muted"),
            On(Chosen, lambda one: self._save(dress=one.value), DRESS),
            On(Chosen, self._await_key, KEY),
            *(On(Chosen, partial(self._set_volume, group), f"loud.{group}") for group in GROUPS),
            *(On(Chosen, partial(self._set_button, role), f"mouse.{role}") for role in ROLES),
            On(Chosen, lambda one: self._save_mouse(nearer=one.value), "mouse.nearer"),
            On(Chosen, lambda one: self._save_mouse(notch=int(one.value)), "mouse.notch"),
        )

    # --- what is seen

    def compose(self) -> Widget:
        """Build all sheets, half of them, or one at a time, by the size of the window."""
        kept = settings.read()
        done = Button("done", "Done", "primary", key=keys.key("done"), height=46, size=20)
        wide, high = body_size(self.theme, self.size, self.theme.px(HINTS))
        hints = ("next", "choose", "done", "larger", "smaller", "full_screen", "mute", "back")
        if wide >= self.theme.px(WIDE) and high >= self.theme.px(HIGH):
            return build_frame("Settings", SUB, self._build_all(kept), hints, [done])
        paired, needed = self._build_pair(kept, wide)
        if wide >= self.theme.px(PAIRED_WIDTH) and needed <= high + self.theme.px(HINTS):
            return build_frame("Settings", SUB, paired, hints if needed <= high else (), [done])
        return build_frame(
            "Settings", SUB, self._build_single(kept), hints if high >= self.theme.px(HIGH) else (), [done]
        )

    def _build_sheets(self, kept: Settings) -> dict[str, sheets.SheetHalves]:
        """Return the halves of each sheet except the keys."""
        return {
            "sizes": sheets.build_window_sheet(self.theme, kept),
            "sound": sheets.build_sound_sheet(),
            "pacing": sheets.build_animation_sheet(kept),
            "colours": sheets.build_colour_sheet(kept),
            "files": sheets.build_file_sheet(),
        }

    def _build_panels(self, kept: Settings) -> dict[str, Panel]:
        """Return each sheet except the keys as a panel."""
        return {
            name: Panel(Column([*first, *second], gap=6), SHEETS[name])
            for name, (first, second) in self._build_sheets(kept).items()
        }

    def _build_keys(self, ident: str = "settings.keys") -> Widget:
        """Build the scrolling lines of keys with their footer."""
        return Column(
            [Scroll(Column(sheets.build_key_lines(self.awaited_line), gap=6), ident=ident), sheets.build_key_footer()],
            gap=8,
            grow=1,
        )

    def _build_all(self, kept: Settings) -> Widget:
        """Build all sheets side by side, with the list of changes."""
        panels = self._build_panels(kept)
        panels["pacing"].grow = panels["files"].grow = 1
        heard = Column([panels["sound"], panels["files"]], gap=12, grow=1)
        left = Column([panels["sizes"], Row([heard, panels["pacing"]], gap=12, grow=1)], gap=12, grow=1)
        right = Column([panels["colours"], Panel(self._build_keys(), SHEETS["keys"], grow=1)], gap=12, grow=1)
        changed = Panel(Scroll(Column(self._list_changed(kept), gap=4), ident="settings.changed"), "Changed by you")
        return Row([Sized(changed, CHANGED_WIDTH), left, right], gap=12)

    def _build_pair(self, kept: Settings, wide: int) -> tuple[Widget, int]:
        """Return half of the sheets, and the height that they need, screen pixels."""
        seen = self.sheet in ("colours", "keys")
        tabs = self._build_tabs(PAIRS, "colours" if seen else "sizes")
        panels = self._build_panels(kept)
        if seen:
            samples = Panel(
                Grid([Column(half, gap=6) for half in sheets.build_colour_sheet(kept)], least=HALF_WIDTH, most=2),
                "Colours",
            )
            body: Widget = Column([tabs, samples, Panel(self._build_keys(), SHEETS["keys"], grow=1)], gap=10)
            return body, Column([tabs, samples], gap=10).measure(self.theme, wide)[1] + self.theme.px(KEYS_HEIGHT)
        panels["files"].grow = panels["sound"].grow = panels["pacing"].grow = 1
        left = Column([panels["sizes"], panels["files"]], gap=10, grow=1)
        body = Column([tabs, Row([left, panels["sound"], panels["pacing"]], gap=10, grow=1)], gap=10)
        return body, body.measure(self.theme, wide)[1]

    def _build_single(self, kept: Settings) -> Widget:
        """Build one sheet under the tabs."""
        tabs = self._build_tabs(TABS, self.sheet)
        if self.sheet == "keys":
            return Column([tabs, Panel(self._build_keys("settings.scroll"), padding=10, grow=1)], gap=8)
        shown = Grid(
            [Column(half, gap=6) for half in self._build_sheets(kept)[self.sheet]], least=HALF_WIDTH, gap=10, most=2
        )
        return Column([tabs, Scroll(Panel(shown, padding=10), ident="settings.scroll")], gap=8)

    def _build_tabs(self, named: Mapping[str, str], chosen: str) -> Segments:
        """Build the tabs; the tab of the keys has the number of conflicts."""
        clashes, last = len(rebinding.clashes()), "keys" if "keys" in named else "colours"
        counted = {last: f"{named[last]} ({clashes})"} if clashes else {}
        return Segments("sheet", tuple({**named, **counted}.items()), chosen, tip=TABS_TIP)

    def _list_changed(self, kept: Settings) -> list[Widget]:
        """Return a row with a reset button for each setting that differs from its default."""
        usual = Settings()
        named = [(one, *RESETTABLE[one]) for one in RESETTABLE if getattr(kept, one) != getattr(usual, one)]
        rows = [_build_changed_row(one, words, values[getattr(kept, one)]) for one, words, values in named]
        rows += [_build_changed_row("scale", "Interface size", f"{kept.scale} %")] if kept.scale else []
        rows += [_build_changed_row("loud", "Volume", format_count(len(kept.loud), "kind"))] if kept.loud else []
        rows += (
            [_build_changed_row("mouse", "Mouse", ", ".join(_list_mouse_changes(kept.mouse)))]
            if kept.mouse != usual.mouse
            else []
        )
        lines = [row for row in rebinding.rows() if row.name in kept.keys]
        rows += [
            _build_changed_row(f"{KEY}.{one.name}", one.words[0], keys.shown(rebinding.struck(one))) for one in lines
        ]
        return rows or [Text("Nothing changed.", BODY)]

    # --- what is done

    def handle(self, given: Input) -> Transition | None:
        """Handle input; while a key is awaited, the next key is bound, whatever it does elsewhere."""
        if not self.awaited_line or given.kind not in ("key", "pressed"):
            return super().handle(given)
        name, code = self.awaited_line, rebinding.row_of(self.awaited_line)
        self.awaited_line, self.keyed = "", "lists"
        if given.kind == "pressed":
            self.rebuild()
            return super().handle(given)
        if given.key == keys.key("back") and code is not None and code.code != given.key:
            self.rebuild()
            return None
        numbers = code is not None and code.code == rebinding.NUMBERS
        struck = rebinding.numbered(given.key) if numbers else given.key
        if not struck:
            self.say(
                Toast(
                    "All number keys change together", "Press a number, alone or with Ctrl, Alt or Shift, or F1 to F9."
                )
            )
            self.rebuild()
            return None
        self._bind_key(name, struck)
        return None

    def key_pressed(self, given: Input) -> Transition | None:
        """Reset the line with the focus for the key that removes; else handle the key as every page does."""
        if given.key == keys.key("remove") and isinstance(self.focus, KeyLine):
            self._bind_key(self.focus.row.name, "")
            return None
        return super().key_pressed(given)

    def _await_key(self, chosen: Chosen) -> None:
        """Wait for a key for the chosen line."""
        self.awaited_line, self.keyed = chosen.value, ""
        self.rebuild()

    def _bind_key(self, name: str, struck: str) -> None:
        """Bind a key to a line, or its default if `struck` is "". A toast names a conflict."""
        others = {one: chord for one, chord in settings.read().keys.items() if one != name}
        own = {row.name: struck for row in rebinding.rows() if row.name == name and struck not in ("", row.code)}
        self._save(keys=others | own)
        if clash := rebinding.clashes().get(name):
            self.say(
                Toast(
                    "Key already in use",
                    f"“{clash.words[0]}” already uses this key. The first action in the list keeps it.",
                )
            )

    def _set_button(self, role: Role, chosen: Chosen) -> None:
        """Give a mouse button to a role; the role that had the button gets a free one."""
        self._save_mouse(**hands(replace(HELD.wished, **{**HELD.hands, role: chosen.value}), role))

    def _save_mouse(self, **changed: object) -> None:
        """Save changed settings of the mouse."""
        self._save(mouse=replace(HELD.wished, **changed))

    def _choose_sheet(self, chosen: Chosen) -> None:
        """Show another sheet."""
        self.sheet = chosen.value
        self.rebuild()

    def _set_fitting(self, box: Ticked) -> Transition:
        """Return the change of scale: automatic if the box is ticked, else the current scale."""
        return ScaleTo(0 if box.ticked else self.theme.scale)

    def _set_window(self, chosen: Chosen) -> Transition | None:
        """Return the switch to or from full screen; None if nothing changes."""
        return FullScreen() if chosen.value != WINDOWS[settings.read().full_screen][0] else None

    def _set_wish(self, wish: Wish, box: Ticked) -> None:
        """Save a checkbox."""
        self._save(**{wish: box.ticked})

    def _set_volume(self, group: Group, chosen: Chosen) -> None:
        """Save the volume of a kind of sound, and play a sample."""
        volume = next(volume for volume in VOLUMES if volume == chosen.value)
        self._save(loud={**LOUDNESS.loud, group: volume})
        SPEAKER.play(SAMPLES[group])

    def _reset_notes(self) -> None:
        """Show all notes for newcomers again."""
        self._save(notes=True, notes_seen=())

    def _open_folder(self) -> None:
        """Open the folder of the matches; say why if that is impossible."""
        if problem := file_manager.open_folder(library.records_folder()):
            self.say(Toast("The folder cannot be opened", problem))

    def _reset(self, name: str) -> Transition | None:
        """Reset one setting. Return the transition that does so for size, window and sound."""
        asked: dict[str, Transition] = {"scale": ScaleTo(0), "full_screen": FullScreen(), "muted": Mute()}
        if name not in asked:
            self._save(**{name: getattr(Settings(), name)})
        return asked.get(name)

    def _ask_reset_all(self) -> None:
        """Ask whether to reset everything."""
        self.open(question("Restore all defaults?", RESET_NOTE, ("first.yes", "Restore all defaults")))

    def _reset_all(self) -> Transition:
        """Reset everything except `KEPT_ON_RESET`, and return the change to the automatic scale."""
        self.close()
        kept = settings.read()
        stays = {name: getattr(kept, name) for name in (*KEPT_ON_RESET, "full_screen")}
        self._save(**{name: getattr(replace(Settings(), **stays), name) for name in Settings.__struct_fields__})
        return ScaleTo(0)

    def _save(self, **changed: object) -> None:
        """Save changed settings, apply them, and rebuild the page."""
        now = replace(settings.read(), **changed)
        settings.write(now)
        settings.grant(now)
        SPEAKER.apply_loudness()
        self.rebuild()


def _list_mouse_changes(kept: Mouse) -> Iterable[str]:
    """Yield "buttons" and "wheel" if these differ from their defaults."""
    if hands(kept) != ROLES:
        yield "buttons"
    if (kept.nearer, kept.notch) != (Mouse().nearer, Mouse().notch):
        yield "wheel"


def _build_changed_row(ident: str, words: str, value: str) -> Widget:
    """Build a changed setting with the button that resets it."""
    back = Button(f"undo.{ident}", "", sign="undo", tip=Tip("Restore default", words))
    text = Column([Text([Run(words, BODY.at(15))]), Label(value, SMALL.tinted(INKS.brass_dark))], gap=0, grow=1)
    return Row([text, back], gap=6, align="centre")
