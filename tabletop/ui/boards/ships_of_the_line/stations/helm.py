"""What is done with the chosen ship by buttons: her plan, her sail (16), boats, anchor, lines (5.2.5, 5.3, 5.6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.plans import Draft
from tabletop.games.ships_of_the_line.survey.sailing import Special, sails, specials
from tabletop.ui import keys
from tabletop.ui.boards.ships_of_the_line.order_words import words
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, sign_button
from tabletop.ui.widgets.form_controls import Segments
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
class Besides(Report):
    """An order besides sailing was wanted."""

    order: Special


def besides_sailing(viewer: Viewer) -> Widget | None:
    """A sheet with a button for each."""
    found = specials(viewer.state, viewer.side, viewer.own) if viewer.own else ()
    if not found:
        return None
    buttons = [_special_button(viewer.state, number, one) for number, one in enumerate(found)]
    sheet = Panel(Column(buttons, gap=8), "Besides sailing", ident="special")
    return Sized(sheet, WIDTH)


def _special_button(state: State, number: int, one: Special) -> Button:
    label, _, how = words(state, one.command)
    key = str(number + 1) if number < NUMBERED else ""
    tip = Tip(label, how)
    button = Button(f"special.{number}", label, "secondary", key=key, tip=tip, left=True, report=Besides(one))
    return button.disable(str(one.refused) if one.refused else "")


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
