"""The report of a tournament: a page of HTML, and its figure as a picture; the extra `report` draws it."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.core import guarded_file
from tabletop.tournaments.intervals import Estimate
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.standings import Standing, effects, grouped, losses, luck, set_of, standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PAPER = "#2b2118", "#f4ecd8"
COLOURS = ("#8c2f25", "#2f4a6d", "#7a6a3a", "#4f6b4a", "#6b4a68")
BINS = 24
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ background: {paper}; color: {ink}; font: 16px/1.45 Georgia, serif; margin: 2em auto; max-width: 64em; }}
table {{ border-collapse: collapse; margin: 1em 0; }} img {{ max-width: 100%; }}
td, th {{ border-bottom: 1px solid #b8a888; padding: .25em .8em; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }}
</style></head><body><h1>{title}</h1>{body}</body></html>
"""


class NoPainterError(RuntimeError):
    """Nothing is there that draws figures; its words say what to do."""


def write(path: Path, title: str, results: Sequence[Result]) -> None:
    """Write the page, and its figure beside it with the ending ``.png``.

    Raises:
        NoPainterError: if matplotlib is not there.
        OSError: if a file cannot be written.
    """
    drawn = figure(results)
    guarded_file.replace(path.with_suffix(".png"), drawn)
    guarded_file.replace(path, page(title, results, drawn).encode())


def page(title: str, results: Sequence[Result], drawn: bytes) -> str:
    """The report as HTML, with the figure in it."""
    parts = [f"<p>{len(results)} matches.</p>", _standings(standings(results)), _picture(drawn)]
    parts += [_effects(results), _luck(results), _failings(results)]
    return _PAGE.format(title=escape(title), paper=PAPER, ink=INK, body="".join(parts))


def _standings(lines: Iterable[Standing]) -> str:
    heads = ("Set", "Matches", "Won", "Drawn", "First side, % (95 %)", "Margin", "Orders")
    return _table(heads, (_line(one) for one in lines))


def _line(one: Standing) -> tuple[str, ...]:
    won = ", ".join(f"{side} {number}" for side, number in one.won.items())
    low, high = one.sure
    share = f"{100 * one.points:.1f} ({100 * low:.1f} to {100 * high:.1f})"
    return one.name, str(one.matches), won, str(one.drawn), share, _told(one.margin), _told(one.orders)


def _effects(results: Sequence[Result]) -> str:
    rows = [(one.what, one.than, _told(one.won), str(one.won.number)) for one in effects(results)]
    if not rows:
        return ""
    heads = ("With", "instead of", "first side wins, % more", "Pairs")
    return f"<h2>What makes a difference</h2>{_table(heads, rows)}"


def _luck(results: Sequence[Result]) -> str:
    shares = luck(results)
    if shares is None:
        return ""
    told = f"the seed (deal and dice) {shares.chance:.0%}, players and rules {shares.skill:.0%}"
    return f"<h2>Luck and skill</h2><p>Of the spread of the margin: {told}, the rest {shares.course:.0%}.</p>"


def _failings(results: Iterable[Result]) -> str:
    seats = [thought for result in results for thought in result.thought.values()]
    refused, faults = sum(one.refused for one in seats), sorted({fault for one in seats for fault in one.faults})
    told = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
    return f"<p>Orders that were refused, or never came: {refused}.</p>" + (f"<ul>{told}</ul>" if told else "")


def _told(what: Estimate) -> str:
    return f"{what.mean:.1f} ± {what.half:.1f}" if what.number > 1 else f"{what.mean:.1f}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _picture(drawn: bytes) -> str:
    return f'<img alt="Wins, margins, losses and lengths" src="data:image/png;base64,{b64encode(drawn).decode()}">'


def figure(results: Sequence[Result]) -> bytes:
    """Wins with their intervals, margins, losses by turn, and lengths, as a PNG."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NoPainterError("A report needs an extra: pip install 'admirals-table[report]'.") from error
    sheet = Figure(figsize=(12, 8), facecolor=PAPER, layout="constrained")
    for draw, axes in zip((_wins, _margins, _losses, _lengths), sheet.subplots(2, 2).flat, strict=True):
        axes.set_facecolor(PAPER)
        draw(axes, results)
    out = BytesIO()
    sheet.savefig(out, format="png", dpi=100)
    return out.getvalue()


def _wins(axes: "Axes", results: Sequence[Result]) -> None:
    lines = standings(results)
    for place, one in enumerate(lines):
        low, high = one.sure
        axes.plot((100 * low, 100 * high), (place, place), color=INK, linewidth=1)
        axes.plot(100 * one.points, place, "o", color=COLOURS[place % len(COLOURS)])
    axes.axvline(50, color=INK, linewidth=0.5, linestyle="--")
    axes.set(title="Wins of the first side, %", xlim=(0, 100), ylim=(len(lines) - 0.5, -0.5))
    axes.set_yticks(range(len(lines)), [one.name for one in lines], fontsize=7, wrap=True)


def _margins(axes: "Axes", results: Sequence[Result]) -> None:
    _histogram(axes, results, "Margin of the first side", lambda one: one.margin(next(iter(one.fixture.entrants))))


def _lengths(axes: "Axes", results: Sequence[Result]) -> None:
    _histogram(axes, results, "Orders in a match", lambda one: one.orders)


def _histogram(axes: "Axes", results: Sequence[Result], title: str, of: Callable[[Result], float]) -> None:
    groups = list(grouped(results, set_of).values())
    values = [[of(result) for result in among] for among in groups]
    axes.hist(values, bins=BINS, stacked=True, color=[COLOURS[place % len(COLOURS)] for place in range(len(groups))])
    axes.set(title=title, ylabel="Matches")


def _losses(axes: "Axes", results: Sequence[Result]) -> None:
    for place, (side, by_turn) in enumerate(sorted(losses(results).items())):
        turns = range(max(by_turn) + 1)
        lost = [by_turn[turn] / len(results) for turn in turns]
        axes.step(turns, lost, where="mid", color=COLOURS[place % len(COLOURS)], label=side)
    axes.set(title="Losses a turn in a match", xlabel="Turn")
    if axes.get_lines():
        axes.legend(frameon=False)
    else:
        axes.set_axis_off()
        axes.text(0.5, 0.5, "None that the reckoning names", ha="center", color=INK)
