"""The panel that shows a column in numbers: formation, heading, bearing and interval."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tabletop.authoring import piece_changes
from tabletop.authoring.draft import Change
from tabletop.ui.screens.editor.session import EditorSession
from tabletop.ui.text import LABEL, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Segments, TextEntry
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Row, Sized
from tabletop.ui.widgets.report import Chosen, Hearing, On, Pressed, Report, Typed, hearing

FORMATIONS = (("ahead", "Ahead"), ("abreast", "Abreast"), ("oblique", "Oblique"), ("free", "Free"))
NUMBER_WIDTH = 92
_TOGETHER = Tip("Turn together", "Turns each ship in place, one step to starboard.")
_REVERSE = Tip("Reverse order", "The last ship becomes the head of the line; nothing moves.")
_IN_LINE = Tip("Turn in line", "Turns the whole line about the first ship, one step to starboard.")
_ASIDE = Style("body", 15, INKS.ink_2)


NUMBER_TIPS = {
    "heading": Tip("Heading", "Heading of each ship; the line turns with it."),
    "bearing": Tip("Bearing", "Direction from each ship to the next."),
    "interval": Tip("Interval", "Distance between neighbours, from hull to hull."),
    **{name: Tip(name.capitalize(), "Position of the head of the line.") for name in ("east", "north", "q", "r")},
}
"""The tooltip of each number of a column."""
PLACE_NUMBERS = {"east": 0, "north": 1, "q": 0, "r": 1}
"""The index of each number that gives the place of the head of the line."""


@dataclass(frozen=True)
class ColumnUnits:
    """The units in which a map counts columns.

    Attributes:
        full_turn: a whole turn, in degrees or sides of a hex.
        steps: by number, the change of one press of a button.
        offset_to_next: by formation, the angle from the heading to the next ship.
        usual_interval: the interval for ships that lay free before they are put in line.
        units: by number, the unit behind the number.
        copy_offset: the offset of a copy from its original, in units of the file.
    """

    full_turn: int
    steps: Mapping[str, float]
    offset_to_next: Mapping[str, int]
    usual_interval: float
    units: Mapping[str, str]
    copy_offset: tuple[float, float]


UM_UNITS = ColumnUnits(
    360,
    {"heading": 5, "bearing": 5, "interval": 0.05, "east": 0.1, "north": 0.1},
    {"ahead": 180, "abreast": 90, "oblique": 135},
    0.4,
    {"heading": "°", "bearing": "°", "interval": "UM", "east": "UM", "north": "UM"},
    (0.6, -0.6),
)
HEX_UNITS = ColumnUnits(
    6,
    {"heading": 1, "bearing": 1, "interval": 1, "q": 1, "r": 1},
    {"ahead": 3, "abreast": 2, "oblique": 2},
    0,
    {"heading": "side", "bearing": "side", "interval": "hexes", "q": "", "r": ""},
    (1, 0),
)


class ColumnPanel:
    """The selected ships as a column in numbers, which can be typed or stepped."""

    def __init__(self, session: EditorSession, measure: ColumnUnits = UM_UNITS) -> None:
        self._session = session
        self._units = measure
        self._typed = ("", "")
        self._formation_before: piece_changes.Formation | None = None
        """How the line lay before anything was typed into the field in which it is typed."""
        self._on: Hearing[None] = hearing(
            On(Chosen, lambda one: self.line_up(one.value), "column.form"),
            On(Pressed, self._handle_press),
            *(On(Typed, self._apply_typed, f"column.{name}") for name in measure.steps),
        )

    @property
    def _formation(self) -> piece_changes.Formation:
        """Return the formation of the selected ships that have a heading."""
        return piece_changes.measure_formation(self._session.draft, self._session.headed_selection)

    def build_rows(self) -> Iterator[Widget]:
        """Yield the rows: formation, numbers, and buttons that turn, reverse, copy and remove."""
        line, chosen = self._formation, set(self._session.selection)
        title = next((one.title for one in self._session.draft.groups if set(one.pieces) == chosen), "")
        if chief := title.partition(" (")[2].rstrip(")"):
            yield _build_leader_row("Leader", chief)
        yield Segments(
            "column.form",
            FORMATIONS,
            line.shape,
            tip=Tip("Formation", "Line ahead, line abreast, on a bearing, or free."),
        )
        for name, unit in self._units.units.items():
            text = self._typed[1] if self._is_typing(name) else self._format_number(_value_of(line, name), unit)
            entry = TextEntry(
                f"column.{name}",
                text,
                longest=8,
                width=NUMBER_WIDTH,
                allowed=lambda one: one in "-.0123456789",
                tip=NUMBER_TIPS[name],
            )
            yield Row(
                [
                    Fitted(name.capitalize(), LABEL),
                    Button(f"column.less.{name}", "", sign="minus", tip=Tip("Less")),
                    Sized(entry, NUMBER_WIDTH),
                    Sized(Label(unit, _ASIDE), 36),
                    Button(f"column.more.{name}", "", sign="plus", tip=Tip("More")),
                ],
                gap=4,
                align="centre",
            )
        yield Row(
            [
                Button("column.together", "Turn together", tip=_TOGETHER, grow=1),
                Button("column.wheel", "Turn in line", tip=_IN_LINE, grow=1),
            ],
            gap=8,
        )
        yield Row(
            [
                Button("column.reverse", "Reverse order", tip=_REVERSE, grow=1),
            ],
            gap=8,
        )
        yield Row(
            [
                Button("column.copy", "Duplicate", tip=Tip("Duplicate", "Copies the selected ships."), grow=1),
                Button("column.remove", "Remove", tip=Tip("Remove", "Removes the selected ships."), grow=1),
            ],
            gap=8,
        )

    def _is_typing(self, name: str) -> bool:
        """Return True while the text that was typed last belongs to field `name`."""
        field, text = self._typed
        return field == name and (self._session.typed_field == ("column", name) or not text.strip("-."))

    @staticmethod
    def _format_number(value: float, unit: str) -> str:
        """Return a number as its field shows it: 3 digits for degrees, 2 decimals for UM."""
        return f"{value:03.0f}" if unit == "°" else f"{value:.2f}" if unit == "UM" else f"{value:.0f}"

    # --- what is done

    def handle_report(self, report: Report) -> bool:
        """Handle a report of this panel. Return False for any other report."""
        heard = self._on.get(report.key) or self._on.get((type(report), ""))
        if heard is None or not str(getattr(report, "id", "")).startswith("column."):
            return False
        heard(report)
        return True

    def line_up(self, form: str) -> None:
        """Put the ships in line ahead, abreast or oblique. Do nothing for "free" or a single ship."""
        units = self._units
        if form in units.offset_to_next and len(self._session.headed_selection) > 1:
            line = self._formation
            interval = units.usual_interval if line.shape == "free" else line.interval
            self._apply(
                piece_changes.LineUpPieces(
                    self._session.headed_selection,
                    line.heading,
                    (line.heading + units.offset_to_next[form]) % units.full_turn,
                    interval,
                )
            )

    def _apply_typed(self, report: Typed) -> None:
        """Apply a typed number as one step of undo; ignore text that is no number."""
        name = report.id.removeprefix("column.")
        self._typed = (name, report.text)
        try:
            value = float(report.text)
        except ValueError:
            return
        if self._formation_before is None or self._session.typed_field != ("column", name):
            self._formation_before = self._formation
        self._session.apply(self._build_change(name, value, self._formation_before), typed=("column", name))

    def _handle_press(self, report: Pressed) -> None:
        """Step a number, reverse the order, or apply the change of the button."""
        _, action, *rest = report.id.split(".")
        self._typed = ("", "")
        if action in ("less", "more"):
            line, name = self._formation, rest[0]
            by = self._units.steps[name] * (1 if action == "more" else -1)
            self._apply(self._build_change(name, _value_of(line, name) + by, line))
        elif action == "reverse":
            self._session.select(self._session.selection[::-1])
        else:
            self._apply(_BUTTON_CHANGES[action](self._session.selection, self._units))

    def _build_change(self, name: str, value: float, line: piece_changes.Formation) -> Change:
        """Return the change that sets number `name` of the column to `value`."""
        chosen = self._session.headed_selection
        if name in PLACE_NUMBERS:
            x, y = line.at
            return piece_changes.MovePiecesTo(
                chosen, (round(value, 2), y) if PLACE_NUMBERS[name] == 0 else (x, round(value, 2))
            )
        if name == "heading":
            return (
                piece_changes.WheelPieces(chosen, round(value) - line.heading)
                if line.shape != "free"
                else piece_changes.SetHeading(chosen, round(value) % self._units.full_turn)
            )
        bearing = round(value) % self._units.full_turn if name == "bearing" else line.bearing
        interval = max(0.0, round(value, 2)) if name == "interval" else line.interval
        return piece_changes.LineUpPieces(chosen, line.heading, bearing, interval)

    def _apply(self, change: Change) -> None:
        """Apply a change and forget the typed text."""
        self._typed = ("", "")
        self._session.apply(change)


def _value_of(line: piece_changes.Formation, name: str) -> float:
    """Return number `name` of a column."""
    found: float = line.at[PLACE_NUMBERS[name]] if name in PLACE_NUMBERS else getattr(line, name)
    return found


def _build_leader_row(words: str, value: str) -> Widget:
    """Build the row that names the leader of a division."""
    return Row([Fitted(words, LABEL), Label(value, _ASIDE)], gap=8)


_BUTTON_CHANGES: dict[str, Callable[[tuple[str, ...], ColumnUnits], Change]] = {
    "together": lambda chosen, told: piece_changes.TurnPieces(chosen, int(told.steps["heading"])),
    "wheel": lambda chosen, told: piece_changes.WheelPieces(chosen, int(told.steps["heading"])),
    "copy": lambda chosen, told: piece_changes.CopyPieces(chosen, told.copy_offset),
    "remove": lambda chosen, _: piece_changes.RemovePieces(chosen),
}
