"""A player that fails."""

from tabletop.players.player import AnyPlayer


class Faulty(AnyPlayer):
    title, description = "Faulty", "fails"

    def consider(self, view):
        raise ArithmeticError("two and two are five")


PLAYER = Faulty
