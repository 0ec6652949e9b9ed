"""Compare battles of Trafalgar with the historic one: `python -m tools.trafalgar RESULTS…`.

The results are those of `tabletop tournament trafalgar --british admiral --allied admiral`.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

from tabletop.tournaments.match_play import Result
from tabletop.tournaments.results_file import ResultsFile
from tabletop.tournaments.standings import compare_losses, share_interval

US, THEM = "british", "allied"
LOST = 18
"""Allied ships taken or destroyed on 21 October 1805: seventeen taken, and Achille blown up. No British one was."""


def format_comparison(results: Sequence[Result]) -> str:
    """Return the battles and history side by side, as a Markdown table."""
    lines = (
        ("", f"{len(results)} battles here", "21 October 1805"),
        ("won by the British", _format_share(one.winner == US for one in results), "yes"),
        (
            f"{LOST} Allied ships taken or destroyed",
            _format_share(_count_losses(one, THEM) >= LOST for one in results),
            "yes",
        ),
        *_format_eighteenth_loss(results),
        (
            "Allied ships taken or destroyed in the end",
            _format_spread(_count_losses(one, THEM) for one in results),
            str(LOST),
        ),
        ("British ships taken or destroyed in the end", _format_spread(_count_losses(one, US) for one in results), "0"),
        ("no British ship taken or destroyed", _format_share(not _count_losses(one, US) for one in results), "yes"),
        ("Allied ships that left the map", _format_spread(_count_away(one, THEM) for one in results), "15"),
        (
            "Allied ships that still fought in the end",
            _format_spread(_count_fighting(one, THEM) for one in results),
            "0",
        ),
        ("British ships that left the map", _format_spread(_count_away(one, US) for one in results), "0"),
        ("turns of a quarter of an hour", _format_spread(one.turns for one in results), "about 23"),
        *(
            (f"ended: {_to_clause(reason)}", _format_share(one.reason == reason for one in results), "")
            for reason in _list_reasons(results)
        ),
    )
    head, *rows = (f"| {' | '.join(line)} |" for line in lines)
    return "\n".join((head, "|---|---|---|", *rows))


def _format_eighteenth_loss(results: Sequence[Result]) -> list[tuple[str, str, str]]:
    met = compare_losses(results, THEM, US).get(LOST)
    if met is None:
        return []
    paid = f"{met.mean:.1f} ({met.few} to {met.many})"
    return [
        (f"turn of the {LOST}th Allied loss", f"{met.turn:.1f}", ""),
        ("British losses by then", paid, "0"),
    ]


def _count_losses(result: Result, side: str) -> int:
    return sum(one.side == side and not one.away for one in result.lost)


def _count_away(result: Result, side: str) -> int:
    return sum(one.side == side and one.away for one in result.lost)


def _count_fighting(result: Result, side: str) -> int:
    return result.pieces[side] - _count_losses(result, side) - _count_away(result, side)


def _list_reasons(results: Sequence[Result]) -> list[str]:
    """Return the reasons why battles ended, the most frequent first."""
    return [reason for reason, _ in Counter(one.reason for one in results).most_common()]


def _to_clause(reason: str) -> str:
    return reason[:1].lower() + reason[1:]


def _format_share(true: Iterable[bool]) -> str:
    """Return the number of true values, and the interval of their share: ``31 of 100 (23 to 41 %)``."""
    found = list(true)
    low, high = share_interval(sum(found), len(found))
    return f"{sum(found)} of {len(found)} ({100 * low:.0f} to {100 * high:.0f} %)"


def _format_spread(values: Iterable[int]) -> str:
    """Return the mean, and the least and greatest value: ``18.2 (3 to 29)``."""
    found = sorted(values)
    return f"{fmean(found):.1f} ({found[0]} to {found[-1]})"


if __name__ == "__main__":
    print(format_comparison([result for path in sys.argv[1:] for result in ResultsFile(Path(path)).results]))
