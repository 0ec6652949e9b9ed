"""Trafalgar, rule 1: ships that have yet to choose whether to fight (T-R1, AMB-111, AMB-200, AMB-212)."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.errors import ScenarioError
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import GAME, rules
from tabletop.games.ships_of_the_line.chapters.optional.dumanoir import ChoiceRolled, FleetAttacked, Provoked
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import FlightBegan, MoraleRolled
from tabletop.games.ships_of_the_line.commands import (
    Board,
    BreakGrapple,
    ClearRigging,
    DropAnchor,
    FireBroadside,
    GrappleShip,
    MakeFastTow,
    Sail,
    TurnByBoats,
    WeighAnchor,
)
from tabletop.games.ships_of_the_line.events.movement import ShipLeft, ShipSailed
from tabletop.games.ships_of_the_line.model import Battery, Boarding, Coast, Grapple, Lines, State
from tabletop.games.ships_of_the_line.rule_modules import compile_rules, rules_of
from tabletop.games.ships_of_the_line.ship import Card, FallenMast, Hesitation, Ship
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.games.ships_of_the_line.survey.fleet_orders import build_default_moves
from tabletop.games.ships_of_the_line.survey.gunnery import find_outlooks, list_shots
from tabletop.geometry.pose import Point
from tests.judging import every, only
from tests.ships_of_the_line.helm import sail, steps
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, CONSENT, RESIST, crew, to_the_end

ON: dict[str, Any] = {"options": {"dumanoir": True}, "matter": {"undecided": ["F2"], "flagship": "F8"}}
CALM, ROUSED = Hesitation(), Hesitation(roused=True)


def waverer(x: float = 0, y: float = 0, heading: int = 90, **marks: Any) -> tuple[Card, Ship]:
    return ship("F2", x, y, heading, **({"hesitation": ROUSED} | marks))


def flagship(**marks: Any) -> tuple[Card, Ship]:
    return ship("F8", -20, 20, 0, **({"stopped": True} | marks))


# --- the choice


def chosen(die: int, *others: tuple[Card, Ship], **marks: Any) -> tuple[State, list[Event]]:
    return to_the_end(crew(waverer(**marks), *others, phase="extinguish", **ON), [die])


@pytest.mark.parametrize(
    ("die", "marks", "result"),
    [
        (3, {"status": "captured", "captor": "british"}, "withdraws"),
        (5, {"status": "captured", "captor": "british"}, "waits"), (6, {"status": "sunk"}, "joins"),
        (3, {"status": "exploded"}, "withdraws"), (3, {}, "waits"), (3, {"status": "struck"}, "waits"),
        (2, {}, "withdraws"), (4, {}, "waits"), (5, {}, "joins"),
    ],
)  # fmt: skip
def test_tv_110_sotl_t_r1_the_choice(die: int, marks: dict[str, Any], result: str) -> None:
    _, events = chosen(die, flagship(**marks))
    assert only(events, ChoiceRolled).result == result
    values = [one.value for one in only(events, ChoiceRolled).modifiers]
    assert values == ([die, die - 1] if marks and marks != {"status": "struck"} else [die])


def test_sotl_t_r1_who_withdraws_flees_by_the_nearest_edge_and_counts_as_fled() -> None:
    state, events = chosen(1, flagship(), x=44)
    assert only(events, FlightBegan) == FlightBegan(ship="F2", edge="E", rule="AMB-200")
    assert (state.ships["F2"].fleeing, state.ships["F2"].hesitation) == ("E", Hesitation("withdrawn", True))
    for profile, points in ((state.profile, [5, -5]), (replace(state.profile, withdrawal_scores=False), [])):
        at_sea = replace(state, phase="movement", asked="allied", initiative="british", turn=3, profile=profile)
        after, events = play(at_sea, ALLIED)
        assert only(events, ShipLeft).fled
        assert [one.points for one in after.scores] == points


def test_sotl_t_r1_who_joins_is_as_any_other_and_is_not_rolled_for_again() -> None:
    state, _ = chosen(6, flagship())
    assert state.ships["F2"].hesitation == Hesitation("joined", True)
    _, events = to_the_end(replace(state, phase="extinguish", asked="allied", initiative="british"))
    assert every(events, ChoiceRolled) == []
    assert rules.check(replace(state, phase="movement", asked="allied"), sail("F2", "a a")) is None


def test_amb_145_in_key_order_after_broken_lines_and_before_crews_recover() -> None:
    order = list(compile_rules(frozenset({"dumanoir"})).phases)
    assert order[order.index("fires") :] == ["fires", "morale", "recovery", "wrecks"]
    both = {"dumanoir": True, "line_breaking": True}
    ships = waverer(), ship("F1", 5, 0, 0, card_division="rear"), ship("F3", 9, 0, 0, hesitation=ROUSED)
    state = crew(*ships, phase="extinguish", **(ON | {"options": both, "lines": Lines({}, ("rear",))}))
    _, events = to_the_end(state, [1, 3, 3])
    rolls = [type(one) for one in events if isinstance(one, MoraleRolled | ChoiceRolled)]
    assert rolls == [MoraleRolled, ChoiceRolled, ChoiceRolled]
    assert [one.ship for one in every(events, ChoiceRolled)] == ["F2", "F3"]


def test_sotl_12_b_amb_111_a_ship_that_her_broken_line_puts_to_flight_has_nothing_left_to_choose() -> None:
    both = {"dumanoir": True, "line_breaking": True}
    state = crew(
        waverer(card_division="rear"), phase="extinguish", **(ON | {"options": both, "lines": Lines({}, ("rear",))})
    )
    after, events = to_the_end(state, [6])
    assert (every(events, ChoiceRolled), after.ships["F2"].fleeing) == ([], "N")
    assert after.ships["F2"].hesitation == Hesitation("over", True)


def test_sotl_t_r1_only_ships_in_service_of_a_fleet_that_has_been_attacked() -> None:
    for marks in ({"hesitation": CALM}, {"status": "struck"}, {"hesitation": UNSET}):
        _, events = to_the_end(crew(waverer(**marks), phase="extinguish", **ON))
        assert every(events, ChoiceRolled) == []


# --- what rouses them


def calm(*ships: tuple[Card, Ship], **fields: Any) -> State:
    far = ship("F9", 30, 30, 0, hesitation=CALM), ship("B9", -30, -30, 0)
    return battle(*ships, *far, **(ON | fields))


def shot(target: str, key: str = "B1", side: Any = "british", battery: Any = "starboard") -> FireBroadside:
    return FireBroadside(side=side, ship=key, broadside=battery, target=target)


def test_amb_111_a_shot_at_any_of_the_fleet_rouses_all_of_them_once() -> None:
    state = calm(ship("B1", 0, 0, 0), ship("F1", 0.9, 0, 0), ship("B2", 5, 0, 0), ship("F3", 5.9, 0, 0))
    state, events = play(state, shot("F1"), shot("F3", "B2"), dice=[1] * 8)
    assert [(one.ship, one.target) for one in every(events, FleetAttacked)] == [("B1", "F1")]
    assert state.ships["F9"].hesitation == ROUSED
    assert state.ships["F1"].hesitation is UNSET


def test_amb_111_so_does_boarding_but_no_shot_of_their_own_nor_one_at_a_battery() -> None:
    ships = ship("B1", 0, 0, 0), ship("F1", 0.35, 0, 0)
    held = calm(*ships, phase="board", grapples=(Grapple("B1", "F1", 1),))
    state, events = play(held, Board(side="british", ship="B1", target="F1"))
    assert only(events, FleetAttacked).target == "F1"
    firing = calm(ship("B1", 0, 0, 0), ship("F1", 0.9, 0, 0), asked="allied")
    own, _ = play(firing, shot("B1", "F1", "allied", "port"), dice=[1] * 4)
    assert own.ships["F9"].hesitation == CALM
    work = Battery("W1", "allied", "W1", Point(1.0, 0.0), 4, 17)
    coast = {"options": {"dumanoir": True, "coastal": True}, "coast": Coast(batteries={"W1": work})}
    shelled, _ = play(calm(ship("B1", 0, 0, 0), **coast), shot("W1"), dice=[1] * 4)
    assert shelled.ships["F9"].hesitation == CALM
    assert state.ships["F9"].hesitation == ROUSED


def test_amb_200_whoever_fires_at_her_or_grapples_her_may_be_fired_back_at() -> None:
    near = ship("B1", 0, 0, 0), waverer(0.9, 0, 0)
    state = calm(*near)
    refused(replace(state, asked="allied"), shot("B1", "F2", "allied", "port"), "AMB-200")
    state, events = play(state, shot("F2"), dice=[1] * 4)
    assert only(events, Provoked) == Provoked(ship="F2", by="B1")
    assert rules.check(replace(state, asked="allied"), shot("B1", "F2", "allied", "port")) is None
    assert shot("B1", "F2", "allied", "port") in list(GAME.choices(replace(state, asked="allied")))
    thrown = calm(ship("B1", 0, 0, 0), waverer(0.4, 0, 0), phase="grapple")
    thrown, events = play(thrown, GrappleShip(side="british", ship="B1", target="F2"), RESIST, dice=[1])
    assert only(events, Provoked).by == "B1"
    assert every(events, FleetAttacked) == []


def test_tv_111_amb_200_she_may_not_fire_past_the_nearest_who_has_done_her_nothing() -> None:
    marks = {"hesitation": Hesitation("undecided", True, ("B3",))}
    near, far = ship("B5", 0.9, 0, 0), ship("B3", 2.4, 0, 0)
    state = calm(waverer(0, 0, 0, **marks), near, far, asked="allied")
    refused(state, shot("B5", "F2", "allied"), "AMB-200")
    assert GAME.check(state, shot("B3", "F2", "allied")) is not None
    assert rules.check(calm(waverer(0, 0, 0, **marks), far, asked="allied"), shot("B3", "F2", "allied")) is None


def test_amb_200_who_may_not_fire_is_neither_waited_for_nor_offered_a_shot_and_says_why() -> None:
    state = calm(waverer(0, 0, 0), ship("B5", 0.9, 0, 0), asked="allied")
    assert (tuple(rules.list_actors(state, "allied")), list_shots(state, "F2")) == ((), ())
    outlook = find_outlooks(state)["F2", "starboard"]
    assert str(outlook.refusal) == str(GAME.check(state, shot("B5", "F2", "allied")))
    assert outlook.refusal and outlook.refusal.rule == "AMB-200"


# --- what she does not do


def at_sea(*ships: tuple[Card, Ship], **fields: Any) -> State:
    far = ship("F9", 40, 40, 0, stopped=True), ship("B9", -40, -40, 0, stopped=True)
    return battle(*ships, *far, **(ON | {"phase": "movement", "asked": "allied", "initiative": "british"} | fields))


def own_move(state: State) -> ShipSailed:
    foreseen = {one.ship: one.plan for one in build_default_moves(state, ["F2"])}
    _, events = play(state, ALLIED)
    move = next(one for one in events if isinstance(one, ShipSailed) and one.ship == "F2")
    assert (move.ordered, move.plan) == (False, foreseen["F2"])
    return move


def test_amb_212_she_takes_no_orders_how_to_sail_and_none_are_offered() -> None:
    state = at_sea(waverer())
    refused(state, sail("F2", "a a"), "AMB-212")
    lying = at_sea(waverer(heading=315, stopped=True))
    refused(lying, TurnByBoats(side="allied", ship="F2", towards="port"), "AMB-212")
    refused(lying, DropAnchor(side="allied", ship="F2"), "AMB-212")
    anchored = at_sea(waverer(stopped=True, anchored=True))
    refused(anchored, WeighAnchor(side="allied", ship="F2"), "AMB-212")
    for one in (state, lying, anchored):
        assert [order for order in GAME.choices(one) if getattr(order, "ship", "") == "F2"] == []
    prize = at_sea(waverer(status="captured", captor="british"), asked="british", initiative="allied")
    assert rules.check(prize, Sail(side="british", ship="F2", plan=steps("a a"))) is None


def test_amb_111_amb_200_she_holds_her_heading_with_the_forced_spend() -> None:
    move = own_move(at_sea(waverer()))
    assert [(leg.kind, leg.end.heading) for leg in move.legs] == [("advance", 90)]


def test_amb_111_amb_200_she_turns_only_out_of_contact_and_no_more_than_she_must() -> None:
    move = own_move(at_sea(waverer(), ship("B1", 1.6, -0.4, 0)))
    assert [leg.kind for leg in move.legs] == ["turn", "advance"]
    assert move.contact == ""
    degrees = (move.pose.heading - 90 + 180) % 360 - 180
    assert -44 <= degrees < 0
    almost = at_sea(waverer(), ship("B1", 1.6, -0.4, 0))
    turned = replace(almost, options={})
    assert GAME.check(turned, sail("F2", f"t{degrees + 1} a s s s")) is None
    assert own_move(at_sea(waverer(), ship("B1", 1.2, 0, 0), ship("B2", 1.2, 1, 0), ship("B3", 1.2, -1, 0))).contact


def test_amb_212_neither_grapples_nor_tows_nor_boards_unless_boarded() -> None:
    near = waverer(0, 0, 0), ship("B1", 0.35, 0, 0)
    lines = crew(*near, phase="grapple", asked="allied", **ON)
    refused(lines, GrappleShip(side="allied", ship="F2", target="B1"), "AMB-212")
    friends = crew(waverer(0, 0, 0), ship("F3", 0.35, 0, 0), phase="grapple", asked="allied", **ON)
    refused(friends, MakeFastTow(side="allied", ship="F2", towed="F3"), "AMB-200")
    refused(friends, MakeFastTow(side="allied", ship="F3", towed="F2"), "AMB-200")
    board = Board(side="allied", ship="F2", target="B1")
    held = crew(*near, phase="board", asked="allied", grapples=(Grapple("B1", "F2", 1),), **ON)
    refused(held, board, "AMB-212")
    assert rules.check(replace(held, boardings=(Boarding("B1", "F2"),)), board) is None


def test_amb_212_to_break_free_and_to_clear_wreckage_is_free() -> None:
    near = waverer(0, 0, 0, fallen=(FallenMast("fore", "port"),), masts=("main", "mizzen")), ship("B1", 0.35, 0, 0)
    held = crew(*near, phase="break_free", asked="allied", grapples=(Grapple("B1", "F2", 1),), **ON)
    assert rules.check(held, BreakGrapple(side="allied", ship="F2", other="B1")) is None
    clear = ClearRigging(side="allied", ship="F2", broadside="port")
    assert rules.check(replace(held, phase="unrig"), clear) is None
    assert CONSENT.accept


# --- scenarios and the table


def opened(name: str = "trafalgar", **options: bool) -> State:
    path = resources.find_scenario("ships_of_the_line", name)
    return GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), {"dumanoir": True} | options)


def test_sotl_t_r1_sotl_t_vc_at_trafalgar_the_five_french_ships_of_dumanoir() -> None:
    state = opened()
    assert [key for key, one in state.ships.items() if one.hesitation] == ["F2", "F3", "F5", "F6", "F8"]
    assert not any(one.hesitation for one in opened(dumanoir=False).ships.values())
    assert [mark.emblem for mark in summaries.list_marks(state, "F5") if mark.title == "Resolve"] == ["?"]
    module = {one.id: one for one in rules_of(state).modules}["dumanoir"]
    assert (module.inert(state), module.inert(replace(state, matter=UNSET))[:7]) == ("", "No ship")


def test_amb_144_the_card_tells_what_became_of_her() -> None:
    for state, told in (("joined", ["joined"]), ("withdrawn", ["withdrawn"]), ("over", [])):
        one = battle(waverer(hesitation=Hesitation(state)), **ON)
        assert [mark.value for mark in summaries.list_marks(one, "F2")] == told


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("undecided: [F1, F1]", "F1 is named twice"), ("undecided: [X1]", "unknown ship 'X1'"),
        ("undecided: [F1]\nflagship: X1", "unknown ship 'X1'"),
    ],
)  # fmt: skip
def test_sotl_t_r1_what_is_wrong_with_a_file(said: str, problem: str) -> None:
    text = f"""game: ships_of_the_line
title: Wavering
wind: {{from: NW}}
options: {{dumanoir: true}}
{said}
ships:
  - {{key: F1, nation: france, number: 1, name: Mont-Blanc, class: III, guns: 74, at: [0, 0], heading: 0}}
  - {{key: B1, nation: britain, number: 1, name: Ajax, class: III, guns: 74, at: [9, 0], heading: 0}}
"""
    with pytest.raises(ScenarioError, match=problem):
        GAME.read(text, "wavering.yaml")
