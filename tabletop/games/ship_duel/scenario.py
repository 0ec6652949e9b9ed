"""The scenario file: its schema, checks beyond the types of keys, and the opening state.

Each problem is reported with its line.
"""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from tabletop.cards import decks, zones
from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.scenario import PreparedScenario
from tabletop.core.section import Name, OneLine, Prose, Section
from tabletop.games.ship_duel.model import SIDES, Model, Nation, Ship, State
from tabletop.games.ship_duel.tables import KINDS, STATS, Kind

Points = Annotated[int, Field(ge=1, le=20)]
Count = Annotated[int, Field(ge=0, le=40)]


class ShipData(Section):
    """One of the two ships (SLC-1)."""

    name: Name = Field(min_length=1, max_length=30)
    nation: Nation = Field(
        default="britain", description=("Nation whose colours she flies; changes only her appearance.")
    )
    model: Model = Field(default="two_decker_74", description="Type of her model; changes only her appearance.")
    hull: Points = Field(default=7, description="Hull points, taken by cannon balls.")
    rigging: Points = Field(default=7, description="Rigging points, taken by chain shot.")
    crew: Points = Field(default=7, description="Crew points, taken by grape shot.")


class ShipsData(Section):
    """The two ships; `port` is dealt to first."""

    port: ShipData
    starboard: ShipData


def _tag_of_deck(said: object) -> str:
    return "counts" if isinstance(said, dict) else "name"


DeckData = Annotated[
    Annotated[OneLine, Tag("name")] | Annotated[dict[Kind, Count], Tag("counts")],
    Discriminator(_tag_of_deck),
]


class ScenarioData(Section):
    """A scenario of Ships of the Line, the card game."""

    game: Literal["ship_duel"]
    title: OneLine
    date: OneLine = ""
    briefing: Prose = ""
    ships: ShipsData
    cards: DeckData = Field(
        default="standard",
        description="Number of cards of each kind (default 0), or the name of a scenario of this game "
        "whose deck is used.",
    )


GAME = "ship_duel"

Counts = dict[Kind, int]
"""Number of cards of each kind in a deck."""


def read(text: str, source: str) -> PreparedScenario[State]:
    """Return the validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    document = Document(text, source)
    document.check_readable()
    data = files.fit(document, ScenarioData)
    _check_names(document)
    counts = decks.load_cards(document, GAME, ScenarioData, _read_own_counts, "standard")
    document.raise_problems()
    assert data is not None
    return PreparedScenario(data.title, data.date, data.briefing, _build_opening(data, counts or {}))


def _check_names(document: Document) -> None:
    port, starboard = (document.value_at(("ships", side, "name")) for side in SIDES)
    if port == starboard and isinstance(port, str):
        document.add_problem(("ships", "starboard", "name"), f"both ships are named {port}")


def _read_own_counts(document: Document) -> Counts:
    """Return the number of cards of each kind that the file lists; {} if its cards are not a mapping."""
    said = document.value_at(("cards",))
    if not isinstance(said, dict):
        return {}
    if not any(said.values()):
        document.add_problem(("cards",), "a deck needs cards")
    return {kind: said.get(kind, 0) for kind in KINDS}


def _build_opening(data: ScenarioData, counts: Counts) -> State:
    """Return the state before the first deal."""
    deck = {f"{kind}_{number}": kind for kind in KINDS for number in range(1, counts[kind] + 1)}
    return State(
        title=data.title,
        ships={"port": _build_ship(data.ships.port), "starboard": _build_ship(data.ships.starboard)},
        deck=deck,
        cards=zones.build_zones(tuple(deck), SIDES),
    )


def _build_ship(data: ShipData) -> Ship:
    stats = {stat: int(getattr(data, stat)) for stat in STATS}
    return Ship(data.name, data.nation, data.model, stats, stats)
