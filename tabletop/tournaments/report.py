"""The report of a tournament: an HTML page, and its figure as a picture. Needs the extra `report`."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import chain, islice
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from tabletop.core import charts, guarded_file
from tabletop.core.charts import legend_label
from tabletop.core.phrases import format_count
from tabletop.core.resources import describe_missing_extra
from tabletop.tournaments import standings
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.standings import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, PAPER = "#2b2118", "#f4ecd8"
COLOURS = ("#8c2f25", "#2f4a6d", "#b58a2e", "#4f6b4a", "#6b4a68", "#c4734a", "#5f8a94", "#8a8272")
BINS = 24
MAX_DRAWN_SETS = 40
"""The most sets in the figure; the tables list all of them."""
MOST_FAULTS = 100
"""The most different errors of players that are listed."""
LABEL = 44
"""Characters in a line of the name of a set beside the figure."""
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ background: {paper}; color: {ink}; font: 16px/1.45 Georgia, serif; margin: 2em auto; max-width: 64em; }}
table {{ border-collapse: collapse; margin: 1em 0; }} img {{ max-width: 100%; }}
td, th {{ border-bottom: 1px solid #b8a888; padding: .25em .8em; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }}
</style></head><body><h1>{title}</h1>{body}</body></html>
"""


class ReportUnavailableError(RuntimeError):
    """No figure can be drawn because matplotlib is missing; the text of the error says how to install it."""


def write_report(path: Path, title: str, results: Sequence[Result]) -> None:
    """Write the page, and its figure beside it with the ending ``.png``.

    Raises:
        ReportUnavailableError: if matplotlib is missing.
        OSError: if a file cannot be written.
    """
    drawn = draw_figure(results)
    guarded_file.write_whole(path.with_suffix(".png"), drawn)
    guarded_file.write_whole(path, build_page(title, results, drawn).encode())


def build_page(title: str, results: Sequence[Result], drawn: bytes) -> str:
    """Return the report as HTML with the figure `drawn`, the bytes of a PNG, in it."""
    sets = standings.build_standings(results)
    left_out = (
        f"<p>The figure shows the first {MAX_DRAWN_SETS} of {len(sets)} sets.</p>" if len(sets) > MAX_DRAWN_SETS else ""
    )
    parts = [f"<p>{len(results)} matches.</p>", _format_standings(sets), _format_picture(drawn), left_out]
    parts += [_format_fates(results), _format_effects(results), _format_luck(results), _format_failures(results)]
    return _PAGE.format(title=escape(title), paper=PAPER, ink=INK, body="".join(parts))


def _format_standings(lines: Iterable[standings.StandingsRow]) -> str:
    heads = ("Set", "Matches", "Won", "Drawn", "First side, % (95 %)", "Margin", "Turns", "Orders")
    return _format_table(heads, (_format_cells(one) for one in lines))


def _format_cells(one: standings.StandingsRow) -> tuple[str, ...]:
    won = ", ".join(f"{side} {number}" for side, number in one.won.items())
    low, high = one.sure
    share = f"{100 * one.points:.1f} ({100 * low:.1f} to {100 * high:.1f})"
    return (
        one.name,
        str(one.matches),
        won,
        str(one.drawn),
        share,
        *map(_format_estimate, (one.margin, one.turns, one.orders)),
    )


def _format_fates(results: Sequence[Result]) -> str:
    rows = [
        (side, *(f"{number:.2f}" for number in by_fate.values()), f"{sum(by_fate.values()):.2f}")
        for side, by_fate in standings.mean_fates(results).items()
    ]
    if not rows:
        return ""
    kinds = next(iter(standings.mean_fates(results).values()))
    return f"<h2>Lost in a match</h2>{_format_table(('Side', *kinds, 'in all'), rows)}"


def _format_effects(results: Sequence[Result]) -> str:
    rows = [
        (one.what, one.than, _format_estimate(one.won), _format_estimate(one.margin), str(one.won.number))
        for one in standings.find_effects(results)
    ]
    if not rows:
        return ""
    heads = ("With", "instead of", "first side wins, % more", "its margin, more", "Pairs")
    return f"<h2>What makes a difference</h2>{_format_table(heads, rows)}"


def _format_luck(results: Sequence[Result]) -> str:
    shares = standings.analyse_variance(results)
    if shares is None:
        return ""
    told = (
        f"{shares.skill:.0%} hangs on who plays by which rules, {shares.chance:.0%} on the seed (deal and dice) alone"
    )
    rest = f"{shares.course:.0%} on how the match went from there"
    return f"<h2>Luck and skill</h2><p>Of the variance of the margin {told}, {rest}.</p>"


def _format_failures(results: Sequence[Result]) -> str:
    seats = [thought for result in results for thought in result.thought.values()]
    refused = sum(one.refused for one in seats)
    lost = [
        f"{format_count(number, 'match')}: {reason}" for reason, number in standings.count_forfeits(results).items()
    ]
    faults = sorted({fault for one in seats for fault in one.faults})
    return f"<p>Orders that were refused, or never came: {refused}.</p>{_format_list(faults)}" + (
        f"<p>Lost by players that failed:</p>{_format_list(lost)}" if lost else ""
    )


def _format_list(lines: Sequence[str]) -> str:
    """Return lines as an HTML list of at most `MOST_FAULTS` entries; "" for no lines."""
    more = [f"… and {len(lines) - MOST_FAULTS} more"] if len(lines) > MOST_FAULTS else []
    told = "".join(f"<li>{escape(line)}</li>" for line in [*lines[:MOST_FAULTS], *more])
    return f"<ul>{told}</ul>" if told else ""


