"""The look and the status of a card: each game makes them from its own cards, and the kit draws nothing else."""

from dataclasses import dataclass, field
from typing import Literal

from tabletop.ui.theme import INKS, Colour, colour

Shape = Literal["disc", "square", "diamond", "shield", "hexagon", "star", "octagon", "pennant", "oval", "triangle"]
"""Outlines of the value pip, so that suits differ not only by colour."""

STRATEGY, TACTICS, MORALE = INKS.suit_strategy, INKS.suit_tactics, INKS.suit_morale
FIGHTING, SLATE, PLUM = INKS.suit_fighting, INKS.suit_slate, INKS.suit_plum
TEAL, OLIVE, UMBER, NAVY = INKS.suit_teal, INKS.suit_olive, INKS.suit_umber, INKS.suit_navy
"""Colours of suits. Cream text on them is legible, and so are the colours on paper.

 The suits of one game differ for every kind of colour vision, mostly in lightness.
"""


@dataclass(frozen=True)
class CardLook:
    """A card as the kit draws it.

    Attributes:
        id: the card's own id; its widget is called ``card.`` and this. Cards that look alike are equal.
        title: its name.
        value: what stands in the pip, empty for none.
        suit: the suit in words, for the foot.
        colour: of the suit.
        pip: outline of the pip.
        words: what the card does, at most four lines of some twenty letters.
        emblem: a file of `sprites/emblems` or another sprite, see `emblems`; empty for the suit's pip.
        art: game and card, by which its vignette is found among `sprites/cards`; without one the emblem is shown.
        foot: a sprite for the lower right corner, e.g. ``badge_british``; empty for none.
    """

    id: str = field(compare=False)
    title: str
    value: str = ""
    suit: str = ""
    colour: Colour = SLATE
    pip: Shape = "disc"
    words: str = ""
    emblem: str = ""
    foot: str = ""
    art: str = ""


@dataclass(frozen=True)
class Back:
    """The back of cards. `art` is a file of `sprites/backs`; without it lines and a star in these colours are drawn."""

    colour: Colour = colour("#1B3566")
    line: Colour = INKS.bar_rule
    art: str = ""


BLUE, RED, GREEN = Back(), Back(colour("#6B1F1F")), Back(colour("#1D4A3A"))
"""Backs to choose from."""


@dataclass(frozen=True)
class CardStatus:
    """The present state of a card.

    Attributes:
       selected: raised, with a brass ring.
       noted: the log or a refusal speaks of the card: a pale ring.
       fresh: just played: a brass ring where it lies.
       disabled: why the card cannot be used now, or "". It can still be read.
       negated_by: the name of the card that negated it, or "".
       note_number: the number of the note that negated it, as listed beside the rows; 0 without a list.
       note: a word or two on a card in a row, e.g. ``in play``.
       value: the present value, e.g. ``6``; "" for the printed one.
    """

    selected: bool = False
    noted: bool = False
    fresh: bool = False
    disabled: str = ""
    negated_by: str = ""
    note_number: int = 0
    note: str = ""
    value: str = ""


PLAIN = CardStatus()


def describe_look(look: CardLook) -> str:
    """Return the text of a card in one paragraph, for tooltips."""
    value = f"{look.value} · " if look.value else ""
    return "\n".join(part for part in (f"{value}{look.suit}".rstrip(" ·"), look.words) if part)
