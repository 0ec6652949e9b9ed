"""The after-action report as a web page with its charts and pictures, and as a table."""

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
from tabletop.ui.screens.report.panels import ReportLook, list_signs
from tabletop.ui.theme import INKS, Colour

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PICTURE_SIZE = (560, 320)
"""Size of the picture of a turning point, pixels."""
SIGN_SIZE = 32
"""Size of a badge, pixels; the page scales it to its text."""
SUFFIX, TABLE_SUFFIX = ".html", ".csv"
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""The characters with which a formula begins in a spreadsheet, also as wide letters."""
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


def describe_missing() -> str:
    """Return in a sentence which package a web page needs; "" if it is installed."""
    return "" if find_spec("matplotlib") else _EXTRA


def write_page(
    path: Path, report: AfterActionReport, fates: Sequence[tuple[str, Sequence[ShipOutcome]]], look: ReportLook
) -> Path:
    """Write the page and the table beside it. Return the path of the page.

    Raises:
        RecordError: in one sentence, if the package for charts is missing, or a file cannot be written.
    """
    out = _find_free_path(path, SUFFIX, TABLE_SUFFIX)
    return _write_files(out, build_page(report, fates, look).encode(), build_table(report))


def write_table(path: Path, report: AfterActionReport) -> Path:
    """Write the table alone. Return its path; raises as `write_page` does."""
    return _write_files(_find_free_path(path, TABLE_SUFFIX), build_table(report), None)


def _find_free_path(path: Path, ending: str, beside: str = "") -> Path:
    """Return `path` with its `ending`. Raises RecordError for a bad name, or if a file has it or `beside`."""
    try:
        name = parse_name(path.name)
        out = path.parent / parse_name(name if path.suffix.lower() == ending else name + ending)
    except PathError as error:
        raise RecordError(str(error)) from error
    for one in (out, out.with_suffix(beside or ending)):
        if guarded_file.is_taken(one):
            raise RecordError(f"A file named {one.name} already exists; it was not overwritten.")
    return out


def _write_files(out: Path, content: bytes, beside: bytes | None) -> Path:
    """Write the file, and the table beside it unless it is None. Raises RecordError."""
    try:
        guarded_file.write_whole(out, content)
        if beside is not None:
            guarded_file.write_whole(out.with_suffix(TABLE_SUFFIX), beside)
    except OSError as error:
        raise RecordError(f"{out.name} cannot be written: {guarded_file.reason(error)}.") from error
    return out


def build_table(report: AfterActionReport) -> bytes:
    """Return all numbers as CSV in UTF-8. No cell is a formula, see `_escape_cell`."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(map(_escape_cell, row) for row in report.table_rows())
    return out.getvalue().encode(errors="replace")


def _escape_cell(cell: str) -> str:
    """Return `cell` with an apostrophe before it if a spreadsheet would take it for a formula.

    Numbers stay numbers. Names in a table come from files that others wrote.
    """
    shown = escape_controls(cell)
    return f"'{shown}" if shown.startswith(_FORMULA) and not _NUMBER.fullmatch(shown) else shown


def build_page(report: AfterActionReport, fates: Sequence[tuple[str, Sequence[ShipOutcome]]], look: ReportLook) -> str:
    """Return the page as HTML; raises as `write_page` does."""
    signs = _SignSheet()
    parts = [
        _format_verdict(report),
        *_list_charts(report, look.colours),
        _format_turning_points(report, look, signs),
        _format_harm(report, look, signs),
    ]
    parts.append(_format_fates(fates, signs))
    body = "".join(f"<section>{part}</section>" for part in parts if part)
    return _PAGE.format(title=escape(report.title), when=escape(report.began), body=body, signs=signs.style_rules)


