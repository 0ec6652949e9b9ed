"""Chapter 19: kinds of shot, loaded side by side (AMB-103, AMB-177, AMB-215); what each does is in `kinds`."""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from msgspec import UNSET

from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.core.document import Path
from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import loading, melee
from tabletop.games.ships_of_the_line.chapters.optional.ammo.events import (
    EVENT_HANDLERS,
    GunsCooled,
    MishapOver,
    ShotChosen,
    ShotCooled,
)
from tabletop.games.ships_of_the_line.chapters.optional.ammo.kinds import ABOUT, DOUBLED, KINDS, take_effect
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting, each_ship
from tabletop.games.ships_of_the_line.commands import Board, Reload, ShipCommand
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.modifiers import Aboard, Modifier, ModifierRule, ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.phases import PREPARE
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension, Entry, Mark, RuleModule
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, ShotKind, cooling, empty, loaded_with
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State
from tabletop.games.ships_of_the_line.words import SHOT

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData

LOADED: Entry[dict[Broadside, ShotKind]] = Entry(
    "shot",
    dict[Broadside, ShotKind],
    {},
    "What her broadsides are loaded with, where kinds of shot are in use (19); left out: round shot.",
)
COLD: tuple[ShotKind, ...] = ("round", "double", "chain", "grape")
"""What is loaded during a battle; furnaces are lit before it alone (AMB-178)."""


class Load(ShipCommand, frozen=True, rename={"broadside": "battery"}):
    """Say before the battle what one side of a ship is loaded with (AMB-177)."""

    broadside: Broadside
    shot: ShotKind


def check_load(state: State, command: Load) -> Refused | None:
    """Any kind, for guns that are loaded; hot shot only under a living officer."""
    key, title = command.ship, state.cards[command.ship].name if command.ship in state.cards else ""
    if refusal := check_fighting(state, command.side, key):
        return refusal
    ship = state.ships[key]
    if command.broadside not in ship.loaded:
        return Refused("AMB-177", f"The {command.broadside} broadside of {title} is not loaded.", pieces=(key,))
    if command.shot == "red" and ship.officer == "dead":
        return Refused("AMB-178", "Hot shot needs a living officer.", pieces=(key,))
    return None


def load(turn: Context, command: Load) -> None:
    """It can be loaded otherwise until the step is over."""
    turn.emit(ShotChosen(ship=command.ship, broadside=command.broadside, shot=command.shot))


def _may_load(state: State, side: Side, key: str) -> Iterator[Load]:
    """Another kind for guns that still hold round shot, so that taking any offer comes to an end."""
    plain = (one for one in BROADSIDES if loaded_with(state.ships[key], one) == "round")
    return (Load(side, key, one, kind) for one in plain for kind in SHOT if kind != "round")


def _ordered(command: Reload) -> dict[Broadside, ShotKind]:
    given: dict[Broadside, ShotKind | object] = {"port": command.port, "starboard": command.starboard}
    return {one: kind for one, kind in given.items() if kind is not UNSET}  # type: ignore[misc]


def _chosen(state: State, command: Reload) -> Iterator[ShotChosen]:
    """The kind comes first, so that the guns are loaded with it."""
    ship = state.ships.get(command.ship)
    for broadside, kind in _ordered(command).items():
        if ship and loaded_with(ship, broadside) != kind:
            yield ShotChosen(ship=command.ship, broadside=broadside, shot=kind)


def _check_reload(state: State, command: Reload) -> Refused | None:  # noqa: ARG001
    """A kind for the guns that are loaded, and not hot."""
    for broadside, kind in _ordered(command).items():
        if broadside not in command.broadsides:
            return Refused("AMB-177", f"The {broadside} guns are not loaded by this order.", pieces=(command.ship,))
        if kind == "red":
            return Refused("AMB-178", "Hot shot is loaded before the battle alone.", pieces=(command.ship,))
    return None


def _may_reload(state: State, side: Side, key: str) -> Iterator[Reload]:
    """One side or both, with every kind of shot but what the basic order loads: what each had."""
    sides = empty(state.ships[key]) if loading.waits(state, key) else ()
    for some in [(one,) for one in sides] + [sides] * (len(sides) > 1):
        for kinds in product(COLD, repeat=len(some)):
            if any(loaded_with(state.ships[key], one) != kind for one, kind in zip(some, kinds, strict=True)):
                chosen = dict(zip(some, kinds, strict=True))
                yield Reload(side, key, some, port=chosen.get("port", UNSET), starboard=chosen.get("starboard", UNSET))


def _cool(turn: Context) -> None:
    """Guns that cool have done so for a turn, as step 0 closes."""
    for key, ship in turn.state.ships.items():
        for broadside in BROADSIDES:
            if left := cooling(ship, broadside):
                turn.emit(GunsCooled(ship=key, broadside=broadside, wait=left - 1))


