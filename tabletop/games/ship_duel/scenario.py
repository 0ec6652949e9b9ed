"""From a scenario file to the opening state of a duel."""

from tabletop.cards import decks, zones
from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.scenario import Prepared
from tabletop.games.ship_duel.schema import ScenarioData, ShipData
from tabletop.games.ship_duel.state import SIDES, Ship, State
from tabletop.games.ship_duel.tables import KINDS, STATS, Kind

GAME = "ship_duel"

Counts = dict[Kind, int]
"""Cards of each kind in a deck."""


def read(text: str, source: str) -> Prepared[State]:
    """The validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    document = Document(text, source)
    document.readable()
    data = files.fit(document, ScenarioData)
    _check_names(document)
    counts = _counts(document)
    document.finish()
    assert data is not None
    return Prepared(data.title, data.date, data.briefing, _opening(data, counts))


def _check_names(document: Document) -> None:
    names = [document.at(("ships", side, "name")) for side in SIDES]
    if names[0] == names[1] and isinstance(names[0], str):
        document.problem(("ships", "starboard", "name"), f"both ships are named {names[0]}")


def _counts(document: Document) -> Counts:
    """How many cards of each kind there are; problems go to the document."""
    said = document.at(("cards",))
    if said is None or isinstance(said, str):
        return decks.borrowed(document, GAME, "standard" if said is None else said, ScenarioData, _own) or {}
    return _own(document)


def _own(document: Document) -> Counts:
    said = document.at(("cards",))
    if not isinstance(said, dict):
        return {}
    if not any(said.values()):
        document.problem(("cards",), "a deck needs cards")
    return {kind: said.get(kind, 0) for kind in KINDS}


def _opening(data: ScenarioData, counts: Counts) -> State:
    deck = {f"{kind}_{number}": kind for kind in KINDS for number in range(1, counts[kind] + 1)}
    return State(
        title=data.title,
        ships={"port": _ship(data.ships.port), "starboard": _ship(data.ships.starboard)},
        deck=deck,
        cards=zones.opened(tuple(deck), SIDES),
    )


def _ship(data: ShipData) -> Ship:
    stats = {stat: int(getattr(data, stat)) for stat in STATS}
    return Ship(data.name, data.nation, data.model, stats, stats)
