"""What must hold in a scenario beyond the types of its keys: every problem at once, at its line."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import shapely
from pydantic import Field, create_model

from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.phrases import did_you_mean, format_count
from tabletop.core.section import Section
from tabletop.games.ships_of_the_line import scenario, schema
from tabletop.games.ships_of_the_line.hooks import FIRST, Entry, Scenario
from tabletop.games.ships_of_the_line.model import Profile, State, Strength
from tabletop.games.ships_of_the_line.positions import hull_shape
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, compile_rules, fatigue_limit, load_rule_modules
from tabletop.games.ships_of_the_line.scenario import (
    build_lone_ship,
    build_opening,
    build_profile,
    build_sea,
    find_owners,
    hull_on_card,
)
from tabletop.games.ships_of_the_line.schema import MOST_SHIPS
from tabletop.games.ships_of_the_line.ship import AFLOAT, SIDE_OF, ShipClass
from tabletop.geometry.hull import stern_pose


def _with_entries(section: type[Section], entries: Iterable[Entry[object]], **fields: Any) -> type[Section]:
    """Return a model like `section` with the keys that rule modules add; `fields` replace fields of it."""
    added: dict[str, Any] = {one.key: (one.kind, Field(default=one.default, description=one.about)) for one in entries}
    return create_model(section.__name__, __base__=section, __doc__=section.__doc__, **fields, **added)


def _build_switch_entry(module: RuleModule) -> Entry[bool | None]:
    """Return the key of `options` that switches a rule module.

    A chapter of the rulebook is off if a file leaves the key out. Any other module is then undecided (None).
    """
    kind, default = (bool, False) if module.is_in_book else (bool | None, None)
    return Entry(module.id, kind, default, module.note)


if TYPE_CHECKING:
    Options = schema.Options
    ShipData = schema.ShipData
    ScenarioData = schema.ScenarioData
else:
    Options = _with_entries(schema.Options, map(_build_switch_entry, load_rule_modules().values()))
    ShipData = _with_entries(schema.ShipData, (entry for one in load_rule_modules().values() for entry in one.ship))
    ScenarioData = _with_entries(
        schema.ScenarioData,
        (entry for one in load_rule_modules().values() for entry in one.scenario),
        options=(Options, Options()),
        ships=(tuple[ShipData, ...], schema.ScenarioData.model_fields["ships"]),
    )

Ships = Mapping[int, ShipData]
"""The sound ships of a file by their place in its list."""

_TERMS = {"`float`": "a number", "`int`": "a whole number", "`str`": "text", "`array`": "a list", "`object`": "a group"}
_RANGES = ("point_blank", "medium", "long")
_PROFILE_TYPES = {field.name: field.type for field in msgspec.structs.fields(Profile)}


def read_checked(text: str, source: str) -> Scenario:
    """Return the validated scenario that the file text describes.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    data = check_document(text, source)
    return Scenario(data.title, data.date, data.briefing, build_opening(data), data.drift)


def refuse_option(name: str, value: object) -> str:
    """Return why an option of scenario files cannot have this value, as a sentence; "" if it can."""
    if name not in Options.model_fields:
        return files.describe_unknown_option(name, Options.model_fields)
    if name == "wind_strength":
        strengths = get_args(Strength)
        return "" if value in (None, *strengths) else f"the wind is one of {', '.join(strengths)}, not {value!r}"
    return "" if isinstance(value, bool) else f"the option '{name}' is true or false, not {value!r}"


def check_document(text: str, source: str) -> ScenarioData:
    """Return the data of a scenario file, borrowed ships filled in, if the file has no problem.

    Raises:
        ScenarioError: with every problem of the file.
    """
    document = Document(text, source)
    document.check_readable()
    scenario.fill_in_borrowed_ships(document)
    data = files.fit(document, ScenarioData)
    if document.value_at(("ships",)) == []:
        document.add_problem(("ships",), "a battle needs ships")
    ships = files.fit_each(document, ShipData, "ships", MOST_SHIPS)
    profile = _check_profile(document)
    _check_options(document)
    _check_unique(document, ships)
    _check_marks(document, ships, profile)
    _check_overlap(document, ships, profile)
    if data:
        _check_whole(document, data, profile)
    document.raise_problems()
    assert data is not None
    return data


def _entries(document: Document, key: str) -> Iterable[tuple[str, object]]:
    """Return keys and values of a group of the file; () if it is missing or no group."""
    found = document.value_at((key,))
    return found.items() if isinstance(found, dict) else ()


def _check_profile(document: Document) -> Profile:
    """Report wrong values of the profile; return the profile with the right ones."""
    sound = {}
    for name, value in _entries(document, "profile"):
        if name not in _PROFILE_TYPES:
            document.add_key_problem(("profile", name), f"unknown key '{name}'{did_you_mean(name, _PROFILE_TYPES)}")
            continue
        try:
            sound[name] = msgspec.to_builtins(msgspec.convert(value, _PROFILE_TYPES[name]))
        except msgspec.ValidationError as error:
            document.add_problem(("profile", name), f"{name}: {_simplify_message(str(error))}")
    _check_classes(document, sound.get("hulls", {}))
    profile = build_profile(sound)
    _check_ranges(document, profile, sound)
    return profile


