"""The fields of a part of the file, which a person fills in, steps, ticks and opens."""

import re
from collections.abc import Callable, Iterator

from tabletop.authoring.draft import AddEntry, Change, Draft, RemoveField, SetField
from tabletop.authoring.forms import FormField
from tabletop.core.document import DataPath
from tabletop.core.phrases import capitalize
from tabletop.ui.screens.editor.session import Bench
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

TURN = 360
_PAIR = re.compile(r"\[(\w+), (\w+)\]")
"""How the two numbers of a place are called, where the schema says so."""
_NAMES = {"q": "Q", "r": "R", "at": "Place"}
FIRST = ("name", "at", "heading", "facing", "division", "title", "date", "turns", "clock", "minutes_per_turn", "wind")
"""What is set most often stands before all else; the rest follows as the schema has it."""
FINE = 0.1
"""By how much a number that need not be whole is stepped."""


def rows_of(draft: Draft, path: DataPath) -> Iterator[FormField]:
    """The fields of a part: of a group what it may say, of a list or a table its entries."""
    found = draft.list_fields(path)
    if found or not path:
        shown_ = [field for field in found if field.key != "game" and not _placed(draft, field)]
        yield from sorted(shown_, key=lambda field: FIRST.index(field.key) if field.key in FIRST else len(FIRST))
        return
    value = draft.find_field(path).value
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    yield from (draft.find_field((*path, key)) for key in keys)


def _placed(draft: Draft, field: FormField) -> bool:
    """Whether it lies on the table, where it is worked on."""
    return field.key == "ships" and any(piece.path[:-1] == field.path for piece in draft.pieces)


def sort_of(draft: Draft, field: FormField) -> str:
    """How it is set: as the schema has it, told apart by what it holds where it may hold several things."""
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


def label(draft: Draft, field: FormField) -> str:
    """What stands before it."""
    last = field.path[-1]
    if isinstance(last, str):
        return _NAMES.get(last) or key_label(last)
    above = draft.find_field(field.path[:-1])
    if pair := _PAIR.search(above.description):
        return key_label(pair[last + 1]) if last < len(pair.groups()) else str(last + 1)
    named = field.value.get("name") or field.value.get("key") if isinstance(field.value, dict) else None
    return str(named) if named else f"{key_label(str(above.key))} {last + 1}"


def key_label(key: str) -> str:
    """A key of the file as a label."""
    return capitalize(key.replace("_", " "))


def shown(value: object) -> str:
    """A value as a person writes it."""
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def plain(word: object) -> str:
    """A word of the file as it is read."""
    return key_label(str(word)) if not isinstance(word, bool) else "Yes" if word else "No"


def meant(sort: str, text: str, *, wanted: bool) -> tuple[bool, object]:
    """Whether what is written is a value, and which; an empty line leaves out what may be left out."""
    if sort in ("text", "prose"):
        text = text if sort == "text" else "\n".join(map(str.rstrip, text.split("\n"))).rstrip()
        return True, text or ("" if wanted else None)
    if not text:
        return not wanted, None
    if sort == "line":
        return True, [part.strip() for part in text.split(",") if part.strip()]
    try:
        return True, int(text) if sort == "whole" else _neat(float(text))
    except ValueError:
        return False, None


def stepped(field: FormField, now: float, by: int) -> float:
    """A step on; a heading goes round, anything else stays within its limits."""
    if (field.minimum, field.maximum) == (0, TURN - 1):
        return int(now + 5 * by) % TURN
    value = now + by * (1 if field.kind == "whole" else FINE)
    value = min(value, field.maximum) if field.maximum is not None else value
    value = max(value, field.minimum) if field.minimum is not None else value
    return int(value) if field.kind == "whole" else _neat(value)


