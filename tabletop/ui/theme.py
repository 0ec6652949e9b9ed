"""Colours and scale: the one place that says how the table looks."""

from dataclasses import dataclass
from functools import lru_cache

Colour = tuple[int, int, int]

SCALES: tuple[int, ...] = (75, 100, 125, 150, 175, 200)
"""Interface scales that a player can choose, per cent."""
LEAST = (640, 360)
"""The least window, design pixels: what a player needs has room in it, at 100 % also in so many pixels."""


def colour(code: str) -> Colour:
    """``#RRGGBB`` as numbers."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


@dataclass(eq=False)
class Palette:
    """Every colour of the table outside the ship models."""

    sea: Colour = colour("#264548")
    sea_deep: Colour = colour("#1C3538")
    sea_light: Colour = colour("#35605F")
    outline: Colour = colour("#14282A")
    bar: Colour = colour("#13211F")
    bar_2: Colour = colour("#1E302F")
    bar_edge: Colour = colour("#5C6D66")
    bar_rule: Colour = colour("#B98F43")
    plate: Colour = colour("#0C1819")
    scrim: Colour = colour("#0A1514")
    paper: Colour = colour("#F3EAD6")
    paper_2: Colour = colour("#E9DEC5")
    paper_3: Colour = colour("#DACBAB")
    ink: Colour = colour("#1B2427")
    ink_2: Colour = colour("#454B47")
    muted: Colour = colour("#635E50")
    cream: Colour = colour("#F7F0DF")
    mist: Colour = colour("#C9D3CC")
    dim: Colour = colour("#93A59D")
    rule: Colour = colour("#B8A680")
    edge: Colour = colour("#6B5B38")
    foot: Colour = colour("#8B7A55")
    brass: Colour = colour("#D3A954")
    brass_light: Colour = colour("#E6C782")
    brass_dark: Colour = colour("#76571B")
    brass_top: Colour = colour("#E7C67C")
    brass_bottom: Colour = colour("#BC8F3D")
    brass_edge: Colour = colour("#5E4615")
    brass_foot: Colour = colour("#4E390F")
    disabled: Colour = colour("#7A715C")
    danger: Colour = colour("#8A2A20")
    better: Colour = colour("#2A6B50")
    wind: Colour = colour("#8FD0E8")
    focus: Colour = colour("#8FD0E8")
    british: Colour = colour("#B5302B")
    french: Colour = colour("#1F5AA0")
    spanish: Colour = colour("#E3A72F")
    point_blank: Colour = colour("#EE7B3C")
    medium: Colour = colour("#EDB84B")
    long: Colour = colour("#F4EACB")
    target: Colour = colour("#FFE3A0")
    tooltip: Colour = colour("#14211F")
    tooltip_edge: Colour = colour("#C8D2CC")
    ribbon_done: Colour = colour("#23383A")
    suit_strategy: Colour = colour("#143E90")
    suit_tactics: Colour = colour("#197157")
    suit_morale: Colour = colour("#8C5903")
    suit_fighting: Colour = colour("#770E01")
    suit_slate: Colour = colour("#46555E")
    suit_plum: Colour = colour("#6D4075")
    suit_teal: Colour = colour("#012337")
    suit_olive: Colour = colour("#546B3C")
    suit_umber: Colour = colour("#512324")
    suit_navy: Colour = colour("#36285C")


INKS = Palette()
"""The palette of the table, as it is worn: see `ui.palettes`."""
WORN: dict[Colour, Colour] = {}
"""What is worn in the place of a colour as it is printed."""


def worn(printed: Colour) -> Colour:
    """A colour as it is worn now; what was taken from the palette before goes through here as it is painted."""
    return WORN.get(printed, printed)


@dataclass(frozen=True)
class Theme:
    """How large everything is drawn; `scale` in per cent of the design size; and which palette it wears."""

    scale: int = 100
    dress: str = "printed"

    def px(self, design: float) -> int:
        """Design pixels as screen pixels; what is not nothing stays at least one pixel."""
        return _px(design, self.scale)


@lru_cache(maxsize=4096)
def _px(design: float, scale: int) -> int:
    """Kept, for nothing is asked as often."""
    scaled = round(design * scale / 100)
    return max(1, scaled) if design > 0 else scaled


def fitting_scale(height: int) -> int:
    """The scale that suits a window of this height when the player has not chosen one."""
    return max((step for step in SCALES[1:] if step * 1080 <= height * 100), default=100)


def roomiest_scale(size: tuple[int, int]) -> int:
    """The largest scale at which a window of this size has the room of the least window."""
    fits = (step for step in SCALES if all(100 * side >= step * least for side, least in zip(size, LEAST, strict=True)))
    return max(fits, default=SCALES[0])
