"""DOG-17 to DOG-19: broadsides are declared by both sides, then fired, then marked together."""

from collections.abc import Iterator

from tabletop.cards.standard import SUIT_OF
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.chapters.dealing_out import Shares, dealt_out, draw, mark, takers
from tabletop.games.decks_of_glory.chapters.sighting import Sight, sight
from tabletop.games.decks_of_glory.commands import OpenFire, giver
from tabletop.games.decks_of_glory.events.combat import BroadsideFired, FireDeclared
from tabletop.games.decks_of_glory.positions import in_order, is_active, is_entangled
from tabletop.games.decks_of_glory.state import Aim, Context, State, secret
from tabletop.games.decks_of_glory.tables import GUNNERY, RAKING_CARDS, RANGE_MODIFIER, REACH
from tabletop.geometry import hexgrid


def check(state: State, command: OpenFire) -> Refused | None:
    """Every shot must be possible, and no ship fires twice."""
    met: set[str] = set()
    for shot in command.shots:
        if shot.ship in met:
            return Refused("DOG-17", "A ship fires one broadside a turn.", pieces=(shot.ship,))
        met.add(shot.ship)
        if refusal := check_shot(state, command.side, shot):
            return refusal
    return None


def check_shot(state: State, side: str, shot: Aim) -> Refused | None:
    """Why one broadside cannot be fired."""
    for key in (shot.ship, shot.target):
        if key not in state.ships:
            return Refused("C-3", f"There is no ship '{key}' here.")
    return unable(state, side, shot.ship) or _no_target(state, side, shot)


def unable(state: State, side: str, key: str) -> Refused | None:
    """Why a ship of a side cannot fire at all."""
    if state.fleet[key].side != side:
        return Refused("DOG-17", "That ship fires for the other side.", pieces=(key,))
    if not is_active(state.ships[key]):
        return Refused("DOG-25", "That ship is not active.", pieces=(key,))
    if is_entangled(state, key):
        return Refused("DOG-17", "Entangled ships do not fire.", pieces=(key,))
    return None


def _no_target(state: State, side: str, shot: Aim) -> Refused | None:
    if state.fleet[shot.target].side == side or not is_active(state.ships[shot.target]):
        return Refused("DOG-17", "The target must be an active enemy.", pieces=(shot.target,))
    seen = sight(state, shot.ship, shot.target)
    if seen is None:
        reason = "She does not lie in the field of fire of either broadside."
        return Refused("DOG-3", reason, _too_far(state, shot), pieces=(shot.target,))
    if seen.blockers:
        names = [state.fleet[key].name for key in seen.blockers]
        return Refused("DOG-4", f"The line of fire is blocked by {' and '.join(names)}.", pieces=seen.blockers)
    return None


def _too_far(state: State, shot: Aim) -> str:
    far = hexgrid.distance(state.ships[shot.ship].at, state.ships[shot.target].at)
    return f"{far} hexes off, broadsides carry {REACH}" if far > REACH else ""


def open_fire(turn: Context, command: OpenFire) -> None:
    """Nothing is drawn until both sides have declared."""
    turn.emit(FireDeclared(side=giver(command), shots=command.shots, secret=secret(turn.state)))


def resolve(turn: Context) -> None:
    """All broadsides in order; their hits count only when the last has fired (DOG-17)."""
    mark(turn, [_fire(turn, shot) for shot in _declared(turn.state)], "DOG-17")


def _declared(state: State) -> list[Aim]:
    shots = {shot.ship: shot for aims in state.orders.values() for shot in aims or ()}
    return [shots[key] for key in in_order(state) if key in shots]


def _fire(turn: Context, shot: Aim) -> Shares:
    seen = sight(turn.state, shot.ship, shot.target)
    assert seen
    cards = tuple(_cards(turn, shot.ship, seen))
    values = tuple(GUNNERY[SUIT_OF[card]] for card in cards)
    hits = hits_of(sum(values), seen.distance)
    shares, wasted = dealt_out(hits, takers(turn.state, shot.ship, shot.target))
    turn.emit(
        BroadsideFired(
            ship=shot.ship,
            target=shot.target,
            at=turn.state.ships[shot.target].at,
            battery=seen.battery,
            distance=seen.distance,
            modifier=RANGE_MODIFIER[seen.distance],
            rake=seen.rake,
            cards=cards,
            values=values,
            hits=hits,
            shares=shares,
            wasted=wasted,
        )
    )
    return shares


def _cards(turn: Context, ship: str, seen: Sight) -> Iterator[str]:
    for _ in range(cards_of(seen)):
        yield draw(turn, "gunnery", ship=ship)


def cards_of(seen: Sight) -> int:
    """Cards that a broadside draws: more if it rakes (DOG-18)."""
    return RAKING_CARDS if seen.rake else 1


def hits_of(drawn: int, distance: int) -> int:
    """Hits of cards that come to so much, at a range (DOG-18)."""
    return max(0, drawn + RANGE_MODIFIER[distance])
