"""Chapter 12: lines of battle that are broken, and ships that flee (AMB-96, AMB-97, AMB-163 to AMB-166, AMB-220)."""

from collections.abc import Iterator

from msgspec import UNSET

from tabletop.core.command_context import FollowUp
from tabletop.games.ships_of_the_line import roster
from tabletop.games.ships_of_the_line.chapters.optional.leaders.influence import MUST
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import flight, lines
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking.events import (
    EVENT_HANDLERS,
    TOWARDS,
    LinesTested,
    MoraleRolled,
    lines_of,
)
from tabletop.games.ships_of_the_line.compiled import holds_out, rules_of
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.modifiers import Check
from tabletop.games.ships_of_the_line.phases import Phase
from tabletop.games.ships_of_the_line.rule_modules import Mark, RuleModule
from tabletop.games.ships_of_the_line.state import Context, State, in_service

# its opening and its closing: broken lines are tested before those who hesitate choose (section 1)
STEP = Phase("morale", "Crew", "nobody", (), "Ships that may flee", "SOTL-12-b", after="fires")


def try_crews(turn: Context) -> None:
    """Every ship of a division whose line was broken in this turn, once, in key order (AMB-165)."""
    broken = lines_of(turn.state).broken
    for key in turn.state.ships if broken else ():
        if turn.state.cards[key].division in broken and is_tested(turn.state, key):
            _test(turn, key)
    for division in broken:
        first = next(key for key, card in turn.state.cards.items() if card.division == division)
        turn.emit(LinesTested(ship=first, division=division))


def is_tested(state: State, key: str) -> bool:
    """Whether a ship of a division whose line is broken is rolled for (AMB-165)."""
    return in_service(state, key) and not flight.flees(state, key) and not holds_out(state, key, "line")


def _test(turn: Context, key: str) -> None:
    roll = Check(turn.state, key, MUST, turn.d6())
    modifiers = rules_of(turn.state).sums.check.working(roll)
    strength = turn.state.cards[key].boarding
    stands = modifiers[-1].value < strength
    turn.emit(MoraleRolled(ship=key, die=roll.die, modifiers=modifiers, strength=strength, stands=stands))
    if not stands:
        flight.flee(turn, key)


def _marks(state: State, key: str) -> Iterator[Mark]:
    for division in lines_of(state).crossings.get(key, ()):
        meaning = "Her next rake of one of its ships breaks it, even if it misses."
        yield Mark("Sailed through", state.divisions.get(division, division), meaning, "SOTL-12-a")
    edge = state.ships[key].fleeing
    if edge is not UNSET and in_service(state, key):
        meaning = "She leaves the map by the straightest way; she may still fire, defend herself and board."
        yield Mark("Fleeing", f"to the {TOWARDS[edge]}", meaning, "SOTL-12-d")


def _inert(state: State) -> str:
    return "" if roster.leaders(state) else "No leader is aboard any ship, and without one there is no line."


MODULE = RuleModule(
    id="line_breaking",
    rule="SOTL-12",
    words="Breaking the line",
    note="Ships of a division whose line an enemy has crossed and raked are tested and may flee.",
    group="People",
    inert=_inert,
    phases=(STEP,),
    opening={"movement": flight.choose_anew, STEP.id: try_crews},
    moved={"crossings": lines.note},
    duties={"movement": flight.sail},
    amendments=flight.AMENDMENTS,
    event_handlers=EVENT_HANDLERS,
    sequels=(FollowUp(BroadsideFired, lines.rake), *flight.SEQUELS),
    marks=_marks,
)
