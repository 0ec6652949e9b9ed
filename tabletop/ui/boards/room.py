"""How much of the window the bars of the table screen take; panels and bars both ask here."""

from dataclasses import dataclass

from tabletop.ui.theme import Theme

TOP, BOTTOM, HINTS = 56, 118, 26
"""Heights of the bars, design pixels."""
LOW_BOTTOM = 96
"""Height of the lower bar in a low window, where log and dice lie over a single row of buttons."""
LOW, ROOMY, NARROW = 620, 1150, 1500
"""Design pixels: below this height or this width a window counts as low, and below this width as narrow."""


@dataclass(frozen=True)
class Room:
    """A window, and what of it is left for a game's panels."""

    theme: Theme
    size: tuple[int, int]

    @property
    def wide(self) -> float:
        """Width of the window, design pixels."""
        return self.size[0] * 100 / self.theme.scale

    @property
    def low(self) -> bool:
        """Whether the lower bar is small and the hint line is left out."""
        return self.size[1] < self.theme.px(LOW) or self.size[0] < self.theme.px(ROOMY)

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
        return LOW_BOTTOM if self.low else BOTTOM

    @property
    def bottom(self) -> int:
        """Screen pixels that the lower bar and the line of keys take."""
        return self.theme.px(self.lower) + (0 if self.low else self.theme.px(HINTS))
