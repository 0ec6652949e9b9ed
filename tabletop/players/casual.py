"""A player that chooses any legal command at random, and random play for tests and benchmarks."""

from collections.abc import Iterator
from random import Random

from tabletop.core.commands import Command
from tabletop.core.game import AnyGame
from tabletop.core.match import Match
from tabletop.players.player import AnyPlayer, Proposal


class Casual(AnyPlayer):
    """A computer player that gives any order that the rules allow."""

    title = "Computer"
    description = "gives random legal orders without thinking"

    def consider(self, view: object) -> Iterator[Proposal]:
        """Yield one random command of the seat that must act; nothing if there is none."""
        command = _choose_for_seat(self.game, view, self.make_random())
        if command is not None:
            yield Proposal(command)


PLAYER = Casual


def choose(game: AnyGame, state: object, random: Random) -> Command | None:
    """Return one of the offered commands, all equally likely; None once the game is over."""
    return game.choices(state).pick(random)


def _choose_for_seat(game: AnyGame, state: object, random: Random) -> Command | None:
    """Return a random command of the seat that must act.

    Other seats of the side have players of their own.
    """
    decision = game.decision(state)
    if decision is None or not decision.by:
        return choose(game, state, random)
    seat = decision.seat
    return (
        game.choices(state)
        .transform(lambda one: one if game.seat_of_command(state, one) == seat else None)
        .pick(random)
    )


def play(match: Match, random: Random, commands: int) -> Iterator[Command]:
    """Play at random until the game is over or `commands` are made.

    Yield each command after it is executed.
    """
    choices = match.game.choices
    for _ in range(commands):
        command = choices(match.state).pick(random)
        if command is None:
            return
        match.submit(command)
        yield command