def _go_cold(turn: Context) -> None:
    """Hot shot is fired in the first phase in which a ship fires, under a living officer, or not at all."""
    for key, ship in turn.state.ships.items():
        hot = [one for one in BROADSIDES if loaded_with(ship, one) == "red"]
        for broadside in hot if ship.fired or ship.officer == "dead" else ():
            turn.emit(ShotCooled(ship=key, broadside=broadside))


def _serve_again(turn: Context) -> None:
    """The fires are out as a Combat Phase begins."""
    for key, ship in turn.state.ships.items():
        if ship.gunnery and ship.gunnery.mishap and not ship.fires:
            turn.emit(MishapOver(ship=key))


def _afire(state: State, key: str, broadside: Broadside) -> Refused | None:
    ship = state.ships[key]
    silent = ship.gunnery and broadside in ship.gunnery.mishap and ship.fires
    reason = f"Hot shot has set fire among the {broadside} guns of {state.cards[key].name}."
    return Refused("AMB-215", reason, f"fires burning: {ship.fires}", (key,)) if silent else None


def _killed(crew: Aboard, so_far: int) -> Modifier | None:
    ship = crew.state.ships[crew.ship]
    lost = 0 if ship.crews is UNSET else min(so_far, crew.state.cards[crew.ship].crews - ship.crews)
    return Modifier("crews lost", f"−{lost}", so_far - lost) if lost > 0 else None


def _check_board(state: State, command: Board) -> Refused | None:
    """A ship whose boarders are all dead boards nobody (AMB-181)."""
    if melee.strength(state, command.ship):
        return None
    reason = f"{state.cards[command.ship].name} has nobody left to board with."
    return Refused("AMB-181", reason, "boarding strength 0", (command.ship,))


def _problems(data: "ScenarioData") -> Iterator[tuple[Path, str]]:
    for place, ship in enumerate(data.ships):
        chosen: dict[Broadside, ShotKind] = getattr(ship, "shot", {})
        for broadside, kind in chosen.items():
            if kind == "red" and ship.officer == "dead":
                yield ("ships", place, "shot", broadside), "shot: hot shot needs a living officer"
            if kind == "red" and broadside not in ship.loaded:
                yield ("ships", place, "shot", broadside), "shot: hot shot cannot be loaded during a battle"


def _marks(state: State, key: str) -> Iterator[Mark]:
    ship = state.ships[key]
    for broadside in BROADSIDES:
        kind, left = loaded_with(ship, broadside), cooling(ship, broadside)
        if left:
            told = f"They must cool and cannot be loaded before turn {_until(state, left)}."
            yield Mark(f"{broadside.capitalize()} guns", f"cooling until turn {_until(state, left)}", told, "AMB-177")
        elif _afire(state, key, broadside):
            yield Mark(f"{broadside.capitalize()} guns", "afire", "Silent until no fire burns aboard.", "AMB-215")
        elif kind != "round":
            yield Mark(f"{broadside.capitalize()} guns", SHOT[kind], ABOUT[kind], "SOTL-19")
    printed = state.cards[key].crews
    if ship.crews is not UNSET and ship.crews < printed:
        missing = f"{printed - ship.crews} of {printed}"
        yield Mark(
            "Crews missing", missing, "Killed or elsewhere; her boarding strength has fallen with them.", "AMB-181"
        )


def _until(state: State, left: int) -> int:
    """Until when; before the step of reloading has closed, this turn's is one of those that are left."""
    steps = list(rules_of(state).phases)
    past = steps.index(state.phase) > steps.index("reload")
    return state.turn + left + past


MODULE = RuleModule(
    id="ammo",
    rule="SOTL-19",
    words="Kinds of shot",
    note="Each side is loaded with round, double, chain or grape shot, and before the battle with hot shot.",
    group="Guns",
    opening={"combat": _serve_again},
    closing={"combat": _go_cold, "reload": _cool},
    command_handlers=(CommandHandler(Load, check_load, load),),
    orders={PREPARE.id: ("load",)},
    labels=by_kind(
        Case(Load, lambda _, order: (f"{order.broadside.capitalize()}: {SHOT[order.shot]}", ABOUT[order.shot])),
    ),
    amendments=(
        CommandExtension(Reload, ("port", "starboard"), _chosen, _check_reload),
        CommandExtension(Board, check=_check_board),
    ),
    choices={PREPARE.id: each_ship(_may_load), "reload": each_ship(_may_reload)},
    event_handlers=EVENT_HANDLERS,
    silences=(_afire,),
    ammunition=KINDS,
    inking=(take_effect,),
    ship=(LOADED,),
    problems=_problems,
    marks=_marks,
    sums=ModifierTables(
        hull_loss=ModifierTable((DOUBLED,)),
        boarding=ModifierTable((ModifierRule("crews lost", "AMB-181", _killed, after=("crew",)),)),
    ),
)
