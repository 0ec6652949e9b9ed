"""Whole games of players without a plan, journal off, one core."""

import time
from collections.abc import Iterator
from random import Random

from tabletop.core import resources
from tabletop.core.course import Course
from tabletop.core.game import find, registered
from tabletop.core.match import Match
from tabletop.players import casual
from tools.benchmarks.figures import Figure

GAMES = (
    ("trafalgar_cards", "standard", 15_000),
    ("ship_duel", "standard", 15_000),
    ("volley", "standard", 15_000),
    ("decks_of_glory", "squadron_action", 8_000),
)
"""Game, scenario, commands a second that are to be reached."""
SECONDS = 2.0


def figures() -> Iterator[Figure]:
    """A row for each of the games."""
    known = registered()
    for name, scenario, reach in GAMES:
        if name in known:
            yield _random_play(name, scenario, reach)


def _random_play(name: str, scenario: str, reach: int) -> Figure:
    """Commands a second, with check, decide and evolve, and with the choice among what is offered."""
    path = resources.find_scenario(name, scenario)
    first = Match.new(find(name), path.read_text(encoding="utf-8"), path.name, {}, "1805")
    made = games = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        match = Match(Course(first.game, first.opening), first.header)
        made += sum(1 for _ in casual.play(match, Random(games), 10_000))
        games += 1
    spent = time.process_time() - began
    note = f"{games} games, {made} commands"
    return Figure(f"random play of {first.game.meta.title}, journal off", made / spent, reach, "a second", note, True)
