"""Chapter 18: the wind may change its direction and strength each hour (AMB-84, AMB-85, AMB-124, AMB-176)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters.optional import no_wind
from tabletop.games.ships_of_the_line.events.turn import WIND_CHECK_HANDLERS, DirectionChecked, StrengthChecked
from tabletop.games.ships_of_the_line.hooks import Phase
from tabletop.games.ships_of_the_line.model import Context, State, Strength
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.hooks import Scenario

WIND_PHASE = Phase("wind", "Initiative", "nobody", (), "The wind may change", "SOTL-18.1-a", after="initiative")
_HOUR = 60


def is_check_due(state: State, turn: int) -> bool:
    """Return True if another whole hour has passed since the turn before began (AMB-124, AMB-176).

    Never in turn 1. It does not matter if the check was made.
    """
    return turn > 1 and _hours_passed(state, turn) > _hours_passed(state, turn - 1)


def next_wind_check(state: State) -> int | None:
    """Return the turn of the next check that has not been made; None if the battle ends before (18.1-a).

    None also without this module or without wind.
    """
    if MODULE not in rules_of(state).modules or not state.wind.counts:
        return None
    first = state.turn if state.phase in (WIND_PHASE.after, WIND_PHASE.id) else state.turn + 1
    return next((turn for turn in range(first, state.turns + 1) if is_check_due(state, turn)), None)


def shift_wind(origin: int, die: int) -> int:
    """Return the wind's origin after a change, degrees; the ends of the table are limits (18.1-b)."""
    place = tables.WIND_TABLE.index(origin) + tables.WIND_SHIFTS[die]
    return tables.WIND_TABLE[max(0, min(place, len(tables.WIND_TABLE) - 1))]


def change_strength(strength: Strength, die: int) -> Strength:
    """Return the strength that `die` gives, but at most one step from `strength` (18.2-c)."""
    force = tables.WIND_FORCE
    now, meant = force.index(strength), force.index(tables.WIND_STRENGTHS[die])
    return force[max(now - 1, min(meant, now + 1))]


def _hours_passed(state: State, turn: int) -> int:
    """Return the number of whole hours that have passed when a turn begins."""
    return (turn - 1) * state.minutes_per_turn // _HOUR


def _check_wind(turn: Context) -> None:
    """If a check is due, roll for direction, then strength; each change needs a second die (AMB-145).

    Emits `DirectionChecked` and `StrengthChecked`, also without a change. Nothing without wind.
    """
    if not (is_check_due(turn.state, turn.state.turn) and turn.state.wind.strength):
        return
    die, origin, change = turn.d6(), turn.state.wind.origin, None
    if die >= tables.WIND_CHANGES_FROM:
        change = turn.d6()
        origin = shift_wind(origin, change)
    turn.emit(DirectionChecked(die=die, change=change, origin=origin))
    _roll_strength(turn, turn.state.wind.strength)


def _roll_strength(turn: Context, strength: Strength) -> None:
    """Roll for strength and emit it with the drift: as before if the scenario fixes it, else if "heavy"."""
    die, table = turn.d6(), None
    if die >= tables.WIND_CHANGES_FROM:
        table = turn.d6()
        strength = change_strength(strength, table)
    drift = turn.state.drift if turn.state.drift_stated else strength == "heavy"
    turn.emit(StrengthChecked(die=die, table=table, strength=strength, drift=drift))


def _note_stated_drift(state: State, scenario: "Scenario") -> State:
    """Return the state with `drift_stated` if the scenario says whether ships drift."""
    return replace(state, drift_stated=True) if scenario.drift is not None else state


MODULE = RuleModule(
    id="wind_change",
    rule="SOTL-18",
    title="Wind changes",
    note="Every hour the wind may shift, freshen or drop.",
    group="Wind and sea",
    build_opening=_note_stated_drift,
    inert=no_wind.explain_no_wind,
    phases=(WIND_PHASE,),
    phase_end_rules={WIND_PHASE.id: _check_wind},
    event_handlers=WIND_CHECK_HANDLERS,
)
