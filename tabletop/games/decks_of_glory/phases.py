"""The order of a turn as a table: what is asked of whom, and what comes next.

What happens by itself when a phase is over is in `chapters/sequence.py`.
"""

from typing import Literal

import msgspec

from tabletop.core.commands import Command
from tabletop.games.decks_of_glory.commands import (
    BreakIrons,
    CheckWind,
    ChooseColour,
    ChooseWind,
    CutLoose,
    Done,
    DrawInitiative,
    FinishPlacing,
    LeadBoarders,
    OpenFire,
    PlaceShip,
    Sail,
    Shuffle,
)
from tabletop.games.decks_of_glory.state import PhaseId


class Phase(msgspec.Struct, frozen=True):
    """One phase; `orders` are the kinds of commands that may be given in it, besides those allowed at any time.

    Either side may call for what is asked of `either`; `in_turn` the side with the initiative is asked first. `idle`
    is what is asked of a side none of whose ships can still do anything.
    """

    id: PhaseId
    ribbon: str
    asks: Literal["first", "either", "winner", "in_turn", "nobody"]
    orders: tuple[type[Command], ...]
    prompt: str
    next: PhaseId
    rule: str
    idle: str = ""


_MOVES = (Sail, BreakIrons, CutLoose, Done)

PHASES: dict[str, Phase] = {
    phase.id: phase
    for phase in (
        Phase("deployment", "Before play", "in_turn", (PlaceShip, FinishPlacing), "Place your ships", "colours",
              "DOG-6"),
        Phase("colours", "Before play", "first", (ChooseColour,), "Choose red or black", "shuffle", "DOG-7"),
        Phase("shuffle", "Before play", "either", (Shuffle,), "Shuffle the deck", "first_wind", "DOG-7"),
        Phase("first_wind", "Before play", "winner", (ChooseWind,), "Choose the first wind", "wind", "DOG-8"),
        Phase("wind", "Wind", "either", (CheckWind,), "Draw for the wind", "initiative", "DOG-9"),
        Phase("initiative", "Initiative", "either", (DrawInitiative,), "Draw for the initiative", "movement",
              "DOG-11"),
        Phase("movement", "Movement", "in_turn", _MOVES, "Move your ships", "gunnery", "DOG-12",
              "No ship is left to move"),
        Phase("gunnery", "Gunnery", "in_turn", (OpenFire,), "Declare your broadsides", "boarding", "DOG-17"),
        Phase("boarding", "Boarding", "in_turn", (LeadBoarders,), "Choose whom to board first", "striking",
              "DOG-20"),
        Phase("striking", "Striking", "nobody", (), "Ships strike or sink", "wind", "DOG-22"),
    )
}  # fmt: skip

RIBBON: tuple[str, ...] = ("Wind", "Initiative", "Movement", "Gunnery", "Boarding", "Striking")
"""The phases of a turn."""
