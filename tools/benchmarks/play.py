"""The card games: whole games of players without a plan, journal off, one core."""

import time
from collections.abc import Iterator
from random import Random

from tabletop.core import resources
from tabletop.core.course import Course
from tabletop.core.game import find, registered
from tabletop.core.match import Match
from tabletop.players import casual
from tools.benchmarks.figures import Figure

REACH = 15_000
SECONDS = 2.0


def figures() -> Iterator[Figure]:
    """A row for each game with hidden cards."""
    for game in registered().values():
        if game.meta.secrets:
            yield _random_play(game.meta.id)


def _random_play(name: str) -> Figure:
    """Commands a second, with check, decide and evolve, and with the choice among what is offered."""
    path = resources.find_scenario(name, "standard")
    first = Match.new(find(name), path.read_text(encoding="utf-8"), path.name, {}, "1805")
    made = games = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        match = Match(Course(first.game, first.opening), first.header)
        made += sum(1 for _ in casual.play(match, Random(games), 10_000))
        games += 1
    spent = time.process_time() - began
    note = f"{games} games, {made} commands"
    return Figure(f"random play of {first.game.meta.title}, journal off", made / spent, REACH, "a second", note, True)