class _SignSheet:
    """The badges and marks of a page, each of which the page holds once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def prefix(self, words: str, *badges: Badge | None) -> str:
        """Return words, escaped, behind their signs."""
        return "".join(self._format_sign(badge) for badge in badges if badge) + escape(words)

    def _format_sign(self, badge: Badge) -> str:
        """Return the HTML of a sign, and remember its picture."""
        drawn = badge(SIGN_SIZE)
        ground = pygame.Surface(drawn.get_size())
        ground.fill(INKS.paper)
        ground.blit(drawn, (0, 0))
        return f'<i class="s{self._numbers.setdefault(_embed_png(_encode_png(ground)), len(self._numbers))}"></i>'

    @property
    def style_rules(self) -> str:
        """Return the CSS rules of all signs so far."""
        return "\n".join(f".s{number} {{ background-image: url({url}); }}" for url, number in self._numbers.items())


def _format_verdict(report: AfterActionReport) -> str:
    """Return the winner, the totals, the figures and the luck as HTML."""
    end = report.outcome
    why = f"<p>{escape(end.reason)} ({escape(end.rule)})</p>" if end else ""
    totals = [(report.sides[side], str(points)) for side, points in end.totals.items()] if end else []
    numbers = _format_rows([*totals, *((what, number) for number, what in report.figures)])
    worth = f"<p>{escape(report.luck_summary)}</p>" if report.luck_summary else ""
    lucky = [
        (
            report.sides[one.side],
            f"{one.hits} {report.chance[1]} of {one.dice} {report.chance[0]}, {one.expected:.1f} on average",
            f"luckier than {one.percentile} % of games",
        )
        for one in report.lucks
    ]
    return f"<h2>{escape(report.verdict)}</h2>{why}{numbers}{_format_rows(lucky)}{worth}"


def _format_turning_points(report: AfterActionReport, look: ReportLook, signs: _SignSheet) -> str:
    """Return the turning points with their pictures as HTML; "" without any."""
    found = [
        f'<figure><img alt="" src="{_embed_png(_encode_png(run_to_end(look.draw(one, PICTURE_SIZE))))}"><figcaption>'
        f"<b>{signs.prefix(report.format_turn(one.turn), *list_signs(one, look))}.</b> {escape(one.words)} "
        f"{escape(describe_points(one.points, report.sides))}</figcaption></figure>"
        for one in report.turning
    ]
    return f"<h2>Turning points</h2>{''.join(found)}" if found else ""


def _format_harm(report: AfterActionReport, look: ReportLook, signs: _SignSheet) -> str:
    """Return the damage of pieces and groups as HTML; "" without any."""
    if not report.harm:
        return ""
    hurt = sorted(report.accounts, key=lambda one: -(one.given + one.taken))
    head = ("", "given", "taken", *([f"{report.measure} sailed"] if report.measure else []))
    body = _format_table([_format_cells(head), *(_format_harm_row(one, report, look, signs) for one in hurt)])
    groups = (
        _format_rows([head[:3], *(_list_account_cells(one, report)[:3] for one in report.groups)])
        if report.groups
        else ""
    )
    return f"<h2>{escape(capitalize(report.harm))} given and taken</h2>{body}{groups}<p>{report.damage_by_nobody}</p>"


def _format_harm_row(one: PieceAccount, report: AfterActionReport, look: ReportLook, signs: _SignSheet) -> str:
    """Return the cells of a piece."""
    name, *numbers = _list_account_cells(one, report)
    lost = " class=lost" if one.key in report.gone else ""
    return f"<td{lost}>{signs.prefix(name, look.badges.get(one.key))}</td>{_format_cells(numbers)}"


def _list_account_cells(one: PieceAccount, report: AfterActionReport) -> tuple[str, ...]:
    """Return the texts of a piece: name, given, taken, and distance if the game measures it."""
    way = (f"{one.sailed:.1f}",) if report.measure else ()
    return one.name, str(one.given), str(one.taken), *way


def _format_fates(groups: Sequence[tuple[str, Sequence[ShipOutcome]]], signs: _SignSheet) -> str:
    """Return the outcomes of ships as HTML."""
    report = []
    for heading, among in groups:
        lines = (
            f"<tr{' class=lost' if one.lost else ''}><td>{signs.prefix(one.name, one.badge)}</td>"
            f"<td>{escape(one.became)}</td></tr>"
            for one in among
        )
        report.append(f"<h3>{escape(heading)}</h3><table>{''.join(lines)}</table>")
    return f"<h2>Fates</h2>{''.join(report)}"


def _format_rows(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of texts as an HTML table."""
    return _format_table(map(_format_cells, rows))


def _format_cells(row: Sequence[str]) -> str:
    """Return texts as HTML cells."""
    return "".join(f"<td>{escape(cell)}</td>" for cell in row)


def _format_table(rows: Iterable[str]) -> str:
    """Return rows of HTML cells as a table."""
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _encode_png(drawn: pygame.Surface) -> bytes:
    """Return a picture as PNG."""
    out = BytesIO()
    pygame.image.save(drawn, out, "out.png")
    return out.getvalue()


