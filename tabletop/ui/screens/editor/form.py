"""The fields of a part of the file: filled in, stepped, ticked, opened; every change is one of the draft at once."""

from collections.abc import Callable, Iterator

from tabletop.authoring.draft import AddEntry, Change, RemoveField, SetField
from tabletop.authoring.forms import FormField
from tabletop.core.document import DataPath
from tabletop.ui.screens.editor.bench import Bench
from tabletop.ui.screens.editor.fields import (
    blank,
    blank_key,
    label,
    meant,
    plain,
    rows_of,
    shown,
    sort_of,
    stepped,
)
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