def _format_estimate(what: Estimate) -> str:
    return f"{what.mean:.1f} ± {what.half:.1f}" if what.number > 1 else f"{what.mean:.1f}"


def _format_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _format_picture(drawn: bytes) -> str:
    return f'<img alt="Wins, margins, losses and lengths" src="data:image/png;base64,{b64encode(drawn).decode()}">'


def find_figure_class() -> "type[Figure]":
    """Return matplotlib's class `Figure`. Raises ReportUnavailableError if matplotlib is missing."""
    try:
        return charts.figure_class()
    except charts.NoPainterError as error:
        raise ReportUnavailableError(describe_missing_extra("A report", "report")) from error


def draw_figure(results: Sequence[Result]) -> bytes:
    """Return plots of wins, margins, lengths, and losses by turn and by fate, as the bytes of a PNG.

    Raises:
        ReportUnavailableError: if matplotlib is missing.
    """
    results = _select_first_sets(results)
    rows = _ROWS if any(result.pieces for result in results) else _ROWS[:1]
    painted_by = find_figure_class()
    with charts.literal_text():
        sheet = painted_by(figsize=(15, 4 * len(rows)), facecolor=PAPER, layout="constrained")
        for draw, axes in zip(chain(*rows), sheet.subplots(len(rows), len(rows[0])).flat, strict=True):
            axes.set_facecolor(PAPER)
            draw(axes, results)
        return charts.to_png(sheet, 100)


def _select_first_sets(results: Sequence[Result]) -> list[Result]:
    return list(
        chain.from_iterable(islice(standings.group_results(results, standings.format_set).values(), MAX_DRAWN_SETS))
    )


def _draw_wins(axes: "Axes", results: Sequence[Result]) -> None:
    lines = standings.build_standings(results)
    for place, one in enumerate(lines):
        low, high = one.sure
        axes.plot((100 * low, 100 * high), (place, place), color=INK, linewidth=1)
        axes.plot(100 * one.points, place, "o", color=COLOURS[place % len(COLOURS)], clip_on=False)
    axes.axvline(50, color=INK, linewidth=0.5, linestyle="--")
    axes.set(title="Wins of the first side, %", xlim=(0, 100), ylim=(len(lines) - 0.5, -0.5))
    # matplotlib's own `wrap` would always read names as mathematics
    axes.set_yticks(range(len(lines)), [fill(one.name, LABEL) for one in lines], fontsize=7)


def _draw_margins(axes: "Axes", results: Sequence[Result]) -> None:
    _draw_histogram(axes, results, "Margin of the first side", lambda one: one.margin(next(iter(one.fixture.entrants))))


def _draw_lengths(axes: "Axes", results: Sequence[Result]) -> None:
    _draw_histogram(axes, results, "Turns of a match", lambda one: one.turns)
    axes.locator_params(axis="x", integer=True)


def _draw_histogram(axes: "Axes", results: Sequence[Result], title: str, of: Callable[[Result], int]) -> None:
    groups = list(standings.group_results(results, standings.format_set).values())
    values = [[of(result) for result in among] for among in groups]
    least, most = min(map(min, values)), max(map(max, values))
    width = (most - least) // BINS + 1
    edges = [least - 0.5 + width * place for place in range((most - least) // width + 2)]
    axes.hist(values, bins=edges, stacked=True, color=[COLOURS[place % len(COLOURS)] for place in range(len(groups))])
    axes.set(title=title, ylabel="Matches")
    axes.locator_params(axis="y", integer=True)


def _draw_losses(axes: "Axes", results: Sequence[Result]) -> None:
    axes.set(title="Losses a turn in a match", xlabel="Turn")
    for place, (side, by_turn) in enumerate(standings.mean_losses(results).items()):
        turns = range(max(by_turn, default=0) + 1)
        lost = [by_turn.get(turn, 0) for turn in turns]
        axes.step(turns, lost, where="mid", color=COLOURS[place % len(COLOURS)], label=legend_label(side))
    _draw_legend(axes)


def _draw_fates(axes: "Axes", results: Sequence[Result]) -> None:
    axes.set(title="What became of those lost in a match")
    axes.margins(y=0.1)
    by_side = standings.mean_fates(results)
    below = dict.fromkeys(by_side, 0.0)
    for place, fate in enumerate(dict.fromkeys(fate for fated in by_side.values() for fate in fated)):
        numbers = [by_side[side][fate] for side in by_side]
        axes.bar(
            list(by_side),
            numbers,
            0.5,
            list(below.values()),
            color=COLOURS[place % len(COLOURS)],
            label=legend_label(fate),
        )
        below = {side: below[side] + number for side, number in zip(by_side, numbers, strict=True)}
    _draw_legend(axes)


def _draw_exchange(axes: "Axes", results: Sequence[Result]) -> None:
    first, second = results[0].fixture.entrants
    paid = standings.compare_losses(results, second, first)
    axes.set(title=f"Lost by {first} when the nth of {second} is", xlabel="n", ylabel="Mean, and from 10 to 90 %")
    if paid:
        few, many = [one.few for one in paid.values()], [one.many for one in paid.values()]
        axes.fill_between(list(paid), few, many, color=COLOURS[0], alpha=0.2)
        axes.plot(list(paid), [one.mean for one in paid.values()], color=COLOURS[0], label=legend_label(first))
    _draw_legend(axes)


def _draw_legend(axes: "Axes") -> None:
    """Draw the legend, if anything is labelled."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False)


_ROWS = ((_draw_wins, _draw_margins, _draw_lengths), (_draw_losses, _draw_fates, _draw_exchange))
"""The functions that draw the plots, row by row; the second row needs a game with pieces."""
