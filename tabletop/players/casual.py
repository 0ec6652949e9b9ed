"""A player without a plan: any legal command is as good as another. Also for tests, soaks and benchmarks."""

from collections.abc import Iterator
from random import Random

from tabletop.core.commands import Command
from tabletop.core.game import AnyGame
from tabletop.core.match import Match
from tabletop.players.player import AnyPlayer, Proposal


class Casual(AnyPlayer):
    """Takes any order that the rules allow."""

    title = "Computer"
    description = "gives random legal orders without thinking"

    def consider(self, view: object) -> Iterator[Proposal]:
        """One is as good as another."""
        command = _choose_for_seat(self.game, view, self.make_random())
        if command is not None:
            yield Proposal(command)


PLAYER = Casual


def choose(game: AnyGame, state: object, fancy: Random) -> Command | None:
    """One of the offered commands, each as likely as any other; None once the game is over."""
    return game.choices(state).pick(fancy)


def _choose_for_seat(game: AnyGame, state: object, fancy: Random) -> Command | None:
    """As `choose`, of what comes from the seat that is asked: others of its side have players of their own."""
    decision = game.decision(state)
    if decision is None or not decision.by:
        return choose(game, state, fancy)
    seat = decision.seat
    return (
        game.choices(state).transform(lambda one: one if game.seat_of_command(state, one) == seat else None).pick(fancy)
    )


def play(match: Match, fancy: Random, commands: int) -> Iterator[Command]:
    """Play on until the game is over or so many commands are made; each command, when it has been carried out."""
    choices = match.game.choices
    for _ in range(commands):
        command = choices(match.state).pick(fancy)
        if command is None:
            return
        match.submit(command)
        yield command
