"""How what happens on a table is told of many pieces at once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Squadron:
    """Pieces that belong together: how they are called, who leads them, and how many of them are on the table."""

    name: str
    chief: str = ""
    pieces: int = 0
