"""The after-action report as one page of the web, with its charts and pictures in it, and as a table beside it."""

import csv
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import pygame

from tabletop.core import charts, guarded_file
from tabletop.core.after_action import AfterActionReport, PieceAccount, describe_points
from tabletop.core.charts import legend_label
from tabletop.core.errors import RecordError
from tabletop.core.paths import PathError, parse_name
from tabletop.core.phrases import capitalize, escape_controls
from tabletop.core.resources import describe_missing_extra
from tabletop.ui.boards.contract import Badge
from tabletop.ui.boards.game_plugins import ShipOutcome
from tabletop.ui.frame_budget import run_to_end
from tabletop.ui.screens.report.panels import Look, signs_of
from tabletop.ui.theme import INKS, Colour

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PICTURE = (560, 320)
"""Of a turning point, pixels."""
SIGN = 32
"""Pixels of a badge, of which the page shows as many as fit its writing."""
SUFFIX, TABLE = ".html", ".csv"
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What spreadsheets take for the beginning of a formula, in narrow and in wide letters."""
_NUMBER = re.compile(r"[+-]?[0-9]+([.][0-9]+)?")
_EXTRA = describe_missing_extra("A report", "report")
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"><style>
body {{ background: #1C3538; color: #1B2427; font: 17px/1.45 Georgia, serif; margin: 0; }}
header {{ background: #13211F; color: #F7F0DF; padding: 1em 2em; border-bottom: 2px solid #B98F43; }}
main {{ columns: 28em; column-gap: 1em; padding: 1em; }}
section {{ break-inside: avoid; margin-bottom: 1em; background: #F3EAD6; padding: 1em 1.3em;
    border: 1px solid #B8A680; box-shadow: 0 3px 9px #0A1514; }}
h1, h2, h3 {{ font-weight: normal; margin: 0 0 .4em; }} h2 {{ border-bottom: 3px double #6B5B38; }}
img {{ max-width: 100%; }} table {{ border-collapse: collapse; width: 100%; }}
td, th {{ border-bottom: 1px solid #B8A680; padding: .2em .5em; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }} .lost {{ color: #8A2A20; }} figure {{ margin: 0 0 1em; }}
i {{ display: inline-block; width: 1em; height: 1em; margin-right: .4em; background: center / contain no-repeat;
    vertical-align: -.12em; }}
{signs}
</style></head><body><header><h1>{title}</h1>{when}</header><main>{body}</main></body></html>
"""


def missing() -> str:
    """What has to be installed before a page can be written, in a sentence; empty if nothing."""
    return "" if find_spec("matplotlib") else _EXTRA


def write(path: Path, told: AfterActionReport, fates: Sequence[tuple[str, Sequence[ShipOutcome]]], look: Look) -> Path:
    """Write the page, and the table beside it; where the page lies.

    Raises:
        RecordError: in one sentence, if what draws charts is not installed, or a file cannot be written.
    """
    out = _free(path, SUFFIX, TABLE)
    return _written(out, page(told, fates, look).encode(), table(told))


def write_table(path: Path, told: AfterActionReport) -> Path:
    """Write the table alone; raises as `write`."""
    return _written(_free(path, TABLE), table(told), None)


def _free(path: Path, ending: str, beside: str = "") -> Path:
    """Return `path` with its `ending`; RecordError if that is no name, or a file has it or the name `beside` it."""
    try:
        name = parse_name(path.name)
        out = path.parent / parse_name(name if path.suffix.lower() == ending else name + ending)
    except PathError as error:
        raise RecordError(str(error)) from error
    for one in (out, out.with_suffix(beside or ending)):
        if guarded_file.is_taken(one):
            raise RecordError(f"A file named {one.name} already exists; it was not overwritten.")
    return out


def _written(out: Path, content: bytes, beside: bytes | None) -> Path:
    try:
        guarded_file.write_whole(out, content)
        if beside is not None:
            guarded_file.write_whole(out.with_suffix(TABLE), beside)
    except OSError as error:
        raise RecordError(f"{out.name} cannot be written: {guarded_file.reason(error)}.") from error
    return out


