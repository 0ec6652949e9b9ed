"""From the data of a scenario file to the opening state of a battle (2.2, AMB-118), and back to a file."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.phrases import capitalize
from tabletop.games.ships_of_the_line import fleets, model, positions, rules
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.hooks import FIRST, PREPARE
from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules, phase_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, MASTS, SIDE_NAMES, SIDE_OF, Card, FallenMast, Leader, Ship
from tabletop.games.ships_of_the_line.tables import CLASSES, WIND_TABLE
from tabletop.geometry.hull import stern_pose
from tabletop.geometry.pose import quantise

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData, ShipData, StartData, WindData


KEY = "ships_of"
"""Key of a scenario file that names the scenario whose ships are borrowed."""
PRINTED = frozenset(
    {
        "nation",
        "number",
        "name",
        "captain",
        "class",
        "decks",
        "guns",
        "dice",
        "half_dice",
        "boarding",
        "crews",
        "hull",
        "veteran",
        "leader",
    }
)
"""The keys of a ship that are printed on her card, and that a borrowed ship brings."""


def fill_in_borrowed_ships(document: Document) -> None:
    """Fill in the ships of a document from the scenario that it names, by key. Changes `document`.

    Only keys printed on the card are taken; what the document gives itself stays.
    """
    name, ships = document.value_at((KEY,)), document.value_at(("ships",))
    lender = files.open_lender(document, "ships_of_the_line", KEY, name, "ships") if isinstance(name, str) else None
    if lender is None or not isinstance(ships, list):
        return
    known = {ship["key"]: ship for ship in lender.value_at(("ships",))}
    for place, ship in enumerate(ships):
        key = ship.get("key") if isinstance(ship, dict) else None
        if isinstance(key, str) and key in known:
            ships[place] = {part: value for part, value in known[key].items() if part in PRINTED} | ship


_PRINTED = ("key", "nation", "number", "name", "captain", "ship_class", "guns", "veteran")
"""Fields that a card takes from the file as they are."""
_MARKS = (
    "status",
    "captor",
    "loaded",
    "fatigue",
    "fires",
    "old_fires",
    "rudder_lost",
    "officer",
    "stopped",
    "anchored",
    "attacked",
)
"""Marks that a ship takes from the file as they are."""


def build_profile(overrides: Mapping[str, object]) -> model.Profile:
    """Return the standard profile with the values of `overrides`, which must have been checked."""
    usual = msgspec.to_builtins(model.load_standard_profile())
    return msgspec.convert({**usual, **overrides, "hulls": usual["hulls"] | overrides.get("hulls", {})}, model.Profile)


def build_sea(data: "ScenarioData", profile: model.Profile) -> model.Sea:
    """Return the edges of the map: as stated, else a margin around the centers of all ships (AMB-12)."""
    if data.map:
        return model.Sea(**data.map.model_dump())
    margin = data.margin or profile.map_margin
    easts, norths = zip(*(ship.at for ship in data.ships), strict=True)
    edges = (min(easts) - margin, min(norths) - margin, max(easts) + margin, max(norths) + margin)
    return model.Sea(*map(quantise, edges))


def find_owners(data: "ScenarioData", ship: "ShipData") -> tuple[str, ...]:
    """Return the players who command a ship; the side itself if the file names no players (2-a, 2-b).

    Exactly one in a sound scenario; none or several are errors of the file.
    """
    side = SIDE_OF[ship.nation]
    if not data.players:
        return (side,)
    return tuple(
        name
        for name, player in data.players.items()
        if player.side == side
        and (
            ship.key in player.ships
            or ship.nation in player.nations
            or ship.division in player.divisions
            or not (player.ships or player.nations or player.divisions)
        )
    )


def build_opening(data: "ScenarioData") -> model.State:
    """Return the opening state of a battle, without what rule modules add; `data` must have been checked."""
    profile = build_profile(data.profile)
    cards = {ship.key: _build_card(ship, find_owners(data, ship)[0]) for ship in data.ships}
    ships = {ship.key: _build_ship(ship, cards[ship.key], profile) for ship in data.ships}
    state = model.State(
        title=data.title,
        turns=data.turns,
        minutes_per_turn=data.minutes_per_turn,
        clock_start=data.clock,
        profile=profile,
        sea=build_sea(data, profile),
        wind=_build_wind(data.wind),
        drift=False,
        initiative_bonus=dict(data.initiative.bonus),
        initiative_ties=data.initiative.ties,
        options=data.options.model_dump(exclude_none=True),
        cards=cards,
        ships=ships,
        divisions=_build_divisions(data, cards),
        players=_build_players(data),
        scores=victory.opening_scores(cards, ships.values()),
        leaders=fleets.opening_leaders(cards, ships),
        matter=_build_matter(data),
    )
    return _begin_at(with_wind_option(state, data.drift), data.start)


def build_lone_ship(ship: "ShipData", profile: model.Profile, options: Iterable[str]) -> model.State:
    """Return a battle with only this ship, in service, and `options` on; for computations about her alone."""
    card = _build_card(ship, "")
    return model.State(
        title="",
        turns=1,
        minutes_per_turn=1,
        clock_start="",
        profile=profile,
        sea=model.Sea(0, 0, 0, 0),
        wind=model.Wind(0),
        drift=False,
        initiative_bonus={},
        initiative_ties=card.side,
        options=dict.fromkeys(options, True),
        cards={card.key: card},
        ships={card.key: replace(_build_ship(ship, card, profile), status="in_service")},
    )


def _begin_at(state: model.State, start: "StartData") -> model.State:
    """Return the state at the turn, step and side where play begins, with the file's grapples and tows."""
    holds = start.initiative or (None if start.phase == "initiative" else state.initiative_ties)
    state = replace(
        state,
        turn=start.turn,
        phase=start.phase,
        initiative=holds,
        grapples=tuple(model.Grapple(turn=start.turn - 1, **one.model_dump()) for one in start.grapples),
        tows=tuple(model.Tow(one.tower, one.towed) for one in start.tows),
    )
    return replace(state, asked=start.asked or rules.order_of_sides(state)[0])


