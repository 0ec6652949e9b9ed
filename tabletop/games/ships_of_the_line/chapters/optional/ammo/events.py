"""Chapter 19: what comes of kinds of shot; told and applied here, decided elsewhere."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.events import EventHandler
from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line.modifiers import Modifier
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Gunnery, Ship, ShotKind
from tabletop.games.ships_of_the_line.shots import Shot, Special
from tabletop.games.ships_of_the_line.state import ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.words import SHOT, name, thrown


class ShotChosen(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """What one side is loaded with, or will be (AMB-177)."""

    broadside: Broadside
    shot: ShotKind
    rule: str = "AMB-177"


class HotShotTried(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """Hot shot was to be fired: the roll that must come to at most `needed`, or the side is afire (AMB-178, AMB-215).

    `modifiers` run from the die to the modified result.
    """

    broadside: Broadside
    die: int
    modifiers: tuple[Modifier, ...]
    success: bool
    needed: int
    rule: str = "AMB-178"


class GunsHeated(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """What was fired needs `wait` reload steps before the side is loaded again, with round shot (AMB-178, AMB-179)."""

    broadside: Broadside
    wait: int
    """Steps of loading that it is left out of from now on."""
    rule: str = "AMB-177"


class GunsCooled(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """A side has cooled for a turn (AMB-177)."""

    broadside: Broadside
    wait: int
    """Steps of loading that it is left out of from now on."""
    rule: str = "AMB-177"


class ShotCooled(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """Hot shot that was not fired in the first phase of fire of its ship counts as round shot from now on (AMB-178)."""

    broadside: Broadside
    rule: str = "AMB-178"


class MishapOver(ShipEvent, frozen=True, kw_only=True):
    """No fire burns any more where hot shot had set one (AMB-215)."""

    rule: str = "AMB-215"


class CrewsLost(ShipEvent, frozen=True, kw_only=True):
    """Grapeshot swept the decks (AMB-181)."""

    lost: int
    """How many crews."""
    left: int
    rule: str = "AMB-181"


def with_shot(ship: Ship, broadside: Broadside, shot: ShotKind) -> dict[Broadside, ShotKind] | UnsetType:
    """What her sides are loaded with once one of them has another kind; round shot is not written down."""
    chosen = {**(ship.shot or {}), broadside: shot}
    return {side: chosen[side] for side in BROADSIDES if chosen.get(side, "round") != "round"} or UNSET


def _with_gunnery(state: State, key: str, gunnery: Gunnery, **marks: object) -> State:
    plain = gunnery == Gunnery()
    return with_ship(state, key, gunnery=UNSET if plain else gunnery, **marks)


def _chosen(state: State, event: ShotChosen) -> State:
    return with_ship(state, event.ship, shot=with_shot(state.ships[event.ship], event.broadside, event.shot))


def _tried(state: State, event: HotShotTried) -> State:
    """Where it fails, the side is empty and afire; the fire takes effect with all other damage (AMB-146, AMB-215)."""
    if event.success:
        return state
    ship, side = state.ships[event.ship], event.broadside
    gunnery = ship.gunnery or Gunnery()
    afire = Special("red", fires=1)
    shot = Shot(event.ship, side, event.ship, "broadside", 0, 0, special=afire)
    state = _with_gunnery(
        state,
        event.ship,
        replace(gunnery, mishap=(*gunnery.mishap, side)),
        shot=with_shot(ship, side, "round"),
        loaded=tuple(one for one in ship.loaded if one != side),
        fired=tuple(one for one in BROADSIDES if one in (*ship.fired, side)),
    )
    return replace(state, shots=(*state.shots, shot))


def _waiting(state: State, event: GunsHeated | GunsCooled) -> State:
    ship = state.ships[event.ship]
    gunnery = ship.gunnery or Gunnery()
    wait = {side: left for side, left in {**gunnery.wait, event.broadside: event.wait}.items() if left}
    return _with_gunnery(state, event.ship, replace(gunnery, wait=wait))


def _heated(state: State, event: GunsHeated) -> State:
    ship = state.ships[event.ship]
    return with_ship(_waiting(state, event), event.ship, shot=with_shot(ship, event.broadside, "round"))


def _shot_cooled(state: State, event: ShotCooled) -> State:
    return with_ship(state, event.ship, shot=with_shot(state.ships[event.ship], event.broadside, "round"))


def _mishap_over(state: State, event: MishapOver) -> State:
    gunnery = state.ships[event.ship].gunnery or Gunnery()
    return _with_gunnery(state, event.ship, replace(gunnery, mishap=()))


def _tried_in_words(state: State, event: HotShotTried) -> str:
    """The die, what was needed, and what came of it."""
    ends = "it is run in" if event.success else "it sets fire to her own side, which stays silent"
    guns = f"{name(state, event.ship)} brings hot shot to her {event.broadside} guns"
    return f"{guns}: {thrown(event.modifiers)}, {event.needed} or less needed; {ends}."


def _heated_in_words(state: State, event: GunsHeated) -> str:
    turn = state.turn + event.wait
    return f"{name(state, event.ship)}'s {event.broadside} guns must cool and cannot be loaded before turn {turn}."


def _cooled_in_words(state: State, event: GunsCooled) -> str:
    return "" if event.wait else f"{name(state, event.ship)}'s {event.broadside} guns have cooled."


def _crews_in_words(state: State, event: CrewsLost) -> str:
    left = f"{count(event.left, 'crew')} left" if event.left else "nobody is left"
    return f"Grapeshot sweeps the decks of {name(state, event.ship)}: {count(event.lost, 'crew')} lost, {left}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        ShotChosen,
        _chosen,
        describe=lambda state, event: f"{name(state, event.ship)}'s {event.broadside} guns get {SHOT[event.shot]}.",
    ),
    EventHandler(HotShotTried, _tried, _tried_in_words),
    EventHandler(GunsHeated, _heated, _heated_in_words),
    EventHandler(GunsCooled, _waiting, _cooled_in_words),
    EventHandler(
        ShotCooled,
        _shot_cooled,
        describe=lambda state, event: (
            f"The hot shot in {name(state, event.ship)}'s {event.broadside} guns has gone cold."
        ),
    ),
    EventHandler(
        MishapOver,
        _mishap_over,
        describe=lambda state, event: (
            f"The fire among {name(state, event.ship)}'s guns is out: they can be served again."
        ),
    ),
    EventHandler(CrewsLost, lambda state, event: with_ship(state, event.ship, crews=event.left), _crews_in_words),
)
