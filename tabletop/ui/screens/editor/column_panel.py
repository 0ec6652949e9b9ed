"""A column in numbers: how it lies, its heading, bearing and interval, typed or stepped."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tabletop.authoring.draft import Change
from tabletop.authoring.piece_changes import (
    CopyPieces,
    Formation,
    LineUpPieces,
    MovePiecesTo,
    RemovePieces,
    SetHeading,
    TurnPieces,
    WheelPieces,
    measure_formation,
)
from tabletop.ui.screens.editor.session import Bench
from tabletop.ui.text import LABEL, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Segments, TextEntry
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Row, Sized
from tabletop.ui.widgets.report import Chosen, Hearing, On, Pressed, Report, Typed, hearing

FORMS = (("ahead", "Ahead"), ("abreast", "Abreast"), ("oblique", "Oblique"), ("free", "Free"))
NUMBER = 92
_TOGETHER = Tip("Turn together", "Turns each ship in place, one step to starboard.")
_REVERSE = Tip("Reverse order", "The last ship becomes the head of the line; nothing moves.")
_IN_LINE = Tip("Turn in line", "Turns the whole line about the first ship, one step to starboard.")
_ASIDE = Style("body", 15, INKS.ink_2)


ABOUT = {
    "heading": Tip("Heading", "Heading of each ship; the line turns with it."),
    "bearing": Tip("Bearing", "Direction from each ship to the next."),
    "interval": Tip("Interval", "Distance between neighbours, from hull to hull."),
    **{name: Tip(name.capitalize(), "Position of the head of the line.") for name in ("east", "north", "q", "r")},
}
"""What each number of a column means."""
PLACES = {"east": 0, "north": 1, "q": 0, "r": 1}
"""Where the head of the line lies, by the numbers of its place."""


@dataclass(frozen=True)
class Measure:
    """How columns are reckoned on a map.

    Attributes:
        full: a whole turn.
        steps: by how much each number is stepped.
        behind: from the heading to where the next ship lies, by how the column lies.
        usual: interval of ships that are put in line and lay anyhow before.
        units: what stands behind each number.
        copied: how far off a copy lies.
    """

    full: int
    steps: Mapping[str, float]
    behind: Mapping[str, int]
    usual: float
    units: Mapping[str, str]
    copied: tuple[float, float]


UM = Measure(
    360, {"heading": 5, "bearing": 5, "interval": 0.05, "east": 0.1, "north": 0.1},
    {"ahead": 180, "abreast": 90, "oblique": 135}, 0.4,
    {"heading": "°", "bearing": "°", "interval": "UM", "east": "UM", "north": "UM"}, (0.6, -0.6),
)  # fmt: skip
HEXES = Measure(
    6, {"heading": 1, "bearing": 1, "interval": 1, "q": 1, "r": 1}, {"ahead": 3, "abreast": 2, "oblique": 2}, 0,
    {"heading": "side", "bearing": "side", "interval": "hexes", "q": "", "r": ""}, (1, 0),
)  # fmt: skip


class ColumnPanel:
    """The chosen ships as a column."""

    def __init__(self, bench: Bench, measure: Measure = UM) -> None:
        self._bench, self._measure = bench, measure
        self._typed = ("", "")
        self._before: Formation | None = None
        """How the line lay before anything was typed into the field in which it is typed."""
        self._on: Hearing[None] = hearing(
            On(Chosen, lambda one: self.form(one.value), "column.form"), On(Pressed, self._press),
            *(On(Typed, self._type, f"column.{name}") for name in measure.steps),
        )  # fmt: skip

    @property
    def _line(self) -> Formation:
        return measure_formation(self._bench.draft, self._bench.lined)

    def rows(self) -> Iterator[Widget]:
        """How it lies, and in numbers."""
        line, chosen = self._line, set(self._bench.chosen)
        title = next((one.title for one in self._bench.draft.groups if set(one.pieces) == chosen), "")
        if chief := title.partition(" (")[2].rstrip(")"):
            yield _told("Leader", chief)
        yield Segments(
            "column.form", FORMS, line.shape, tip=Tip("Formation", "Line ahead, line abreast, on a bearing, or free.")
        )
        for name, unit in self._measure.units.items():
            held = self._typed[1] if self._types(name) else self._shown(_value(line, name), unit)
            entry = TextEntry(
                f"column.{name}",
                held,
                longest=8,
                width=NUMBER,
                allowed=lambda one: one in "-.0123456789",
                tip=ABOUT[name],
            )
            yield Row([
                Fitted(name.capitalize(), LABEL), Button(f"column.less.{name}", "", sign="minus", tip=Tip("Less")),
                Sized(entry, NUMBER), Sized(Label(unit, _ASIDE), 36),
                Button(f"column.more.{name}", "", sign="plus", tip=Tip("More")),
            ], gap=4, align="centre")  # fmt: skip
        yield Row([
            Button("column.together", "Turn together", tip=_TOGETHER, grow=1),
            Button("column.wheel", "Turn in line", tip=_IN_LINE, grow=1),
        ], gap=8)  # fmt: skip
        yield Row([
            Button("column.reverse", "Reverse order", tip=_REVERSE, grow=1),
        ], gap=8)  # fmt: skip
        yield Row([
            Button("column.copy", "Duplicate", tip=Tip("Duplicate", "Copies the selected ships."), grow=1),
            Button("column.remove", "Remove", tip=Tip("Remove", "Removes the selected ships."), grow=1),
        ], gap=8)  # fmt: skip

    def _types(self, name: str) -> bool:
        """Whether something is being typed into a field: no longer once anything else was done."""
        field, text = self._typed
        return field == name and (self._bench.typing == ("column", name) or not text.strip("-."))

    @staticmethod
    def _shown(value: float, unit: str) -> str:
        return f"{value:03.0f}" if unit == "°" else f"{value:.2f}" if unit == "UM" else f"{value:.0f}"

    # --- what is done

    def answer(self, report: Report) -> bool:
        """What was done with it; whether it was anything."""
        heard = self._on.get(report.key) or self._on.get((type(report), ""))
        if heard is None or not str(getattr(report, "id", "")).startswith("column."):
            return False
        heard(report)
        return True

    def form(self, form: str) -> None:
        """Put in line ahead, abreast, or on a bearing, with the interval that there is."""
        told = self._measure
        if form in told.behind and len(self._bench.lined) > 1:
            line = self._line
            interval = told.usual if line.shape == "free" else line.interval
            self._do(
                LineUpPieces(self._bench.lined, line.heading, (line.heading + told.behind[form]) % told.full, interval)
            )

    def _type(self, report: Typed) -> None:
        name = report.id.removeprefix("column.")
        self._typed = (name, report.text)
        try:
            value = float(report.text)
        except ValueError:
            return
        if self._before is None or self._bench.typing != ("column", name):
            self._before = self._line
        self._bench.do(self._set(name, value, self._before), typed=("column", name))

    def _press(self, report: Pressed) -> None:
        _, way, *rest = report.id.split(".")
        self._typed = ("", "")
        if way in ("less", "more"):
            line, name = self._line, rest[0]
            by = self._measure.steps[name] * (1 if way == "more" else -1)
            self._do(self._set(name, _value(line, name) + by, line))
        elif way == "reverse":
            self._bench.choose(self._bench.chosen[::-1])
        else:
            self._do(_TURNS[way](self._bench.chosen, self._measure))

    def _set(self, name: str, value: float, line: Formation) -> Change:
        """A line like this with another number."""
        chosen = self._bench.lined
        if name in PLACES:
            x, y = line.at
            return MovePiecesTo(chosen, (round(value, 2), y) if PLACES[name] == 0 else (x, round(value, 2)))
        if name == "heading":
            return (
                WheelPieces(chosen, round(value) - line.heading)
                if line.shape != "free"
                else SetHeading(chosen, round(value) % self._measure.full)
            )
        bearing = round(value) % self._measure.full if name == "bearing" else line.bearing
        interval = max(0.0, round(value, 2)) if name == "interval" else line.interval
        return LineUpPieces(chosen, line.heading, bearing, interval)

    def _do(self, change: Change) -> None:
        self._typed = ("", "")
        self._bench.do(change)


def _value(line: Formation, name: str) -> float:
    """A number of a column."""
    found: float = line.at[PLACES[name]] if name in PLACES else getattr(line, name)
    return found


def _told(words: str, value: str) -> Widget:
    return Row([Fitted(words, LABEL), Label(value, _ASIDE)], gap=8)


_TURNS: dict[str, Callable[[tuple[str, ...], Measure], Change]] = {
    "together": lambda chosen, told: TurnPieces(chosen, int(told.steps["heading"])),
    "wheel": lambda chosen, told: WheelPieces(chosen, int(told.steps["heading"])),
    "copy": lambda chosen, told: CopyPieces(chosen, told.copied), "remove": lambda chosen, _: RemovePieces(chosen),
}  # fmt: skip
