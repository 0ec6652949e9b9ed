"""Small buttons for what is done to a plan by keys and not by dragging: to slow, to take back a leg, to drop it all."""

from collections.abc import Sequence

from tabletop.ui import keys
from tabletop.ui.boards.ships_of_the_line.stations.plans import Draft
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.button import Button, sign_button

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
