"""Chapter 16: low, mid and full sail, set before each move (AMB-81, AMB-82, AMB-172)."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.offers import Offers
from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line.chapters import moves
from tabletop.games.ships_of_the_line.chapters.allowance import mast_terms
from tabletop.games.ships_of_the_line.chapters.optional.sail_states.events import EVENT_HANDLERS, SailSet, with_sail
from tabletop.games.ships_of_the_line.chapters.orders import awaiting
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.modifiers import Modifier, ModifierRule, ModifierTable, ModifierTables, Sailing
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension, Entry, Mark, RuleModule
from tabletop.games.ships_of_the_line.ship import SAIL_STATES, Mast, SailState
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State

MAST_POINTS: dict[SailState, dict[Mast, int]] = {
    "low": {"fore": 1, "main": 2, "mizzen": 1},
    "mid": {"fore": 1, "main": 3, "mizzen": 1},
    "full": {"fore": 2, "main": 3, "mizzen": 2},
}
"""SOTL-16-a: points that each mast is worth; 4, 5 and 7 with all of them."""

RATING: dict[SailState, int] = {"low": 0, "mid": 0, "full": 1}
"""SOTL-16-b: added to the inertia of the wind."""


def _points(ship: Sailing, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    more = sum(MAST_POINTS[ship.sail].values()) - sum(MAST_POINTS["low"].values())
    return Modifier(f"Points under {ship.sail} sail", "", ship.profile.base_points + more)


def _full(ship: Sailing, so_far: int) -> Modifier | None:
    """Some of the wind's inertia, so that there is none where no wind counts (AMB-173)."""
    rating = RATING[ship.sail]
    drives = rating and ship.masts and ship.wind.counts
    return Modifier("Full sail", signed(rating), so_far + rating) if drives else None


def _driven(ship: Sailing, so_far: int) -> Modifier | None:
    return _full(ship, so_far) if ship.makes_way else None


def _set(state: State, command: Sail) -> Iterator[SailSet]:
    """Free, at the start of the move, before its points are reckoned."""
    ship = state.ships.get(command.ship)
    if ship and command.set is not UNSET and command.set != ship.sail:
        yield SailSet(ship=command.ship, sail=command.set)


def _choices(state: State, side: Side) -> Offers[Sail]:
    """The moves worth considering under every other sail, ship by ship."""
    keys = [key for key in awaiting(state, side) if not state.ships[key].moved]
    others, plans = len(SAIL_STATES) - 1, len(rules_of(state).plans)

    def at(place: int) -> Sequence[Sail]:
        number, which = divmod(place, others * plans)
        key = keys[number]
        if not moves.may_sail(state, key):
            return ()
        sail = [one for one in SAIL_STATES if one != state.ships[key].sail][which // plans]
        orders = moves.sails(with_sail(state, key, sail), side, key, which % plans)
        return [replace(order, set=sail) for order in orders]

    return Offers(len(keys) * others * plans, at)


def _marks(state: State, key: str) -> Iterator[Mark]:
    yield Mark("Sail", state.ships[key].sail, MODULE.note, "SOTL-16-a")


MODULE = RuleModule(
    id="sail_states",
    rule="SOTL-16",
    words="Sail states",
    note="A ship sails under low, mid or full sail for 4, 5 or 7 points; full sail is harder to stop.",
    group="Ships",
    amendments=(CommandExtension(Sail, ("set",), _set),),
    choices={"movement": _choices},
    event_handlers=EVENT_HANDLERS,
    marks=_marks,
    ship=(Entry("sail", SailState, "low", "The sail that she starts under, where sail states are in use (16)."),),
    sums=ModifierTables(
        inertia=ModifierTable((ModifierRule("full sail", "SOTL-16-b", _full, after=("wind",)),)),
        allowance=ModifierTable(
            (
                ModifierRule("base", "SOTL-16-a", _points),
                *mast_terms(lambda ship: MAST_POINTS[ship.sail]),
                ModifierRule("full sail", "AMB-82", _driven, after=("inertia",)),
            )
        ),
    ),
)
