"""A player that thinks without end and tells nothing, nor hears anything."""

import time

from tabletop.players.player import AnyPlayer


class Deep(AnyPlayer):
    title, description = "Deep", "thinks without end"

    def consider(self, view):
        time.sleep(3600)
        yield from ()


PLAYER = Deep
