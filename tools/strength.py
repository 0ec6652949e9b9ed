"""`make strength`: the strength of the computer players, by pairs of matches with swapped sides.

`python -m tools.strength --only volley --pairs 20` plays a part and prints the table; `--write FILE` saves it. With
`--keep FOLDER` results are saved as they arrive, and an interrupted run continues.
"""

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Literal

import msgspec

from tabletop.core.game import find_game
from tabletop.tournaments.fixture import build_pairs, parse_entrant
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.match_process import play_on_cores
from tabletop.tournaments.results_file import ResultsFile
from tabletop.tournaments.standings import Estimate, estimate_mean
from tools import best_reply

SEA, HEXES, CARDS = "ships_of_the_line", "decks_of_glory", "trafalgar_cards"


class Contest(msgspec.Struct, frozen=True):
    """Two players, their scenario, the number of pairs, and the share in % that the first must reach.

    If `judged` is "margin", the lower bound of the margin must be above 0 instead. If it is "lost", the first player
    may lose at most that share.
    """

    game: str
    scenario: str
    one: str
    other: str
    pairs: int
    reach: float
    judged: Literal["won", "lost", "margin"] = "won"


def _list_ladder(game: str, scenario: str, number: int, reach: float = 60) -> Iterator[Contest]:
    """Yield contests of each level against the level below, and of the lowest against random play."""
    yield Contest(game, scenario, "admiral", "captain", number, reach)
    yield Contest(game, scenario, "captain", "midshipman", number, reach)
    yield Contest(game, scenario, "midshipman", "casual", number, 80)


