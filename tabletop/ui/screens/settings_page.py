"""What a player sets: size, window, sound, pace, colours, keys; and where everything is kept. Kept as it is changed."""

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
from tabletop.ui.screens.frame import framed, room
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

WIDE, HIGH, CHANGED = 1560, 840, 250
"""Room that all sheets together need, and the width of what was changed, design pixels."""
HALF = 250
"""Least width of a half of a sheet that is shown alone, design pixels."""
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
USUAL, LINES = 1150, 230
"""Width from which half of the sheets are seen at a time, and least height of the sheet of keys then, design pixels."""
TABS_TIP = Tip("Settings", "Choose a page.")
SUB = "Saved automatically"
SAMPLES: dict[Group, str] = {
    "guns": "gun",
    "ship": "splinters",
    "sea": "splash",
    "signals": "bell",
    "table": "card_dealt",
}
"""What is heard of a kind of sound when it is set."""
VALUES: dict[str, tuple[str, dict[Any, str]]] = {
    "pace": ("Animation speed", NAMES),
    "turns": ("Computer's turn", dict(TURNS)),
    DRESS: ("Colours", dict(DRESSES)),
    "muted": ("Sound", {True: "off", False: "on"}),
    "full_screen": ("Window", dict(enumerate(dict(WINDOWS).values()))),
    **{wish: (words, {True: "on", False: "off"}) for wish, (words, _) in WISHES.items()},
}
"""What can be set back alone: its words, and those of its values."""
STAYS = ("window", "rules", "seats", "lessons", "notes_seen", "offer_lessons")
"""What is no wish, and stays when all is as at first."""
FIRST = "Resets size, sound, animation, colours, keys and mouse. Matches, lessons and scenarios stay as they are."


