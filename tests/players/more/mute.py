"""A player that finds no order."""

from tabletop.players.player import AnyPlayer


class Mute(AnyPlayer):
    title, description = "Mute", "finds no order"

    def consider(self, view):
        return iter(())


PLAYER = Mute