def _check_classes(document: Document, hulls: Iterable[str]) -> None:
    """Report hulls of classes that do not exist."""
    known = get_args(ShipClass)
    for name in hulls:
        if name not in known:
            message = f"hulls: unknown class '{name}'{did_you_mean(name, known)}"
            document.add_key_problem(("profile", "hulls", name), message)


def _check_ranges(document: Document, profile: Profile, stated: Iterable[str]) -> None:
    """Report a range that is longer than the next, at a value that the file states."""
    for nearer, farther in pairwise(_RANGES):
        least, most = getattr(profile, nearer), getattr(profile, farther)
        if least <= most:
            continue
        if nearer in stated:
            document.add_problem(
                ("profile", nearer), f"{nearer}: {least:g} is out of range: at most {farther}, {most:g}"
            )
        else:
            document.add_problem(
                ("profile", farther), f"{farther}: {most:g} is out of range: at least {nearer}, {least:g}"
            )


def _simplify_message(said: str) -> str:
    """Return a message of the type check in plain words, without the path."""
    for term, word in _TERMS.items():
        said = said.replace(term, word)
    return said.partition(" - at ")[0].replace("Expected", "expected").replace("Invalid", "invalid")


def _modules_in_use(document: Document) -> frozenset[str]:
    """Return the names of the options that the file sets to true, unknown ones included."""
    return frozenset(name for name, value in _entries(document, "options") if value is True)


def _check_options(document: Document) -> None:
    """Report an option that is true but cannot be."""
    for name, value in _entries(document, "options"):
        if name in Options.model_fields and value is True and (refusal := refuse_option(name, value)):
            document.add_problem(("options", name), refusal)


def _check_unique(document: Document, ships: Ships) -> None:
    """Report ships with the key of an earlier ship, or with the number of one of their nation."""
    keys: dict[str, ShipData] = {}
    numbers: dict[tuple[str, int], ShipData] = {}
    for place, ship in ships.items():
        if ship.key in keys:
            message = f"duplicate ship '{ship.key}': {keys[ship.key].name} already has that key"
            document.add_problem(("ships", place, "key"), message)
        number = (ship.nation, ship.number)
        if number in numbers and ship.key not in keys:
            message = f"duplicate ship: number {ship.number} of {ship.nation} is already {numbers[number].name}"
            document.add_problem(("ships", place, "number"), message)
        keys.setdefault(ship.key, ship)
        numbers.setdefault(number, ship)


def _check_marks(document: Document, ships: Ships, profile: Profile) -> None:
    """Report marks of each ship that contradict her card or each other."""
    for place, ship in ships.items():
        for key, message in _find_odd_marks(ship, build_lone_ship(ship, profile, _modules_in_use(document))):
            document.add_problem(("ships", place, key), message)


def _find_odd_marks(ship: ShipData, state: State) -> Iterator[tuple[str, str]]:
    """Yield key and message for each mark of a ship that contradicts her card or another mark.

    Hull, fatigue and crews above the most, a mast both standing and fallen, and a captor or colours that do not
    fit.
    """
    hull = hull_on_card(ship)
    if ship.hull_left is not None and ship.hull_left > hull:
        yield "hull_left", f"hull_left: {ship.hull_left} is more than her {hull} hull points"
    if ship.fatigue > (most := fatigue_limit(state, ship.key)):
        yield "fatigue", f"fatigue: {ship.fatigue} is out of range: at most {most}"
    if (card := state.cards[ship.key]).crews > card.decks + 1:
        room = f"{format_count(card.decks, 'gun deck')} for at most {card.decks + 1}"
        yield "crews", f"crews: {card.crews} is too many, she has {room}"
    if both := {one.mast for one in ship.fallen} & set(ship.masts or ()):
        yield "fallen", f"the {min(both)} mast cannot both stand and lie over the side"
    if (ship.status == "captured") != (ship.captor is not None):
        yield "status", "a captured ship, and only a captured ship, has a captor"
    if ship.captor == SIDE_OF[ship.nation]:
        yield "captor", "a ship cannot be the prize of her own side"
    if ship.colours and SIDE_OF[ship.colours] != ship.captor:
        yield "colours", f"colours: {ship.colours} does not sail with her captor"


def _check_overlap(document: Document, ships: Ships, profile: Profile) -> None:
    """Report each pair of ships afloat whose hulls share an area; hulls that only touch are sound."""
    hulls = {
        place: hull_shape(stern_pose(*ship.at, ship.heading, size[0]), size)
        for place, ship in ships.items()
        if ship.status in AFLOAT
        for size in [profile.hulls[ship.ship_class]]
    }
    places, shapes = list(hulls), list(hulls.values())
    meeting = shapely.STRtree(shapes).query(shapes, predicate="intersects").T.tolist() if shapes else []
    for one, other in meeting:
        if one < other and shapes[one].intersection(shapes[other]).area > 0:
            first, second = places[one], places[other]
            message = f"{_label_ship(ships[second])} and {_label_ship(ships[first])} overlap"
            document.add_problem(("ships", second, "at"), message)


