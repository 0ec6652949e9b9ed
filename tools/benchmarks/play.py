"""Whole games of random players, without a record, on one core.

The unit is random chess by python-chess.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from random import Random

import chess

from tabletop.core import resources
from tabletop.core.game import find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.players import casual
from tools.benchmarks.figures import Figure

GAMES = (
    ("trafalgar_cards", "standard", 15_000),
    ("ship_duel", "standard", 15_000),
    ("volley", "standard", 15_000),
    ("decks_of_glory", "squadron_action", 8_000),
)
"""Game, scenario, and the commands a second to reach."""
BESIDE_CHESS = (
    ("trafalgar_cards", "standard", 2.5),
    ("ship_duel", "standard", 2.5),
    ("volley", "standard", 2.5),
    ("decks_of_glory", "squadron_action", 1.5),
    ("ships_of_the_line", "trafalgar", 0.12),
)
"""Game, scenario, and the commands for each move of chess to reach."""
SECONDS = 2.0
SLICE, ROUNDS, STRIDE = 0.2, 20, 20
"""Two players take turns of `SLICE` seconds, `ROUNDS` times; the clock is read every `STRIDE` commands."""
BATTLES = 6
"""The number of battles played to the end for a comparison; some cost a fifth more than others."""
Stream = Iterator[object]
"""Commands or moves, each made when it is taken."""


def measure_random_play() -> Iterator[Figure]:
    """Yield a row for each game. Every switch comes first, before the basic battles fill the caches."""
    known = games_by_id()
    yield _compare_all_switches()
    for name, scenario, reach in GAMES:
        if name in known:
            yield _measure_game(name, scenario, reach)
    yield from (_compare_with_chess(name, scenario, reach) for name, scenario, reach in BESIDE_CHESS if name in known)


def _compare_all_switches() -> Figure:
    """Return the time of a command with every switch, relative to one of the basic game, in whole battles."""
    names = ("trafalgar", "trafalgar_everything")
    basic, whole = measure_whole_games([_play_commands("ships_of_the_line", name, range(BATTLES)) for name in names])
    ratio = (whole[1] / whole[0]) / (basic[1] / basic[0])
    note = f"{whole[0] / whole[1]:.0f} and {basic[0] / basic[1]:.0f} a second; a battle {whole[1] / basic[1]:.2f} ×"
    return Figure("a command of Trafalgar with every switch ÷ of basic Trafalgar, random play", ratio, 1.5, note=note)


def _compare_with_chess(name: str, scenario: str, reach: float) -> Figure:
    """Return the commands of a game for each move of chess; both choose evenly among all legal ones."""
    commands, moves = measure_by_turns(_play_commands(name, scenario), _play_chess())
    what = f"random play of {find_game(name).meta.title}, {scenario} ÷ of chess by python-chess"
    return Figure(what, commands / moves, reach, note=f"{commands:.0f} and {moves:.0f} a second", at_least=True)


def measure_by_turns(one: Stream, other: Stream) -> tuple[float, float]:
    """Return the items a second of both streams, which take turns in short slices.

    So what slows the machine for a while slows both.
    """
    made, took = [0, 0], [0.0, 0.0]
    for _ in range(ROUNDS):
        for place, stream in enumerate((one, other)):
            began = time.process_time()
            while (passed := time.process_time() - began) < SLICE:
                _advance(stream)
                made[place] += STRIDE
            took[place] += passed
    return made[0] / took[0], made[1] / took[1]


def measure_whole_games(streams: Sequence[Stream]) -> list[tuple[int, float]]:
    """Return the number of items and the seconds of each stream until its end, with strides in turn."""
    made, took, left = [0] * len(streams), [0.0] * len(streams), set(range(len(streams)))
    while left:
        for place in sorted(left):
            began = time.process_time()
            stride = sum(1 for _ in islice(streams[place], STRIDE))
            took[place] += time.process_time() - began
            made[place] += stride
            if stride < STRIDE:
                left.remove(place)
    return list(zip(made, took, strict=True))


def _advance(stream: Stream) -> None:
    """Take one stride of commands or moves."""
    deque(islice(stream, STRIDE), maxlen=0)


def _play_chess() -> Stream:
    """Yield the moves of random games of chess without end."""
    fancy = Random(1805)
    while True:
        board = chess.Board()
        while not board.is_game_over():
            move = fancy.choice(list(board.legal_moves))
            board.push(move)
            yield move


def _measure_game(name: str, scenario: str, reach: int) -> Figure:
    stream, made = _play_commands(name, scenario), 0
    began = time.process_time()
    while (passed := time.process_time() - began) < SECONDS:
        _advance(stream)
        made += STRIDE
    title = find_game(name).meta.title
    return Figure(f"random play of {title}, journal off", made / passed, reach, "a second", f"{made} commands", True)


def _play_commands(name: str, scenario: str, games: Iterable[int] = repeat(0)) -> Stream:
    """Yield the commands of random games: choice, check, decision and evolution included."""
    path = resources.find_scenario(name, scenario)
    first = Match.new(MatchSetup(find_game(name), path.read_text(encoding="utf-8"), path.name, "1805"))
    fancy = Random(1805)
    for _ in games:
        match = Match(MatchHistory(first.game, first.opening), first.header)
        yield from casual.play(match, fancy, 10_000)
