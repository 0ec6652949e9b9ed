"""`make balance`: whether the scenarios are fair, by matches between two Admirals; `docs/balance.md`.

`python -m tools.balance --keep FOLDER --write docs/balance.md` plays on where it was stopped; the next match is always
of the scenario that has been thought about least, so that the shorter ones are done first. `--games 0` plays nothing
and only writes down what there is. Each file of the folder is what `tabletop tournament GAME/SCENARIO --SIDE admiral …
--results FILE` leaves, which goes on with it; who changes a player or a scenario removes those that are out of date.
"""

import argparse
import os
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from statistics import fmean

import msgspec

from tabletop.core import resources
from tabletop.core.game import AnyGame, find_game, games_by_id
from tabletop.core.scenario import load_text
from tabletop.tournaments.fixture import Entrant, Fixture
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.match_process import play_on_cores
from tabletop.tournaments.results_file import ResultsFile
from tabletop.tournaments.standings import share_interval
from tabletop.tournaments.tournament import Tournament

ADMIRAL = Entrant("admiral")
SEED = "1805"
GAMES, LARGE_GAMES = 200, 24
"""Matches of a scenario, and of one with more than `LARGE` pieces."""
LARGE = 30
UNEVEN = 60
"""Per cent of the points above which one side is said to have the better of it."""
SEA, THAT_DAY = "ships_of_the_line", "As it was on 21 October 1805"
REASONS = {
    "decks_of_glory/chase": (
        "Eight sail against five: as in 1795 it is much for Cornwallis to get away, and that is a draw here."
    ),
    f"{SEA}/collingwood_at_the_rear": f"{THAT_DAY}: these five beat the rear, ship by ship.",
    f"{SEA}/deck_against_deck": f"{THAT_DAY}: Redoutable and Bucentaure were taken, and Nelson has more men.",
    f"{SEA}/duel_of_two_74s": "As it was: Mars, who lies to windward, took Hercule.",
    f"{SEA}/dumanoirs_choice": f"{THAT_DAY}: when the van came back, it was beaten off.",
    f"{SEA}/gravina_apart": f"{THAT_DAY}, or might have been: the fleets are those of Trafalgar.",
    f"{SEA}/gravinas_reserve": f"{THAT_DAY}, or might have been: the fleets are those of Trafalgar.",
    f"{SEA}/off_cape_ortegal": "As it was: Strachan took all four.",
    f"{SEA}/the_lame_convoy": (
        "Meant so: whoever flees counts against the convoy, which does well if it loses little. Three to six UM more "
        "between it and the frigates changed nothing."
    ),
    f"{SEA}/trafalgar": f"{THAT_DAY}; see [tournaments.md](tournaments.md).",
    f"{SEA}/trafalgar_before_wearing": f"{THAT_DAY}, or might have been.",
    f"{SEA}/trafalgar_everything": f"{THAT_DAY}.",
    f"{SEA}/victory_breaks_the_line": f"{THAT_DAY}: Victory begins where she raked Bucentaure.",
}
"""By ``GAME/SCENARIO``: why one side should win more."""
CHANGED = {
    "decks_of_glory/chase": (
        "Changed: while the French van lay on his quarter and no Admiral made for the open sea, Cornwallis won 22 of "
        "198 and lost 170; now the French lie five hexes farther astern, the sea two nearer, and who is outnumbered "
        "runs."
    ),
    f"{SEA}/beating_to_windward": (
        "Changed: while the British won ties of the initiative, they won 122 of 200 and lost 64; now the French do."
    ),
    f"{SEA}/cutting_out_at_puerto_real": (
        "Changed: while the batteries had four dice each, the British took both frigates but lost 4.7 of their five "
        "ships, and 198 of 200 battles; now they have two, two and three."
    ),
    f"{SEA}/four_frigates": (
        "Changed: while the British won ties of the initiative, they won 20 of 25 battles; now the French win ties, "
        "and the British won 10 of 25 battles before these."
    ),
    f"{SEA}/hot_shot": (
        "Changed: while the British lay to windward, whose guns do more besides (SOTL-T-R2), they won 13 of 14; while "
        "they had a bonus to their initiative and won its ties, 116 of 200 and lost 52. Now nobody has a bonus, and "
        "the French win ties."
    ),
    f"{SEA}/three_admirals": (
        "Changed: while the British won ties of the initiative, they won 147 of 200 and lost 52; now the others do."
    ),
    "volley/rearguard_at_the_bridge": (
        "Changed: with 90 points of troops the Vanguard won 93 of 98, with 64 129 of 200; now it has 62."
    ),
}
"""What was changed where one side won more and should not."""
HEAD = (
    "| Scenario | Matches | Won | Drawn | First side, % (95 %) | Turns | Lost of each | Verdict | Players of |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
ABOUT = """# Are the scenarios fair?

Written by `make balance`: matches between two *Admirals*, 200 of each scenario or 24 where there are more than thirty
ships; how many of them were played so far is in the table. A draw is half a victory in the share of the first side, and
its interval is Wilson's. Turns and losses are means of a match; of pieces lost, those that withdrew stand after the +.
The last column is the commit that changed players or rules last before the matches.
"""


class ScenarioResults(msgspec.Struct, frozen=True):
    """A scenario that is judged, and its results so far.

    Attributes:
        name: ``GAME/SCENARIO``.
        fixtures: all its matches.
        file: of the results.
    """

    name: str
    fixtures: list[Fixture]
    file: ResultsFile


def load_arena(game: AnyGame, path: Path, keep: Path) -> ScenarioResults:
    """Return a scenario of a game, with its results in the folder `keep`."""
    text = load_text(path)
    pieces = len(game.starting_pieces(game.open(game.read(text, path.name), {})))
    entrants: dict[str, tuple[Entrant, ...]] = {side.id: (ADMIRAL,) for side in game.meta.sides}
    games = LARGE_GAMES if pieces > LARGE else GAMES
    asked = Tournament(game.meta.id, (path.stem,), entrants, {}, games, SEED)
    file = ResultsFile(keep / f"{game.meta.id}-{path.stem}.jsonl")
    return ScenarioResults(f"{game.meta.id}/{path.stem}", list(asked.list_fixtures()), file)


def list_arenas(keep: Path, words: Sequence[str]) -> list[ScenarioResults]:
    """Return the scenarios with one of the words in their name, and their results so far."""
    every = [(game, path) for game in games_by_id().values() for path in resources.list_scenarios(game.meta.id)]
    names = [f"{game.meta.id}/{path.stem}" for game, path in every]
    wanted = [one for one, name in zip(every, names, strict=True) if any(word in name for word in words)]
    return [load_arena(game, path, keep) for game, path in wanted]


def choose_fixtures(among: Sequence[ScenarioResults], games: int) -> Iterator[Fixture]:
    """Yield at most `games` fixtures, each of the scenario with the least thinking time so far.

    If `games` is negative, all remaining fixtures are yielded.
    """
    left = {one.name: [game for game in one.fixtures if game.number not in one.file.played_numbers] for one in among}
    for played in count():
        open_ones = [one for one in among if left[one.name]]
        if not open_ones or played == games:
            return
        yield left[min(open_ones, key=lambda one: _seconds_spent(one, left[one.name])).name].pop(0)


def _seconds_spent(one: ScenarioResults, left: Sequence[Fixture]) -> tuple[float, int]:
    """Return the thinking seconds of a scenario and its number of begun matches.

    A running match counts with the mean of the finished ones.
    """
    begun = len(one.fixtures) - len(left)
    each = [sum(seat.seconds for seat in result.thought.values()) for result in one.file.results]
    return (fmean(each) if each else 0.0) * begun, begun


def play(among: Sequence[ScenarioResults], games: int, processes: int) -> None:
    """Play at most `games` matches; each result is on the disk before the next."""
    files = {(one.fixtures[0].game, one.fixtures[0].scenario): one.file for one in among}
    for result in play_on_cores(choose_fixtures(among, games), processes):
        file = files[result.fixture.game, result.fixture.scenario]
        file.add(result)
        _sign(file, result.fixture.game)


def _sign(file: ResultsFile, game: str) -> None:
    """Note the commit of the players in a file beside the results."""
    beside = file.path.with_suffix(".commit")
    before = beside.read_text(encoding="utf-8").split() if beside.exists() else []
    if (commit := _commit(game)) not in before:
        beside.write_text(" ".join((*before, commit)), encoding="utf-8")


@cache
def _commit(game: str) -> str:
    """Return the hash of the last commit that changed the players or the rules of a game."""
    asked = ("git", "log", "-1", "--format=%h", "--", f"tabletop/players/{game}", f"tabletop/games/{game}")
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def format_row(one: ScenarioResults) -> str:
    """Return the row of a scenario in the table."""
    results = one.file.results
    game = find_game(one.fixtures[0].game)
    sides = [side.id for side in game.meta.sides]
    points = sum(result.score(sides[0]) for result in results)
    low, high = share_interval(points, len(results))
    cells = (
        one.name,
        f"{len(results)} of {len(one.fixtures)}",
        ", ".join(f"{side} {sum(result.winner == side for result in results)}" for side in sides),
        sum(result.winner is None for result in results),
        f"{100 * points / len(results):.0f} ({100 * low:.0f} to {100 * high:.0f})",
        f"{fmean(result.turns for result in results):.1f}",
        _losses(results, sides),
        format_verdict(one, sides),
        _players(one),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _players(one: ScenarioResults) -> str:
    beside = one.file.path.with_suffix(".commit")
    return ", ".join(beside.read_text(encoding="utf-8").split()) if beside.exists() else ""


def _losses(results: Sequence[Result], sides: Sequence[str]) -> str:
    return "; ".join(_format_side_losses(results, side) for side in sides if results[0].pieces.get(side))


def _format_side_losses(results: Sequence[Result], side: str) -> str:
    of_side = [[one.away for one in result.lost if one.side == side] for result in results]
    lost, gone = fmean(away.count(False) for away in of_side), fmean(away.count(True) for away in of_side)
    return f"{side} {lost:.1f}{f' + {gone:.1f}' if gone else ''} of {results[0].pieces[side]}"


def format_verdict(one: ScenarioResults, sides: Sequence[str]) -> str:
    """Return a verdict on the balance of a scenario, with its reasons and changes."""
    results = one.file.results
    points = sum(result.score(sides[0]) for result in results)
    low, high = share_interval(points, len(results))
    better = sides[0] if 2 * points > len(results) else sides[1]
    ahead, surely = max(points / len(results), 1 - points / len(results)), max(low, 1 - high)
    even = 100 * ahead <= UNEVEN
    told = "even" if even else f"{better} has the better of it" + ("" if surely > 0.5 else ", perhaps")
    return " ".join(filter(None, (f"{told}.", "" if even else REASONS.get(one.name, ""), CHANGED.get(one.name, ""))))


def main() -> None:
    """Play the remaining matches and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.balance", description=__doc__)
    parser.add_argument("--keep", type=Path, default=Path(".balance"), help="the folder of the results")
    parser.add_argument("--only", nargs="+", default=[""], help="parts of `GAME/SCENARIO`")
    parser.add_argument("--games", type=int, default=-1, help="the most matches, of all scenarios together")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    asked.keep.mkdir(parents=True, exist_ok=True)
    among = list_arenas(asked.keep, asked.only)
    play(among, asked.games, asked.processes)
    rows = [HEAD, *(format_row(one) for one in among if one.file.results)]
    print("\n".join(rows))
    if asked.write:
        asked.write.write_text("\n".join((ABOUT, *rows, "")), encoding="utf-8")


if __name__ == "__main__":
    main()
