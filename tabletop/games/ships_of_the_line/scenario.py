"""From a scenario file to the opening state of a battle, and what players may set beyond it (2.2, AMB-118, AMB-123)."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tabletop.core.phrases import capital
from tabletop.core.scenario import Prepared
from tabletop.games.ships_of_the_line import roster
from tabletop.games.ships_of_the_line.chapters import sequence, victory
from tabletop.games.ships_of_the_line.compiled import optional
from tabletop.games.ships_of_the_line.profile import Profile, standard
from tabletop.games.ships_of_the_line.ship import MASTS, Card, FallenMast, Leader, Ship
from tabletop.games.ships_of_the_line.sides import SIDE_NAMES, SIDE_OF
from tabletop.games.ships_of_the_line.state import Grapple, Player, Sea, State, Tow
from tabletop.games.ships_of_the_line.tables import CLASSES, WIND_TABLE
from tabletop.games.ships_of_the_line.wind import POINTS, Wind
from tabletop.geometry.hull import stern_pose
from tabletop.geometry.pose import quantise


class Scenario(Prepared[State], frozen=True):
    """A validated scenario; the wind is set with its options."""

    drift: bool | None = None
    """Whether ships drift, where the file says so; else the wind decides (AMB-74)."""


if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData, ShipData, StartData, WindData

_PRINTED = ("key", "nation", "number", "name", "captain", "ship_class", "guns", "veteran")
"""What a card takes over as it is."""
_MARKS = (
    "status", "captor", "loaded", "fatigue", "fires", "old_fires", "rudder_lost", "officer", "stopped", "anchored",
    "attacked",
)  # fmt: skip
"""The same of the marks on it."""


def profile_of(overrides: Mapping[str, object]) -> Profile:
    """The standard profile with single values changed; the values must have been checked."""
    usual = msgspec.to_builtins(standard())
    return msgspec.convert({**usual, **overrides, "hulls": usual["hulls"] | overrides.get("hulls", {})}, Profile)


def sea_of(data: "ScenarioData", profile: Profile) -> Sea:
    """The edges of the map: as stated, else a margin around the hull centres (AMB-12)."""
    if data.map:
        return Sea(**data.map.model_dump())
    margin = data.margin or profile.map_margin
    easts, norths = zip(*(ship.at for ship in data.ships), strict=True)
    edges = (min(easts) - margin, min(norths) - margin, max(easts) + margin, max(norths) + margin)
    return Sea(*map(quantise, edges))


def owners(data: "ScenarioData", ship: "ShipData") -> tuple[str, ...]:
    """The players who command a ship; exactly one in a sound scenario (2-a, 2-b)."""
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


def opened(data: "ScenarioData") -> State:
    """The battle as it opens; the data must have been checked."""
    profile = profile_of(data.profile)
    cards = {ship.key: _card(ship, owners(data, ship)[0]) for ship in data.ships}
    ships = {ship.key: _ship(ship, cards[ship.key], profile) for ship in data.ships}
    state = State(
        title=data.title,
        turns=data.turns,
        minutes_per_turn=data.minutes_per_turn,
        clock_start=data.clock,
        profile=profile,
        sea=sea_of(data, profile),
        wind=_wind(data.wind),
        drift=False,
        initiative_bonus=dict(data.initiative.bonus),
        initiative_ties=data.initiative.ties,
        options=data.options.model_dump(exclude_none=True),
        cards=cards,
        ships=ships,
        divisions=_divisions(data, cards),
        players=_players(data),
        scores=victory.won_before(cards, ships.values()),
        leaders=roster.lost_before(cards, ships),
        matter=_matter(data),
    )
    return _begun(blowing(state, data.drift), data.start)


def lone(ship: "ShipData", profile: Profile, options: Iterable[str]) -> State:
    """A ship in service by herself, for what is reckoned of her alone; the rest of the battle is empty."""
    card = _card(ship, "")
    return State(
        title="",
        turns=1,
        minutes_per_turn=1,
        clock_start="",
        profile=profile,
        sea=Sea(0, 0, 0, 0),
        wind=Wind(0),
        drift=False,
        initiative_bonus={},
        initiative_ties=card.side,
        options=dict.fromkeys(options, True),
        cards={card.key: card},
        ships={card.key: replace(_ship(ship, card, profile), status="in_service")},
    )


def _begun(state: State, start: "StartData") -> State:
    holds = start.initiative or (None if start.phase == "initiative" else state.initiative_ties)
    state = replace(
        state,
        turn=start.turn,
        phase=start.phase,
        initiative=holds,
        grapples=tuple(Grapple(turn=start.turn - 1, **one.model_dump()) for one in start.grapples),
        tows=tuple(Tow(one.tower, one.towed) for one in start.tows),
    )
    return replace(state, asked=start.asked or sequence.order(state)[0])


def _wind(data: "WindData") -> Wind:
    """From where the file says; until the die says it, from the middle of its table (AMB-176)."""
    if data.origin == "random":
        return Wind(WIND_TABLE[len(WIND_TABLE) // 2 - 1], data.strength, unknown=True)
    return Wind(POINTS.index(data.origin) * 45, data.strength)


def _players(data: "ScenarioData") -> tuple[Player, ...] | msgspec.UnsetType:
    """Those of the file where a side has several; one a side is no more than the side (AMB-148)."""
    players = tuple(Player(key, one.side, one.name or capital(key)) for key, one in data.players.items())
    return players if len(players) > len({one.side for one in players}) else msgspec.UNSET


def _matter(data: "ScenarioData") -> dict[str, object] | msgspec.UnsetType:
    """What the file says for rule modules; what is as usual there is left out."""
    keys = {entry.key for module in optional().values() for entry in module.scenario}
    return data.model_dump(mode="json", include=keys, exclude_defaults=True) or msgspec.UNSET


def _divisions(data: "ScenarioData", cards: Mapping[str, Card]) -> dict[str, str]:
    sides = {card.division: SIDE_NAMES[card.side] for card in cards.values() if card.division in SIDE_NAMES}
    return {**data.divisions, **sides}


def _card(ship: "ShipData", player: str) -> Card:
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
        hull=printed_hull(ship),
        division=ship.division or side,
        player=player,
        leader=Leader(**ship.leader.model_dump()) if ship.leader else None,
    )


def printed_hull(ship: "ShipData") -> int:
    """Hull points on the card: as stated, else a fifth of her guns, rounded up (AMB-118)."""
    return ship.hull or -(-ship.guns // 5)


def _ship(ship: "ShipData", card: Card, profile: Profile) -> Ship:
    fallen = tuple(FallenMast(one.mast, one.over) for one in ship.fallen)
    down = {one.mast for one in fallen}
    standing = tuple(mast for mast in MASTS if mast not in down) if ship.masts is None else ship.masts
    east, north = ship.at
    brought = (entry for module in optional().values() for entry in module.ship)
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


def blowing(state: State, drift: bool | None) -> State:
    """The wind as the option has it, and with it the drift (AMB-70, AMB-74)."""
    wind = replace(state.wind, strength=state.options.get("wind_strength", state.wind.strength))
    return replace(state, wind=wind, drift=wind.strength == "heavy" if drift is None else drift)
