"""Small battles at close quarters, made by a number, in which all that rule modules are about is at hand.

Every battle has flagships, veterans, Spaniards, tired and wounded crews, wreckage, fires, ships that have struck and an
hour to the turn. What a switch needs besides is a line of `MATTER`; nothing else here knows one by name.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.ship import MASTS

Document = dict[str, Any]
Maker = Callable[[int, Mapping[str, bool]], Document]
FLEET = (
    ("B1", "britain", "I", 120, -3), ("B2", "britain", "III", 74, None), ("B3", "britain", "IV", 64, 0),
    ("B4", "britain", "III", 74, None), ("F1", "france", "III", 80, -1), ("F2", "france", "III", 74, None),
    ("S1", "spain", "I", 100, -2), ("S2", "spain", "IV", 64, None),
)  # fmt: skip
"""Key, nation, class, guns, and the rating of her flag officer, if she has one."""
MELEE, ABREAST = (4, 1.15, 1.15), (8, 0.42, 1.15)
"""Ships in a row, and how far they lie apart across and along: in any direction, or side by side on one course."""


def battle(number: int, used: Mapping[str, bool]) -> Document:
    """What the scenario file of one of the battles says."""
    fancy = Random(number)
    places, headings = _places(fancy)
    document: Document = {
        "game": "ships_of_the_line", "title": f"Squadrons {number}", "margin": 12, "turns": 8, "minutes_per_turn": 60,
        "wind": {"from": fancy.choice(["N", "NE", "E", "SE", "S", "SW", "W", "NW"]), "strength": "heavy"},
        "options": dict(used), "divisions": {"fleet": "Fleet"},
        "ships": [_ship(fancy, *one, places.pop(), headings.pop()) for one in FLEET],
    }  # fmt: skip
    for name in used:
        if name in MATTER:
            MATTER[name](document)
    return document


def _places(fancy: Random) -> tuple[list[tuple[float, float]], list[int]]:
    row, across, along = fancy.choice((MELEE, ABREAST))
    cells = [(place % row * across, place // row * along) for place in range(len(FLEET))]
    fancy.shuffle(cells)
    course = fancy.randrange(8) * 45
    if row == len(FLEET):
        return cells, [fancy.randrange(-2, 3) % 360 for _ in cells]
    return cells, [(course + fancy.randrange(-60, 61)) % 360 for _ in cells]


def _ship(
    fancy: Random,
    key: str,
    nation: str,
    kind: str,
    guns: int,
    rating: int | None,
    at: tuple[float, float],
    heading: int,
) -> Document:
    ship: Document = {
        "key": key, "nation": nation, "number": int(key[1:]), "name": f"Ship {key}", "class": kind, "guns": guns,
        "veteran": fancy.random() < 0.5, "at": [round(part, 3) for part in at], "heading": heading,
        "fatigue": fancy.randrange(2), "hull_left": guns // 5 - fancy.randrange(guns // 8), "division": "fleet",
        "officer": fancy.choice(("well", "well", "wounded")), "fires": max(0, fancy.randrange(-3, 3)),
        "rudder_lost": fancy.random() < 0.2,
    }  # fmt: skip
    if rating is not None:
        ship["leader"] = {"name": f"Admiral of {key}", "rating": rating, "scope": "squadron"}
    if fancy.random() < 0.3:
        mast = fancy.choice(MASTS)
        ship["fallen"] = [{"mast": mast, "over": fancy.choice(("port", "starboard"))}]
    if rating is None and fancy.random() < 0.15:
        ship["status"] = "struck"
    return ship


COAST: Document = {
    "land": [[[-3, 3], [7, 3], [7, 6], [-3, 6]]], "sites": {"mole": [3, 3.4]},
    "batteries": [{"key": "W1", "side": "allied", "at": [1, 3.4]}, {"key": "W2", "side": "british"}],
}  # fmt: skip
SEATS: Document = {
    "players": {
        "nelson": {"side": "british"}, "villeneuve": {"side": "allied", "nations": ["france"]},
        "gravina": {"side": "allied", "nations": ["spain"]},
    },
}  # fmt: skip
LINES = {
    "F1": ([0, -5], 0), "F2": ([0, -3.55], 0), "B4": ([-1, -4.275], 90),
    "S1": ([4, -5], 0), "S2": ([4, -3.55], 0), "B2": ([5, -4.275], 270),
}  # fmt: skip
"""Two ships at anchor, one ahead of the other, and one that need only sail on to cut between them."""


def _lines(document: Document) -> None:
    for ship in document["ships"]:
        if ship["key"] in LINES:
            ship["at"], ship["heading"] = LINES[ship["key"]]
            ship |= {"anchored": not ship["heading"], "stopped": not ship["heading"], "status": "in_service"}
            ship["rudder_lost"] = False
    document["wind"]["from"] = "S"


def _zones(document: Document) -> None:
    """The Combined Fleet may lie wherever a ship of it could."""
    edges = [[-40, -40], [40, -40], [40, 40], [-40, 40]]
    document["deploy"] = {"zones": [{"side": "allied", "area": edges}]}


MATTER: Mapping[str, Callable[[Document], None]] = {
    "deployment": _zones,
    "coastal": lambda document: document.update(COAST),
    "communications": lambda document: document.update(SEATS),
    "dumanoir": lambda document: document.update(undecided=["F1", "F2"], flagship="S1"),
    "line_breaking": _lines,
}
"""What the battle of a switch has besides what all have: writes it into the document."""


def plain(number: int, used: Mapping[str, bool]) -> Document:
    """One of the battles with nothing but ships in it: regular crews without leaders or Spaniards, in light airs."""
    document = battle(number, {})
    for ship in document["ships"]:
        ship |= {"veteran": False, "nation": "france" if ship["key"][0] != "B" else "britain"}
        ship["number"] += 10 if ship["key"][0] == "S" else 0
        ship.pop("leader", None)
    return document | {"options": dict(used), "wind": document["wind"] | {"strength": "light"}}


def match(number: int, *used: str, off: Iterable[str] = (), made: Maker = battle) -> Match:
    """One of the battles from its opening with some switches on; those that are `off` have their matter as well."""
    text = json.dumps(made(number, dict.fromkeys(off, False) | dict.fromkeys(used, True)), ensure_ascii=False)
    return Match.new(MatchSetup(GAME, text, f"squadrons_{number}.yaml", f"squadrons {number}"))