def _embed_png(png: bytes) -> str:
    """Return a PNG as a data URL."""
    return f"data:image/png;base64,{b64encode(png).decode()}"


# --- charts


def _list_charts(report: AfterActionReport, colours: Mapping[str, Colour]) -> Iterable[str]:
    """Yield the charts of the report as HTML."""
    if report.points:
        title = f"{capitalize(report.counted)} by turn"
        yield _format_chart(title, lambda axes: _plot_points(axes, report, colours), report.hours)
    if report.harm and report.accounts:
        yield _format_chart(f"{capitalize(report.harm)} given and taken", lambda axes: _plot_bars(axes, report))
    if report.lucks:
        title = f"Luck: {report.chance[1]} above or below average"
        yield _format_chart(title, lambda axes: _plot_luck(axes, report, colours), report.hours)


def _format_chart(title: str, draw: "Callable[[Axes], None]", hours: Mapping[int, str] = MappingProxyType({})) -> str:
    """Return a chart as HTML, with the hours below its turns. Raises RecordError without the package."""
    try:
        with charts.literal_text():
            drawn = charts.to_png(_build_figure(draw, hours), 135)
    except charts.NoPainterError as error:
        raise RecordError(_EXTRA) from error
    return f'<h2>{escape(title)}</h2><img alt="{escape(title)}" src="{_embed_png(drawn)}">'


def _build_figure(draw: "Callable[[Axes], None]", hours: Mapping[int, str]) -> "Figure":
    """Return the figure on which `draw` has drawn."""
    sheet = charts.figure_class()(figsize=(6.0, 3.6), facecolor=_format_colour(INKS.paper), layout="constrained")
    axes = sheet.subplots()
    axes.set_facecolor(_format_colour(INKS.paper))
    draw(axes)
    if axes.get_legend_handles_labels()[0]:
        sheet.legend(loc="outside upper center", ncols=3, frameon=False)
    axes.locator_params(axis="x", integer=True)
    if hours:
        axes.xaxis.set_major_formatter(lambda turn, _: f"{turn:g}\n{hours.get(round(turn), '')}")
    return sheet


def _plot_points(axes: "Axes", report: AfterActionReport, colours: Mapping[str, Colour]) -> None:
    """Draw the points of each side."""
    for number, (side, by_turn) in enumerate(report.points.items()):
        turns, points = zip(*by_turn, strict=True)
        label, shade = legend_label(f"{report.sides[side]} {points[-1]}"), _format_colour(colours.get(side, INKS.ink))
        axes.step(turns, points, "--" if number else "-", where="post", label=label, linewidth=2.5, color=shade)
    axes.set_xlabel("Turn")


def _plot_bars(axes: "Axes", report: AfterActionReport) -> None:
    """Draw the damage of the 16 most affected pieces."""
    hurt = sorted(report.accounts, key=lambda one: -(one.given + one.taken))[:16][::-1]
    places = range(len(hurt))
    axes.barh(places, [-one.taken for one in hurt], color=_format_colour(INKS.danger), label="taken")
    axes.barh(places, [one.given for one in hurt], color=_format_colour(INKS.ink), label="given")
    axes.set_yticks(places, [one.name for one in hurt], fontsize=8)
    axes.xaxis.set_major_formatter(lambda points, _: f"{abs(points):g}")


def _plot_luck(axes: "Axes", report: AfterActionReport, colours: Mapping[str, Colour]) -> None:
    """Draw the luck of each side over the common band."""
    widest = max(report.lucks, key=lambda one: one.spread)
    turns, far = [turn for turn, _, _ in widest.by_turn], [spread**0.5 for _, _, spread in widest.by_turn]
    axes.fill_between(turns, [-one for one in far], far, color=_format_colour(INKS.paper_3), label="2 in 3 games")
    for number, one in enumerate(report.lucks):
        label, shade = legend_label(report.sides[one.side]), _format_colour(colours.get(one.side, INKS.ink))
        over = [over for _, over, _ in one.by_turn]
        axes.plot(turns, over, "--" if number else "-", label=label, linewidth=2.5, color=shade)
    axes.axhline(0, color=_format_colour(INKS.ink), linewidth=0.8)
    axes.set_xlabel("Turn")


def _format_colour(shade: Colour) -> str:
    """Return a colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*shade)
