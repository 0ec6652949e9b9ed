"""The looks of the cards, and the pictures of the game outside its table: cover, position, outcomes."""

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
from tabletop.ui.boards.ship_duel.ship_painting import draw_cover, draw_position
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
"""Value, suit, colour, pip and emblem of each kind of card."""


def card_look(card: str, kind: Kind) -> CardLook:
    """Return how a card of `kind` is drawn; `card` is its id."""
    value, suit, shade, pip, emblem = PRINTS[kind]
    return CardLook(
        card, KINDS[kind].name, value, suit, shade, pip, describe_card(kind), emblem, art=f"{GAME.meta.id}/{kind}"
    )


BACK = Back(art=GAME.meta.id)
LOST: dict[Stat, str] = {
    "hull": "none, she sank",
    "rigging": "none, she drifts",
    "crew": "none, all lost",
}


def list_sides(state: State) -> tuple[tuple[str, str], ...]:
    """Return the name of each side with its ship and the points of the ship."""
    points = {side: ", ".join(f"{stat} {ship.whole[stat]}" for stat in STATS) for side, ship in state.ships.items()}
    return tuple((SIDE_NAMES[side], f"{state.ships[side].name}: {points[side]}") for side in SIDES)


def list_outcomes(state: State) -> tuple[tuple[str, tuple[ShipOutcome, ...]], ...]:
    """Return what is left of each ship, stat by stat."""
    return tuple(
        (state.ships[side].name, tuple(_build_outcome(state.ships[side], stat) for stat in STATS)) for side in SIDES
    )


def _build_outcome(ship: Ship, stat: Stat) -> ShipOutcome:
    lost = ship.left[stat] <= 0
    return ShipOutcome(LEFT[stat], LOST[stat] if lost else f"{ship.left[stat]} of {ship.whole[stat]}", lost)


def format_moment(state: State) -> str:
    """Return turn and phase of a state, e.g. "turn 3, fire"."""
    return f"turn {state.turn}, {PHASES[state.phase].ribbon.lower()}" if state.turn else "before the first turn"


COSTS: Costs = {
    WindsRevealed: no_cost,
    AdvantageGained: no_cost,
    FireHeld: no_cost,
    ShipLost: no_cost,
    AttackMade: lambda event: int(event.before - event.after),
}


PICTURES = GamePictures(
    draw_cover,
    draw_position,
    list_sides,
    lambda state: (f"{len(state.deck)} cards",),
    list_outcomes,
    format_moment,
    partial(group_by_turn, narrate=GAME.describe, costs=COSTS),
    badges=lambda state: {side: nation_badge(ship.nation) for side, ship in state.ships.items()},
    victory_summary=summarize_victory,
    chronicler=CHRONICLER,
    colours={"port": INKS.british, "starboard": INKS.french},
)
