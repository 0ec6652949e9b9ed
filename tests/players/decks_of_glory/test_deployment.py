"""The berths that computer players choose for ships to place (DOG-6)."""

from functools import cache

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import players
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.games.decks_of_glory.commands import FinishPlacing, PlaceShip
from tabletop.geometry.hexgrid import angle_between, distance, distance_along

GAME = find_game("decks_of_glory")
ZONES = ("{side: british, middle: [5, 6], radius: 3}", "{side: allied, middle: [14, 3], radius: 3, ships: [F1, F2]}")
SHIPS = """\
  - {key: B1, nation: britain, name: Mars, rate: 3, at: [3, 6], facing: 4}
  - {key: B2, nation: britain, name: Ajax, rate: 4, at: [5, 8], facing: 5}
  - {key: B3, nation: britain, name: Victory, rate: 1, at: [6, 3], facing: 4}
  - {key: F1, nation: france, name: Hercule, rate: 3, at: [15, 3], facing: 2}
  - {key: F2, nation: france, name: Tigre, rate: 3, at: [15, 4], facing: 2}
  - {key: F3, nation: france, name: Aigle, rate: 3, at: [17, 0], facing: 5}
"""


def opened(zones=ZONES, ships=SHIPS, wind=2, *, secret=False):
    listed = "".join(f"    - {zone}\n" for zone in zones)
    deploy = f"deploy:\n  secret: {str(secret).lower()}\n  zones:\n{listed}"
    text = f"game: decks_of_glory\ntitle: Two lines\nmap: {{columns: 24, rows: 16}}\nturns: 6\nwind: {wind}\n{deploy}"
    return Match.new(MatchSetup(GAME, f"{text}ships:\n{ships}", "lines.yaml", "seed"))


def placed_by(match, name, side, seed="1"):
    """The orders of somebody who places the ships of a side, to the last."""
    orders = []
    while GAME.decision(match.state).side == side and match.state.phase == "deployment":
        player = players.find_player(name, GAME.meta.id)(GAME, side, seed)
        (*_, proposal) = player.consider(GAME.view(match.state, side))
        match.submit(proposal.command, proposal.why)
        orders.append(proposal.command)
    return orders


@cache
def drawn_up():
    """Both fleets as a captain places them."""
    match = opened()
    return match, placed_by(match, "captain", "british"), placed_by(match, "captain", "allied")


@pytest.mark.parametrize("name", players.LEVELS)
def test_every_level_places_each_ship_once_and_is_done(name):
    orders = placed_by(opened(), name, "british")
    assert sorted(order.ship for order in orders[:-1]) == ["B1", "B2", "B3"]
    assert isinstance(orders[-1], FinishPlacing)
    assert orders == drawn_up()[1]


def test_ships_lie_beside_each_other_in_front_of_their_water_and_close_with_the_enemy():
    ships = drawn_up()[0].state.ships
    for line, foes in ((["B1", "B2", "B3"], ["F1", "F2", "F3"]), (["F1", "F2"], ["B1", "B2", "B3"])):
        for key in line:
            at, facing = ships[key].at, ships[key].facing
            assert min(distance(at, ships[mate].at) for mate in line if mate != key) == 1
            assert min(distance(at, ships[foe].at) for foe in foes) < 9  # from middle to middle
            assert angle_between(facing, 2) < 3  # not in irons
            assert distance_along((ships[foes[0]].at[0] - at[0], ships[foes[0]].at[1] - at[1]), facing) > 0
    assert ships["F3"].at == (17, 0)


@pytest.mark.parametrize("wind", [0, 3])
def test_of_two_hexes_as_near_to_the_enemy_the_one_to_windward_is_taken(wind):
    """North and south of the enemy's line of approach; the wind blows from one of them."""
    foe = "  - {key: F1, nation: france, name: Hercule, rate: 3, at: [14, 1], facing: 5}\n"
    match = opened(["{side: british, hexes: [[6, 2], [6, 8], [6, 5]]}"], SHIPS[: SHIPS.index("  - {key: B1")] + (
        "  - {key: B1, nation: britain, name: Mars, rate: 3, at: [6, 5], facing: 4}\n" + foe
    ), wind)  # fmt: skip
    placed_by(match, "captain", "british")
    assert match.state.ships["B1"].at == ((6, 8) if wind == 0 else (6, 2))


def test_c_6_where_the_other_side_lies_unseen_makes_no_difference():
    chosen = []
    for at in ((5, 4), (4, 8)):
        match = opened(secret=True)
        match.submit(PlaceShip("british", "B1", at, 0))
        match.submit(FinishPlacing("british"))
        chosen.append(placed_by(match, "admiral", "allied"))
    assert chosen[0] == chosen[1]


def test_whoever_goes_on_in_the_middle_places_the_rest_alike():
    _, orders, _ = drawn_up()
    again = opened()
    again.submit(orders[0])
    assert placed_by(again, "captain", "british", seed="another") == orders[1:]


def test_ships_that_lie_in_each_others_places_make_room():
    weak = "  - {key: B1, nation: britain, name: Mars, rate: 4, at: [7, 6], facing: 2}\n"
    strong = "  - {key: B2, nation: britain, name: Ajax, rate: 1, at: [5, 6], facing: 2}\n"
    foe = "  - {key: F1, nation: france, name: Hercule, rate: 3, at: [14, 3], facing: 5}\n"
    match = opened(["{side: british, hexes: [[5, 6], [7, 6], [3, 6]], ships: [B1, B2]}"], weak + strong + foe)
    orders = placed_by(match, "captain", "british")
    assert {key: match.state.ships[key].at for key in ("B1", "B2")} == {"B1": (5, 6), "B2": (7, 6)}
    assert [order.at for order in orders[:-1]] == [(3, 6), (5, 6), (7, 6)]
