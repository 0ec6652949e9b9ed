"""Play hundreds of random games and check each in many ways: `python -m tools.soak --games 1000`.

After every command all `promises` must hold. Every game is recorded, saved, loaded, partly undone and redone, and
verified at its end. A failing game is printed with the numbers that repeat it, and its record is kept.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.errors import Refused
from tabletop.core.game import AnyGame, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import state_hash
from tabletop.core.verify import verify
from tabletop.players import casual
from tools import promises

_STOPS = 8
"""The number of moments of a game at which it is saved, loaded and undone."""


def main(words: Sequence[str] | None = None) -> int:
    """Play the games of the command line; return 1 if a promise was broken."""
    wanted = _parse_arguments(words)
    began = time.monotonic()
    commands, broken = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(wanted.first, wanted.first + wanted.games):
            path = Path(folder) / f"{number}.jsonl"
            try:
                commands += play_game(number, path, wanted.commands, wanted.scenario)
            except Exception as error:  # noqa: BLE001 - any error is reported with its game
                broken += 1
                _print_fault(number, path, error)
            path.unlink(missing_ok=True)
    verdict = f"{broken} broken" if broken else "nothing wrong"
    print(f"{wanted.games} games, {commands} commands, {time.monotonic() - began:.0f} s: {verdict}")
    return int(broken > 0)


def play_game(number: int, path: Path, commands: int, only: str = "") -> int:
    """Play one game, decided by its number alone; return its number of commands.

    Args:
        number: the number of the game, which is its seed.
        path: the file of its record.
        commands: the most commands.
        only: part of the names of the scenarios to choose from.
    """
    fancy = Random(number)
    game, scenario = fancy.choice([arena for arena in _list_arenas() if only in arena[1].stem])
    match = Match.new(MatchSetup(game, scenario.read_text(encoding="utf-8"), scenario.name, str(number)), path)
    stops = {fancy.randrange(1, commands) for _ in range(_STOPS)}
    made = 0
    for made, _ in enumerate(casual.play(match, fancy, commands), 1):
        promises.check_promises(match.game, match.moves[-1].before, match.state)
        if made in stops:
            _try_undo(match)
            _try_illegal(match, fancy)
            _try_record(match)
    _try_record(match)
    _try_hashes(match)
    return made


def _list_arenas() -> list[tuple[AnyGame, Path]]:
    return [(game, path) for game in games_by_id().values() for path in resources.list_scenarios(game.meta.id)]


def _try_undo(match: Match) -> None:
    before, after = match.moves[-1].before, match.moves[-1].after
    if match.check_undo():
        match.undo_by_agreement()
    else:
        match.undo()
    _require_same("taking back", match.state, before)
    match.redo()
    _require_same("doing again", match.state, after)


def _try_illegal(match: Match, fancy: Random) -> None:
    earlier = fancy.choice(match.moves).command
    state = match.state
    if match.check(earlier) is None:
        return
    try:
        match.submit(earlier)
    except Refused:
        _require_same("a refusal", match.state, state)
    else:
        raise AssertionError("what check refuses was carried out")


def _try_record(match: Match) -> None:
    assert match.path
    _require_same("loading", Match.load(match.path).state, match.state)
    again = msgspec.json.decode(msgspec.json.encode(match.state), type=match.game.state_type)
    _require_same("writing and reading", again, match.state)


def _try_hashes(match: Match) -> None:
    assert match.path
    if difference := verify(match.path):
        raise AssertionError(f"verifying: {difference}")


def _require_same(what: str, came: Any, wanted: Any) -> None:
    if state_hash(came) != state_hash(wanted):
        raise AssertionError(f"{what} leads to another position")


def _print_fault(number: int, path: Path, error: Exception) -> None:
    kept = Path.cwd() / f"soak-{number}.jsonl"
    if path.exists():
        kept.write_bytes(path.read_bytes())
    print(f"game {number}: {type(error).__name__}: {error}", file=sys.stderr)
    print(f"Bring it back: python -m tools.soak --first {number} --games 1. Its record: {kept}", file=sys.stderr)


def _parse_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=400, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="number of the first game, which is its seed")
    parser.add_argument("--scenario", default="", help="part of the name of the scenarios to choose from")
    parser.add_argument("--commands", type=int, default=1500, help="commands in a game at most")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