def table(told: AfterActionReport) -> bytes:
    """Return all numbers as CSV in UTF-8, a line each. No cell is a formula: see `_inert`."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(map(_inert, row) for row in told.table_rows())
    return out.getvalue().encode(errors="replace")


def _inert(cell: str) -> str:
    """Return `cell` so that a spreadsheet takes it for text: after an apostrophe if it begins as formulas do.

    Numbers stay numbers. Names in a table come from files that others wrote.
    """
    shown = escape_controls(cell)
    return f"'{shown}" if shown.startswith(_FORMULA) and not _NUMBER.fullmatch(shown) else shown


def page(told: AfterActionReport, fates: Sequence[tuple[str, Sequence[ShipOutcome]]], look: Look) -> str:
    """The page; raises as `write`."""
    signs = _Signs()
    parts = [_verdict(told), *_charts(told, look.colours), _turning(told, look, signs), _harm(told, look, signs)]
    parts.append(_fates(fates, signs))
    body = "".join(f"<section>{part}</section>" for part in parts if part)
    return _PAGE.format(title=escape(told.title), when=escape(told.began), body=body, signs=signs.style)


class _Signs:
    """Badges and marks before words; the page holds each of them once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def before(self, words: str, *badges: Badge | None) -> str:
        """Words, escaped, behind their signs."""
        return "".join(self._sign(badge) for badge in badges if badge) + escape(words)

    def _sign(self, badge: Badge) -> str:
        drawn = badge(SIGN)
        ground = pygame.Surface(drawn.get_size())
        ground.fill(INKS.paper)
        ground.blit(drawn, (0, 0))
        return f'<i class="s{self._numbers.setdefault(_embedded(_png(ground)), len(self._numbers))}"></i>'

    @property
    def style(self) -> str:
        """What the page says of them in its head."""
        return "\n".join(f".s{number} {{ background-image: url({url}); }}" for url, number in self._numbers.items())


def _verdict(told: AfterActionReport) -> str:
    end = told.outcome
    why = f"<p>{escape(end.reason)} ({escape(end.rule)})</p>" if end else ""
    totals = [(told.sides[side], str(points)) for side, points in end.totals.items()] if end else []
    numbers = _rows([*totals, *((what, number) for number, what in told.figures)])
    worth = f"<p>{escape(told.luck_summary)}</p>" if told.luck_summary else ""
    lucky = [
        (
            told.sides[one.side],
            f"{one.hits} {told.chance[1]} of {one.dice} {told.chance[0]}, {one.expected:.1f} on average",
            f"luckier than {one.percentile} % of games",
        )
        for one in told.lucks
    ]
    return f"<h2>{escape(told.verdict)}</h2>{why}{numbers}{_rows(lucky)}{worth}"


def _turning(told: AfterActionReport, look: Look, signs: _Signs) -> str:
    found = [
        f'<figure><img alt="" src="{_embedded(_png(run_to_end(look.draw(one, PICTURE))))}"><figcaption>'
        f"<b>{signs.before(told.format_turn(one.turn), *signs_of(one, look))}.</b> {escape(one.words)} "
        f"{escape(describe_points(one.points, told.sides))}</figcaption></figure>"
        for one in told.turning
    ]
    return f"<h2>Turning points</h2>{''.join(found)}" if found else ""


def _harm(told: AfterActionReport, look: Look, signs: _Signs) -> str:
    if not told.harm:
        return ""
    hurt = sorted(told.accounts, key=lambda one: -(one.given + one.taken))
    head = ("", "given", "taken", *([f"{told.measure} sailed"] if told.measure else []))
    body = _table([_cells(head), *(_hurt(one, told, look, signs) for one in hurt)])
    groups = _rows([head[:3], *(_account(one, told)[:3] for one in told.groups)]) if told.groups else ""
    return f"<h2>{escape(capitalize(told.harm))} given and taken</h2>{body}{groups}<p>{told.damage_by_nobody}</p>"


def _hurt(one: PieceAccount, told: AfterActionReport, look: Look, signs: _Signs) -> str:
    name, *numbers = _account(one, told)
    lost = " class=lost" if one.key in told.gone else ""
    return f"<td{lost}>{signs.before(name, look.badges.get(one.key))}</td>{_cells(numbers)}"


def _account(one: PieceAccount, told: AfterActionReport) -> tuple[str, ...]:
    way = (f"{one.sailed:.1f}",) if told.measure else ()
    return one.name, str(one.given), str(one.taken), *way


def _fates(groups: Sequence[tuple[str, Sequence[ShipOutcome]]], signs: _Signs) -> str:
    told = []
    for heading, among in groups:
        lines = (
            f"<tr{' class=lost' if one.lost else ''}><td>{signs.before(one.name, one.badge)}</td>"
            f"<td>{escape(one.became)}</td></tr>"
            for one in among
        )
        told.append(f"<h3>{escape(heading)}</h3><table>{''.join(lines)}</table>")
    return f"<h2>Fates</h2>{''.join(told)}"


