"""How much of the window the bars of the table screen take; panels and bars both ask here."""

from dataclasses import dataclass

from tabletop.ui.theme import Theme

TOP, BOTTOM, HINTS, COMPACT = 56, 118, 26, 54
"""Heights of the bars, design pixels; `COMPACT` is that of the lower bar in a low window."""
LOW, NARROW = 620, 1600
"""Design pixels below which a window counts as low, or as narrow."""


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
    def bottom(self) -> int:
        """Screen pixels that the lower bar and the hint line take."""
        return self.theme.px(COMPACT) if self.low else self.theme.px(BOTTOM) + self.theme.px(HINTS)
