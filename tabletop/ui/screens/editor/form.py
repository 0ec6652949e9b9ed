"""The fields of a part of the file, which a person fills in, steps, ticks and opens."""

import re
from collections.abc import Callable, Iterator

from tabletop.authoring.draft import AddEntry, Change, Draft, RemoveField, SetField
from tabletop.authoring.forms import FormField
from tabletop.core.document import DataPath
from tabletop.core.phrases import capitalize
from tabletop.ui.screens.editor.session import EditorSession
from tabletop.ui.text import LABEL, SMALL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.form_controls import Checkbox, Passage, Segments, TextEntry
from tabletop.ui.widgets.label import Fitted, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.report import Chosen, Hearing, On, Pressed, Report, Ticked, Typed, hearing

FULL_TURN = 360
_PAIR = re.compile(r"\[(\w+), (\w+)\]")
"""The pattern by which a schema names the two numbers of a place, such as "[east, north]"."""
_NAMES = {"q": "Q", "r": "R", "at": "Place"}
FIRST_KEYS = (
    "name",
    "at",
    "heading",
    "facing",
    "division",
    "title",
    "date",
    "turns",
    "clock",
    "minutes_per_turn",
    "wind",
)
"""Keys that are shown before all others; the rest follows in the order of the schema."""
FINE_STEP = 0.1
"""The step of a number that need not be whole."""


def list_form_fields(draft: Draft, path: DataPath) -> Iterator[FormField]:
    """Yield the fields of a part of the file: the keys of a group, or the entries of a list or table."""
    found = draft.list_fields(path)
    if found or not path:
        shown_ = [field for field in found if field.key != "game" and not _is_on_table(draft, field)]
        yield from sorted(
            shown_, key=lambda field: FIRST_KEYS.index(field.key) if field.key in FIRST_KEYS else len(FIRST_KEYS)
        )
        return
    value = draft.find_field(path).value
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    yield from (draft.find_field((*path, key)) for key in keys)


def _is_on_table(draft: Draft, field: FormField) -> bool:
    """Return True if the field holds ships, which are edited on the map."""
    return field.key == "ships" and any(piece.path[:-1] == field.path for piece in draft.pieces)


def control_type(draft: Draft, field: FormField) -> str:
    """Return the type of the control for a field, such as "text", "pair" or "several"."""
    if isinstance(field.value if field.is_given else field.default, str) and field.kind in ("list", "group"):
        return "text"
    if isinstance(field.value, dict) or (field.kind == "group"):
        return "group" if draft.list_keys(field.path) else "table"
    if field.kind != "list":
        return field.kind
    inner = draft.find_field((*field.path, 0))
    if inner.choices:
        return "several"
    return {"text": "line", "number": "pair", "whole": "pair"}.get(inner.kind, "list")


def field_label(draft: Draft, field: FormField) -> str:
    """Return the label of a field."""
    last = field.path[-1]
    if isinstance(last, str):
        return _NAMES.get(last) or format_key(last)
    above = draft.find_field(field.path[:-1])
    if pair := _PAIR.search(above.description):
        return format_key(pair[last + 1]) if last < len(pair.groups()) else str(last + 1)
    named = field.value.get("name") or field.value.get("key") if isinstance(field.value, dict) else None
    return str(named) if named else f"{format_key(str(above.key))} {last + 1}"


def format_key(key: str) -> str:
    """Return a key of the file as a label: "wind_from" becomes "Wind from"."""
    return capitalize(key.replace("_", " "))


