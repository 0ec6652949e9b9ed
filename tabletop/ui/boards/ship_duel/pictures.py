"""What the cards look like; the game outside its table: cover, positions, and what became of the two ships."""

from functools import partial

from tabletop.games.ship_duel import GAME
from tabletop.games.ship_duel.chronicle import CHRONICLER
from tabletop.games.ship_duel.events import AdvantageGained, AttackMade, FireHeld, ShipLost, WindsRevealed
from tabletop.games.ship_duel.model import SIDES, Ship, State
from tabletop.games.ship_duel.phases import PHASES
from tabletop.games.ship_duel.survey import summarize_victory
from tabletop.games.ship_duel.tables import KINDS, STATS, Kind, Stat, describe_card
from tabletop.ui.boards.cards.look import FIGHTING, OLIVE, TEAL, UMBER, Back, CardLook, Shape
from tabletop.ui.boards.game_plugins import Costs, GamePictures, ShipOutcome, group_by_turn, no_cost
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.ship_duel.sea import LEFT, SIDE_NAMES
from tabletop.ui.boards.ship_duel.ship_painting import cover, position
from tabletop.ui.theme import INKS, Colour

PRINTS: dict[Kind, tuple[str, str, Colour, Shape, str]] = {
    "north_wind": ("N", "Wind", TEAL, "disc", "wind_north"),
    "south_wind": ("S", "Wind", TEAL, "disc", "wind_south"),
    "east_wind": ("E", "Wind", TEAL, "disc", "wind_east"),
    "west_wind": ("W", "Wind", TEAL, "disc", "wind_west"),
    "cannon_balls": ("1", "Hull", UMBER, "octagon", "balls"),
    "chain_shot": ("1", "Rigging", OLIVE, "diamond", "chain"),
    "grape_shot": ("1", "Crew", FIGHTING, "shield", "grape"),
}
"""What differs from kind to kind: value, suit, its colour and pip, and the emblem."""


def look(card: str, kind: Kind) -> CardLook:
    """A card of a kind."""
    value, suit, shade, pip, emblem = PRINTS[kind]
    return CardLook(
        card, KINDS[kind].name, value, suit, shade, pip, describe_card(kind), emblem, art=f"{GAME.meta.id}/{kind}"
    )


BACK = Back(art=GAME.meta.id)
LOST: dict[Stat, str] = {
    "hull": "none, she sank",
    "rigging": "none, she is disabled",
    "crew": "none, the whole crew lost",
}


def sides(state: State) -> tuple[tuple[str, str], ...]:
    """The ship of each side with her points."""
    points = {side: ", ".join(f"{stat} {ship.whole[stat]}" for stat in STATS) for side, ship in state.ships.items()}
    return tuple((SIDE_NAMES[side], f"{state.ships[side].name}: {points[side]}") for side in SIDES)


def fates(state: State) -> tuple[tuple[str, tuple[ShipOutcome, ...]], ...]:
    """What is left of each ship."""
    return tuple((state.ships[side].name, tuple(_left(state.ships[side], stat) for stat in STATS)) for side in SIDES)


def _left(ship: Ship, stat: Stat) -> ShipOutcome:
    lost = ship.left[stat] <= 0
    return ShipOutcome(LEFT[stat], LOST[stat] if lost else f"{ship.left[stat]} of {ship.whole[stat]}", lost)


def moment(state: State) -> str:
    """The turn and its phase."""
    return f"turn {state.turn}, {PHASES[state.phase].ribbon.lower()}" if state.turn else "before the first turn"


COSTS: Costs = {
    WindsRevealed: no_cost, AdvantageGained: no_cost, FireHeld: no_cost, ShipLost: no_cost,
    AttackMade: lambda event: int(event.before - event.after),
}  # fmt: skip


PICTURES = GamePictures(
    cover, position, sides, lambda state: (f"{len(state.deck)} cards",), fates, moment,
    partial(group_by_turn, narrate=GAME.describe, costs=COSTS),
    badges=lambda state: {side: nation_badge(ship.nation) for side, ship in state.ships.items()},
    victory_summary=summarize_victory, chronicler=CHRONICLER, colours={"port": INKS.british, "starboard": INKS.french},
)  # fmt: skip
