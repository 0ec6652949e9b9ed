"""Whole games of players without a plan, journal off, one core; their unit is random play of chess by python-chess."""

import time
from collections.abc import Iterator
from random import Random

import chess

from tabletop.core import resources
from tabletop.core.course import Course
from tabletop.core.game import find, registered
from tabletop.core.match import Beginning, Match
from tabletop.players import casual
from tools.benchmarks.figures import Figure

GAMES = (
    ("trafalgar_cards", "standard", 15_000),
    ("ship_duel", "standard", 15_000),
    ("volley", "standard", 15_000),
    ("decks_of_glory", "squadron_action", 8_000),
)
"""Game, scenario, commands a second that are to be reached."""
BESIDE_CHESS = (
    ("trafalgar_cards", "standard", 2.5),
    ("ship_duel", "standard", 2.5),
    ("volley", "standard", 2.5),
    ("decks_of_glory", "squadron_action", 1.5),
    ("ships_of_the_line", "trafalgar", 0.12),
)
"""Game, scenario, commands for each move of chess that are to be reached."""
SECONDS = 2.0


def figures() -> Iterator[Figure]:
    """A row for each of the games."""
    known = registered()
    for name, scenario, reach in GAMES:
        if name in known:
            yield _random_play(name, scenario, reach)
    yield from (_beside_chess(name, scenario, reach) for name, scenario, reach in BESIDE_CHESS if name in known)
    yield _everything()


def _everything() -> Figure:
    """What a command takes with the whole rulebook, beside one of the basic game, one after the other."""
    basic, whole = (_commands("ships_of_the_line", name)[0] for name in ("trafalgar", "trafalgar_everything"))
    what = "a command of Trafalgar with every switch ÷ of basic Trafalgar, random play"
    return Figure(what, basic / whole, 1.5, note=f"{whole:.0f} and {basic:.0f} a second")


def _beside_chess(name: str, scenario: str, reach: float) -> Figure:
    """Both choose evenly among all that is offered and carry it through till the game is over, one after the other."""
    moves, (commands, _, _) = _chess(), _commands(name, scenario)
    what = f"random play of {find(name).meta.title}, {scenario} ÷ of chess by python-chess"
    return Figure(what, commands / moves, reach, note=f"{commands:.0f} and {moves:.0f} a second", at_least=True)


def _chess() -> float:
    """Moves a second of whole games of chess."""
    made = games = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        board, fancy = chess.Board(), Random(games)
        while not board.is_game_over():
            board.push(fancy.choice(list(board.legal_moves)))
            made += 1
        games += 1
    return made / (time.process_time() - began)


def _random_play(name: str, scenario: str, reach: int) -> Figure:
    rate, games, made = _commands(name, scenario)
    note = f"{games} games, {made} commands"
    return Figure(f"random play of {find(name).meta.title}, journal off", rate, reach, "a second", note, True)


def _commands(name: str, scenario: str) -> tuple[float, int, int]:
    """Commands a second, with check, decide and evolve, and with the choice among what is offered; games; commands."""
    path = resources.find_scenario(name, scenario)
    first = Match.new(Beginning(find(name), path.read_text(encoding="utf-8"), path.name, "1805"))
    made = games = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        match = Match(Course(first.game, first.opening), first.header)
        made += sum(1 for _ in casual.play(match, Random(games), 10_000))
        games += 1
    return made / (time.process_time() - began), games, made