def _neat(value: float) -> float:
    """To a thousandth; a whole number without its point."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


# --- new entries


def blank(draft: Draft, field: FormField) -> object:
    """The smallest value that a new part may have; names and keys are to be written over."""
    sort = sort_of(draft, field)
    if sort == "group":
        return {one.key: blank(draft, one) for one in draft.list_fields(field.path) if one.is_required}
    if field.choices:
        return field.choices[0]
    usual: dict[str, object] = {
        "whole": int(max(field.minimum or 0, min(1, field.maximum or 1))), "number": field.minimum or 0, "pair": [0, 0],
        "list": [], "several": [], "line": [], "table": {}, "switch": False,
    }  # fmt: skip
    return usual.get(sort, f"New {field.key}" if isinstance(field.path[-1], str) else "New")


def blank_key(field: FormField) -> str:
    """A key that a table does not have yet."""
    held = field.value if isinstance(field.value, dict) else {}
    stem = str(field.key).removesuffix("s")
    return next(key for number in range(1, 1000) if (key := f"{stem}_{number}") not in held)


LABELS, NUMBER = 104, 80
"""Widths of the words before a line and of a number, design pixels."""
SEGMENTS, LETTERS = 4, 24
"""So many choices with so many letters stand side by side; others are picked from a list."""
UNSAID = "Default"
"""What stands for a key that the file leaves out."""
PICKER = "picker"
LONGEST = 4_000
"""Letters of a text for which no limit is told."""


class Form:
    """The fields of whatever part is shown.

    Args:
        bench: on which the draft lies.
        open_layer: puts a dialog over the screen.
    """

    def __init__(self, bench: Bench, open_layer: Callable[[Widget], None]) -> None:
        self._bench, self._open_layer = bench, open_layer
        self._fields: dict[str, FormField] = {}
        self._typed = ("", "")
        """The line that was written in last, and what it holds, which need not be a value yet."""
        self._picked: FormField | None = None
        self._on: Hearing[None] = hearing(
            On(Typed, self._type), On(Chosen, self._choose), On(Ticked, self._tick), On(Pressed, self._press)
        )

    # --- widgets

    def rows(self, path: DataPath) -> Iterator[Widget]:
        """A row for each field, then what can be done with the whole."""
        self._fields.clear()
        for field in rows_of(self._bench.draft, path):
            ident = "field." + ".".join(map(str, field.path))
            self._fields[ident] = field
            yield _MADE[sort_of(self._bench.draft, field)](self, ident, field)
        yield from self._foot(path)

    def _line(self, ident: str, field: FormField) -> Widget:
        entry = TextEntry(
            ident, self._held(ident, field), longest=int(field.maximum or LONGEST), width=60, tip=self._tip(field),
            grow=1, hint=shown(field.default),
        )  # fmt: skip
        return Row([Sized(self._words(field), LABELS), entry], gap=6, align="centre")

    def _prose(self, ident: str, field: FormField) -> Widget:
        longest, held = int(field.maximum or LONGEST), self._held(ident, field)
        return Column(
            [
                self._words(field),
                Passage(ident, held, longest=longest, tip=self._tip(field), hint=shown(field.default)),
            ],
            gap=4,
        )

    def _number(self, ident: str, field: FormField) -> Widget:
        entry = TextEntry(
            ident, self._held(ident, field), longest=9, width=NUMBER, tip=self._tip(field),
            hint=shown(field.default) or "usual", allowed=lambda letter: letter in "-0123456789.",
        )  # fmt: skip
        less, more = (Button(f"{way}.{ident}", "", sign=sign, tip=Tip(words)) for way, sign, words in _STEPS)
        return Row([self._words(field), less, Sized(entry, NUMBER), more], gap=4, align="centre")

    def _pair(self, ident: str, field: FormField) -> Widget:
        rows: list[Widget] = []
        for number in (0, 1):
            inner = self._bench.draft.find_field((*field.path, number))
            self._fields[f"{ident}.{number}"] = inner
            rows.append(self._number(f"{ident}.{number}", inner))
        return Column(rows, gap=4)

    def _held(self, ident: str, field: FormField) -> str:
        """What stands in a line."""
        return self._typed[1] if self._typed[0] == ident else shown(field.value)

    def _switch(self, ident: str, field: FormField) -> Widget:
        value = field.value if field.is_given else field.default
        return Checkbox(ident, label(self._bench.draft, field), bool(value), tip=self._tip(field))

    def _choice(self, ident: str, field: FormField) -> Widget:
        value = field.value if field.is_given else field.default
        options = [(shown(one), plain(one)) for one in field.choices]
        if value is not None and len(options) <= SEGMENTS and sum(len(words) for _, words in options) <= LETTERS:
            return Column([self._words(field), Segments(ident, options, shown(value), tip=self._tip(field))], gap=2)
        words = plain(value) if value is not None else UNSAID
        return Row(
            [self._words(field), Button(f"pick.{ident}", words, tip=self._tip(field), fitted=170)],
            gap=4,
            align="centre",
        )

    def _several(self, ident: str, field: FormField) -> Widget:
        held, choices = (
            tuple(field.value or field.default or ()),
            self._bench.draft.find_field((*field.path, 0)).choices,
        )
        boxes = [Checkbox(f"{ident}#{one}", plain(one), one in held, tip=self._tip(field)) for one in choices]
        return Column([self._words(field), *boxes], gap=2)

    def _deeper(self, ident: str, field: FormField) -> Widget:
        words, sort = label(self._bench.draft, field), sort_of(self._bench.draft, field)
        aside = str(len(field.value or ())) if sort != "group" else ""
        return Button(f"open.{ident}", words, aside=aside, sign="right", left=True, tip=self._tip(field))

    def _words(self, field: FormField) -> Widget:
        return Fitted(label(self._bench.draft, field), LABEL, tip=self._tip(field))

    def _tip(self, field: FormField) -> Tip:
        return Tip(label(self._bench.draft, field), field.description)

    def _foot(self, path: DataPath) -> Iterator[Widget]:
        """Another entry, none of it any more, back to what holds it."""
        buttons: list[Widget] = []
        if path and sort_of(self._bench.draft, self._bench.draft.find_field(path)) in ("list", "table"):
            buttons.append(Button("form.add", "Add", sign="plus", tip=Tip("Add an entry")))
        if path and not self._bench.draft.find_field(path).is_required:
            buttons.append(Button("form.drop", "Remove", sign="minus", tip=Tip("Remove this from the file")))
        if self._bench.form:
            buttons.append(Button("form.back", "Back", sign="left", tip=Tip("Back to the previous fields")))
        if buttons:
            yield Row([Spacer(grow=1), *buttons], gap=6)

    # --- what is done

    def answer(self, report: Report) -> bool:
        """Do what was done with a field; whether it was one."""
        ident, heard = str(getattr(report, "id", "")), self._on.get((type(report), ""))
        way, _, rest = ident.partition(".")
        known = (rest if way in _PRESSED else ident).partition("#")[0]
        if heard is None or not (known in self._fields or ident in _WHOLE or ident == PICKER):
            return False
        heard(report)
        return True

    def forget(self) -> None:
        """No line is being written in any more."""
        self._typed = ("", "")

    def left(self, line: TextEntry) -> None:
        """A line is written in no more: it shows what the file says."""
        if line.id == self._typed[0] and line.id in self._fields:
            self.forget()
            line.show(shown(self._bench.draft.find_field(self._fields[line.id].path).value))

    def _type(self, report: Typed) -> None:
        """What is no value leaves the file as it was before the line was written in."""
        field = self._fields[report.id]
        self._typed = (report.id, report.text)
        wanted = field.is_required or isinstance(field.path[-1], int)
        found, value = meant(sort_of(self._bench.draft, field), report.text, wanted=wanted)
        if found:
            self._bench.do(SetField(field.path, value), typed=field.path)
        else:
            self._bench.untype(field.path)

    def _choose(self, report: Chosen) -> None:
        field = self._picked if report.id == PICKER else self._fields[report.id]
        self.forget()
        if field is not None:
            value = next((one for one in field.choices if shown(one) == report.value), None)
            self._bench.do(SetField(field.path, value))

    def _tick(self, report: Ticked) -> None:
        ident, _, part = report.id.partition("#")
        field = self._fields[ident]
        self.forget()
        if not part:
            self._bench.do(SetField(field.path, report.ticked))
            return
        held, choices = (
            tuple(field.value or field.default or ()),
            self._bench.draft.find_field((*field.path, 0)).choices,
        )
        kept = [one for one in choices if (one == part and report.ticked) or (one in held and one != part)]
        self._bench.do(SetField(field.path, kept))

    def _press(self, report: Pressed) -> None:
        self.forget()
        if report.id in _WHOLE:
            _WHOLE[report.id](self)
            return
        way, _, ident = report.id.partition(".")
        _PRESSED[way](self, self._fields[ident])

    def _step(self, field: FormField, by: int) -> None:
        now = field.value if field.is_given else field.default
        usual = now if isinstance(now, int | float) else field.minimum or 0
        value = stepped(field, usual, by)
        if value != usual or not field.is_given:
            self._bench.do(SetField(field.path, value))

    def _open(self, field: FormField) -> None:
        draft = self._bench.draft
        if field.value is None and sort_of(draft, field) == "group" and field.default is None:
            self._bench.do(SetField(field.path, blank(draft, field)))
        self._bench.open_form(field.path)

    def _pick(self, field: FormField) -> None:
        self._picked = field
        unsaid = [] if field.is_required else [ListEntry("", UNSAID)]
        entries = [*unsaid, *(ListEntry(shown(one), plain(one)) for one in field.choices)]
        rows = ListBox(PICKER, entries, chosen=shown(field.value), visible=12, row=30, style=LABEL)
        body = Column([Text(field.description, SMALL), rows], gap=8)
        self._open_layer(dialog(label(self._bench.draft, field), body, [closing("Close")], width=420))

    def _add(self) -> None:
        draft, path = self._bench.draft, self._bench.shown
        field = draft.find_field(path)
        if sort_of(draft, field) == "table":
            key = blank_key(field)
            change: Change = SetField((*path, key), blank(draft, draft.find_field((*path, key))))
        else:
            change = AddEntry(path, blank(draft, draft.find_field((*path, 0))))
        self._bench.do(change)

    def _drop(self) -> None:
        path = self._bench.shown
        if self._bench.do(RemoveField(path)):
            self._bench.open_form(path[:-1] or None)

    def _back(self) -> None:
        self._bench.open_form(self._bench.shown[:-1] or None)


_STEPS = (("less", "minus", "Less"), ("more", "plus", "More"))
_MADE: dict[str, Callable[[Form, str, FormField], Widget]] = {
    "text": Form._line, "line": Form._line, "prose": Form._prose, "whole": Form._number, "number": Form._number,
    "pair": Form._pair, "switch": Form._switch, "choice": Form._choice, "several": Form._several, "list": Form._deeper,
    "group": Form._deeper, "table": Form._deeper,
}  # fmt: skip
_PRESSED: dict[str, Callable[[Form, FormField], None]] = {
    "less": lambda form, field: form._step(field, -1), "more": lambda form, field: form._step(field, 1),
    "open": Form._open, "pick": Form._pick,
}  # fmt: skip
_WHOLE: dict[str, Callable[[Form], None]] = {"form.add": Form._add, "form.drop": Form._drop, "form.back": Form._back}