def _build_wind(data: "WindData") -> model.Wind:
    """Return the wind of the file; a random wind has a stand-in from the middle of the table (AMB-176)."""
    if data.origin == "random":
        return model.Wind(WIND_TABLE[len(WIND_TABLE) // 2 - 1], data.strength, unknown=True)
    return model.Wind(model.POINTS.index(data.origin) * 45, data.strength)


def _build_players(data: "ScenarioData") -> tuple[model.Player, ...] | msgspec.UnsetType:
    """Return the players of the file, or UNSET if no side has several (AMB-148)."""
    players = tuple(model.Player(key, one.side, one.name or capitalize(key)) for key, one in data.players.items())
    return players if len(players) > len({one.side for one in players}) else msgspec.UNSET


def _build_matter(data: "ScenarioData") -> dict[str, object] | msgspec.UnsetType:
    """Return the keys of the file for rule modules, without default values; UNSET if none is left."""
    keys = {entry.key for module in load_rule_modules().values() for entry in module.scenario}
    return data.model_dump(mode="json", include=keys, exclude_defaults=True) or msgspec.UNSET


def _build_divisions(data: "ScenarioData", cards: Mapping[str, Card]) -> dict[str, str]:
    """Return the titles of the divisions, with the sides as divisions of ships that have none."""
    sides = {card.division: SIDE_NAMES[card.side] for card in cards.values() if card.division in SIDE_NAMES}
    return {**data.divisions, **sides}


def _build_card(ship: "ShipData", player: str) -> Card:
    """Return the card of a ship; what the file leaves out comes from the class table."""
    rows = [row for row in CLASSES if row.ship_class == ship.ship_class]
    usual = next((row for row in rows if row.guns[0] <= ship.guns <= row.guns[1]), rows[-1])
    side = SIDE_OF[ship.nation]
    decks = ship.decks or usual.decks
    dice = ship.dice or usual.dice["point_blank"]
    return Card(
        **{part: getattr(ship, part) for part in _PRINTED},
        side=side,
        decks=decks,
        dice=dice,
        half_dice=ship.half_dice or (dice + 1) // 2,
        boarding=ship.boarding or usual.boarding,
        crews=ship.crews or decks + 1,
        hull=hull_on_card(ship),
        division=ship.division or side,
        player=player,
        leader=Leader(**ship.leader.model_dump()) if ship.leader else None,
    )


def hull_on_card(ship: "ShipData") -> int:
    """Return the hull points on the card: as stated, else a fifth of the guns, rounded up (AMB-118)."""
    return ship.hull or -(-ship.guns // 5)


def _build_ship(ship: "ShipData", card: Card, profile: model.Profile) -> Ship:
    """Return the ship with place and marks of the file.

    Masts that fell do not stand unless the file says so.
    """
    fallen = tuple(FallenMast(one.mast, one.over) for one in ship.fallen)
    down = {one.mast for one in fallen}
    standing = tuple(mast for mast in MASTS if mast not in down) if ship.masts is None else ship.masts
    east, north = ship.at
    brought = (entry for module in load_rule_modules().values() for entry in module.ship)
    stated = (entry.key for entry in brought if getattr(ship, entry.key) != entry.default)
    return Ship(
        key=ship.key,
        pose=stern_pose(east, north, ship.heading, profile.hulls[ship.ship_class][0]),
        hull=card.hull if ship.hull_left is None else ship.hull_left,
        colours=ship.colours or msgspec.UNSET,
        masts=standing,
        fallen=fallen,
        **{mark: getattr(ship, mark) for mark in (*_MARKS, *stated)},
    )


def with_wind_option(state: model.State, drift: bool | None) -> model.State:
    """Return the battle with the wind strength of its options, and with drift (AMB-70, AMB-74).

    `drift` None lets ships drift in a heavy wind only.
    """
    wind = replace(state.wind, strength=state.options.get("wind_strength", state.wind.strength))
    return replace(state, wind=wind, drift=wind.strength == "heavy" if drift is None else drift)


Said = Mapping[str, object]
"""Values by the keys of a scenario file; None for a key to be left out."""

_PLAIN: dict[str, object] = {
    "status": "in_service",
    "captor": None,
    "fatigue": 0,
    "fires": 0,
    "old_fires": 0,
    "rudder_lost": False,
    "officer": "well",
    "stopped": False,
    "anchored": False,
    "attacked": False,
}
"""Marks that have the same name in a file and on a ship, with their default values."""


def export_ship(state: model.State, key: str) -> Said:
    """Return a ship's place and marks by the keys of a scenario file; None for a default."""
    now, middle = state.ships[key], positions.hull_center(state, key)
    marks = _PLAIN | {entry.key: entry.default for module in load_rule_modules().values() for entry in module.ship}
    fallen = [msgspec.to_builtins(one) for one in now.fallen]
    standing = [mast for mast in MASTS if mast not in {one.mast for one in now.fallen}]
    return {
        "at": [quantise(middle.x), quantise(middle.y)],
        "heading": now.pose.heading,
        "hull_left": None if now.hull == state.cards[key].hull else now.hull,
        "colours": now.colours or None,
        "masts": None if list(now.masts) == standing else list(now.masts),
        "fallen": fallen or None,
        "loaded": None if set(now.loaded) == set(BROADSIDES) else list(now.loaded),
        **{mark: _omit_usual(usual, getattr(now, mark)) for mark, usual in marks.items()},
    }


def export_battery(state: model.State, key: str) -> Said:
    """Return a battery's points and fixed place by the keys of a file; None for full points.

    {} without a coast. The place is given only for a battery that could be moved, once the preparation is over.
    """
    now = state.coast.batteries[key] if state.coast else None
    if now is None:
        return {}
    fixed = now.movable and state.phase != PREPARE.id
    at = {"at": [quantise(now.place.x), quantise(now.place.y)]} if fixed else {}
    return {**at, "hull_left": None if now.hull == model.BATTERY_HULL else now.hull}


def _omit_usual(usual: object, value: object) -> object:
    """Return the value as plain data; None if it is UNSET or the usual one."""
    return None if value is msgspec.UNSET or value == usual else msgspec.to_builtins(value)


def export_start(state: model.State) -> Said:
    """Return the keys of `start` that are no defaults.

    Play can begin only where a side is asked: from any other step, a question or the preparation, it begins with
    the initiative of the same turn.
    """
    waits = state.question is None and phase_of(state).asks != "nobody" and state.phase != PREPARE.id
    fresh = not waits or state.phase == FIRST
    grapples = [
        {"first": one.first, "second": one.second}
        | {mark: True for mark in ("agreed", "friendly") if getattr(one, mark)}
        for one in state.grapples
    ]
    found: dict[str, object] = {
        "turn": state.turn if state.turn > 1 else None,
        "phase": None if fresh else state.phase,
        "asked": None if fresh else state.asked,
        "initiative": None if fresh else state.initiative,
        "grapples": grapples or None,
        "tows": [msgspec.to_builtins(one) for one in state.tows] or None,
    }
    return {key: value for key, value in found.items() if value is not None}


def export_battle(state: model.State) -> Mapping[tuple[str, ...], object]:
    """Return the keys of the whole battle by path: options, start, wind, players.

    None for a key to be removed.
    """
    found: dict[tuple[str, ...], object] = {("options", name): value for name, value in state.options.items()}
    found["start",] = export_start(state) or None
    if state.phase != PREPARE.id:
        found["deploy",] = None
    if not state.wind.unknown:
        found["wind", "from"] = model.compass_point(state.wind.origin)
    if state.wind.strength:
        found["wind", "strength"] = state.wind.strength
    if state.players:
        found["players",] = {
            one.id: {
                "side": one.side,
                "name": one.name,
                "ships": [key for key, card in state.cards.items() if card.player == one.id],
            }
            for one in state.players
        }
    return found
