"""The space that the bars of the table screen take from the window; bars and panels both use it."""

from dataclasses import dataclass

from tabletop.ui.theme import Theme

TOP, BOTTOM, HINTS = 56, 118, 26
"""Heights of the bars, design pixels."""
LOW_BOTTOM = 96
"""Height of the lower bar in a low window, with a single row of buttons under log and dice, design pixels."""
LOW, ROOMY, NARROW = 620, 1150, 1500
"""Below the height LOW or the width ROOMY a window is low; below the width NARROW it is narrow. Design pixels."""


@dataclass(frozen=True)
class WindowLayout:
    """A window size with a theme, and the space that the bars leave to a game's panels."""

    theme: Theme
    size: tuple[int, int]

    @property
    def design_width(self) -> float:
        """Width of the window, design pixels."""
        return self.size[0] * 100 / self.theme.scale

    @property
    def is_low(self) -> bool:
        """True if the lower bar is small and the hint line is left out."""
        return self.size[1] < self.theme.px(LOW) or self.size[0] < self.theme.px(ROOMY)

    @property
    def is_narrow(self) -> bool:
        """True if long lists start folded."""
        return self.size[0] < self.theme.px(NARROW)

    @property
    def top(self) -> int:
        """Height of the top bar, screen pixels."""
        return self.theme.px(TOP)

    @property
    def lower_bar_height(self) -> float:
        """Height of the lower bar, design pixels."""
        return LOW_BOTTOM if self.is_low else BOTTOM

    @property
    def bottom(self) -> int:
        """Height of the lower bar with the hint line, screen pixels."""
        return self.theme.px(self.lower_bar_height) + (0 if self.is_low else self.theme.px(HINTS))