CONTESTS = (
    Contest(CARDS, "standard", "admiral", "casual", 100, 99),
    Contest(CARDS, "standard", "admiral", "greedy", 200, 75),
    Contest(CARDS, "long_day", "admiral", "greedy", 100, 86),
    *_list_ladder(CARDS, "standard", 100),
    Contest("ship_duel", "standard", "admiral", "casual", 100, 99),
    Contest("ship_duel", "standard", "admiral", "greedy", 200, 87),
    *_list_ladder("ship_duel", "standard", 100),
    Contest("volley", "standard", "admiral", "casual", 100, 99),
    Contest("volley", "standard", "admiral", "greedy", 400, 52),
    *_list_ladder("volley", "standard", 100, 50),
    Contest(HEXES, "duel", "admiral", "casual", 100, 5, "lost"),
    Contest(HEXES, "two_against_two", "admiral", "casual", 100, 95),
    Contest(HEXES, "squadron_action", "admiral", "casual", 50, 99),
    Contest(HEXES, "chase", "admiral", "casual", 50, 99),
    Contest(HEXES, "duel", "admiral", "greedy", 200, 78),
    Contest(HEXES, "two_against_two", "admiral", "greedy", 150, 84),
    Contest(HEXES, "squadron_action", "admiral", "greedy", 100, 92),
    *_list_ladder(HEXES, "two_against_two", 100),
    Contest(SEA, "duel_of_two_74s", "admiral", "casual", 50, 5, "lost"),
    Contest(SEA, "four_frigates", "admiral", "casual", 50, 99),
    Contest(SEA, "collingwood_at_the_rear", "admiral", "casual", 10, 99),
    Contest(SEA, "duel_of_two_74s", "admiral", "greedy", 100, 60),
    Contest(SEA, "four_frigates", "admiral", "greedy", 100, 70),
    Contest(SEA, "victory_breaks_the_line", "admiral", "greedy", 100, 58),
    Contest(SEA, "collingwood_at_the_rear", "admiral", "greedy", 100, 58),
    Contest(SEA, "trafalgar", "admiral", "greedy", 12, 0, "margin"),
    *_list_ladder(SEA, "four_frigates", 50),
)
HEAD = (
    "| Where | Who | Matches | Won % (95 %) | Wanted | | Margin | Drawn | ms a decision, longest | Refused, faults |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)
ABOUT = """# How strong the players are

Written by `make strength`. Each pair of matches has the same chance with the sides swapped, and the interval is over
pairs. A draw is half a victory. Times are of work on one core of this machine; refusals and faults are of both.
"""
BEST_REPLY = """What a best reply to the *Admiral* gains in single fights of the cards of Trafalgar, of which at most
1 % of a hand is wanted; the first figure is a little too low, the second too high (`python -m tools.best_reply`):"""


def format_row(contest: Contest, results: Sequence[Result]) -> str:
    """Return the row of a contest in the table."""
    number = len(results)
    won = estimate_mean([100 * score for score in _mean_by_pair(results, contest.one, "score")])
    margin = estimate_mean(_mean_by_pair(results, contest.one, "margin"))
    drawn = sum(result.winner is None for result in results)
    lost = 100 * sum(result.score(_side_of(result, contest.one)) == 0 for result in results) / max(number, 1)
    wanted, reached = {
        "won": (f"≥ {contest.reach:g}", won.mean >= contest.reach),
        "lost": (f"lost ≤ {contest.reach:g}", lost <= contest.reach),
        "margin": ("margin > 0", margin.low > 0),
    }[contest.judged]
    where = f"{find_game(contest.game).meta.title} ({contest.game}), {contest.scenario}"
    cells = (
        where,
        f"{contest.one} v {contest.other}",
        number,
        _format_estimate(won),
        wanted,
        "reached" if reached else "missed",
        _format_estimate(margin),
        drawn,
        _format_times(contest.one, results),
        _format_faults(results),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _mean_by_pair(results: Iterable[Result], one: str, what: str) -> list[float]:
    """Return the mean of each complete pair."""
    found = []
    for _, pair in groupby(sorted(results, key=lambda one: one.fixture.number), lambda one: one.fixture.number // 2):
        values = [getattr(result, what)(_side_of(result, one)) for result in pair]
        found += [sum(values) / 2] if len(values) == 2 else []
    return found


def _side_of(result: Result, one: str) -> str:
    return next(side for side, who in result.fixture.entrants.items() if str(who) == one)


def _format_estimate(what: Estimate) -> str:
    return f"{what.mean:.1f} ± {what.half:.1f}"


def _format_times(one: str, results: Iterable[Result]) -> str:
    seats = [seat for result in results for seat in result.thought.values() if seat.side == _side_of(result, one)]
    decisions = sum(seat.decisions for seat in seats) or 1
    longest = max((seat.longest for seat in seats), default=0)
    return f"{1000 * sum(seat.seconds for seat in seats) / decisions:.1f}, {1000 * longest:.0f}"


def _format_faults(results: Iterable[Result]) -> str:
    seats = [seat for result in results for seat in result.thought.values()]
    return f"{sum(one.refused for one in seats)}, {sum(len(one.faults) for one in seats)}"


def play_contest(contest: Contest, number: int, processes: int, keep: Path | None) -> list[Result]:
    """Return the results of `number` pairs of a contest; saved results are not played again."""
    both = parse_entrant(contest.one), parse_entrant(contest.other)
    fixtures = build_pairs(find_game(contest.game), contest.scenario, both, number, f"strength {contest.scenario}", {})
    if keep is None:
        return list(play_on_cores(fixtures, processes))
    keep.mkdir(parents=True, exist_ok=True)
    file = ResultsFile(keep / f"{contest.game}-{contest.scenario}-{contest.one}-{contest.other}.jsonl")
    for result in play_on_cores([one for one in fixtures if one.number not in file.played_numbers], processes):
        file.add(result)
    return [result for result in file.results if result.fixture.number < 2 * number]


def main() -> None:
    """Play the wanted contests and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.strength", description=__doc__)
    parser.add_argument(
        "--only", default="", help="a part of `GAME SCENARIO ONE OTHER` or `trafalgar_cards best_reply`"
    )
    parser.add_argument("--pairs", type=int, default=0, help="the most pairs")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    rows = [HEAD]
    print(HEAD)
    for contest in CONTESTS:
        if asked.only in f"{contest.game} {contest.scenario} {contest.one} {contest.other}":
            number = min(contest.pairs, asked.pairs or contest.pairs)
            rows.append(format_row(contest, play_contest(contest, number, asked.processes, asked.keep)))
            print(rows[-1], flush=True)
    if asked.only in f"{CARDS} best_reply":
        rows += ["", BEST_REPLY, ""]
        for turn in best_reply.TURNS:
            rows.append(f"- {best_reply.describe_turn(turn, best_reply.HANDS, best_reply.REPLIES)}")
            print(rows[-1], flush=True)
    if asked.write:
        asked.write.write_text("\n".join((ABOUT, *rows, "")), encoding="utf-8")


if __name__ == "__main__":
    main()
