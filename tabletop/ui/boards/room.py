"""How much of the window the bars of the table screen take; panels and bars both ask here."""

from dataclasses import dataclass

from tabletop.ui.theme import Theme

TOP, BOTTOM, HINTS = 56, 118, 26
"""Heights of the bars, design pixels."""
ONE_ROW, TWO_ROWS = 54, 96
"""Heights of the lower bar in a low window, where it holds only buttons."""
LOW, NARROW, SLIM = 620, 1600, 960
"""Design pixels below which a window counts as low, as narrow, or as too slim for one row of buttons."""


@dataclass(frozen=True)
class Room:
    """A window, and what of it is left for a game's panels."""

    theme: Theme
    size: tuple[int, int]

    @property
    def low(self) -> bool:
        """Whether the lower bar is a single row of buttons and the hint line is left out."""
        return self.size[1] < self.theme.px(LOW)

    @property
    def narrow(self) -> bool:
        """Whether long lists start folded away."""
        return self.size[0] < self.theme.px(NARROW)

    @property
    def top(self) -> int:
        """Screen pixels that the upper bar takes."""
        return self.theme.px(TOP)

    @property
    def lower(self) -> float:
        """Height of the lower bar, design pixels."""
        if not self.low:
            return BOTTOM
        return TWO_ROWS if self.size[0] < self.theme.px(SLIM) else ONE_ROW

    @property
    def bottom(self) -> int:
        """Screen pixels that the lower bar and the line of keys take."""
        return self.theme.px(self.lower) + (0 if self.low else self.theme.px(HINTS))
