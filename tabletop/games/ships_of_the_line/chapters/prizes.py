"""Chapters 4.4.2 and 4.4.3: struck ships taken in hand, and flags that change after a fight."""

from typing import Literal

from msgspec import UNSET

from tabletop.games.ships_of_the_line.chapters import ties, victory
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured, ShipRestored
from tabletop.games.ships_of_the_line.sides import FLAGS, Side
from tabletop.games.ships_of_the_line.state import State, in_service, side_of


def take_in_hand(turn: Unfolding) -> None:
    """A struck ship goes to the only side whose ships in service hold her, her own included (AMB-137)."""
    struck = [key for key, ship in turn.state.ships.items() if ship.status == "struck"]
    claims = {key: holders(turn.state, key) for key in by_initiative(turn.state, struck)}
    for key, claimants in claims.items():
        sides = {side_of(turn.state, holder) for holder in claimants}
        if len(sides) == 1:
            change_hands(turn, key, sides.pop(), claimants[0], "prize")


def holders(state: State, key: str) -> list[str]:
    """The ships in service that hold a ship, the strongest crew first, then in key order (AMB-120)."""
    held = set(ties.held_by(state, key))
    keys = [other for other in state.ships if other in held and in_service(state, other)]
    return sorted(keys, key=lambda other: -state.cards[other].boarding)


def haul_down(turn: Unfolding) -> None:
    """Ships taken in this turn's fights change flags together (AMB-50)."""
    for note in turn.state.notes:
        if note.kind == "captured" and note.side:
            change_hands(turn, note.ship, note.side, note.by, "boarding")


def change_hands(turn: Unfolding, key: str, side: Side, by: str, cause: Literal["boarding", "prize"]) -> None:
    """She is her own again, or a prize; the points follow (4.4.2-e, 4.4.3-b, -c)."""
    if side == turn.state.cards[key].side:
        turn.emit(ShipRestored(ship=key, by=by, rule="SOTL-4.4.3-c" if cause == "prize" else "AMB-63"))
        victory.score_recapture(turn, key)
    else:
        rule = "SOTL-4.4.3-b" if cause == "prize" else "SOTL-4.4.1-g"
        nation = turn.state.cards[by].nation
        colours = UNSET if nation == FLAGS[side] else nation
        turn.emit(ShipCaptured(ship=key, captor=side, by=by, cause=cause, colours=colours, rule=rule))
        victory.score_strike(turn, key)