def _label_ship(ship: ShipData) -> str:
    """Return key and name of a ship."""
    return f"{ship.key} {ship.name}"


def _check_whole(document: Document, data: ScenarioData, profile: Profile) -> None:
    """Report problems between parts of the file: references, map, start, and what rule modules find.

    A module is asked if the file switches it on or has one of its keys.
    """
    for check in _WHOLE:
        check(document, data)
    _check_inside(document, data, profile)
    stated = {
        name for name, one in load_rule_modules().items() if any(entry.key in document.data for entry in one.scenario)
    }
    for module in compile_rules(_modules_in_use(document) | stated).modules:
        for path, message in module.find_problems(data):
            document.add_problem(path, message)


def _check_inside(document: Document, data: ScenarioData, profile: Profile) -> None:
    """Report a map beside a margin, an empty map, and ships afloat whose center is outside the map."""
    if data.map and data.margin:
        document.add_key_problem(("margin",), "give either a map or a margin, not both")
    if not (data.map or data.ships):
        return  # that there are no ships has been said, and they would make the map
    sea = build_sea(data, profile)
    if sea.west >= sea.east or sea.south >= sea.north:
        document.add_problem(("map",), "the map is empty: west must be less than east, and south less than north")
        return
    for place, ship in enumerate(data.ships):
        east, north = ship.at
        if ship.status in AFLOAT and not (sea.west <= east <= sea.east and sea.south <= north <= sea.north):
            document.add_problem(("ships", place, "at"), f"{_label_ship(ship)} is outside the map")


def _check_divisions(document: Document, data: ScenarioData) -> None:
    """Report ships in divisions that the file does not list."""
    for place, ship in enumerate(data.ships):
        if ship.division and ship.division not in data.divisions:
            message = f"unknown division '{ship.division}'{did_you_mean(ship.division, data.divisions)}"
            document.add_problem(("ships", place, "division"), message)


def _check_players(document: Document, data: ScenarioData) -> None:
    """Report players with unknown divisions or ships, or ships of the enemy, and ships without one owner."""
    keys = [ship.key for ship in data.ships]
    for name, player in data.players.items():
        for place, key in enumerate(player.ships):
            _check_ship(document, ("players", name, "ships", place), key, keys)
        for place, division in enumerate(player.divisions):
            if division not in data.divisions:
                message = f"unknown division '{division}'{did_you_mean(division, data.divisions)}"
                document.add_problem(("players", name, "divisions", place), message)
    for place, ship in enumerate(data.ships):
        found = find_owners(data, ship)
        if len(found) != 1:
            message = (
                f"{_label_ship(ship)} needs exactly one commander of her side; she has {' and '.join(found) or 'none'}"
            )
            document.add_problem(("ships", place), message)
        for name in (name for name, player in data.players.items() if ship.key in player.ships):
            if data.players[name].side != SIDE_OF[ship.nation]:
                document.add_problem(("players", name, "ships"), f"{_label_ship(ship)} is not on the side of {name}")


def _check_start(document: Document, data: ScenarioData) -> None:
    """Report a start in a step that asks nobody or after the last turn, and unknown ships in it.

    A random wind with a start after the initiative is a problem too.
    """
    start = data.start
    asking = [phase.id for phase in compile_rules(_modules_in_use(document)).phases.values() if phase.asks != "nobody"]
    if start.phase not in asking:
        message = (
            f"phase: '{start.phase}' is not a step in which a side gives orders{did_you_mean(start.phase, asking)}"
        )
        document.add_problem(("start", "phase"), message)
    if data.wind.origin == "random" and start.phase != FIRST:
        message = f"from: a random wind is rolled with the first initiative, but the battle begins with '{start.phase}'"
        document.add_problem(("wind", "from"), message)
    if start.turn > data.turns:
        document.add_problem(("start", "turn"), f"turn: {start.turn} is out of range: at most {data.turns}")
    keys = [ship.key for ship in data.ships]
    for place, grapple in enumerate(start.grapples):
        _check_ship(document, ("start", "grapples", place, "first"), grapple.first, keys)
        _check_ship(document, ("start", "grapples", place, "second"), grapple.second, keys)
    for place, tow in enumerate(start.tows):
        _check_ship(document, ("start", "tows", place, "tower"), tow.tower, keys)
        _check_ship(document, ("start", "tows", place, "towed"), tow.towed, keys)


def _check_ship(document: Document, path: tuple[str | int, ...], key: str, keys: Iterable[str]) -> None:
    """Report at `path` a key that is not among the keys of the ships."""
    if key not in keys:
        document.add_problem(path, f"unknown ship '{key}'{did_you_mean(key, keys)}")


_WHOLE: tuple[Callable[[Document, ScenarioData], None], ...] = (_check_divisions, _check_players, _check_start)
