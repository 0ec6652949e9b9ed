"""Standing orders to squadrons: who may give them, what they keep, when they end, and who knows of them (C-6)."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record_files import encode_side_record
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import Done, RecallOrders, Sail, StandingOrder
from tabletop.games.ships_of_the_line.events.movement import StandingOrderGiven, StandingOrdersEnded
from tabletop.games.ships_of_the_line.model import Player, State, Station
from tabletop.games.ships_of_the_line.survey import summaries
from tests.judging import every, only
from tests.ships_of_the_line.kit import battle, play, refused, ship

THREE = ("B1", "B2", "B3")


def line(apart: float = 30.0, **fields: Any) -> State:
    """Three British ships astern of each other, and a Frenchman far off."""
    ships = [ship(key, 0, -2.0 * place, 0) for place, key in enumerate(THREE)]
    return battle(*ships, ship("F1", apart, 0, 180), **{"phase": "movement"} | fields)


def given(state: State, **order: Any) -> State:
    return play(state, StandingOrder(**{"side": "british", "ships": THREE, "manner": "line_ahead"} | order))[0]


def test_a_standing_order_moves_nobody_and_is_told_to_its_own_side() -> None:
    before = line()
    state, events = play(before, StandingOrder("british", THREE, "line_ahead"))
    assert replace(state, standing=msgspec.UNSET) == before
    (one,) = state.standing or ()
    assert (one.ships, one.manner, one.stations) == (THREE, "line_ahead", {})
    told = "Standing order to B1 and 2 more ships: line ahead, until recalled."
    assert GAME.describe(before, only(events, StandingOrderGiven)) == told
    cards = {
        side: [one.value for one in summaries.list_marks(GAME.view(state, side), "B1")]
        for side in ("british", "allied", "")
    }
    assert cards == {"british": ["line ahead"], "allied": [], "": []}


def test_a_ship_has_one_standing_order_the_latest() -> None:
    state = given(given(line()), ships=("B3", "B2"), manner="hold")
    found = [(one.ships, one.manner) for one in state.standing or ()]
    assert found == [(("B1",), "line_ahead"), (("B3", "B2"), "hold")]
    state, _ = play(state, RecallOrders("british", ("B1", "B3")))
    assert [one.ships for one in state.standing or ()] == [("B2",)]


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ({"ships": ()}, "C-3"), ({"ships": ("B1", "B1")}, "C-3"), ({"ships": ("B1",)}, "C-3"),
        ({"ships": ("B1", "F1")}, "SOTL-2-a"), ({"ships": ("B1", "B9")}, "SOTL-2.2-a"), ({"last_turn": 25}, "C-3"),
        ({"last_turn": 0}, "C-3"),
    ],
)  # fmt: skip
def test_standing_orders_name_ships_that_obey_and_turns_that_come(order: dict[str, Any], rule: str) -> None:
    refused(line(), StandingOrder(**{"side": "british", "ships": THREE, "manner": "line_ahead"} | order), rule)


def test_standing_orders_are_given_while_ships_are_moved_by_whom_they_obey() -> None:
    refused(line(phase="combat"), StandingOrder("british", THREE, "hold"), "SOTL-3-c")
    refused(line(), StandingOrder("allied", ("F1",), "hold"), "SOTL-3-e")
    refused(line(), RecallOrders("british", THREE), "C-3")
    players = (Player("nelson", "british", "Nelson"), Player("hardy", "british", "Hardy"), Player("f", "allied", "F"))
    several = line(players=players)
    cards = {key: replace(card, player="hardy" if key == "B3" else "nelson") for key, card in several.cards.items()}
    several = replace(several, cards=cards)
    refused(several, StandingOrder("british", THREE, "hold", by="nelson"), "AMB-148")
    assert given(several, ships=("B1", "B2"), by="nelson").standing


def test_amb_89_a_ship_with_a_standing_order_is_moved_by_orders_of_her_own_alone() -> None:
    plain, ordered = (play(one, Done("british"))[0] for one in (line(), given(line())))
    assert ordered.ships == plain.ships


def test_stations_are_kept_as_ships_lie_or_taken_abreast_of_the_leader() -> None:
    state = battle(
        ship("B1", 0, 0, 90), ship("B2", -1, 2, 90), ship("B3", -2, -5, 90), ship("F1", 30, 0, 0), phase="movement"
    )
    kept, abreast = (given(state, manner=manner).standing for manner in ("formation", "line_abreast"))
    assert kept and kept[0].stations == {"B1": Station(0, 0), "B2": Station(-1, -2), "B3": Station(-2, 5)}
    assert abreast
    assert [(one.ahead, one.abeam < 0) for one in abreast[0].stations.values()] == [(0, False), (0, True), (0, False)]


@pytest.mark.parametrize(
    ("order", "apart", "why"),
    [({"last_turn": 1}, 30.0, "turn"), ({"to_gunshot": True}, 5.0, "gunshot"), ({"to_gunshot": True}, 30.0, None)],
)
def test_a_standing_order_ends_as_a_movement_phase_begins(order: dict[str, Any], apart: float, why: str | None) -> None:
    state = replace(given(line(apart), **order), turn=2, phase="combat", asked="allied")
    state, events = play(state, Done("allied"))
    assert state.phase == "movement"
    assert [one.why for one in every(events, StandingOrdersEnded)] == ([why] if why else [])
    assert bool(state.standing) is (why is None)


def test_orders_of_which_nobody_is_left_end() -> None:
    state = given(line(), ships=("B3",), manner="hold")
    gone = {**state.ships, "B3": replace(state.ships["B3"], status="sunk")}
    _, events = play(replace(state, ships=gone, phase="combat", asked="allied"), Done("allied"))
    assert only(events, StandingOrdersEnded).why == "lost"


def test_c_6_the_other_side_knows_neither_of_the_ships_nor_of_what_they_are_to_do() -> None:
    told = []
    orders = StandingOrder("british", THREE, "formation", last_turn=3), StandingOrder("british", ("B2",), "engage")
    for order in orders:
        before = line()
        state, events = play(before, order)
        after, ended = play(state, RecallOrders("british", order.ships))
        for side in ("allied", ""):
            seen = [GAME.redact(event, side) for event in (*events, *ended)]
            views = [GAME.view(one, side) for one in (before, state, after)]
            words = [GAME.describe(views[0], one) for one in seen]
            told.append((side, views, seen, words, GAME.headline(state), GAME.decision(views[1])))
            assert words == ["", ""] and not views[1].standing
        assert GAME.view(state, "british") is state
        assert GAME.decision(GAME.view(state, "allied")) == GAME.decision(state)
    assert told[:2] == told[2:]
    assert (GAME.has_secrets(line()), GAME.has_secrets(state), GAME.has_secrets(after)) == (False, True, True)


def begun() -> Match:
    path = resources.find_scenario("ships_of_the_line", "four_frigates")
    return Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, "keats"))


def test_c_1_c_6_standing_orders_last_in_the_record_and_are_in_no_record_of_the_other_side(tmp_path: Any) -> None:
    match = begun()
    while match.state.phase != "movement":
        match.submit(next(one for one in reversed(list(GAME.choices(match.state)))))
    side = match.state.asked
    mine = tuple(key for key, card in match.state.cards.items() if card.side == side)
    match.submit(StandingOrder(side, mine, "line_abreast", to_gunshot=True))
    match.submit(next(one for one in GAME.choices(match.state) if isinstance(one, Sail)))
    match.start_recording(tmp_path / "whole.jsonl")
    assert Match.load(tmp_path / "whole.jsonl").state == match.state
    assert verify(tmp_path / "whole.jsonl") is None
    for one in ("british", "allied"):
        assert (b"line_abreast" in encode_side_record(match, one)) is (one == side)
