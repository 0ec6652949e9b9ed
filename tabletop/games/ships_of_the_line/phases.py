"""The order of a turn as a table (chapter 3, AMB-38): what is asked of whom, and what comes next.

Steps that ask nobody are rules that run by themselves. Which rule runs when a step begins or ends
is in `chapters/sequence.py`.
"""

from typing import Literal

import msgspec

Ribbon = Literal["Initiative", "Combat", "Movement", "Crew"]
Asks = Literal["either", "initiative_first", "initiative_last", "nobody"]


class Phase(msgspec.Struct, frozen=True):
    """One phase or step of a turn.

    `commands` are the tags of the commands that belong to it, besides `done` and those allowed at any time.
    A step that is `always` asked waits even when nothing but `done` can be chosen; `idle` is what is asked then.
    """

    id: str
    ribbon: Ribbon
    asks: Asks
    commands: tuple[str, ...]
    prompt: str
    next: str
    rule: str
    always: bool = False
    idle: str = ""


_TABLE = (
    Phase(
        "initiative",
        "Initiative",
        "either",
        ("roll_initiative",),
        "Roll for the initiative",
        "combat",
        "SOTL-3-b",
        always=True,
    ),
    Phase(
        "combat",
        "Combat",
        "initiative_first",
        ("fire_broadside",),
        "Fire your broadsides",
        "movement",
        "SOTL-3-c",
        always=True,
        idle="No broadside bears: cease fire",
    ),
    Phase(
        "movement",
        "Movement",
        "initiative_last",
        ("sail", "turn_by_boats", "drop_anchor", "weigh_anchor", "cast_off"),
        "Move your ships",
        "reload",
        "SOTL-3-e",
        always=True,
        idle="No ship is left to move",
    ),
    Phase("reload", "Crew", "initiative_first", ("reload",), "Reload the second broadside?", "sinking", "SOTL-4.1.3-d"),
    Phase("sinking", "Crew", "nobody", (), "Ships that may sink", "dismasted", "SOTL-4.4.1-a"),
    Phase("dismasted", "Crew", "nobody", (), "Dismasted ships without support", "grapple", "SOTL-4.4.1-f"),
    Phase(
        "grapple",
        "Crew",
        "initiative_first",
        ("grapple_ship", "make_fast_tow", "cast_off", "answer"),
        "Grapple, tow or cast off",
        "break_free",
        "SOTL-6-a",
    ),
    Phase(
        "break_free",
        "Crew",
        "initiative_first",
        ("break_grapple", "answer"),
        "Cut yourself loose?",
        "prizes",
        "SOTL-6-i",
    ),
    Phase("prizes", "Crew", "nobody", (), "Struck ships are taken in hand", "board", "SOTL-4.4.3-b"),
    Phase("board", "Crew", "initiative_first", ("board",), "Board the enemy?", "boarding", "SOTL-4.3-a"),
    Phase("boarding", "Crew", "nobody", ("choose_prize",), "Fights on deck", "unrig", "SOTL-4.3.1-a"),
    Phase("unrig", "Crew", "initiative_first", ("clear_rigging",), "Clear the wreckage?", "rudder", "SOTL-4.2.1-g"),
    Phase("rudder", "Crew", "initiative_first", ("repair_rudder",), "Repair the rudder?", "extinguish", "SOTL-4.2.1-i"),
    Phase("extinguish", "Crew", "initiative_first", ("fight_fire",), "Fight the fires?", "captures", "SOTL-4.2.1-k"),
    Phase("captures", "Crew", "nobody", (), "Prizes change hands", "fires", "SOTL-3-g"),
    Phase("fires", "Crew", "nobody", (), "Fires burn on", "recovery", "SOTL-4.2.1-j"),
    Phase("recovery", "Crew", "nobody", (), "Rested crews recover", "wrecks", "SOTL-7-e"),
    Phase("wrecks", "Crew", "nobody", (), "Old wrecks go under", "initiative", "SOTL-4.4.1-e"),
)

PHASES: dict[str, Phase] = {phase.id: phase for phase in _TABLE}

ANSWERS: tuple[str, ...] = ("answer", "choose_prize")
"""Commands that answer a question; while one waits, nothing else is taken (AMB-133)."""

RIBBON: tuple[Ribbon, ...] = ("Initiative", "Combat", "Movement", "Crew")
