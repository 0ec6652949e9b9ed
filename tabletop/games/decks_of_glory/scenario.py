"""From a scenario file to the opening state of a battle, and what players may set otherwise (DOG-6, DOG-7)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.standard import DECK, Colour
from tabletop.core.scenario import Prepared, stated, unknown
from tabletop.core.seats_and_switches import Switch
from tabletop.games.decks_of_glory.chapters.placing import open_ships
from tabletop.games.decks_of_glory.chapters.preparing import OTHER
from tabletop.games.decks_of_glory.state import Deployment, Ship, Side, State, Vessel, Weather, enemy_of
from tabletop.games.decks_of_glory.tables import POINTS, SIDE_OF

if TYPE_CHECKING:
    from tabletop.games.decks_of_glory.schema import ScenarioData, ShipData


Scenario = Prepared[State]


def model() -> "type[ScenarioData]":
    """The pydantic model of scenario files."""
    from tabletop.games.decks_of_glory.schema import ScenarioData  # pydantic is slow to import

    return ScenarioData


def read(text: str, source: str) -> Scenario:
    """The validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    from tabletop.games.decks_of_glory.schema import checked  # pydantic is slow to import

    data = checked(text, source)
    return Scenario(data.title, data.date, data.briefing, opening(data))


def opening(data: "ScenarioData") -> State:
    """The battle as it opens; the map and the sides must have been checked."""
    from tabletop.games.decks_of_glory.schema import sea_of

    sea = sea_of(data.map)
    assert sea
    first, second = data.sides
    colours, deploy = _colours(data), _deployment(data)
    battle = State(
        title=data.title,
        turns=data.turns,
        sea=sea,
        sides=(first, second),
        names={side: told.name for side, told in data.sides.items()},
        colours=colours,
        options=data.options.model_dump(),
        fleet={
            one.key: Vessel(one.key, one.name, one.nation, SIDE_OF[one.nation], one.rate, POINTS[one.rate])
            for one in data.ships
        },
        ships={ship.key: _ship(ship) for ship in data.ships},
        cards=zones.opened(DECK, ()),
        wind=data.wind,
        phase="shuffle" if colours else "colours",
        asked=None if colours else first,
        deploy=deploy,
        weather=_weather(data),
    )
    places = next((side for side in battle.sides if open_ships(battle, side)), None)
    return replace(battle, phase="deployment", asked=places) if places else battle


def _weather(data: "ScenarioData") -> Weather | UnsetType:
    """None of its own for a breeze by day."""
    told = Weather(data.wind_strength, data.clock, data.minutes_per_turn if data.clock else 15)
    return UNSET if told == Weather() else told


def _deployment(data: "ScenarioData") -> Deployment | UnsetType:
    """The places that the file leaves open."""
    if data.deploy is None:
        return UNSET
    from tabletop.games.decks_of_glory.schema import zone_of

    return Deployment(tuple(map(zone_of, data.deploy.zones)), data.deploy.secret)


def _colours(data: "ScenarioData") -> dict[Side, Colour]:
    """The colours of both sides; one that the file leaves out is the other one's opposite."""
    said = {side: told.colour for side, told in data.sides.items() if told.colour}
    return {side: said.get(side) or OTHER[said[enemy_of(side)]] for side in data.sides} if said else {}


def _ship(ship: "ShipData") -> Ship:
    if ship.derelict:
        return Ship(ship.key, ship.at, ship.facing, 0, "derelict")
    return Ship(ship.key, ship.at, ship.facing, ship.strength or POINTS[ship.rate])


_SWITCHES: tuple[tuple[str, str, str], ...] = (
    ("blocking", "Ships block the line of fire", "DOG-4"),
    ("leave_map", "Ships may leave the map", "DOG-14"),
    ("secret_fire", "Broadsides are declared in secret", "DOG-17"),
)
"""Name of each option, what it is about, and the rule that it switches."""

NAMES: tuple[str, ...] = tuple(name for name, _, _ in _SWITCHES)


def switches(scenario: Scenario) -> tuple[Switch, ...]:
    """All options, as the scenario sets them."""
    return tuple(Switch(name, words, rule, value=scenario.opening.options[name]) for name, words, rule in _SWITCHES)


def open_battle(scenario: Scenario, options: Mapping[str, object]) -> State:
    """The opening state, with some options set otherwise.

    Raises:
        ScenarioError: for an option that is unknown or neither on nor off.
    """
    chosen = stated(options, _wrong)
    opening = scenario.opening
    return replace(opening, options={**opening.options, **chosen})


def _wrong(name: str, value: object) -> str:
    if name not in NAMES:
        return unknown(name, NAMES)
    return "" if isinstance(value, bool) else f"{name}: expected true or false, not {value!r}"
