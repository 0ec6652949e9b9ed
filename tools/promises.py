"""Promises: what must be true of a game after any command, however foolish."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET

from tabletop.cards.zones import list_all_cards
from tabletop.core.game import AnyGame
from tabletop.games.decks_of_glory import model as hexes
from tabletop.games.ship_duel import model as duel
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.model import State, is_on_map, side_of
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, phase_of
from tabletop.games.ships_of_the_line.ship import Duties
from tabletop.games.trafalgar_cards import limits
from tabletop.games.trafalgar_cards import model as trafalgar
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.volley import model as volley
from tabletop.geometry.contact import is_too_close, measure_clearance
from tools import hex_promises

_LOST = ("sunk", "exploded", "fled", "left")


def check_promises(game: AnyGame, before: Any, after: Any) -> None:
    """Check everything that must be true of a game after a command.

    Raises:
        AssertionError: with the promise that is broken.
    """
    _check_choices(game, after)
    if {"deck", "cards"} <= set(after.__struct_fields__):
        check_card_places(before, after)
    own = _CHECK_BY_STATE.get(type(after))
    if own:
        own(before, after)


def check_battle(before: State, after: State) -> None:
    """Check the promises of Ships of the Line."""
    for part in (_check_cards, _check_crews, _check_sides, _check_ledger, _check_lines, _check_fights, _check_steps):
        part(before, after)


def check_clearances(before: State, after: State) -> None:
    """Check that no hull comes too close to another, or overlaps it more than before (AMB-126, AMB-131).

    Rounded clearances are compared, so none is below its limit by more than `contact.HALF_STEP`.
    """
    moved = [key for key, ship in after.ships.items() if ship.pose != before.ships[key].pose and is_on_map(after, key)]
    towed = {frozenset((tow.tower, tow.towed)) for tow in (*before.tows, *after.tows)}
    for key, other in _list_pairs(after, moved):
        if frozenset((key, other)) in towed:
            continue
        left = _measure_clearance(after, key, other)
        too_near = is_too_close(_measure_clearance(before, key, other), left, after.profile.contact_gap)
        _require(not too_near, f"{key} is {left:.4f} UM from {other}")


def _require(holds: bool, promise: str) -> None:
    if not holds:
        raise AssertionError(promise)


def _check_choices(game: AnyGame, state: Any) -> None:
    over = game.outcome(state) is not None
    _require((game.decision(state) is None) == over, "the game is over and asks, or goes on and does not ask")
    _require((next(iter(game.choices(state)), None) is None) == over, "there is nothing that could be done")


def _list_pairs(state: State, moved: list[str]) -> Iterator[tuple[str, str]]:
    for key in moved:
        near = positions.ships_near(state, key, 2 * state.profile.contact_gap)
        yield from ((key, other) for other in near if other not in moved or key < other)


def _measure_clearance(state: State, key: str, other: str) -> float:
    return measure_clearance(positions.hull_outline(state, key), positions.hull_outline(state, other))


def _check_cards(before: State, after: State) -> None:
    """Check that marks on the ship cards only change in one direction, or stay within their bounds."""
    _require(after.cards == before.cards and list(after.ships) == list(before.ships), "the fleets have changed")
    for key, ship in after.ships.items():
        _require(ship.hull <= before.ships[key].hull, f"the hull of {key} has risen")
        tired = max(fatigue_limit(after, key), fatigue_limit(before, key), before.ships[key].fatigue)
        _require(0 <= ship.fatigue <= tired, f"{key} has fatigue {ship.fatigue}")
        _require(ship.fires >= 0, f"{key} has {ship.fires} fires")
        _require(not set(ship.masts) & {one.mast for one in ship.fallen}, f"a mast of {key} stands and has fallen")
        gone = before.ships[key].status in _LOST and ship.status not in _LOST
        _require(not gone, f"{key} has come back from {before.ships[key].status}")


def _check_crews(_before: State, after: State) -> None:
    """Check that only crews aboard are busy, and that no ship has more crews than it has room for."""
    for key, ship in after.ships.items():
        crews, duties = after.cards[key].crews if ship.crews is UNSET else ship.crews, ship.duties or Duties()
        busy = [crews - sum(duties.tasks.values()), *duties.tasks.values(), duties.prisoners]
        _require(min(busy) >= 0, f"of {crews} crews of {key} are busy: {duties}")
        _require(crews <= max(after.cards[key].crews, after.cards[key].decks + 1), f"{key} has {crews} crews")


def _check_sides(_before: State, after: State) -> None:
    """Check that only a captured ship has a captor, and never its own side."""
    for key, ship in after.ships.items():
        held = ship.status == "captured"
        _require(held == (ship.captor is not None) or ship.status in _LOST, f"{key} is {ship.status} by {ship.captor}")
        _require(ship.captor != after.cards[key].side, f"{key} is a prize of her own side")


def _check_ledger(_before: State, after: State) -> None:
    """Check that points for ships follow from their fates, and that the outcome is the ledger (AMB-64)."""
    for key, ship in after.ships.items():
        held = victory.award_held(after, key)
        _require(held == 15 or ship.status not in ("struck", "captured"), f"{held} points are held for {key}")
        _require(held == 0 or ship.status != "in_service", f"{held} points are held for {key}, who fights on")
        sinkings = sum(score.about == key and score.rule == "SOTL-8-c" for score in after.scores)
        _require(sinkings == (ship.status in ("sunk", "exploded")), f"{key} is {ship.status}, scored {sinkings} times")
    if after.outcome is not None:
        _require(after.outcome.totals == victory.total_points(after), "the totals are not those of the ledger")
        _require(after.outcome.reckoning == after.scores, "the reckoning is not the ledger")


def _check_lines(_before: State, after: State) -> None:
    """Check that grapples and tows join two ships on the map, each pair once."""
    pairs = [frozenset((one.first, one.second)) for one in after.grapples]
    tows = [key for one in after.tows for key in (one.tower, one.towed)]
    _require(len(pairs) == len(set(pairs)), "two ships are grappled twice")
    _require(all(len(pair) == 2 for pair in pairs), "a ship is grappled to herself")
    _require(len(tows) == len(set(tows)), "a ship is in two tows")
    for key in (*tows, *(key for pair in pairs for key in pair)):
        _require(is_on_map(after, key), f"{key} is fast to a ship but not on the map")


def _check_fights(_before: State, after: State) -> None:
    """Check that a fight is between two sides, with ships that are on the map and have not struck."""
    fighters = [key for one in after.melees for key in (*one.attackers, *one.defenders)]
    _require(len(fighters) == len(set(fighters)), "a ship is in two fights")
    for key in fighters:
        _require(is_on_map(after, key) and after.ships[key].status != "struck", f"{key} cannot fight")
    for fight in after.melees:
        sides = [{side_of(after, key) for key in keys} for keys in (fight.attackers, fight.defenders)]
        _require(all(len(side) == 1 for side in sides) and sides[0] != sides[1], "a fight is not between two sides")
        _require(fight.target in fight.defenders, f"{fight.target} is boarded but does not defend herself")


def _check_steps(_before: State, after: State) -> None:
    """Check that the notes of a step are gone after it, and that a question is about ships on the map."""
    for note, times in Counter(after.notes).items():
        most = (
            after.ships[note.ship].fires if note.kind == "extinguished" else 1
        )  # one gang puts out one fire (AMB-184)
        _require(times <= most, f"the same is noted {times} times: {note}")
    _require(not after.notes or phase_of(after).ribbon == "Crew", "notes are left after the Crew Phase")
    _require(not after.boardings or after.phase in ("board", "boarding"), "boardings are left after their step")
    _require(not after.shots or after.phase == "combat", "shots are left after the Combat Phase")
    if after.question is not None:
        for key in filter(None, (after.question.ship, *after.question.candidates)):
            _require(is_on_map(after, key), f"a question is asked about {key}, who is gone")


def _check_ships_of_the_line(before: State, after: State) -> None:
    check_battle(before, after)
    check_clearances(before, after)


def check_card_places(before: Any, after: Any) -> None:
    """Check that every card of the deck is in exactly one place, in every card game."""
    if sorted(list_all_cards(after.cards)) != sorted(after.deck):
        counted = Counter(list_all_cards(after.cards))
        raise AssertionError(f"cards are lost or doubled: {counted - Counter(list(after.deck))}")
    _require(after.deck == before.deck, "the deck has changed")


def _check_ship_duel(before: Any, after: Any) -> None:
    for side, ship in after.ships.items():
        fell = {stat: before.ships[side].left[stat] - left for stat, left in ship.left.items()}
        _require(min(fell.values()) >= 0, f"points of {side} have risen")
        _require(min(ship.left.values()) >= 0, f"points of {side} are below 0")
        _require(
            not after.chosen.get(side) or set(after.chosen[side]) <= set(after.cards.hands[side]), "chosen, not held"
        )
        _require(min(ship.left.values()) > 0 or after.outcome is not None, f"{side} is lost and fights on")


def _check_volley(before: volley.State, after: volley.State) -> None:
    _check_hands(after, volley.HAND_SIZE)
    _require(all(0 <= after.troops[side] <= before.troops[side] for side in after.troops), "troops have come back")
    _require(after.quiet <= volley.MAX_QUIET_TURNS, "the game outlasts its quiet turns")
    attack = after.assault
    answers = [(one.card, *one.counters) for one in attack.answers] if attack else []
    played = sorted([*(attack.meld if attack else ()), *(card for cards in answers for card in cards)])
    _require(sorted(after.cards.table) == played, "the cards on the table are not those of the attack")


def _check_trafalgar(before: trafalgar.State, after: trafalgar.State) -> None:
    _check_hands(after, limits.HAND)
    _require(after.turn - before.turn in (0, 1), "a turn was left out")
    _require(sum(after.won.values()) - sum(before.won.values()) in (0, 1), "hands were won twice or lost again")
    _require(not after.cards.table, "cards were left on the table")
    _require(set(after.chosen) < set(SIDES), "both have chosen and nothing came of it")
    if after.outcome is not None and after.outcome.winner and after.outcome.rule != "C-9":
        _require(after.outcome.totals[after.outcome.winner] == after.wins_needed, "the winner has not won enough hands")
    if after.outcome is not None:
        _require(len(after.outcome.reckoning) == sum(after.outcome.totals.values()), "a hand is not in the reckoning")


def _check_hands(state: Any, most: int) -> None:
    _require(all(len(hand) <= most for hand in state.cards.hands.values()), "a hand has grown too large")


_CHECK_BY_STATE: dict[type, Callable[[Any, Any], None]] = {
    hexes.State: hex_promises.check_promises,
    State: _check_ships_of_the_line,
    duel.State: _check_ship_duel,
    trafalgar.State: _check_trafalgar,
    volley.State: _check_volley,
}
"""The checks of each game, by the type of its state."""
