"""The order of a turn as a table (chapter 3, AMB-38): what is asked of whom, and what comes next.

Steps that ask nobody are rules that run by themselves. Which rule runs when a step begins or ends, and which steps
rule modules add, is told by `compiled.rules_of`.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

Ribbon = Literal["Initiative", "Combat", "Movement", "Crew"]
Asks = Literal["either", "initiative_first", "initiative_last", "ties_last", "nobody"]


class Phase(msgspec.Struct, frozen=True):
    """One phase or step of a turn.

    `commands` are the tags of the commands that belong to it, besides `done` and those allowed at any time.
    A step that is `always` asked waits even when nothing but `done` can be chosen; `idle` is what is asked then.
    What is ordered in a `sealed` step is kept from the other side.
    A step of a rule module says which one it comes `after`; of several the last that there is.
    """

    id: str
    ribbon: Ribbon
    asks: Asks
    commands: tuple[str, ...]
    prompt: str
    rule: str
    always: bool = False
    idle: str = ""
    sealed: bool = False
    after: str | tuple[str, ...] = ""


BASIC: tuple[Phase, ...] = (
    Phase(
        "initiative", "Initiative", "either", ("roll_initiative",), "Roll for the initiative", "SOTL-3-b", always=True
    ),
    Phase(
        "combat",
        "Combat",
        "initiative_first",
        ("fire_broadside",),
        "Fire your broadsides",
        "SOTL-3-c",
        always=True,
        idle="No broadside bears: cease fire",
    ),
    Phase(
        "movement",
        "Movement",
        "initiative_last",
        ("sail", "turn_by_boats", "drop_anchor", "weigh_anchor", "cast_off", "standing_order", "recall_orders"),
        "Move your ships",
        "SOTL-3-e",
        always=True,
        idle="No ship is left to move",
    ),
    Phase("reload", "Crew", "initiative_first", ("reload",), "Reload the second broadside?", "SOTL-4.1.3-d"),
    Phase("sinking", "Crew", "nobody", (), "Ships that may sink", "SOTL-4.4.1-a"),
    Phase("dismasted", "Crew", "nobody", (), "Dismasted ships without support", "SOTL-4.4.1-f"),
    Phase(
        "grapple",
        "Crew",
        "initiative_first",
        ("grapple_ship", "make_fast_tow", "cast_off", "answer"),
        "Grapple, tow or cast off",
        "SOTL-6-a",
    ),
    Phase("break_free", "Crew", "initiative_first", ("break_grapple", "answer"), "Cut yourself loose?", "SOTL-6-i"),
    Phase("prizes", "Crew", "nobody", (), "Struck ships are taken in hand", "SOTL-4.4.3-b"),
    Phase("board", "Crew", "initiative_first", ("board",), "Board the enemy?", "SOTL-4.3-a"),
    Phase("boarding", "Crew", "nobody", ("choose_prize",), "Fights on deck", "SOTL-4.3.1-a"),
    Phase("unrig", "Crew", "initiative_first", ("clear_rigging",), "Clear the wreckage?", "SOTL-4.2.1-g"),
    Phase("rudder", "Crew", "initiative_first", ("repair_rudder",), "Repair the rudder?", "SOTL-4.2.1-i"),
    Phase("extinguish", "Crew", "initiative_first", ("fight_fire",), "Fight the fires?", "SOTL-4.2.1-k"),
    Phase("captures", "Crew", "nobody", (), "Prizes change hands", "SOTL-3-g"),
    Phase("fires", "Crew", "nobody", (), "Fires burn on", "SOTL-4.2.1-j"),
    Phase("recovery", "Crew", "nobody", (), "Rested crews recover", "SOTL-7-e"),
    Phase("wrecks", "Crew", "nobody", (), "Old wrecks go under", "SOTL-4.4.1-e"),
)
"""The steps of the basic game."""

UNFOUL = Phase("unfoul", "Crew", "initiative_first", (), "Free ships that are held fast?", "SOTL-10-j", after="reload")
"""The step in which ships come free of each other and of the ground, where there are rules for that."""

FIRST = BASIC[0].id
"""The step with which a turn begins."""

PREPARE = Phase("prepare", "Initiative", "ties_last", (), "Make ready for battle", "AMB-147")
"""The step before the first turn, in battles in which rule modules have orders for it."""

RIBBON: tuple[Ribbon, ...] = ("Initiative", "Combat", "Movement", "Crew")


def in_order(
    tables: Iterable[tuple[Phase, ...]], orders: Iterable[Mapping[str, tuple[str, ...]]] = ()
) -> dict[str, Phase]:
    """The steps of a turn, those of rule modules right after the ones that they follow, with the commands added.

    Before the first stands `PREPARE`, if anything can be ordered in it.
    """
    orders = tuple(orders)
    steps = [PREPARE] if any(PREPARE.id in table for table in orders) else []
    for phase in (phase for table in tables for phase in table):
        ids = [step.id for step in steps]
        if phase.id in ids:
            continue  # two modules share it
        before = phase.after if isinstance(phase.after, tuple) else (phase.after,)
        steps.insert(max((ids.index(one) + 1 for one in before if one in ids), default=len(steps)), phase)
    found = {step.id: step for step in steps}
    for id_, tags in (one for table in orders for one in table.items()):
        found[id_] = replace(found[id_], commands=(*found[id_].commands, *tags))
    return found
