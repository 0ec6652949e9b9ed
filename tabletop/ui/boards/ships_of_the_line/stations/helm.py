"""What is done with the chosen ship by buttons: her plan, her sail (16), boats, anchor, lines (5.2.5, 5.3, 5.6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters import boats
from tabletop.games.ships_of_the_line.chapters.compass import in_the_winds_eye
from tabletop.games.ships_of_the_line.chapters.headway import grappled, lies_stopped
from tabletop.games.ships_of_the_line.commands import CastOff, DropAnchor, Order, TurnByBoats, WeighAnchor
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.sails import sails
from tabletop.ui import keys
from tabletop.ui.boards.ships_of_the_line.stations.plans import Draft
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, sign_button
from tabletop.ui.widgets.choice import Segments
from tabletop.ui.widgets.layout import Column, Sized
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Report

SLOW, TAKE_BACK, DROP = "helm.slow", "helm.take_back", "helm.drop"

_SLOWS = "She gives up a point of her way; where the forced spend was all she had, she heaves to."


def buttons(draft: Draft | None) -> Sequence[Button]:
    """Those of a ship that can be ordered; `draft` is her plan, None before anything is planned."""
    none = "" if draft else "Nothing is planned yet."
    return (
        sign_button(SLOW, "slower", Tip("Slow down", _SLOWS, key=keys.key("slow"))),
        sign_button(TAKE_BACK, "back", Tip("Take back one leg", key=keys.key("take_back"))).disable(none),
        sign_button(DROP, "cross", Tip("Drop the plan", key=keys.key("back"))).disable(none),
    )


WIDTH = 300
NUMBERED = 9
"""Orders that have a key of their own."""


@dataclass(frozen=True)
class Special(Report):
    """An order that is a matter of her situation.

    Attributes:
        refused: why it cannot be given, if it cannot.
        gone: the ships that would leave the map by it (AMB-12).
    """

    label: str
    command: Order
    refused: Refused | None
    note: str
    gone: tuple[str, ...] = ()


def specials(viewer: Viewer) -> tuple[Special, ...]:
    """The special orders to the chosen ship; those that have nothing to do with how she lies are left out."""
    state, key = viewer.state, viewer.own
    if key is None or state.phase != "movement":
        return ()
    return (*_boats(viewer, key), *_anchor(viewer, key), *_lines(viewer, key))


def besides_sailing(viewer: Viewer) -> Widget | None:
    """A sheet with a button for each."""
    found = specials(viewer)
    if not found:
        return None
    buttons = [_special_button(number, one) for number, one in enumerate(found)]
    sheet = Panel(Column(buttons, gap=8), "Besides sailing", ident="special")
    return Sized(sheet, WIDTH)


def _special_button(number: int, one: Special) -> Button:
    key = str(number + 1) if number < NUMBERED else ""
    tip = Tip(one.label, one.note)
    button = Button(f"special.{number}", one.label, "secondary", key=key, tip=tip, left=True, report=one)
    return button.disable(str(one.refused) if one.refused else "")


def _special(state: State, label: str, command: Order, note: str, gone: tuple[str, ...] = ()) -> Special:
    return Special(label, command, rules.check(state, command), note, gone)


def _boats(viewer: Viewer, key: str) -> Iterator[Special]:
    state, ship = viewer.state, viewer.state.ships[key]
    if ship.moved or ship.anchored or grappled(state, key) or not in_the_winds_eye(ship.pose.heading, state.wind):
        return
    note = "Boats pull her round by 90°; the crew is the more tired for it."
    for towards in BROADSIDES:
        order = TurnByBoats(side=viewer.side, ship=key, towards=towards)
        yield _special(state, f"Boats: 90° to {towards}", order, note, boats.way(state, order).gone)


def _anchor(viewer: Viewer, key: str) -> Iterator[Special]:
    state, ship = viewer.state, viewer.state.ships[key]
    if ship.anchored and not ship.moved:
        note = "She lies stopped afterwards; the crew is the more tired for it."
        yield _special(state, "Weigh anchor", WeighAnchor(side=viewer.side, ship=key), note)
    can_stop = ship.move_allows_anchor if ship.moved else lies_stopped(state, key)
    if can_stop and not ship.anchored:
        note = "She stays where she lies; the crew is the more tired for it."
        yield _special(state, "Drop anchor", DropAnchor(side=viewer.side, ship=key), note)


def _lines(viewer: Viewer, key: str) -> Iterator[Special]:
    """Everything she is fast to, a tow or grapples."""
    state = viewer.state
    if state.ships[key].moved:
        return
    fast = [one.other(key) for one in state.grapples if one.joins(key)]
    towed = [other for tow in state.tows for other in (tow.tower, tow.towed) if key in (tow.tower, tow.towed)]
    for other in dict.fromkeys(one for one in (*fast, *towed) if one != key):
        order = CastOff(side=viewer.side, ship=key, other=other)
        label, note = f"Cast off {state.cards[other].name}", "All lines between the two are let go, without a roll."
        yield _special(state, label, order, note)


SAIL = "canvas.sail"
_MEANING = (
    "Set before the move, for nothing, and kept until it is changed. Full sail is harder to stop.\nRule SOTL-16-a"
)


def sail_sheet(state: State, key: str) -> Widget | None:
    """Low, mid or full sail; `state` is the battle as if she had set what is chosen. None where no ship sets sail."""
    found = [(sail, sail.capitalize()) for sail in sails(state, key)]
    if not found:
        return None
    tip = Tip("Sail", _MEANING, key=keys.key("set_sail"))
    return Sized(Panel(Segments(SAIL, found, state.ships[key].sail, tip=tip), "Sail", ident="canvas"), WIDTH)
