"""Who plays which side of a new match, and what is covered between turns."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tabletop.core.game import Meta
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.players import registered
from tabletop.ui.text import LABEL, SMALL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.form_controls import Checkbox, Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Row, Spacer

PERSON = "person"
OPEN = "All at one screen. The table says who is asked; nothing is secret in this game."
COVERED = "Two people at one screen. What one side holds or chooses in secret is covered until its player is ready."
UNCOVERED = "Two people at one screen who don't mind seeing each other's secrets."
ALONE = "You against the computer, which {}."
UNSEEN = "What it holds or chooses in secret you do not see."
WATCHED = "The computer plays against itself, and you watch."


def seats(meta: Meta, names: Mapping[str, str], seating: Seating, *, hides: bool) -> Sequence[Widget]:
    """A line for each side, the curtain where there is something to cover, and what it comes to in a sentence.

    `names` are those of the sides in the scenario, by id; `hides` is whether anything is hidden in it. In
    ``seat.SIDE`` PERSON or the name of a player is chosen, and ``curtain`` is ticked if it hangs; see `seated`.
    """
    rows: list[Widget] = [_seat(side.id, names[side.id], seating) for side in meta.sides]
    if hides:
        box = Checkbox("curtain", "Cover what is secret between turns", seating.curtain)
        rows.append(box.disable("" if not seating.computer else "There are not two persons at the screen."))
    return [*rows, Text(_comes_to(meta, seating, hides=hides), SMALL)]


def _seat(side: str, name: str, seating: Seating) -> Widget:
    chosen = seating.player(side)
    sits = chosen.player if chosen else PERSON
    choices = [(PERSON, "A person"), *((name, player.title) for name, player in registered().items())]
    tip = Tip(f"Who plays {name}", "The computer plays at random, by all the rules.")
    return Row([Label(name, LABEL), Spacer(grow=1), Segments(f"seat.{side}", choices, sits, tip=tip)], align="centre")


def _comes_to(meta: Meta, seating: Seating, *, hides: bool) -> str:
    if seating.computer:
        if len(seating.computer) == len(meta.sides):
            return WATCHED
        (chosen,) = filter(None, map(seating.player, seating.computer))
        alone = ALONE.format(registered()[chosen.player].about)
        return f"{alone} {UNSEEN}" if hides else alone
    if not hides:
        return OPEN
    return COVERED if seating.curtain else UNCOVERED


def seated(seating: Seating, side: str, player: str) -> Seating:
    """The seating with another for a side: PERSON or the name of a player."""
    players = {one: chosen for one, chosen in seating.players.items() if one != side}
    if player != PERSON:
        players[side] = ComputerPlayer(player)
    return replace(seating, computer=tuple(players), players=players)
