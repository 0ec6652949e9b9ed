"""The dialogs of a match: asking once, taking back by agreement, giving up and drawing."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from tabletop.core.game import AnyGame
from tabletop.ui.boards.contract import Plate
from tabletop.ui.boards.replies import Ask, Reply, Submit
from tabletop.ui.screens.dialog import question
from tabletop.ui.text import BODY, NAME, size_of
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.report import Report
from tabletop.ui.widgets.sign import Sign
from tabletop.ui.widgets.stack import Stack

_PIECE = NAME.at(14).tinted(INKS.ink)
_SIGN, _GAP = 18, 8
"""Side of a piece's badge, and the room beside it, design pixels."""


def ask(asked: Ask, plates: Sequence[Plate]) -> Stack:
    """A question with the pieces it is about; yes reports ``ask.yes``, and is the brass choice unless it is grave."""
    parts: list[Widget] = [Text(asked.body, BODY.at(17))]
    if plates:
        parts.append(_plates(plates))
    content = Column(parts, gap=14)
    if not asked.grave:
        return question(asked.title, content, ("ask.yes", asked.yes), key=asked.key)
    return dialog(asked.title, content, [Button("ask.yes", asked.yes), closing("Go back", "primary")])


def _plates(plates: Sequence[Plate]) -> Grid:
    """The pieces in as many columns as leave room for the longest name."""
    longest = max(size_of(plate.name, _PIECE, 100)[0] for plate in plates)
    return Grid([_plate(plate) for plate in plates], least=max(150, longest + _SIGN + _GAP), gap=_GAP)


def _plate(plate: Plate) -> Widget:
    sign: list[Widget] = [Sign(plate.sign, _SIGN)] if plate.sign else []
    return Row([*sign, Label(plate.name, _PIECE)], gap=_GAP, align="centre")


@dataclass(frozen=True)
class Agreed(Report):
    """A side has given its word, or taken it back."""

    side: str


def _word(side: str, name: str, given: bool) -> Button:
    return Button(f"agree.{side}", f"{name}: agreed", sign="tick" if given else "", report=Agreed(side))


def agree(game: AnyGame, state: object, reason: str, given: Collection[str]) -> Stack:
    """Taking back what has been seen: done when every side has given its word."""
    why = reason or "Once both sides have agreed, the last order is taken back."
    words = Text(
        f"{why} Chance does not come back with it: dice are rolled anew, and a deal gives other cards.", BODY.at(17)
    )
    named = [(side.id, game.name_of(state, side.id)) for side in game.meta.sides]
    content = Column([words, Row([_word(side, name, side in given) for side, name in named], gap=12)], gap=16)
    return dialog("Take back by agreement?", content, [closing("Leave it as it is")], ident="agreement")


def reconsider() -> Stack:
    """Somebody alone against the computer takes back what dice have told; the brass choice reports ``reconsider``."""
    words = (
        "Dice were rolled since your last order. It is taken back with all that came after it, also of the computer. "
        "Chance does not come back with it: dice are rolled anew."
    )
    return question("Take it back?", words, ("reconsider", "Take it back"), safe="Leave it as it is")


def command(game: AnyGame, tag: str, side: str) -> Any:
    """A command that needs no more than a side; every game has them under these tags (C-9)."""
    kind = next(one for one in get_args(game.command_type) if one.__struct_config__.tag == tag)
    return kind(side=side)


def may_accept(game: AnyGame, state: object, sides: Iterable[str]) -> str:
    """Which of some sides may accept an offered draw, or an empty string."""
    return next((side for side in sides if game.check(state, command(game, "accept_draw", side)) is None), "")


def giving_up(game: AnyGame, state: object, side: str) -> Reply:
    """What giving up comes to: it is asked once."""
    orders = Submit.one(command(game, "concede", side))
    decision, name = game.decision(state), game.name_of(state, side)
    words = f"{name}: the battle ends at once and is lost."
    if decision and decision.player and decision.side == side:
        words = f"{name}: the ships of {decision.player} obey another from now on; without another the battle is lost."
    return Ask("Give up the battle?", words, "Give up", orders)


def offering(game: AnyGame, state: object, side: str) -> Reply:  # noqa: ARG001
    """What offering a draw comes to."""
    return Submit.one(command(game, "offer_draw", side))
