"""A player that thinks without end, and tells what it has come upon so far."""

import time

from tabletop.players.player import AnyPlayer, Proposal


class Slow(AnyPlayer):
    title, description = "Slow", "thinks without end"

    def consider(self, view):
        while True:
            yield Proposal(next(iter(self.game.choices(view))))
            time.sleep(0.01)


PLAYER = Slow
