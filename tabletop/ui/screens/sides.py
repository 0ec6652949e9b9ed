"""Who sits at the table, as the new-game screen asks it: persons, the computer, a curtain between two persons."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tabletop.core.game import Meta
from tabletop.core.record import Seating
from tabletop.ui.text import LABEL, SMALL
from tabletop.ui.widgets.base import Action, Tip, Widget
from tabletop.ui.widgets.choice import Checkbox, Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Row, Spacer

PERSON, COMPUTER = "person", "computer"
OPEN = "Two people at one screen. The table says which side is asked; nothing is secret in this game."
COVERED = "Two people at one screen. What one side holds or chooses in secret is covered until its player is ready."
UNCOVERED = "Two people at one screen who don't mind seeing each other's secrets."
ALONE = "You against the computer, which takes any order that the rules allow; it does not think."
UNSEEN = f"{ALONE} What it holds or chooses in secret you do not see."
WATCHED = "The computer plays against itself, and you watch."


def seats(meta: Meta, names: Mapping[str, str], seating: Seating) -> Sequence[Widget]:
    """A line for each side, the curtain where there is something to cover, and what it comes to in a sentence.

    `names` are those of the sides in the scenario, by id. Reports ``seat.SIDE`` with PERSON or COMPUTER, and
    ``curtain`` with whether it hangs; see `seated`.
    """
    rows: list[Widget] = [_seat(side.id, names[side.id], seating) for side in meta.sides]
    if meta.secrets:
        box = Checkbox("curtain", "Cover what is secret between turns", seating.curtain)
        rows.append(box.disable("" if not seating.computer else "There are not two persons at the screen."))
    return [*rows, Text(_comes_to(meta, seating), SMALL)]


def _seat(side: str, name: str, seating: Seating) -> Widget:
    sits = COMPUTER if side in seating.computer else PERSON
    choices = [(PERSON, "A person"), (COMPUTER, "Computer")]
    tip = Tip(f"Who plays {name}", "The computer plays at random, by all the rules.")
    return Row([Label(name, LABEL), Spacer(grow=1), Segments(f"seat.{side}", choices, sits, tip=tip)], align="centre")


def _comes_to(meta: Meta, seating: Seating) -> str:
    if seating.computer:
        if len(seating.computer) == len(meta.sides):
            return WATCHED
        return UNSEEN if meta.secrets else ALONE
    if not meta.secrets:
        return OPEN
    return COVERED if seating.curtain else UNCOVERED


def seated(seating: Seating, action: Action) -> Seating:
    """The seating after a report of one of the widgets."""
    if action.id == "curtain":
        return replace(seating, curtain=bool(action.value))
    side = action.id.removeprefix("seat.")
    others = tuple(one for one in seating.computer if one != side)
    return replace(seating, computer=(*others, side) if action.value == COMPUTER else others)
