"""Chapter 16: low, mid and full sail, set before each move (AMB-81, AMB-82, AMB-172)."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler
from tabletop.core.offers import Offers
from tabletop.core.phrases import format_signed
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line.chapters import movement
from tabletop.games.ships_of_the_line.chapters.orders import ships_awaiting_orders
from tabletop.games.ships_of_the_line.chapters.sailing import build_mast_terms
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Entry, Mark
from tabletop.games.ships_of_the_line.model import State, with_ship
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import SAIL_STATES, Mast, SailState, Side
from tabletop.games.ships_of_the_line.tables import Modifier, ModifierRule, ModifierTable, ModifierTables, Sailing
from tabletop.games.ships_of_the_line.words import name_of

_SAIL_ORDER: tuple[SailState, ...] = ("low", "mid", "full")


class SailSet(Event, frozen=True, kw_only=True):
    """A ship made or took in sail before her move (AMB-172)."""

    ship: str
    sail: SailState
    rule: str = "SOTL-16-a"


@cache_per_state
def set_sail(state: State, key: str, sail: SailState) -> State:
    """Return the state with `sail` on a ship; `state` itself if nothing changes.

    Cached, so that plans tried under this sail stay cached once it is set.
    """
    return state if state.ships[key].sail == sail else with_ship(state, key, sail=sail)


def _apply_sail_set(state: State, event: SailSet) -> State:
    """Set the sail by the cached `set_sail`."""
    return set_sail(state, event.ship, event.sail)


def _describe_sail_set(state: State, event: SailSet) -> str:
    """Return the log sentence: the ship makes more sail, or shortens to less."""
    more = _SAIL_ORDER.index(event.sail) > _SAIL_ORDER.index(state.ships[event.ship].sail)
    return f"{name_of(state, event.ship)} {'makes' if more else 'shortens to'} {event.sail} sail."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(SailSet, _apply_sail_set, _describe_sail_set),)

MAST_POINTS: dict[SailState, dict[Mast, int]] = {
    "low": {"fore": 1, "main": 2, "mizzen": 1},
    "mid": {"fore": 1, "main": 3, "mizzen": 1},
    "full": {"fore": 2, "main": 3, "mizzen": 2},
}
"""SOTL-16-a: movement points of each mast; 4, 5 and 7 with all masts."""

SAIL_INERTIA: dict[SailState, int] = {"low": 0, "mid": 0, "full": 1}
"""SOTL-16-b: inertia that the sail adds to that of the wind."""


def _base_points_modifier(ship: Sailing, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line of the sum: the points under the ship's sail with all masts."""
    more = sum(MAST_POINTS[ship.sail].values()) - sum(MAST_POINTS["low"].values())
    return Modifier(f"Points under {ship.sail} sail", "", ship.profile.base_points + more)


def _full_sail_inertia(ship: Sailing, so_far: int) -> Modifier | None:
    """Add 1 to the inertia under full sail; None under less sail, without masts or without wind (AMB-173)."""
    rating = SAIL_INERTIA[ship.sail]
    drives = rating and ship.masts and ship.wind.counts
    return Modifier("Full sail", format_signed(rating), so_far + rating) if drives else None


def _full_sail_points(ship: Sailing, so_far: int) -> Modifier | None:
    """Add the inertia of full sail to the movement points of a ship that makes way, else None (AMB-82)."""
    return _full_sail_inertia(ship, so_far) if ship.makes_way else None


def _build_sail_events(state: State, command: Sail) -> Iterator[SailSet]:
    """Yield `SailSet` if the command names another sail, before the points of the move are computed.

    Yields nothing for an unknown ship or if the command names no sail (UNSET).
    """
    ship = state.ships.get(command.ship)
    if ship and command.set is not UNSET and command.set != ship.sail:
        yield SailSet(ship=command.ship, sail=command.set)


def _offer_sails(state: State, side: Side) -> Offers[Sail]:
    """Offer the suggested moves under each other sail, ship by ship, for ships that may still sail.

    A place stands for a ship, a sail and one of the plan makers; its moves are built only when asked for.
    """
    keys = [key for key in ships_awaiting_orders(state, side) if not state.ships[key].moved]
    others, plans = len(SAIL_STATES) - 1, len(rules_of(state).plans)

    def at(place: int) -> Sequence[Sail]:
        number, which = divmod(place, others * plans)
        key = keys[number]
        if not movement.may_sail(state, key):
            return ()
        sail = [one for one in SAIL_STATES if one != state.ships[key].sail][which // plans]
        orders = movement.list_sails(set_sail(state, key, sail), side, key, which % plans)
        return [replace(order, set=sail) for order in orders]

    return Offers(len(keys) * others * plans, at)


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield one mark with the present sail of the ship."""
    yield Mark("Sail", state.ships[key].sail, MODULE.note, "SOTL-16-a")


MODULE = RuleModule(
    id="sail_states",
    rule="SOTL-16",
    title="Sail states",
    note="A ship sails under low, mid or full sail for 4, 5 or 7 points; full sail is harder to stop.",
    group="Ships",
    command_extensions=(CommandExtension(Sail, ("set",), _build_sail_events),),
    choices={"movement": _offer_sails},
    event_handlers=EVENT_HANDLERS,
    marks=_list_marks,
    ship=(Entry("sail", SailState, "low", "Her sail at the start, if sail states are in use (16)."),),
    modifiers=ModifierTables(
        inertia=ModifierTable((ModifierRule("full sail", "SOTL-16-b", _full_sail_inertia, after=("wind",)),)),
        allowance=ModifierTable(
            (
                ModifierRule("base", "SOTL-16-a", _base_points_modifier),
                *build_mast_terms(lambda ship: MAST_POINTS[ship.sail]),
                ModifierRule("full sail", "AMB-82", _full_sail_points, after=("inertia",)),
            )
        ),
    ),
)