def _rows(rows: Iterable[Sequence[str]]) -> str:
    return _table(map(_cells, rows))


def _cells(row: Sequence[str]) -> str:
    return "".join(f"<td>{escape(cell)}</td>" for cell in row)


def _table(rows: Iterable[str]) -> str:
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _png(drawn: pygame.Surface) -> bytes:
    out = BytesIO()
    pygame.image.save(drawn, out, "out.png")
    return out.getvalue()


def _embedded(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"


# --- charts


def _charts(told: AfterActionReport, colours: Mapping[str, Colour]) -> Iterable[str]:
    if told.points:
        title = f"{capitalize(told.counted)} by turn"
        yield _chart(title, lambda axes: _points(axes, told, colours), told.hours)
    if told.harm and told.accounts:
        yield _chart(f"{capitalize(told.harm)} given and taken", lambda axes: _bars(axes, told))
    if told.lucks:
        title = f"Luck: {told.chance[1]} above or below average"
        yield _chart(title, lambda axes: _luck(axes, told, colours), told.hours)


def _chart(title: str, draw: "Callable[[Axes], None]", hours: Mapping[int, str] = MappingProxyType({})) -> str:
    """Return a chart as HTML; below its turns stand their `hours`, where there are any."""
    try:
        with charts.literal_text():
            drawn = charts.to_png(_sheet(draw, hours), 135)
    except charts.NoPainterError as error:
        raise RecordError(_EXTRA) from error
    return f'<h2>{escape(title)}</h2><img alt="{escape(title)}" src="{_embedded(drawn)}">'


def _sheet(draw: "Callable[[Axes], None]", hours: Mapping[int, str]) -> "Figure":
    sheet = charts.figure_class()(figsize=(6.0, 3.6), facecolor=_code(INKS.paper), layout="constrained")
    axes = sheet.subplots()
    axes.set_facecolor(_code(INKS.paper))
    draw(axes)
    if axes.get_legend_handles_labels()[0]:
        sheet.legend(loc="outside upper center", ncols=3, frameon=False)
    axes.locator_params(axis="x", integer=True)
    if hours:
        axes.xaxis.set_major_formatter(lambda turn, _: f"{turn:g}\n{hours.get(round(turn), '')}")
    return sheet


def _points(axes: "Axes", told: AfterActionReport, colours: Mapping[str, Colour]) -> None:
    for number, (side, by_turn) in enumerate(told.points.items()):
        turns, points = zip(*by_turn, strict=True)
        label, shade = legend_label(f"{told.sides[side]} {points[-1]}"), _code(colours.get(side, INKS.ink))
        axes.step(turns, points, "--" if number else "-", where="post", label=label, linewidth=2.5, color=shade)
    axes.set_xlabel("Turn")


def _bars(axes: "Axes", told: AfterActionReport) -> None:
    hurt = sorted(told.accounts, key=lambda one: -(one.given + one.taken))[:16][::-1]
    places = range(len(hurt))
    axes.barh(places, [-one.taken for one in hurt], color=_code(INKS.danger), label="taken")
    axes.barh(places, [one.given for one in hurt], color=_code(INKS.ink), label="given")
    axes.set_yticks(places, [one.name for one in hurt], fontsize=8)
    axes.xaxis.set_major_formatter(lambda points, _: f"{abs(points):g}")


def _luck(axes: "Axes", told: AfterActionReport, colours: Mapping[str, Colour]) -> None:
    widest = max(told.lucks, key=lambda one: one.spread)
    turns, far = [turn for turn, _, _ in widest.by_turn], [spread**0.5 for _, _, spread in widest.by_turn]
    axes.fill_between(turns, [-one for one in far], far, color=_code(INKS.paper_3), label="2 in 3 games")
    for number, one in enumerate(told.lucks):
        label, shade = legend_label(told.sides[one.side]), _code(colours.get(one.side, INKS.ink))
        over = [over for _, over, _ in one.by_turn]
        axes.plot(turns, over, "--" if number else "-", label=label, linewidth=2.5, color=shade)
    axes.axhline(0, color=_code(INKS.ink), linewidth=0.8)
    axes.set_xlabel("Turn")


def _code(shade: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*shade)
