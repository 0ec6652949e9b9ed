"""Ships whose cards stand in another scenario: a file that names it says where they lie, and what is otherwise."""

from tabletop.core import scenario as files
from tabletop.core.document import Document

KEY = "ships_of"
"""Of the scenario that lends its ships."""
PRINTED = frozenset(
    {"nation", "number", "name", "captain", "class", "decks", "guns", "dice", "half_dice", "boarding", "crews", "hull",
     "veteran", "leader"}
)  # fmt: skip
"""What a ship is wherever she lies."""


def fill_in(document: Document) -> None:
    """Write into the ships of a document what the scenario that it names says of those with the same keys."""
    name, ships = document.at((KEY,)), document.at(("ships",))
    lender = files.lender(document, "ships_of_the_line", KEY, name, "ships") if isinstance(name, str) else None
    if lender is None or not isinstance(ships, list):
        return
    known = {ship["key"]: ship for ship in lender.at(("ships",))}
    for place, ship in enumerate(ships):
        key = ship.get("key") if isinstance(ship, dict) else None
        if isinstance(key, str) and key in known:
            ships[place] = {part: value for part, value in known[key].items() if part in PRINTED} | ship
