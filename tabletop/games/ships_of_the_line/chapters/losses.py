"""How a ship is lost: she strikes, sinks, explodes or changes hands, with the points for it and the end of her ties."""

from typing import Literal

from msgspec import UNSET

from tabletop.games.ships_of_the_line.chapters import ties, victory
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured, ShipRestored, ShipsParted
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck, ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.events.movement import TowCastOff
from tabletop.games.ships_of_the_line.sides import FLAGS, Side
from tabletop.games.ships_of_the_line.state import State, Unfolding, in_service, side_of


def strike(turn: Unfolding, key: str, cause: Literal["sinking_zone", "officer", "dismasted"]) -> None:
    """She hauls down her colours; her fights on deck end at once (4.4.1, AMB-137)."""
    turn.emit(ColoursStruck(ship=key, cause=cause))
    victory.score_strike(turn, key)
    ties.leave_fights(turn, key)


def sink(turn: Unfolding, key: str, cause: Literal["hull", "flooding", "fire"]) -> None:
    """She goes down (2.2-h, 4.4.1-d)."""
    turn.emit(ShipSunk(ship=key, cause=cause))
    victory.score_sinking(turn, key)
    part_all(turn, key)


def explode(turn: Unfolding, key: str) -> None:
    """She blows up, which counts as sunk (4.2.1-m, AMB-33)."""
    turn.emit(ShipExploded(ship=key))
    victory.score_sinking(turn, key)
    part_all(turn, key)


def part_all(turn: Unfolding, key: str) -> None:
    """End all that binds a lost ship to others (AMB-138)."""
    for grapple in turn.state.grapples:
        if grapple.joins(key):
            turn.emit(ShipsParted(ship=key, other=grapple.other(key), rule="AMB-138"))
    for tow in turn.state.tows:
        if key in (tow.tower, tow.towed):
            turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed, rule="AMB-138"))
    ties.leave_fights(turn, key)


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
