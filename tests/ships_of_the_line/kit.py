"""A small language for tests: put a few ships on the sea, script the dice, give a command, see what came."""

from functools import partial
from typing import Any

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.model import Sea, State, Wind, load_standard_profile
from tabletop.games.ships_of_the_line.ship import Card, Ship
from tabletop.geometry.pose import Pose, cosine, quantise, sine
from tests import judging

# ship class: decks, guns, dice, half dice, boarding, crews, hull (4.1.4 and the order of battle)
_CLASSES: dict[str, tuple[int, int, int, int, int, int, int]] = {
    "four": (4, 136, 7, 4, 5, 5, 28),
    "I": (3, 100, 6, 3, 4, 4, 21),
    "II": (3, 84, 5, 3, 3, 4, 18),
    "III": (2, 74, 4, 2, 3, 3, 16),
    "IV": (2, 64, 3, 2, 2, 3, 13),
    "V": (1, 40, 2, 1, 1, 2, 8),
    "VI": (1, 20, 1, 1, 1, 2, 4),
}
_NATIONS: dict[str, tuple[str, str]] = {
    "B": ("british", "britain"),
    "F": ("allied", "france"),
    "S": ("allied", "spain"),
}


play = partial(judging.play, GAME)
refused = partial(judging.refused, GAME)


def ship(key: str, x: float, y: float, heading: int, kind: str = "III", **marks: Any) -> tuple[Card, Ship]:
    """A ship with her hull CENTRE at x, y (UM east, north); `marks` are fields of Ship, or of Card as `card_...`."""
    decks, guns, dice, half, boarding, crews, hull = _CLASSES[kind]
    side, nation = _NATIONS[key[0]]
    ship_class = "I" if kind == "four" else kind
    printed = {name.removeprefix("card_"): marks.pop(name) for name in list(marks) if name.startswith("card_")}
    values: dict[str, Any] = {
        "key": key, "side": side, "nation": nation, "number": int(key[1:]), "name": key, "captain": "",
        "ship_class": ship_class, "decks": decks, "guns": guns, "dice": dice, "half_dice": half,
        "boarding": boarding, "crews": crews, "hull": hull, "veteran": False, "division": side, "player": side,
    } | printed  # fmt: skip
    card = Card(**values)
    length = load_standard_profile().hulls[ship_class][0]
    stern = Pose(quantise(x - length / 2 * sine(heading)), quantise(y - length / 2 * cosine(heading)), heading)
    return card, Ship(**({"key": key, "pose": stern, "hull": card.hull} | marks))


def battle(*ships: tuple[Card, Ship], wind: int = 315, strength: str = "breeze", **fields: Any) -> State:
    """A state in the Combat Phase with the British asked, unless `fields` of State say otherwise."""
    values: dict[str, Any] = {
        "title": "Test", "turns": 24, "minutes_per_turn": 15, "clock_start": "11:45",
        "profile": load_standard_profile(),
        "sea": Sea(-45, -45, 45, 45), "wind": Wind(wind, strength), "drift": False,  # type: ignore[arg-type]
        "initiative_bonus": {"british": 1}, "initiative_ties": "british", "options": {},
        "cards": {card.key: card for card, _ in ships}, "ships": {one.key: one for _, one in ships},
        "phase": "combat", "asked": "british", "initiative": "british",
    } | fields  # fmt: skip
    assert len(values["ships"]) == len(ships), "of two ships with one key the first would be lost"
    return State(**values)
