"""Chapter 19: red-hot, double, chain and grape shot, loaded by broadside (AMB-103, AMB-177 to AMB-181, AMB-215)."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler
from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line import positions, tables
from tabletop.games.ships_of_the_line.chapters import boarding, crew_tasks, fire
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting, offer_for_each_ship
from tabletop.games.ships_of_the_line.commands import Board, Reload, ShipCommand
from tabletop.games.ships_of_the_line.events.combat import FireStarted
from tabletop.games.ships_of_the_line.events.crew import FatigueRose
from tabletop.games.ships_of_the_line.hooks import PREPARE, Ammunition, CommandExtension, Entry, Mark
from tabletop.games.ships_of_the_line.model import Context, ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.ship import (
    BROADSIDES,
    Broadside,
    Critical,
    Gunnery,
    Ship,
    Shot,
    ShotKind,
    Side,
    Special,
    cooling_turns,
    empty_broadsides,
    shot_in,
)
from tabletop.games.ships_of_the_line.tables import (
    Aboard,
    Check,
    Hits,
    Modifier,
    ModifierRule,
    ModifierTable,
    ModifierTables,
)
from tabletop.games.ships_of_the_line.words import SHOT, format_throw, name_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData


class ShotChosen(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """A broadside was loaded with a kind of shot, or its next load was chosen (AMB-177)."""

    broadside: Broadside
    shot: ShotKind
    rule: str = "AMB-177"


class HotShotTried(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """A ship tried to fire hot shot and rolled for leadership (AMB-178, AMB-215).

    The roll succeeds if the last value of `modifiers` is at most `needed`; otherwise the broadside catches fire.
    `modifiers` run from the die to the modified result.
    """

    broadside: Broadside
    die: int
    modifiers: tuple[Modifier, ...]
    success: bool
    needed: int
    rule: str = "AMB-178"


class GunsHeated(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """Hot or double shot was fired: the broadside cannot be loaded for `wait` reload steps (AMB-178, AMB-179)."""

    broadside: Broadside
    wait: int
    """Number of reload steps in which the broadside cannot be loaded."""
    rule: str = "AMB-177"


class GunsCooled(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """The guns of a broadside have cooled for one turn (AMB-177)."""

    broadside: Broadside
    wait: int
    """Number of reload steps in which the broadside still cannot be loaded."""
    rule: str = "AMB-177"


class ShotCooled(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """Hot shot was not fired in the first phase in which its ship fired: it counts as round shot now (AMB-178)."""

    broadside: Broadside
    rule: str = "AMB-178"


class MishapOver(ShipEvent, frozen=True, kw_only=True):
    """All fires aboard are out, so the guns that hot shot had set on fire can be served again (AMB-215)."""

    rule: str = "AMB-215"


class CrewsLost(ShipEvent, frozen=True, kw_only=True):
    """Grapeshot killed crews of a ship (AMB-181)."""

    lost: int
    """Number of crews killed."""
    left: int
    rule: str = "AMB-181"


def _build_shot_mark(ship: Ship, broadside: Broadside, shot: ShotKind) -> dict[Broadside, ShotKind] | UnsetType:
    """Return the shot of each broadside once `broadside` holds `shot`; UNSET if all hold round shot.

    Round shot is left out of the result, since it is the default.
    """
    chosen = {**(ship.shot or {}), broadside: shot}
    return {side: chosen[side] for side in BROADSIDES if chosen.get(side, "round") != "round"} or UNSET


def _set_gunnery(state: State, key: str, gunnery: Gunnery, **marks: object) -> State:
    """Return the state with `gunnery` and other fields of the ship replaced.

    Gunnery without any mark becomes UNSET so that it is not written.
    """
    plain = gunnery == Gunnery()
    return with_ship(state, key, gunnery=UNSET if plain else gunnery, **marks)


def _apply_shot_chosen(state: State, event: ShotChosen) -> State:
    """Set the kind of shot of the broadside; the guns stay as loaded as they were."""
    return with_ship(state, event.ship, shot=_build_shot_mark(state.ships[event.ship], event.broadside, event.shot))


def _apply_hot_shot_tried(state: State, event: HotShotTried) -> State:
    """Leave the state as it is after a success; after a failure empty the guns and note a fire.

    The broadside then counts as fired, holds round shot for its next load and has a mishap. The fire is noted
    as a shot of the ship at herself, which takes effect at the end of the phase (AMB-146, AMB-215).
    """
    if event.success:
        return state
    ship, side = state.ships[event.ship], event.broadside
    gunnery = ship.gunnery or Gunnery()
    afire = Special("red", fires=1)
    shot = Shot(event.ship, side, event.ship, "broadside", 0, 0, special=afire)
    state = _set_gunnery(
        state,
        event.ship,
        replace(gunnery, mishap=(*gunnery.mishap, side)),
        shot=_build_shot_mark(ship, side, "round"),
        loaded=tuple(one for one in ship.loaded if one != side),
        fired=tuple(one for one in BROADSIDES if one in (*ship.fired, side)),
    )
    return replace(state, shots=(*state.shots, shot))


def _apply_waiting_steps(state: State, event: GunsHeated | GunsCooled) -> State:
    """Set the number of reload steps that the broadside must wait; 0 removes the mark."""
    ship = state.ships[event.ship]
    gunnery = ship.gunnery or Gunnery()
    wait = {side: left for side, left in {**gunnery.wait, event.broadside: event.wait}.items() if left}
    return _set_gunnery(state, event.ship, replace(gunnery, wait=wait))


def _apply_guns_heated(state: State, event: GunsHeated) -> State:
    """Set the reload steps to wait, and the next load of the broadside to round shot."""
    ship = state.ships[event.ship]
    return with_ship(
        _apply_waiting_steps(state, event), event.ship, shot=_build_shot_mark(ship, event.broadside, "round")
    )


def _apply_shot_cooled(state: State, event: ShotCooled) -> State:
    """Turn the hot shot of the broadside into round shot."""
    return with_ship(state, event.ship, shot=_build_shot_mark(state.ships[event.ship], event.broadside, "round"))


def _apply_mishap_over(state: State, event: MishapOver) -> State:
    """Remove all mishaps of the ship, so that both broadsides may fire again."""
    gunnery = state.ships[event.ship].gunnery or Gunnery()
    return _set_gunnery(state, event.ship, replace(gunnery, mishap=()))


def _describe_hot_shot_tried(state: State, event: HotShotTried) -> str:
    """Return the log sentence with the throw, the number needed and the outcome."""
    ends = "it is loaded safely" if event.success else "it sets her own guns on fire, and they cannot fire"
    guns = f"{name_of(state, event.ship)} loads hot shot into her {event.broadside} guns"
    return f"{guns}: {format_throw(event.modifiers)}, needed {event.needed} or less; {ends}."


def _describe_guns_heated(state: State, event: GunsHeated) -> str:
    """Return the log sentence with the first turn in which the guns can be loaded."""
    turn = state.turn + event.wait
    return f"{name_of(state, event.ship)}'s {event.broadside} guns must cool and cannot be loaded before turn {turn}."


def _describe_guns_cooled(state: State, event: GunsCooled) -> str:
    """Return a sentence once no reload step is left to wait, else ""."""
    return "" if event.wait else f"{name_of(state, event.ship)}'s {event.broadside} guns have cooled."


def _describe_crews_lost(state: State, event: CrewsLost) -> str:
    """Return the log sentence with the numbers of crews killed and left."""
    left = f"{format_count(event.left, 'crew')} left" if event.left else "none left"
    return (
        f"Grapeshot sweeps the decks of {name_of(state, event.ship)}: {format_count(event.lost, 'crew')} lost, {left}."
    )


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        ShotChosen,
        _apply_shot_chosen,
        describe=lambda state, event: (
            f"{name_of(state, event.ship)}'s {event.broadside} guns are loaded with {SHOT[event.shot]}."
        ),
    ),
    EventHandler(HotShotTried, _apply_hot_shot_tried, _describe_hot_shot_tried),
    EventHandler(GunsHeated, _apply_guns_heated, _describe_guns_heated),
    EventHandler(GunsCooled, _apply_waiting_steps, _describe_guns_cooled),
    EventHandler(
        ShotCooled,
        _apply_shot_cooled,
        describe=lambda state, event: (
            f"The hot shot in {name_of(state, event.ship)}'s {event.broadside} guns has gone cold."
        ),
    ),
    EventHandler(
        MishapOver,
        _apply_mishap_over,
        describe=lambda state, event: (
            f"The fire among {name_of(state, event.ship)}'s guns is out: they can fire again."
        ),
    ),
    EventHandler(CrewsLost, lambda state, event: with_ship(state, event.ship, crews=event.left), _describe_crews_lost),
)

COOLING_STEPS: Mapping[ShotKind, int] = {"red": 2, "double": 1}
"""AMB-178, AMB-179: number of reload steps that guns must wait after firing this kind of shot."""

RED_BALL_CHECK = "red_ball"
"""Kind of the `Check` that is rolled before hot shot is fired."""

FAST_GAME_RULE = "fast game"
"""Name of the modifier of hull points that does not count for fires (AMB-178, AMB-202)."""


def _roll_leadership(turn: Context, key: str, broadside: Broadside) -> bool:
    """Roll for leadership and emit `HotShotTried`; return True if the hot shot may be fired (19-c).

    The roll comes before the dice to hit and succeeds if the modified die is at most `_leadership_needed`.
    """
    check = Check(turn.state, key, RED_BALL_CHECK, turn.d6())
    modifiers = rules_of(turn.state).modifiers.check.working(check)
    needed = _leadership_needed(turn.state)
    success = modifiers[-1].value <= needed
    turn.emit(
        HotShotTried(ship=key, broadside=broadside, die=check.die, modifiers=modifiers, needed=needed, success=success)
    )
    return success


def _leadership_needed(state: State) -> int:
    """Return the highest modified die that fires hot shot: of the profile, else `tables.LEADERSHIP`."""
    said = state.profile.leadership
    return tables.LEADERSHIP if said is msgspec.UNSET else said


def _roll_hot_critical(turn: Context, target: str) -> Critical:  # noqa: ARG001 - any magazine will do
    """Roll one die for a critical; "ammunition" is marked hot: it explodes without a second die (19-c)."""
    die = turn.d6()
    return Critical(die, hot=True) if tables.CRITICALS[die] == "ammunition" else Critical(die)


def _compute_fires(shot: Hits) -> Special:
    """Return the fires of hot shot: one for each two hull points lost, rounded up (AMB-178).

    Points count with all modifiers, such as rake and firepower, but without the doubling of the fast game
    (AMB-202).
    """
    lost = 0
    for term, line in rules_of(shot.state).modifiers.hull_loss.lines(shot):
        lost = lost if term.name == FAST_GAME_RULE else line.value
    return Special("red", fires=-(-lost // 2))


def _compute_fallen_masts(shot: Hits) -> Special:
    """Return one fallen mast for each six, times the factor of the rake (19-e).

    All fall over the side that lies away from the firing ship.
    """
    falls = tables.RAKE_DAMAGE[shot.rake] * shot.sixes
    return Special("chain", masts=(_side_away_from_firer(shot),) * falls)


def _side_away_from_firer(shot: Hits) -> Broadside:
    """Return the side of the target away from the firing broadside.

    Starboard if the broadside lies dead ahead or astern of the target.
    """
    firer = positions.broadside_center(shot.state, shot.ship, shot.broadside or "port")
    return "port" if positions.offset_to_starboard(shot.state, shot.target, firer) > 0 else "starboard"


def _heat_guns(kind: ShotKind, turn: Context, key: str, broadside: Broadside) -> None:
    """Emit `GunsHeated` with the reload steps that this kind of shot costs the guns that fired it."""
    turn.emit(GunsHeated(ship=key, broadside=broadside, wait=COOLING_STEPS[kind]))


RED_SHOT = Ammunition(
    id="red",
    words=SHOT["red"],
    rule="SOTL-19-c",
    critical=_roll_hot_critical,
    six="critical",
    special=_compute_fires,
    check=RED_BALL_CHECK,
    needed=_leadership_needed,
    tried=_roll_leadership,
    fired=lambda turn, key, broadside: _heat_guns("red", turn, key, broadside),
)
DOUBLE_SHOT = Ammunition(
    id="double",
    words=SHOT["double"],
    rule="SOTL-19-d",
    band="point_blank",
    six="fatigue",
    ashore=0,
    special=lambda shot: Special("double", fatigue=shot.sixes),
    fired=lambda turn, key, broadside: _heat_guns("double", turn, key, broadside),
)
CHAIN_SHOT = Ammunition(
    id="chain", words=SHOT["chain"], rule="SOTL-19-e", band="medium", six="a mast", special=_compute_fallen_masts
)
GRAPE_SHOT = Ammunition(
    id="grape",
    words=SHOT["grape"],
    rule="SOTL-19-f",
    band="point_blank",
    six="a crew",
    special=lambda shot: Special("grape", crews=min(1, shot.sixes)),
)
SHOT_KINDS = (RED_SHOT, DOUBLE_SHOT, CHAIN_SHOT, GRAPE_SHOT)

SHOT_NOTES: Mapping[ShotKind, str] = {
    "red": "Starts fires, only in her first fight. Needs a roll of 2 or less to fire; if it fails, her own guns burn.",
    "double": "Doubles the hull points at point-blank range, without criticals; sixes cause fatigue.",
    "chain": "Every critical fells a mast. Reaches medium range.",
    "grape": "A critical kills one crew. Point-blank range only.",
}
"""A sentence on each kind of shot for ship cards and buttons."""


def _double_shot_modifier(shot: Hits, so_far: int) -> Modifier | None:
    """Double the hull points of double shot; None for other kinds."""
    return Modifier("double shot", "×2", 2 * so_far) if shot.kind == "double" else None


DOUBLE_SHOT_RULE = ModifierRule("double shot", "SOTL-19-d", _double_shot_modifier, after=("damage",))
"""Doubles the hull points of double shot before a stern rake doubles them again (AMB-25)."""


def emit_special_effects(turn: Context, shot: Shot) -> None:
    """Emit the fires, fatigue, lost crew and fallen masts of one noted shot, in this order (AMB-146).

    Fatigue stops at the limit of the ship, and a ship without crews loses none. Nothing happens if the shot has
    no special effects.
    """
    special, key = shot.special, shot.target
    if special is msgspec.UNSET:
        return
    ship = turn.state.ships[key]
    if special.fires:
        turn.emit(FireStarted(ship=key, fires=ship.fires + special.fires, rule="AMB-178"))
    if special.fatigue and ship.fatigue < (limit := fatigue_limit(turn.state, key)):
        level = min(limit, ship.fatigue + special.fatigue)
        turn.emit(FatigueRose(ship=key, level=level, cause="double shot", rule="AMB-179"))
    if special.crews and (left := _crews_aboard(turn.state, key)):
        turn.emit(CrewsLost(ship=key, lost=1, left=left - 1))
    for over in special.masts:
        fire.fell_mast(over, turn, key, shot.facing, Critical(6))


def _crews_aboard(state: State, key: str) -> int:
    """Return the crews left aboard; the number printed on the card if none was lost."""
    left = state.ships[key].crews
    return state.cards[key].crews if left is msgspec.UNSET else left


LOADED_SHOT: Entry[dict[Broadside, ShotKind]] = Entry(
    "shot",
    dict[Broadside, ShotKind],
    {},
    "Shot in her broadsides, if kinds of shot are in use (19). Default: round shot.",
)
RELOADABLE_SHOT: tuple[ShotKind, ...] = ("round", "double", "chain", "grape")
"""Kinds of shot that can be loaded during a battle; hot shot is loaded only before the battle (AMB-178)."""


class Load(ShipCommand, frozen=True, rename={"broadside": "battery"}):
    """Choose the shot of one loaded broadside of a ship before the battle (AMB-177)."""

    broadside: Broadside
    shot: ShotKind


def check_load(state: State, command: Load) -> Refused | None:
    """Refuse to load unless `side` may command the ship and the guns are loaded; None if legal (AMB-177).

    Hot shot is also refused if the officer is dead (AMB-178).
    """
    key, title = command.ship, state.cards[command.ship].name if command.ship in state.cards else ""
    if refusal := check_fighting(state, command.side, key):
        return refusal
    ship = state.ships[key]
    if command.broadside not in ship.loaded:
        return Refused("AMB-177", f"The {command.broadside} broadside of {title} is not loaded.", pieces=(key,))
    if command.shot == "red" and ship.officer == "dead":
        return Refused("AMB-178", "Hot shot needs a living captain.", pieces=(key,))
    return None


def execute_load(turn: Context, command: Load) -> None:
    """Emit `ShotChosen`; the player can choose again until the step ends."""
    turn.emit(ShotChosen(ship=command.ship, broadside=command.broadside, shot=command.shot))


def _list_loads(state: State, side: Side, key: str) -> Iterator[Load]:
    """Yield each kind but round shot for each broadside that holds round shot.

    Broadsides with another kind get no offer; otherwise a player who takes every offer would never end.
    """
    plain = (one for one in BROADSIDES if shot_in(state.ships[key], one) == "round")
    return (Load(side, key, one, kind) for one in plain for kind in SHOT if kind != "round")


def _get_ordered_shot(command: Reload) -> dict[Broadside, ShotKind]:
    """Return the kinds of shot that the command names, by broadside; a broadside not named is left out."""
    given: dict[Broadside, ShotKind | object] = {"port": command.port, "starboard": command.starboard}
    return {one: kind for one, kind in given.items() if kind is not UNSET}  # type: ignore[misc]


def _build_shot_events(state: State, command: Reload) -> Iterator[ShotChosen]:
    """Yield `ShotChosen` for each broadside whose kind the command changes, before the guns are loaded.

    Yields nothing for an unknown ship.
    """
    ship = state.ships.get(command.ship)
    for broadside, kind in _get_ordered_shot(command).items():
        if ship and shot_in(ship, broadside) != kind:
            yield ShotChosen(ship=command.ship, broadside=broadside, shot=kind)


def _check_reload(state: State, command: Reload) -> Refused | None:  # noqa: ARG001
    """Refuse a kind of shot for guns that the command does not load (AMB-177), and hot shot (AMB-178)."""
    for broadside, kind in _get_ordered_shot(command).items():
        if broadside not in command.broadsides:
            return Refused("AMB-177", f"The {broadside} guns are not part of this order.", pieces=(command.ship,))
        if kind == "red":
            return Refused("AMB-178", "Hot shot can be loaded only before the battle.", pieces=(command.ship,))
    return None


def _list_reloads(state: State, side: Side, key: str) -> Iterator[Reload]:
    """Yield reloads of each empty broadside, and of both, with each choice that changes some kind of shot.

    Yields nothing if the ship cannot or need not reload; guns that cool are left out.
    """
    sides = empty_broadsides(state.ships[key]) if crew_tasks.has_to_reload(state, key) else ()
    for some in [(one,) for one in sides] + [sides] * (len(sides) > 1):
        for kinds in product(RELOADABLE_SHOT, repeat=len(some)):
            if any(shot_in(state.ships[key], one) != kind for one, kind in zip(some, kinds, strict=True)):
                chosen = dict(zip(some, kinds, strict=True))
                yield Reload(side, key, some, port=chosen.get("port", UNSET), starboard=chosen.get("starboard", UNSET))


def _cool_guns(turn: Context) -> None:
    """Emit `GunsCooled` with one step less for each broadside that must wait, as a reload step closes."""
    for key, ship in turn.state.ships.items():
        for broadside in BROADSIDES:
            if left := cooling_turns(ship, broadside):
                turn.emit(GunsCooled(ship=key, broadside=broadside, wait=left - 1))


def _cool_hot_shot(turn: Context) -> None:
    """Emit `ShotCooled` for the hot shot of ships that fired in this phase or have a dead officer.

    Runs as the Combat Phase closes (AMB-178).
    """
    for key, ship in turn.state.ships.items():
        hot = [one for one in BROADSIDES if shot_in(ship, one) == "red"]
        for broadside in hot if ship.fired or ship.officer == "dead" else ():
            turn.emit(ShotCooled(ship=key, broadside=broadside))


def _end_mishaps(turn: Context) -> None:
    """Emit `MishapOver` for ships with a mishap and no fire left, as a Combat Phase begins (AMB-215)."""
    for key, ship in turn.state.ships.items():
        if ship.gunnery and ship.gunnery.mishap and not ship.fires:
            turn.emit(MishapOver(ship=key))


def _refuse_burning_guns(state: State, key: str, broadside: Broadside) -> Refused | None:
    """Return the refusal to fire guns that hot shot set on fire while any fire burns aboard, else None.

    The rule is AMB-215.
    """
    ship = state.ships[key]
    silent = ship.gunnery and broadside in ship.gunnery.mishap and ship.fires
    reason = f"Hot shot has set fire among the {broadside} guns of {state.cards[key].name}."
    return Refused("AMB-215", reason, f"fires burning: {ship.fires}", (key,)) if silent else None


def _crews_lost_modifier(crew: Aboard, so_far: int) -> Modifier | None:
    """Subtract the crews missing against the card from boarding strength, at most to 0; None if none.

    Crews that are not counted (UNSET) are complete.
    """
    ship = crew.state.ships[crew.ship]
    lost = 0 if ship.crews is UNSET else min(so_far, crew.state.cards[crew.ship].crews - ship.crews)
    return Modifier("crews lost", f"−{lost}", so_far - lost) if lost > 0 else None


def _check_boarding_strength(state: State, command: Board) -> Refused | None:
    """Refuse to board if the boarding strength of the ship is 0, else None (AMB-181)."""
    if boarding.boarding_strength(state, command.ship):
        return None
    reason = f"{state.cards[command.ship].name} has no crew left to board with."
    return Refused("AMB-181", reason, "boarding strength 0", (command.ship,))


def _find_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield hot shot of a ship whose officer is dead, and hot shot in guns that are not loaded."""
    for place, ship in enumerate(data.ships):
        chosen: dict[Broadside, ShotKind] = getattr(ship, "shot", {})
        for broadside, kind in chosen.items():
            if kind == "red" and ship.officer == "dead":
                yield ("ships", place, "shot", broadside), "shot: hot shot needs a living captain"
            if kind == "red" and broadside not in ship.loaded:
                yield ("ships", place, "shot", broadside), "shot: hot shot cannot be loaded during a battle"


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield a mark for guns that cool, burn or hold other than round shot, and one for missing crews.

    A broadside gets one mark at most, the first of these that holds.
    """
    ship = state.ships[key]
    for broadside in BROADSIDES:
        kind, left = shot_in(ship, broadside), cooling_turns(ship, broadside)
        if left:
            told = f"They are cooling and cannot be loaded before turn {_first_turn_to_load(state, left)}."
            yield Mark(
                f"{broadside.capitalize()} guns",
                f"cooling until turn {_first_turn_to_load(state, left)}",
                told,
                "AMB-177",
            )
        elif _refuse_burning_guns(state, key, broadside):
            yield Mark(
                f"{broadside.capitalize()} guns", "afire", ("They cannot fire until no fire burns aboard."), "AMB-215"
            )
        elif kind != "round":
            yield Mark(f"{broadside.capitalize()} guns", SHOT[kind], SHOT_NOTES[kind], "SOTL-19")
    printed = state.cards[key].crews
    if ship.crews is not UNSET and ship.crews < printed:
        missing = f"{printed - ship.crews} of {printed}"
        yield Mark("Crews missing", missing, "Killed or away. Her boarding strength is lower by as many.", "AMB-181")


def _first_turn_to_load(state: State, left: int) -> int:
    """Return the first turn in which guns that wait `left` reload steps can be loaded."""
    steps = list(rules_of(state).phases)
    past = steps.index(state.phase) > steps.index("reload")
    return state.turn + left + past


MODULE = RuleModule(
    id="ammo",
    rule="SOTL-19",
    title="Kinds of shot",
    note="Choose round, double, chain or grape shot for each broadside; hot shot before the battle.",
    group="Guns",
    phase_start_rules={"combat": _end_mishaps},
    phase_end_rules={"combat": _cool_hot_shot, "reload": _cool_guns},
    command_handlers=(CommandHandler(Load, check_load, execute_load),),
    extra_commands={PREPARE.id: ("load",)},
    labels=build_handlers(
        KindHandler(
            Load, lambda _, order: (f"{order.broadside.capitalize()}: {SHOT[order.shot]}", SHOT_NOTES[order.shot])
        ),
    ),
    command_extensions=(
        CommandExtension(Reload, ("port", "starboard"), _build_shot_events, _check_reload),
        CommandExtension(Board, check=_check_boarding_strength),
    ),
    choices={PREPARE.id: offer_for_each_ship(_list_loads), "reload": offer_for_each_ship(_list_reloads)},
    event_handlers=EVENT_HANDLERS,
    silences=(_refuse_burning_guns,),
    ammunition=SHOT_KINDS,
    inking_rules=(emit_special_effects,),
    ship=(LOADED_SHOT,),
    find_problems=_find_problems,
    marks=_list_marks,
    modifiers=ModifierTables(
        hull_loss=ModifierTable((DOUBLE_SHOT_RULE,)),
        boarding=ModifierTable((ModifierRule("crews lost", "AMB-181", _crews_lost_modifier, after=("crew",)),)),
    ),
)
