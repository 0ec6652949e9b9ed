"""How much of a window the bars of the editor leave: where that is little, the lower one is a single line."""

from dataclasses import dataclass

from tabletop.ui.boards.room import BOTTOM, Room

LINE = 52
"""Height of the lower bar of one line, design pixels."""
HIGH = 860
"""Height from which there is room for several, design pixels."""


@dataclass(frozen=True)
class EditorRoom(Room):
    """A window of the editor."""

    @property
    def slim(self) -> bool:
        """Whether the lower bar is one line."""
        return self.narrow or self.size[1] < self.theme.px(HIGH)

    @property
    def lower(self) -> float:
        """Height of the lower bar, design pixels."""
        return LINE if self.slim else BOTTOM