class SettingsPage(Page):
    """All of them.

    Attributes:
        sheet: the one that is shown where there is room for one alone.
        awaited: the name of the line for which a key is awaited; empty for none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sheet = "sizes"
        self.awaited = ""
        self.presses = {
            "back": Pop,
            "done": Pop,
            "notes.again": self._notes_again,
            "files.open": self._open_folder,
            "keys.first": lambda: self._keep(keys={}, mouse=Mouse()),
            "all.first": self._ask_first,
            "first.yes": self._all_first,
            **{f"undo.{name}": partial(self._undo, name) for name in (*VALUES, "scale", "loud", "mouse")},
            **{f"undo.{KEY}.{row.name}": partial(self._bind, row.name, "") for row in rebinding.rows()},
        }
        self.on = hearing(
            On(Chosen, lambda one: ScaleTo(int(one.value)), "scale"),
            On(Ticked, self._fit, "fitting"),
            On(Chosen, self._window, "window"),
            On(Chosen, lambda one: self._keep(pace=one.value), "pace"),
            On(Chosen, lambda one: self._keep(turns=one.value), "turns"),
            On(Chosen, self._turn, "sheet"),
            *(On(Ticked, partial(self._wish, wish), wish) for wish in WISHES),
            On(Ticked, lambda _: Mute(), "muted"),
            On(Chosen, lambda one: self._keep(dress=one.value), DRESS),
            On(Chosen, self._await, KEY),
            *(On(Chosen, partial(self._loud, group), f"loud.{group}") for group in GROUPS),
            *(On(Chosen, partial(self._hand, role), f"mouse.{role}") for role in ROLES),
            On(Chosen, lambda one: self._keep_mouse(nearer=one.value), "mouse.nearer"),
            On(Chosen, lambda one: self._keep_mouse(notch=int(one.value)), "mouse.notch"),
        )

    # --- what is seen

    def compose(self) -> Widget:
        """All sheets where there is room for them, else one at a time, in a low window without the line of keys."""
        kept = settings.read()
        done = Button("done", "Done", "primary", key=keys.key("done"), height=46, size=20)
        wide, high = room(self.theme, self.size, self.theme.px(HINTS))
        hints = ("next", "choose", "done", "larger", "smaller", "full_screen", "mute", "back")
        if wide >= self.theme.px(WIDE) and high >= self.theme.px(HIGH):
            return framed("Settings", SUB, self._whole(kept), hints, [done])
        paired, needed = self._paired(kept, wide)
        if wide >= self.theme.px(USUAL) and needed <= high + self.theme.px(HINTS):
            return framed("Settings", SUB, paired, hints if needed <= high else (), [done])
        return framed("Settings", SUB, self._alone(kept), hints if high >= self.theme.px(HIGH) else (), [done])

    def _sheets(self, kept: Settings) -> dict[str, sheets.Columns]:
        return {
            "sizes": sheets.window(self.theme, kept),
            "sound": sheets.sound(),
            "pacing": sheets.motion(kept),
            "colours": sheets.colours(kept),
            "files": sheets.files(),
        }

    def _panels(self, kept: Settings) -> dict[str, Panel]:
        return {
            name: Panel(Column([*first, *second], gap=6), SHEETS[name])
            for name, (first, second) in self._sheets(kept).items()
        }

    def _keys(self, ident: str = "settings.keys") -> Widget:
        return Column(
            [Scroll(Column(sheets.key_lines(self.awaited), gap=6), ident=ident), sheets.key_foot()], gap=8, grow=1
        )

    def _whole(self, kept: Settings) -> Widget:
        """Side by side; the keys take what is left, and scroll."""
        panels = self._panels(kept)
        panels["pacing"].grow = panels["files"].grow = 1
        heard = Column([panels["sound"], panels["files"]], gap=12, grow=1)
        left = Column([panels["sizes"], Row([heard, panels["pacing"]], gap=12, grow=1)], gap=12, grow=1)
        right = Column([panels["colours"], Panel(self._keys(), SHEETS["keys"], grow=1)], gap=12, grow=1)
        changed = Panel(Scroll(Column(self._changed(kept), gap=4), ident="settings.changed"), "Changed by you")
        return Row([Sized(changed, CHANGED), left, right], gap=12)

    def _paired(self, kept: Settings, wide: int) -> tuple[Widget, int]:
        """Half of them at a time, in a window of usual size; and how high a body that needs."""
        seen = self.sheet in ("colours", "keys")
        tabs = self._tabs(PAIRS, "colours" if seen else "sizes")
        panels = self._panels(kept)
        if seen:
            samples = Panel(Grid([Column(half, gap=6) for half in sheets.colours(kept)], least=HALF, most=2), "Colours")
            body: Widget = Column([tabs, samples, Panel(self._keys(), SHEETS["keys"], grow=1)], gap=10)
            return body, Column([tabs, samples], gap=10).measure(self.theme, wide)[1] + self.theme.px(LINES)
        panels["files"].grow = panels["sound"].grow = panels["pacing"].grow = 1
        left = Column([panels["sizes"], panels["files"]], gap=10, grow=1)
        body = Column([tabs, Row([left, panels["sound"], panels["pacing"]], gap=10, grow=1)], gap=10)
        return body, body.measure(self.theme, wide)[1]

    def _alone(self, kept: Settings) -> Widget:
        tabs = self._tabs(TABS, self.sheet)
        if self.sheet == "keys":
            return Column([tabs, Panel(self._keys("settings.scroll"), padding=10, grow=1)], gap=8)
        shown = Grid([Column(half, gap=6) for half in self._sheets(kept)[self.sheet]], least=HALF, gap=10, most=2)
        return Column([tabs, Scroll(Panel(shown, padding=10), ident="settings.scroll")], gap=8)

    def _tabs(self, named: Mapping[str, str], chosen: str) -> Segments:
        """What is seen one after the other; behind the last one with keys stands how many clash."""
        clashes, last = len(rebinding.clashes()), "keys" if "keys" in named else "colours"
        told = {last: f"{named[last]} ({clashes})"} if clashes else {}
        return Segments("sheet", tuple({**named, **told}.items()), chosen, tip=TABS_TIP)

    def _changed(self, kept: Settings) -> list[Widget]:
        """What is not as at first, each with a button that makes it so."""
        usual = Settings()
        named = [(one, *VALUES[one]) for one in VALUES if getattr(kept, one) != getattr(usual, one)]
        rows = [_changed_row(one, words, values[getattr(kept, one)]) for one, words, values in named]
        rows += [_changed_row("scale", "Interface size", f"{kept.scale} %")] if kept.scale else []
        rows += [_changed_row("loud", "Volume", format_count(len(kept.loud), "kind"))] if kept.loud else []
        rows += [_changed_row("mouse", "Mouse", ", ".join(_of_mouse(kept.mouse)))] if kept.mouse != usual.mouse else []
        lines = [row for row in rebinding.rows() if row.name in kept.keys]
        rows += [_changed_row(f"{KEY}.{one.name}", one.words[0], keys.shown(rebinding.struck(one))) for one in lines]
        return rows or [Text("Nothing changed.", BODY)]

    # --- what is done

    def handle(self, given: Input) -> Transition | None:
        """As every page; while a key is awaited the next one is taken, whatever it means elsewhere."""
        if not self.awaited or given.kind not in ("key", "pressed"):
            return super().handle(given)
        name, code = self.awaited, rebinding.row_of(self.awaited)
        self.awaited, self.keyed = "", "lists"
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
        self._bind(name, struck)
        return None

    def key_pressed(self, given: Input) -> Transition | None:
        """The key that deletes gives the line that has the focus the key with which it came."""
        if given.key == keys.key("remove") and isinstance(self.focus, KeyLine):
            self._bind(self.focus.row.name, "")
            return None
        return super().key_pressed(given)

    def _await(self, chosen: Chosen) -> None:
        self.awaited, self.keyed = chosen.value, ""
        self.rebuild()

    def _bind(self, name: str, struck: str) -> None:
        """A key from now on; empty for the one with which it came."""
        others = {one: chord for one, chord in settings.read().keys.items() if one != name}
        own = {row.name: struck for row in rebinding.rows() if row.name == name and struck not in ("", row.code)}
        self._keep(keys=others | own)
        if clash := rebinding.clashes().get(name):
            self.say(
                Toast(
                    "Key already in use",
                    f"“{clash.words[0]}” already uses this key. The first action in the list keeps it.",
                )
            )

    def _hand(self, role: Role, chosen: Chosen) -> None:
        """Another button for this; who had that takes a free one."""
        self._keep_mouse(**hands(replace(HELD.wished, **{**HELD.hands, role: chosen.value}), role))

    def _keep_mouse(self, **changed: object) -> None:
        self._keep(mouse=replace(HELD.wished, **changed))

    def _turn(self, chosen: Chosen) -> None:
        self.sheet = chosen.value
        self.rebuild()

    def _fit(self, box: Ticked) -> Transition:
        return ScaleTo(0 if box.ticked else self.theme.scale)

    def _window(self, chosen: Chosen) -> Transition | None:
        return FullScreen() if chosen.value != WINDOWS[settings.read().full_screen][0] else None

    def _wish(self, wish: Wish, box: Ticked) -> None:
        self._keep(**{wish: box.ticked})

    def _loud(self, group: Group, chosen: Chosen) -> None:
        """As loud as this from now on; it is heard at once."""
        volume = next(volume for volume in VOLUMES if volume == chosen.value)
        self._keep(loud={**LOUDNESS.loud, group: volume})
        SPEAKER.play(SAMPLES[group])

    def _notes_again(self) -> None:
        self._keep(notes=True, notes_seen=())

    def _open_folder(self) -> None:
        if problem := file_manager.open_folder(library.records_folder()):
            self.say(Toast("The folder cannot be opened", problem))

    def _undo(self, name: str) -> Transition | None:
        asked: dict[str, Transition] = {"scale": ScaleTo(0), "full_screen": FullScreen(), "muted": Mute()}
        if name not in asked:
            self._keep(**{name: getattr(Settings(), name)})
        return asked.get(name)

    def _ask_first(self) -> None:
        self.open(question("Restore all defaults?", FIRST, ("first.yes", "Restore all defaults")))

    def _all_first(self) -> Transition:
        self.close()
        kept = settings.read()
        stays = {name: getattr(kept, name) for name in (*STAYS, "full_screen")}
        self._keep(**{name: getattr(replace(Settings(), **stays), name) for name in Settings.__struct_fields__})
        return ScaleTo(0)

    def _keep(self, **changed: object) -> None:
        now = replace(settings.read(), **changed)
        settings.write(now)
        settings.grant(now)
        SPEAKER.apply_loudness()
        self.rebuild()


def _of_mouse(kept: Mouse) -> Iterable[str]:
    """What of it is not as it comes."""
    if hands(kept) != ROLES:
        yield "buttons"
    if (kept.nearer, kept.notch) != (Mouse().nearer, Mouse().notch):
        yield "wheel"


def _changed_row(ident: str, words: str, value: str) -> Widget:
    back = Button(f"undo.{ident}", "", sign="undo", tip=Tip("Restore default", words))
    told = Column([Text([Run(words, BODY.at(15))]), Label(value, SMALL.tinted(INKS.brass_dark))], gap=0, grow=1)
    return Row([told, back], gap=6, align="centre")
