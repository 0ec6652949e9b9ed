"""Find computer players that order something illegal, or raise: `python -m tools.orders_of_players`.

The number of a match decides its players, scenario and switches. A fault is printed with this number:
`--first NUMBER --orders 1` plays that match again, `--record FILE` saves it.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import players
from tabletop.core import resources
from tabletop.core.game import AnyGame, games_by_id
from tabletop.core.record import TEMPERS
from tabletop.core.scenario import load_text
from tabletop.tournaments.fixture import Entrant, Fixture
from tabletop.tournaments.match_play import Result, play_fixture

_LONGEST = 1500
"""The number of orders after which a match is stopped."""
_SWITCHED = (0.0, 0.15, 0.5, 1.0)
"""The shares of the switches that are set at random; each match takes one of them."""


def build_fixture(number: int, only: str = "") -> Fixture:
    """Return match `number`, among the scenarios with `only` in ``GAME/SCENARIO``."""
    fancy = Random(number)
    every = [(game, path) for game in games_by_id().values() for path in resources.list_scenarios(game.meta.id)]
    among = [(game, path) for game, path in every if only in f"{game.meta.id}/{path.stem}"]
    game, path = among[number % len(among)]
    known = [name for name in players.list_players(game.meta.id) if name != "casual"]
    entrants = {side.id: Entrant(fancy.choice(known), fancy.choice(TEMPERS)) for side in game.meta.sides}
    return Fixture(number, game.meta.id, path.stem, str(number), entrants, _choose_switches(game, path, fancy))


def _choose_switches(game: AnyGame, path: Path, fancy: Random) -> dict[str, Any]:
    often = fancy.choice(_SWITCHED)
    switches = [one for one in game.switches(game.read(load_text(path), path.name)) if not one.reason]
    return {one.id: fancy.choice(one.values)[0] for one in switches if fancy.random() < often}


def find_faults(result: Result) -> list[str]:
    """Return the illegal orders and errors of a match in words."""
    refused = sum(seat.refused for seat in result.thought.values())
    faults = sorted({fault for seat in result.thought.values() for fault in seat.faults})
    return [*([f"{refused} orders refused"] if refused else []), *faults]


def main() -> int:
    """Play matches until they have the wanted number of orders; return 1 if anything went wrong."""
    asked = _parse_arguments()
    began, given, bad, number = time.monotonic(), Counter[str](), 0, asked.first
    while given.total() < asked.orders:
        fixed = build_fixture(number, asked.scenario)
        try:
            result = play_fixture(fixed, asked.record, _LONGEST)
        except Exception as error:  # noqa: BLE001 - any error is reported with its match
            found = [f"{type(error).__name__}: {error}"]
        else:
            found = find_faults(result)
            given.update({fixed.game: result.orders})
        number += 1
        bad += bool(found)
        for one in found:
            _print_fault(fixed, one)
    told = ", ".join(f"{game} {orders}" for game, orders in given.items())
    print(f"Matches {asked.first} to {number - 1} in {time.monotonic() - began:.0f} s: {bad} wrong")
    print(f"{given.total()} orders: {told}", flush=True)
    return int(bad > 0)


def _print_fault(fixed: Fixture, what: str) -> None:
    who = " v ".join(map(str, fixed.entrants.values()))
    print(f"match {fixed.number}, {fixed.game}/{fixed.scenario}, {who}, {fixed.options}: {what}", file=sys.stderr)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.orders_of_players", description=__doc__)
    parser.add_argument("--orders", type=int, default=100_000, help="orders of all matches together")
    parser.add_argument("--first", type=int, default=0, help="number of the first match, its seed")
    parser.add_argument("--scenario", default="", help="a part of `GAME/SCENARIO`")
    parser.add_argument("--record", type=Path, help="where the last match is recorded")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
