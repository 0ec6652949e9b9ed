"""The mouse as the player has it: which button does what, and which way and how far the wheel zooms.

Inside the program a button is called as it comes, as keys are: left chooses, whichever the player uses for that.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

import msgspec

Button = Literal["left", "right", "middle"]
Role = Literal["choose", "measure", "pan"]
BUTTONS: tuple[Button, ...] = get_args(Button)
ROLES: dict[Role, Button] = {"choose": "left", "measure": "right", "pan": "middle"}
"""What buttons do, the most needed first, and those that come with it."""
CHOOSES: tuple[Button, ...] = ("left", "right")
"""The buttons that every mouse has."""
MOST = 3
"""Steps of zoom to a notch of the wheel."""


class Mouse(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the player wishes.

    Attributes:
        choose: the button that chooses, and drags ships and cards.
        measure: the one that measures.
        pan: the one that moves the view wherever the drag begins.
        nearer: which way the wheel is turned to come nearer.
        notch: steps of zoom to a notch.
    """

    choose: Literal["left", "right"] = "left"
    measure: Button = "right"
    pan: Button = "middle"
    nearer: Literal["up", "down"] = "up"
    notch: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 1


def hands(wished: Mouse, first: Role = "choose") -> dict[Role, Button]:
    """The button of each role; where two wish for one the first has it, else the upper, and the other a free one."""
    found: dict[Role, Button] = {}
    for role in sorted(ROLES, key=lambda one: one != first):
        able = CHOOSES if role == "choose" else BUTTONS
        wish: Button = getattr(wished, role)
        found[role] = next(one for one in (wish, *able) if one not in found.values())
    return found


@dataclass
class Held:
    """What is wished, and the buttons that this comes to."""

    wished: Mouse
    hands: dict[Role, Button]


HELD = Held(Mouse(), hands(Mouse()))
"""Of this run of the program; the settings keep it for the next."""


def hold(wished: Mouse) -> None:
    """From now on the mouse is so."""
    HELD.wished, HELD.hands = wished, hands(wished)


def meant(button: Button) -> Button:
    """The button as it comes for the one that is used."""
    return next(ROLES[role] for role, hand in HELD.hands.items() if hand == button)


def zoomed(notches: int) -> int:
    """Steps of zoom nearer for notches upward."""
    return notches * HELD.wished.notch * (1 if HELD.wished.nearer == "up" else -1)


def gesture(code: str) -> str:
    """A gesture as it comes as it is done: ``Drag`` is ``Right Drag`` where the right button chooses."""
    hand = HELD.hands
    for role in ("measure", "pan"):
        usual = ROLES[role].capitalize()
        if code.startswith(usual):
            return code.replace(usual, hand[role].capitalize())
    return code if hand["choose"] == "left" else re.sub("Click|Drag", r"Right \g<0>", code)