def format_value(value: object) -> str:
    """Return a value as a person writes it: "" for None, a list with commas."""
    if isinstance(value, list | tuple):
        return ", ".join(map(format_value, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def format_word(word: object) -> str:
    """Return a word of the file as a label; "Yes" or "No" for a boolean."""
    return format_key(str(word)) if not isinstance(word, bool) else "Yes" if word else "No"


def parse_value(sort: str, text: str, *, wanted: bool) -> tuple[bool, object]:
    """Return whether `text` is a valid value, and the value; None leaves the key out.

    An empty text is valid unless the value is `wanted`.
    """
    if sort in ("text", "prose"):
        text = text if sort == "text" else "\n".join(map(str.rstrip, text.split("\n"))).rstrip()
        return True, text or ("" if wanted else None)
    if not text:
        return not wanted, None
    if sort == "line":
        return True, [part.strip() for part in text.split(",") if part.strip()]
    try:
        return True, int(text) if sort == "whole" else _round_number(float(text))
    except ValueError:
        return False, None


def step_value(field: FormField, now: float, by: int) -> float:
    """Return `now` changed by `by` steps: an angle wraps around, anything else stays within its limits."""
    if (field.minimum, field.maximum) == (0, FULL_TURN - 1):
        return int(now + 5 * by) % FULL_TURN
    value = now + by * (1 if field.kind == "whole" else FINE_STEP)
    value = min(value, field.maximum) if field.maximum is not None else value
    value = max(value, field.minimum) if field.minimum is not None else value
    return int(value) if field.kind == "whole" else _round_number(value)


def _round_number(value: float) -> float:
    """Return a number rounded to a thousandth, as an int if it is whole."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


# --- new entries


def build_blank(draft: Draft, field: FormField) -> object:
    """Return the smallest valid value of a new part; its names and keys must be replaced by the player."""
    sort = control_type(draft, field)
    if sort == "group":
        return {one.key: build_blank(draft, one) for one in draft.list_fields(field.path) if one.is_required}
    if field.choices:
        return field.choices[0]
    usual: dict[str, object] = {
        "whole": int(max(field.minimum or 0, min(1, field.maximum or 1))),
        "number": field.minimum or 0,
        "pair": [0, 0],
        "list": [],
        "several": [],
        "line": [],
        "table": {},
        "switch": False,
    }
    return usual.get(sort, f"New {field.key}" if isinstance(field.path[-1], str) else "New")


def find_blank_key(field: FormField) -> str:
    """Return a key that a table does not have yet, such as "division_2"."""
    entries = field.value if isinstance(field.value, dict) else {}
    stem = str(field.key).removesuffix("s")
    return next(key for number in range(1, 1000) if (key := f"{stem}_{number}") not in entries)


LABEL_WIDTH, NUMBER_WIDTH = 104, 80
"""Widths of a label and of a number, design pixels."""
MOST_SEGMENTS, MOST_LETTERS = 4, 24
"""The most choices, and letters in all, that stand side by side; others open a list."""
DEFAULT_LABEL = "Default"
"""The word for a key that the file leaves out."""
PICKER = "picker"
LONGEST_TEXT = 4_000
"""The most letters of a text without a limit in the schema."""


class Form:
    """The fields of one part of the file. Every input changes the draft at once.

    Args:
        session: the editor's session.
        open_layer: opens a dialog over the screen.
    """

    def __init__(self, session: EditorSession, open_layer: Callable[[Widget], None]) -> None:
        self._session = session
        self._open_layer = open_layer
        self._fields: dict[str, FormField] = {}
        self._typed = ("", "")
        """The line that was written in last, and what it holds, which need not be a value yet."""
        self._picked: FormField | None = None
        self._on: Hearing[None] = hearing(
            On(Typed, self._type), On(Chosen, self._choose), On(Ticked, self._tick), On(Pressed, self._press)
        )

    # --- widgets

    def build_rows(self, path: DataPath) -> Iterator[Widget]:
        """Yield a row for each field of a part, then the buttons for the whole part."""
        self._fields.clear()
        for field in list_form_fields(self._session.draft, path):
            ident = "field." + ".".join(map(str, field.path))
            self._fields[ident] = field
            yield _BUILDERS[control_type(self._session.draft, field)](self, ident, field)
        yield from self._build_buttons(path)

    def _build_line(self, ident: str, field: FormField) -> Widget:
        """Build a line of text."""
        entry = TextEntry(
            ident,
            self._line_text(ident, field),
            longest=int(field.maximum or LONGEST_TEXT),
            width=60,
            tip=self._build_tip(field),
            grow=1,
            hint=format_value(field.default),
        )
        return Row([Sized(self._build_label(field), LABEL_WIDTH), entry], gap=6, align="centre")

    def _build_prose(self, ident: str, field: FormField) -> Widget:
        """Build a text of several lines."""
        longest, text = int(field.maximum or LONGEST_TEXT), self._line_text(ident, field)
        return Column(
            [
                self._build_label(field),
                Passage(ident, text, longest=longest, tip=self._build_tip(field), hint=format_value(field.default)),
            ],
            gap=4,
        )

    def _build_number(self, ident: str, field: FormField) -> Widget:
        """Build a number with buttons that step the number."""
        entry = TextEntry(
            ident,
            self._line_text(ident, field),
            longest=9,
            width=NUMBER_WIDTH,
            tip=self._build_tip(field),
            hint=format_value(field.default) or "usual",
            allowed=lambda letter: letter in "-0123456789.",
        )
        less, more = (Button(f"{way}.{ident}", "", sign=sign, tip=Tip(words)) for way, sign, words in _STEPS)
        return Row([self._build_label(field), less, Sized(entry, NUMBER_WIDTH), more], gap=4, align="centre")

    def _build_pair(self, ident: str, field: FormField) -> Widget:
        """Build the two numbers of a place."""
        rows: list[Widget] = []
        for number in (0, 1):
            inner = self._session.draft.find_field((*field.path, number))
            self._fields[f"{ident}.{number}"] = inner
            rows.append(self._build_number(f"{ident}.{number}", inner))
        return Column(rows, gap=4)

    def _line_text(self, ident: str, field: FormField) -> str:
        """Return the text of a line: the typed text, else the value of the file."""
        return self._typed[1] if self._typed[0] == ident else format_value(field.value)

    def _build_switch(self, ident: str, field: FormField) -> Widget:
        """Build a checkbox."""
        value = field.value if field.is_given else field.default
        return Checkbox(ident, field_label(self._session.draft, field), bool(value), tip=self._build_tip(field))

    def _build_choice(self, ident: str, field: FormField) -> Widget:
        """Build choices side by side, or a button that opens a list of them."""
        value = field.value if field.is_given else field.default
        options = [(format_value(one), format_word(one)) for one in field.choices]
        if (
            value is not None
            and len(options) <= MOST_SEGMENTS
            and sum(len(words) for _, words in options) <= MOST_LETTERS
        ):
            return Column(
                [self._build_label(field), Segments(ident, options, format_value(value), tip=self._build_tip(field))],
                gap=2,
            )
        words = format_word(value) if value is not None else DEFAULT_LABEL
        return Row(
            [self._build_label(field), Button(f"pick.{ident}", words, tip=self._build_tip(field), fitted=170)],
            gap=4,
            align="centre",
        )

    def _build_several(self, ident: str, field: FormField) -> Widget:
        """Build a checkbox for each choice of a list."""
        chosen, choices = (
            tuple(field.value or field.default or ()),
            self._session.draft.find_field((*field.path, 0)).choices,
        )
        boxes = [
            Checkbox(f"{ident}#{one}", format_word(one), one in chosen, tip=self._build_tip(field)) for one in choices
        ]
        return Column([self._build_label(field), *boxes], gap=2)

    def _build_link(self, ident: str, field: FormField) -> Widget:
        """Build a button that opens the fields of a group, list or table."""
        words, sort = field_label(self._session.draft, field), control_type(self._session.draft, field)
        aside = str(len(field.value or ())) if sort != "group" else ""
        return Button(f"open.{ident}", words, aside=aside, sign="right", left=True, tip=self._build_tip(field))

    def _build_label(self, field: FormField) -> Widget:
        """Build the label of a field."""
        return Fitted(field_label(self._session.draft, field), LABEL, tip=self._build_tip(field))

    def _build_tip(self, field: FormField) -> Tip:
        """Build the tooltip of a field."""
        return Tip(field_label(self._session.draft, field), field.description)

    def _build_buttons(self, path: DataPath) -> Iterator[Widget]:
        """Yield the buttons that add an entry, remove the part, and go back."""
        buttons: list[Widget] = []
        if path and control_type(self._session.draft, self._session.draft.find_field(path)) in ("list", "table"):
            buttons.append(Button("form.add", "Add", sign="plus", tip=Tip("Add an entry")))
        if path and not self._session.draft.find_field(path).is_required:
            buttons.append(Button("form.drop", "Remove", sign="minus", tip=Tip("Remove this from the file")))
        if self._session.form_path:
            buttons.append(Button("form.back", "Back", sign="left", tip=Tip("Back to the previous fields")))
        if buttons:
            yield Row([Spacer(grow=1), *buttons], gap=6)

    # --- what is done

    def handle_report(self, report: Report) -> bool:
        """Handle a report of a field or button of this form. Return False for any other report."""
        ident, heard = str(getattr(report, "id", "")), self._on.get((type(report), ""))
        way, _, rest = ident.partition(".")
        known = (rest if way in _FIELD_ACTIONS else ident).partition("#")[0]
        if heard is None or not (known in self._fields or ident in _FORM_ACTIONS or ident == PICKER):
            return False
        heard(report)
        return True

    def forget_typed(self) -> None:
        """Forget the text that is being typed."""
        self._typed = ("", "")

    def leave_line(self, line: TextEntry) -> None:
        """Show the value of the file again in a line that loses the focus."""
        if line.id == self._typed[0] and line.id in self._fields:
            self.forget_typed()
            line.show(format_value(self._session.draft.find_field(self._fields[line.id].path).value))

    def _type(self, report: Typed) -> None:
        """Set the field if the text is a valid value, else undo what was typed."""
        field = self._fields[report.id]
        self._typed = (report.id, report.text)
        wanted = field.is_required or isinstance(field.path[-1], int)
        found, value = parse_value(control_type(self._session.draft, field), report.text, wanted=wanted)
        if found:
            self._session.apply(SetField(field.path, value), typed=field.path)
        else:
            self._session.undo_typing(field.path)

    def _choose(self, report: Chosen) -> None:
        """Set the field to the choice."""
        field = self._picked if report.id == PICKER else self._fields[report.id]
        self.forget_typed()
        if field is not None:
            value = next((one for one in field.choices if format_value(one) == report.value), None)
            self._session.apply(SetField(field.path, value))

    def _tick(self, report: Ticked) -> None:
        """Set the switch, or add the choice to its list or remove it."""
        ident, _, part = report.id.partition("#")
        field = self._fields[ident]
        self.forget_typed()
        if not part:
            self._session.apply(SetField(field.path, report.ticked))
            return
        chosen, choices = (
            tuple(field.value or field.default or ()),
            self._session.draft.find_field((*field.path, 0)).choices,
        )
        remaining = [one for one in choices if (one == part and report.ticked) or (one in chosen and one != part)]
        self._session.apply(SetField(field.path, remaining))

    def _press(self, report: Pressed) -> None:
        """Run the action of a button."""
        self.forget_typed()
        if report.id in _FORM_ACTIONS:
            _FORM_ACTIONS[report.id](self)
            return
        way, _, ident = report.id.partition(".")
        _FIELD_ACTIONS[way](self, self._fields[ident])

    def _step(self, field: FormField, by: int) -> None:
        """Step a number by `by`."""
        now = field.value if field.is_given else field.default
        usual = now if isinstance(now, int | float) else field.minimum or 0
        value = step_value(field, usual, by)
        if value != usual or not field.is_given:
            self._session.apply(SetField(field.path, value))

    def _open(self, field: FormField) -> None:
        """Open the fields of a group, list or table; create a missing group first."""
        draft = self._session.draft
        if field.value is None and control_type(draft, field) == "group" and field.default is None:
            self._session.apply(SetField(field.path, build_blank(draft, field)))
        self._session.open_form(field.path)

    def _pick(self, field: FormField) -> None:
        """Open a dialog with all choices of a field."""
        self._picked = field
        unsaid = [] if field.is_required else [ListEntry("", DEFAULT_LABEL)]
        entries = [*unsaid, *(ListEntry(format_value(one), format_word(one)) for one in field.choices)]
        rows = ListBox(PICKER, entries, chosen=format_value(field.value), visible=12, row=30, style=LABEL)
        body = Column([Text(field.description, SMALL), rows], gap=8)
        self._open_layer(dialog(field_label(self._session.draft, field), body, [closing("Close")], width=420))

    def _add(self) -> None:
        """Add a blank entry to the list or table that is shown."""
        draft, path = self._session.draft, self._session.visible_form
        field = draft.find_field(path)
        if control_type(draft, field) == "table":
            key = find_blank_key(field)
            change: Change = SetField((*path, key), build_blank(draft, draft.find_field((*path, key))))
        else:
            change = AddEntry(path, build_blank(draft, draft.find_field((*path, 0))))
        self._session.apply(change)

    def _remove(self) -> None:
        """Remove the part that is shown, and show the part above."""
        path = self._session.visible_form
        if self._session.apply(RemoveField(path)):
            self._session.open_form(path[:-1] or None)

    def _go_back(self) -> None:
        """Show the part above."""
        self._session.open_form(self._session.visible_form[:-1] or None)


_STEPS = (("less", "minus", "Less"), ("more", "plus", "More"))
_BUILDERS: dict[str, Callable[[Form, str, FormField], Widget]] = {
    "text": Form._build_line,
    "line": Form._build_line,
    "prose": Form._build_prose,
    "whole": Form._build_number,
    "number": Form._build_number,
    "pair": Form._build_pair,
    "switch": Form._build_switch,
    "choice": Form._build_choice,
    "several": Form._build_several,
    "list": Form._build_link,
    "group": Form._build_link,
    "table": Form._build_link,
}
_FIELD_ACTIONS: dict[str, Callable[[Form, FormField], None]] = {
    "less": lambda form, field: form._step(field, -1),
    "more": lambda form, field: form._step(field, 1),
    "open": Form._open,
    "pick": Form._pick,
}
_FORM_ACTIONS: dict[str, Callable[[Form], None]] = {
    "form.add": Form._add,
    "form.drop": Form._remove,
    "form.back": Form._go_back,
}
