"""Chapter 22: harbours, batteries, land and shoals (AMB-108, AMB-194 to 199, AMB-216, AMB-217, AMB-222), and 10-c."""

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.core.errors import ScenarioError
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.optional.coastal import grounding
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import (
    BatteryDestroyed,
    BatteryFired,
    BatteryHurt,
    BatteryPlaced,
    DeployBattery,
    FireBattery,
    HarbourSilenced,
)
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import (
    GroundingRolled,
    Refloat,
    ShipGrounded,
    ShipRefloated,
    WreckStays,
)
from tabletop.games.ships_of_the_line.chapters.orders import find_player_to_move
from tabletop.games.ships_of_the_line.chapters.sailing import check_held
from tabletop.games.ships_of_the_line.commands import (
    CastOff,
    Done,
    FireBroadside,
    GrappleShip,
    MakeFastTow,
    TurnByBoats,
)
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, HullLost, ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.events.crew import FatigueRose, TaskRolled, WreckRemoved
from tabletop.games.ships_of_the_line.events.movement import ShipDrifted, ShipSailed
from tabletop.games.ships_of_the_line.events.turn import PlayerDone, PointsScored
from tabletop.games.ships_of_the_line.fleets import mark_player_gone
from tabletop.games.ships_of_the_line.model import Battery, Coast, Player, State, Tow
from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules
from tabletop.games.ships_of_the_line.ship import Shot, Special
from tabletop.games.ships_of_the_line.survey import choices, gunnery, odds
from tabletop.games.ships_of_the_line.survey.summaries import describe_module_order, list_marks
from tabletop.geometry.pose import Point, Pose
from tabletop.players import casual
from tests.judging import every, only
from tests.ships_of_the_line.helm import QUARTER, at_sea, sail
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tools import promises

ON: dict[str, Any] = {"options": {"coastal": True}}
AWAY = ship("F9", -40, -40, 0, anchored=True)


def square(west: float, south: float, east: float, north: float) -> tuple[Point, ...]:
    return Point(west, south), Point(east, south), Point(east, north), Point(west, north)


def battery(key: str = "W1", x: float = 0.0, y: float = 0.0, side: Any = "allied", **marks: Any) -> Battery:
    return Battery(**({"key": key, "side": side, "name": key, "place": Point(x, y), "dice": 4, "hull": 17} | marks))


def coast(*works: Battery, **marks: Any) -> Coast:
    return Coast(**({"batteries": {one.key: one for one in works}, "rings": 2.0} | marks))


def along(*works: Battery, ships: tuple[Any, ...], **fields: Any) -> State:
    """Ships that sail along a coast with some batteries; the British are asked to move."""
    marks = {
        name: fields.pop(name) for name in ("land", "fairways", "harbour", "rings", "sites", "wrecks") if name in fields
    }
    return at_sea(*ships, AWAY, coast=coast(*works, **marks), **(ON | fields))


# --- land


def test_sotl_22_f_amb_197_land_cuts_a_step_like_a_hull_without_damage() -> None:
    state = along(ships=(ship("B1", 0, 0, QUARTER),), land=(square(2, -5, 4, 5),))
    state, events = play(state, sail("B1", "a a a a"))
    sailed = only(events, ShipSailed)
    assert (sailed.contact, sailed.pose.x) == ("shore", 0.95)
    assert every(events, HullLost) == []
    assert GAME.describe(state, sailed).endswith("; the shore is in her way.")


def test_amb_197_a_bay_is_free_water() -> None:
    bay = (Point(1, -5), Point(6, -5), Point(6, 5), Point(1, 5), Point(1, 1), Point(5, 1), Point(5, -1), Point(1, -1))
    state = along(ships=(ship("B1", 0, 0, QUARTER),), land=(bay,))
    _, events = play(state, sail("B1", "a a a a"))
    assert (only(events, ShipSailed).contact, only(events, ShipSailed).pose.x) == ("", 3.5)
    assert len(grounding.build_barriers(state)) > 1


def test_amb_197_turns_and_boats_keep_off_the_land() -> None:
    state = along(ships=(ship("B1", 0, 0, 315, stopped=True),), land=(square(-3, -3, -0.25, 3),))
    refusal = refused(state, TurnByBoats(side="british", ship="B1", towards="port"), "SOTL-5-f")
    assert refusal.pieces == ("shore",)


def test_amb_197_drift_ends_at_the_land() -> None:
    state = along(
        ships=(ship("B1", 0, 0, 45, masts=()),), land=((Point(1, -1), Point(3, -1), Point(1, -3)),), drift=True
    )
    _, events = play(state, Done(side="british"))
    assert only(events, ShipDrifted).contact == "shore"


def test_amb_197_land_masks_guns_between_ships() -> None:
    free = battle(ship("B1", 0, 0, 0), ship("F1", 2, 0, 0), coast=coast(), **ON)
    shot = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    assert GAME.check(free, shot) is None
    masked = replace(free, coast=coast(land=(square(0.8, -1, 1.2, 1),)))
    assert refused(masked, shot, "AMB-197").reason == "Land lies between B1 and F1."
    aside = replace(free, coast=coast(land=(square(0.8, 1, 1.2, 2),)))
    assert GAME.check(aside, shot) is None


# --- rings


def test_sotl_22_f_the_first_ring_cuts_a_step_like_a_hull() -> None:
    state = along(battery(x=6), ships=(ship("B1", 0, 0, QUARTER),))
    _, events = play(state, sail("B1", "a a a a"), dice=[1])
    sailed = only(events, ShipSailed)
    assert sailed.contact == "shoal"
    assert sailed.pose.x + 1 == pytest.approx(6 - 2.15 - 0.05, abs=0.002)


@pytest.mark.parametrize(("away", "ring"), [(2.06, 2), (4.0, 2), (4.001, 3), (6.0, 3), (6.001, 0)])
def test_amb_217_any_part_of_the_hull_to_the_batterys_edge(away: float, ring: int) -> None:
    state = along(battery(x=away + 0.15 + 0.5), ships=(ship("B1", 0, 0, QUARTER),))
    found = grounding.find_shoal_ring(state, "B1")
    assert (found[0] if found else 0) == ring


@pytest.mark.parametrize(("away", "die", "aground"), [(3, 4, False), (3, 5, True), (5, 5, False), (5, 6, True)])
def test_sotl_22_f_amb_197_ring_2_grounds_on_5_and_ring_3_on_6(away: float, die: int, aground: bool) -> None:
    state = along(battery(x=1 + away + 0.15 + 0.5), ships=(ship("B1", 0, 0, QUARTER),))
    after, events = play(state, sail("B1", "a s s s"), dice=[die])
    rolled = only(events, GroundingRolled)
    assert (rolled.over, rolled.aground, after.ships["B1"].aground is True) == ("W1", aground, aground)
    lost = [(event.points, event.cause) for event in every(events, HullLost)]
    assert lost == ([(4, "grounding")] if aground else [])
    assert every(events, FatigueRose) == []
    assert GAME.describe(state, rolled).startswith(f"B1 sails over the shoals off W1: [{die}]")


def test_amb_217_one_roll_for_the_nearest_battery() -> None:
    state = along(battery("W1", x=5), battery("W2", x=4, y=3), ships=(ship("B1", 0, 0, QUARTER),))
    _, events = play(state, sail("B1", "a s s s"), dice=[1])
    assert only(events, GroundingRolled).over == "W1"


def test_amb_217_rings_outlive_their_battery() -> None:
    state = along(battery(x=5, hull=0), ships=(ship("B1", 0, 0, QUARTER),))
    _, events = play(state, sail("B1", "a s s s"), dice=[1])
    assert only(events, GroundingRolled).ring == 2


def test_amb_197_fairways_are_free_of_every_ring() -> None:
    state = along(battery(x=5), ships=(ship("B1", 0, 0, QUARTER),), fairways=(square(-2, -0.6, 8, 0.6),))
    _, events = play(state, sail("B1", "a a a a"))
    assert (only(events, ShipSailed).contact, only(events, ShipSailed).pose.x) == ("", 3.5)
    assert every(events, GroundingRolled) == []


def test_amb_217_part_of_a_hull_outside_the_fairway_lies_in_the_ring() -> None:
    state = along(battery(x=6), ships=(ship("B1", 0, 0, QUARTER),), fairways=(square(-2, 0, 8, 0.6),))
    assert grounding.find_shoal_ring(state, "B1") is not None


def test_sotl_22_f_a_scenario_may_have_no_rings() -> None:
    state = along(battery(x=5), ships=(ship("B1", 0, 0, QUARTER),), rings=0.0)
    _, events = play(state, sail("B1", "a a"))
    assert every(events, GroundingRolled) == []


def test_amb_126_who_starts_in_the_first_ring_may_leave_it_but_not_press_on() -> None:
    inside = along(battery(x=2), ships=(ship("B1", 0, 0, QUARTER),))
    _, events = play(inside, sail("B1", "a s s s"), dice=[1])
    assert (only(events, ShipSailed).contact, only(events, GroundingRolled).ring) == ("shoal", 1)
    leaving = along(battery(x=-2), ships=(ship("B1", 0, 0, QUARTER),))
    _, events = play(leaving, sail("B1", "a a a a"), dice=[1])
    assert only(events, ShipSailed).contact == ""


def test_amb_197_who_does_not_move_is_not_checked() -> None:
    state = along(battery(x=4), ships=(ship("B1", 0, 0, QUARTER, stopped=True),))
    _, events = play(state, Done(side="british"))
    assert every(events, GroundingRolled) == []


def test_amb_145_who_drifts_is_checked_after_collisions() -> None:
    options = {"options": {"coastal": True, "collision": True}}
    state = along(
        battery(x=3, y=-3),
        ships=(ship("B1", 0, 0, 45, masts=()), ship("F1", 0.9, -0.9, 45, anchored=True)),
        drift=True,
        **options,
    )
    _, events = play(state, Done(side="british"), dice=[1, 1])
    kinds = [type(event).__name__ for event in events]
    assert kinds.index("CollisionRolled") < kinds.index("GroundingRolled")


def test_amb_202_the_fast_game_doubles_what_grounding_costs() -> None:
    state = along(battery(x=4.65), ships=(ship("B1", 0, 0, QUARTER),), options={"coastal": True, "fast_game": True})
    _, events = play(state, sail("B1", "a s s s"), dice=[6])
    assert only(events, HullLost).points == 8


def test_amb_146_a_hull_at_0_sinks_at_once() -> None:
    state = along(battery(x=4.65), ships=(ship("B1", 0, 0, QUARTER, hull=4), ship("B2", -30, 0, 0, anchored=True)))
    state, events = play(state, sail("B1", "a s s s"), dice=[6])
    assert only(events, ShipSunk).cause == "grounding"
    assert every(events, ShipGrounded) == []


# --- aground


def stranded(phase: str = "movement", *more: Any, **fields: Any) -> State:
    return battle(
        ship("B1", 0, 0, 0, aground=True, stopped=True), ship("F1", 6, 0, 0, anchored=True), *more,
        phase=phase, asked="british", coast=coast(battery(x=4)), **(ON | fields),
    )  # fmt: skip


def test_amb_197_aground_she_is_held_and_does_not_drift() -> None:
    state = stranded(drift=True)
    refused(state, sail("B1", "a"), "AMB-197")
    refused(
        replace(state, wind=replace(state.wind, origin=0)),
        TurnByBoats(side="british", ship="B1", towards="port"),
        "AMB-197",
    )
    _, events = play(state, Done(side="british"))
    assert every(events, ShipDrifted) == []


def test_amb_197_no_tow_and_no_automatic_grapple_while_aground() -> None:
    state = stranded("grapple", ship("B2", 0.35, 0, 0))
    refused(state, MakeFastTow(side="british", ship="B2", towed="B1"), "AMB-197")
    refused(state, GrappleShip(side="british", ship="B2", target="B1"), "AMB-197")


def test_amb_197_a_tower_whose_tow_is_aground_stays_or_casts_off() -> None:
    state = along(
        battery(x=20),
        ships=(ship("B1", 0, 0, QUARTER), ship("B2", -1.1, 0, QUARTER, aground=True)),
        tows=(Tow("B1", "B2"),),
    )
    refused(state, sail("B1", "a"), "AMB-197")
    after, _ = play(state, CastOff(side="british", ship="B1", other="B2"))
    assert check_held(after, "B1") is None


def test_amb_197_refloating_is_the_task_of_step_1_with_practice_and_fatigue() -> None:
    state, events = play(stranded("unfoul"), Refloat(side="british", ship="B1"), dice=[3])
    assert (only(events, TaskRolled).success, state.ships["B1"].fatigue, state.ships["B1"].aground) == (False, 1, True)
    refused(state, Refloat(side="british", ship="B1"), "AMB-158")
    again = replace(state, turn=2, ships={**state.ships, "B1": replace(state.ships["B1"], tried=())})
    after, events = play(again, Refloat(side="british", ship="B1"), dice=[3])
    assert only(events, ShipRefloated).ship == "B1"
    assert after.ships["B1"].aground is msgspec.UNSET
    refused(after, Refloat(side="british", ship="B1"), "AMB-197")
    tired = replace(stranded("unfoul"), ships={**state.ships, "B1": replace(stranded().ships["B1"], fatigue=3)})
    refused(tired, Refloat(side="british", ship="B1"), "SOTL-7-e")


def test_amb_197_what_is_offered_in_step_1_is_legal() -> None:
    state = stranded("unfoul")
    assert [one for one in GAME.choices(state) if isinstance(one, Refloat)] == [Refloat(side="british", ship="B1")]


def test_amb_197_the_card_tells_of_the_ground_and_of_shoals() -> None:
    assert [(mark.title, mark.value) for mark in list_marks(stranded(), "B1")] == [("Aground", "stuck fast")]
    state = along(battery(x=4), ships=(ship("B1", 0, 0, QUARTER),))
    assert [mark.value for mark in list_marks(state, "B1")] == ["off W1, ring 2"]


# --- wrecks in a harbour


def test_sotl_10_c_amb_198_who_sinks_in_the_harbour_stays_as_a_wreck() -> None:
    burning = battle(
        ship("B1", 0, 0, 0, hull=1, fires=1), ship("B2", 9, 9, 0), ship("F1", -9, 9, 0),
        phase="extinguish", coast=coast(harbour=square(-2, -2, 2, 2)), **ON,
    )  # fmt: skip
    state, events = play(burning, Done(side="british"))
    assert only(events, WreckStays).ship == "B1"
    assert state.coast
    assert state.coast.wrecks == ("B1",)
    late = replace(state, turn=9, phase="extinguish", asked="british")
    late = replace(late, ships={**late.ships, "B2": replace(late.ships["B2"], fires=1)})
    _, events = play(late, Done(side="british"))
    assert every(events, WreckRemoved) == []
    outside = replace(burning, coast=coast(harbour=square(5, 5, 6, 6)))
    assert every(play(outside, Done(side="british"))[1], WreckStays) == []


@pytest.mark.parametrize(("die", "aground"), [(2, False), (3, True)])
def test_sotl_10_c_amb_217_crossing_a_wreck_grounds_on_3_or_more(die: int, aground: bool) -> None:
    wreck = ship("F1", 1.5, 0, 0, status="sunk", wreck=True)
    state = along(
        ships=(ship("B1", 0, 0, QUARTER), wreck), wrecks=("F1",), options={"coastal": True, "collision": True}
    )
    after, events = play(state, sail("B1", "a a a s"), dice=[die])
    rolled = only(events, GroundingRolled)
    assert (rolled.over, rolled.rule, after.ships["B1"].aground is True) == ("F1", "AMB-198", aground)
    assert len(every(events, HullLost)) == aground
    without = replace(state, options={"coastal": True})
    assert every(play(without, sail("B1", "a a a s"))[1], GroundingRolled) == []


def test_amb_198_who_lay_over_the_wreck_is_past_it() -> None:
    wreck = ship("F1", 0, 0, 0, status="sunk", wreck=True)
    state = along(
        ships=(ship("B1", 0, 0, QUARTER), wreck), wrecks=("F1",), options={"coastal": True, "collision": True}
    )
    assert every(play(state, sail("B1", "a a s s"))[1], GroundingRolled) == []


# --- scenario files


FILE = """\
game: ships_of_the_line
title: A harbour
wind: {from: NW}
options: {coastal: true}
land:
  - [[-20, 5], [20, 5], [20, 20], [-20, 20]]
sites: {mole: [4, 5.2], point: [-4, 5.2]}
batteries:
  - {key: W1, side: allied, at: [0, 5.2], name: Fort San Luis, dice: 5}
  - {key: W2, side: allied}
fairways:
  - [[-1, -5], [1, -5], [1, 4], [-1, 4]]
harbour: {category: 3, bounds: [[-8, 0], [8, 0], [8, 5], [-8, 5]]}
ships:
  - {key: B1, nation: britain, number: 1, name: Mars, class: III, guns: 74, at: [0, -12], heading: 0}
  - {key: F1, nation: france, number: 1, name: Hercule, class: III, guns: 74, at: [3, 3], heading: 0}
"""


def opened(text: str = FILE, **options: object) -> State:
    return GAME.open(GAME.read(text, "harbour.yaml"), options)


def problems(*changes: tuple[str, str], text: str = FILE) -> list[str]:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(ScenarioError) as error:
        GAME.read(text, "harbour.yaml")
    return str(error.value).splitlines()


def test_sotl_22_a_sotl_22_b_sotl_22_d_a_coast_as_the_file_says() -> None:
    state = opened()
    assert state.coast
    first, second = state.coast.batteries.values()
    assert (first.name, first.dice, first.hull, first.place) == ("Fort San Luis", 5, 17, Point(0, 5.2))
    assert (second.name, second.dice, second.place) == ("Battery W2", 4, Point(4, 5.2))
    assert state.coast.rings == 2.0
    assert opened(coastal=False).coast is msgspec.UNSET


def test_amb_144_without_a_coast_the_switch_is_inert() -> None:
    module = load_rule_modules()["coastal"]
    assert module.inert(battle(ship("B1", 0, 0, 0))) == "There is no coast in this battle."
    assert module.inert(opened()) == ""


def test_sotl_22_a_amb_222_the_category_says_how_many_batteries_there_are() -> None:
    assert problems(("category: 3", "category: 2")) == [
        "harbour.yaml:13:21: a harbour of category 2 has 3 batteries, not 2"
    ]


def test_sotl_22_b_what_is_wrong_with_a_coast_is_told_at_its_place_all_at_once() -> None:
    found = problems(
        ("at: [0, 5.2]", "at: [0, 3]"),
        ("at: [3, 3]", "at: [3, 4.8]"),
        ("{key: W2, side: allied}", "{key: B1, side: allied, player: x}"),
    )
    assert found == [
        "harbour.yaml:9:33: W1 is in deep water, not on land",
        "harbour.yaml:10:11: duplicate key 'B1'",
        "harbour.yaml:10:37: unknown player 'x'",
        "harbour.yaml:16:83: F1 Hercule lies on land",
    ]


def test_sotl_22_f_land_that_crosses_itself_is_told() -> None:
    assert problems(("[20, 5], [20, 20]", "[20, 20], [20, 5]")) == [
        "harbour.yaml:6:5: its outline crosses itself near [0, 12.5]"
    ]


def test_sotl_22_names_on_the_chart_out_of_place_are_told_at_their_places() -> None:
    names = (
        "{name: Rota, at: [3, 3], kind: town}", "{name: Bay of Cadiz, at: [3, 9], kind: water}",
        "{name: Cadiz, at: [3, 9]}", "{name: Lisbon, at: [0, 99], kind: water}",
    )  # fmt: skip
    text = "".join(["places:\n", *(f"  - {name}\n" for name in names), "ships:\n"])
    sea = "options: {coastal: true}\nmap: {west: -20, south: -20, east: 20, north: 20}\n"
    assert problems(("ships:\n", text), ("options: {coastal: true}\n", sea)) == [
        "harbour.yaml:16:22: Rota lies in the water, but is a town",
        "harbour.yaml:17:30: Bay of Cadiz lies on land, but is water",
        "harbour.yaml:18:23: Cadiz is at the same place as Bay of Cadiz",
        "harbour.yaml:19:24: Lisbon is off the map",
    ]


def test_sotl_22_b_batteries_without_a_site_and_two_on_one_place_are_told() -> None:
    assert problems(("sites: {mole: [4, 5.2], point: [-4, 5.2]}\n", "")) == [
        "harbour.yaml:9:5: no site is left for W2: say where it is, `at`"
    ]
    assert problems(("mole: [4, 5.2]", "mole: [0, 5.2]")) == ["harbour.yaml:7:15: mole is at the same place as W1"]


def test_amb_123_a_battle_without_a_coast_is_written_as_ever() -> None:
    written = msgspec.json.encode(battle(ship("B1", 0, 0, 0)))
    assert b"coast" not in written
    assert b"aground" not in written


# --- batteries fire


def under_fire(away: float, *works: Battery, **fields: Any) -> State:
    """B1 heads east, so far to the south of the edge of a battery; the Combined Fleet is asked to fire."""
    given = {"asked": "allied", "initiative": "allied", "coast": coast(battery(), *works)}
    return battle(ship("B1", 0, -away - 0.15 - 0.15, QUARTER), AWAY, **(ON | given | fields))


def shoot(target: str = "B1", key: str = "W1", side: Any = "allied") -> FireBattery:
    return FireBattery(side=side, battery=key, target=target)


@pytest.mark.parametrize(("away", "dice", "needed"), [(2, 4, 4), (2.001, 3, 5), (6, 3, 5), (6.001, 2, 5), (10, 2, 5)])
def test_tv_105_sotl_22_e_amb_108_twice_the_template(away: float, dice: int, needed: int) -> None:
    _, events = play(under_fire(away), shoot(), dice=[1] * dice)
    fired = only(events, BatteryFired)
    assert (len(fired.rolls), fired.needed, fired.distance) == (dice, needed, away)


def test_tv_105_beyond_10_it_does_not_fire() -> None:
    refusal = refused(under_fire(10.001), shoot(), "AMB-195")
    assert refusal.by == "10.001 UM, the reach is 10 UM"


def test_tv_107_nothing_blocks_it_and_it_chooses_once_each_or_one_twice() -> None:
    state = under_fire(4)
    more = [ship("F1", 0, -3.3, QUARTER), ship("B2", 0, -7.3, QUARTER)]
    state = replace(
        state,
        cards={**state.cards, **{card.key: card for card, _ in more}},
        ships={**state.ships, **{one.key: one for _, one in more}},
    )
    each, _ = play(state, shoot("B1"), shoot("B2"), dice=[1, 1, 1, 1, 1])
    assert refused(each, shoot("B1"), "SOTL-22-e").reason == "W1 has already fired twice."
    twice, _ = play(state, shoot("B2"), shoot("B2"), dice=[1, 1, 1, 1])
    assert [shot.target for shot in twice.shots] == ["B2", "B2"]
    refused(state, shoot("F1"), "SOTL-4.1.2-c")
    assert GAME.check(replace(each, turn=2, asked="allied"), shoot("B1")) is None


def test_sotl_22_e_it_never_rakes_and_its_damage_waits_in_pencil() -> None:
    state = under_fire(1)
    astern = replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], pose=Pose(0, -2.3, 0))})
    state, events = play(astern, shoot(), dice=[4, 5, 1, 1, 1, 6, 3])
    fired = only(events, BatteryFired)
    assert (fired.hull, fired.facing, len(fired.criticals)) == (1, "bow", 1)
    assert (state.ships["B1"].hull, state.ships["B1"].attacked, state.ships["B1"].hit) == (16, True, True)
    assert (
        GAME.describe(astern, fired)
        == "W1 fires at B1, 1.15 UM: 4 dice [4 5 1 1], 2 hits, 1 hull point and 1 critical [3]."
    )
    state, events = play(state, Done(side="allied"), Done(side="british"))
    assert only(events, HullLost).left == 15
    assert state.ships["B1"].officer == "wounded"


def test_amb_194_batteries_come_after_all_ships_in_key_order() -> None:
    shots = (Shot("W1", None, "B1", "bow", 1, 1), Shot("F9", "port", "B1", "bow", 1, 1))
    assert [shot.attacker for shot in fire.order_shots(replace(under_fire(1), shots=shots))] == ["F9", "W1"]


def test_amb_195_prizes_are_targets_and_struck_ships_only_of_their_former_side() -> None:
    state = under_fire(4)

    def as_(**marks: Any) -> State:
        return replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], **marks)})

    refused(as_(status="captured", captor="allied"), shoot(), "SOTL-4.1.2-c")
    refused(as_(status="struck"), shoot(), "AMB-66")
    frenchman = replace(state, cards={**state.cards, "B1": replace(state.cards["B1"], side="allied", nation="france")})
    refused(frenchman, shoot(), "SOTL-4.1.2-c")
    prize = {**state.ships, "B1": replace(state.ships["B1"], status="captured", captor="british")}
    assert GAME.check(replace(frenchman, ships=prize), shoot()) is None
    struck = {**state.ships, "B1": replace(state.ships["B1"], status="struck")}
    assert GAME.check(replace(frenchman, ships=struck), shoot()) is None


def test_amb_195_leeward_counts_and_british_firepower_does_not() -> None:
    options = {"coastal": True, "weather_gauge": True, "british_firepower": True}
    mine = coast(battery(side="british"))
    state = battle(ship("F1", 0, -4, 315), ship("B9", 40, 40, 0, anchored=True), coast=mine, options=options)
    _, events = play(state, shoot("F1", side="british"), dice=[5, 1, 1, 1])
    assert only(events, BatteryFired).hull == 2


def test_amb_202_the_fast_game_doubles_the_loss() -> None:
    _, events = play(under_fire(4, options={"coastal": True, "fast_game": True}), shoot(), dice=[5, 1, 1, 1])
    assert only(events, BatteryFired).hull == 2


def test_amb_194_a_battery_obeys_its_own_side_and_fires_alone() -> None:
    state = under_fire(4)
    refused(state, FireBattery(side="allied", battery="W9", target="B1"), "SOTL-22-a")
    refused(replace(state, asked="british"), shoot(side="british"), "SOTL-2-a")
    refused(replace(state, coast=coast(battery(hull=0))), shoot(), "AMB-196")


def test_amb_222_a_battery_may_state_its_player() -> None:
    players = (
        Player("gravina", "allied", "Gravina"),
        Player("magon", "allied", "Magon"),
        Player("nelson", "british", "Nelson"),
    )
    state = under_fire(4, players=players, coast=coast(battery(player="magon")))
    own = replace(shoot(), by="magon")
    assert refused(state, replace(own, by="gravina"), "AMB-148").reason == "W1 is commanded by Magon."
    assert GAME.check(state, own) is None


def seated(*works: Battery, **fields: Any) -> State:
    """Gravina commands the one French ship and Magon nothing afloat; the British have fired."""
    players = (
        Player("gravina", "allied", "Gravina"),
        Player("magon", "allied", "Magon"),
        Player("nelson", "british", "Nelson"),
    )
    given = {"players": players, "done": (), "initiative": "british", "coast": coast(*works)}
    return under_fire(4, **(given | fields))


def test_amb_148_a_player_who_has_only_batteries_is_asked_and_not_passed_over() -> None:
    state = seated(battery(player="magon"))
    assert find_player_to_move(state) == "magon"
    assert {one.by for one in GAME.choices(state) if isinstance(one, FireBattery)} == {"magon"}
    beside = seated(battery(player="magon"), battery("W2", 1.0, player="gravina"))
    assert find_player_to_move(beside) == "gravina"
    left, events = play(beside, Done(side="allied", by="gravina"))
    assert (only(events, PlayerDone).player, left.phase, find_player_to_move(left)) == ("gravina", "combat", "magon")
    assert {one.battery for one in GAME.choices(left) if isinstance(one, FireBattery)} == {"W1"}
    over, _ = play(left, Done(side="allied", by="magon"))
    assert over.phase != "combat"


def test_amb_148_a_player_whose_batteries_are_silent_is_passed_over() -> None:
    for silent in (
        battery(player="magon", hull=0),
        battery(player="magon", fired=(1, 2)),
        battery(x=60, player="magon"),
    ):
        state = seated(silent, battery("W2", 1.0, player="gravina"))
        after, _ = play(state, Done(side="allied", by="gravina"))
        assert after.phase != "combat"


def test_amb_222_a_battery_of_nobody_obeys_the_first_player_of_its_side() -> None:
    state = seated(battery())
    assert refused(state, replace(shoot(), by="magon"), "AMB-148").reason == "W1 is commanded by Gravina."
    gone = replace(state, players=mark_player_gone(state, "gravina"))
    assert find_player_to_move(gone) == "magon"


def test_amb_148_before_the_battle_each_player_places_his_own_batteries() -> None:
    sites = {"mole": Point(0, 0), "point": Point(9, 9)}
    works = battery(player="gravina", movable=True), battery("W2", 1.0, player="magon", movable=True)
    state = seated(phase="prepare", coast=coast(*works, sites=sites))
    placed, events = play(state, DeployBattery("allied", "W1", "mole"), Done(side="allied", by="gravina"))
    assert (only(events, PlayerDone).player, find_player_to_move(placed)) == ("gravina", "magon")
    assert {one.by for one in GAME.choices(placed) if isinstance(one, DeployBattery)} == {"magon"}


def test_amb_195_what_is_offered_is_legal_and_ends() -> None:
    state = under_fire(4)
    assert [one for one in GAME.choices(state) if isinstance(one, FireBattery)] == [shoot()]
    state, _ = play(state, shoot(), shoot(), dice=[1] * 6)
    assert [one for one in GAME.choices(state) if isinstance(one, FireBattery)] == []
    label, about = describe_module_order(under_fire(4), shoot())
    assert (label, about.split(".")[0]) == ("W1: fire at B1", "3 dice, 5 or more hit, 4 UM")


def test_amb_195_a_side_whose_batteries_can_fire_is_asked() -> None:
    state = under_fire(4)
    asked, _ = play(replace(state, asked="british", initiative="british"), Done(side="british"))
    assert choices.build_done_if_idle(asked) is None
    silent, _ = play(replace(under_fire(12), asked="british", initiative="british"), Done(side="british"))
    assert choices.build_done_if_idle(silent) == Done(side="allied")


def test_tv_109_amb_199_a_side_with_a_battery_left_fights_on() -> None:
    state = battle(
        ship("B1", 0, 0, 0), ship("F1", 9, 9, 0, hull=1, fires=1), coast=coast(battery(x=30)), phase="extinguish", **ON
    )
    over = Done(side="british"), Done(side="allied")
    after, events = play(state, *over)
    assert (only(events, ShipSunk).ship, after.outcome) == ("F1", None)
    ended, _ = play(replace(state, coast=coast(battery(x=30, hull=0))), *over)
    assert ended.outcome is not None


def test_amb_195_the_odds_of_a_battery_count_every_throw() -> None:
    found = odds.compute_battery_odds(under_fire(9), shoot())
    each = Fraction(1, 3) * odds.chance_of_hit_result("hull")
    assert (found.dice, found.needed, found.hits) == (2, 5, (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)))
    assert found.hull == odds.compute_success_distribution(2, each)
    assert found.critical == 1 - (1 - Fraction(1, 3) * odds.chance_of_hit_result("critical")) ** 2
    fast = odds.compute_battery_odds(under_fire(9, options={"coastal": True, "fast_game": True}), shoot())
    assert (fast.hull[2], fast.hull[1]) == (found.hull[1], 0)
    with pytest.raises(ValueError, match="out of reach"):
        odds.compute_battery_odds(under_fire(12), shoot())


# --- hot shot


HOT: dict[str, Any] = {"options": {"coastal": True, "ammo": True}}


def hot(**what: Any) -> FireBattery:
    return replace(shoot(), shot="red", **what)


def test_amb_195_amb_216_hot_shot_without_a_check_and_then_nothing_else_for_two_turns() -> None:
    state, events = play(under_fire(1, **HOT), hot(), dice=[4, 5, 1, 1, 2, 3])
    fired = only(events, BatteryFired)
    assert (fired.hull, fired.special) == (2, Special("red", fires=1))
    assert GAME.describe(under_fire(1, **HOT), fired).startswith("W1 fires hot shot at B1, 1 UM: ")
    for turn, free in ((1, False), (2, False), (3, False), (4, True)):
        refusal = GAME.check(replace(state, turn=turn), shoot())
        assert (refusal is None) is free
        assert GAME.check(replace(state, turn=turn), hot()) is None
    after, events = play(state, Done(side="allied"), Done(side="british"))
    assert after.ships["B1"].fires == 1
    assert refused(state, shoot(), "AMB-216").by == "through turn 3"


def test_amb_178_a_hot_shot_in_the_magazine_explodes_her_without_a_second_die() -> None:
    state = under_fire(1, **HOT)
    _, events = play(state, hot(), Done(side="allied"), Done(side="british"), dice=[4, 1, 1, 1, 6, 6])
    assert only(events, ShipExploded).ship == "B1"


def test_amb_195_hot_shot_is_for_battles_with_kinds_of_shot() -> None:
    refused(under_fire(4), hot(), "AMB-123")
    offered = [one for one in GAME.choices(under_fire(4, **HOT)) if isinstance(one, FireBattery)]
    assert offered == [shoot(), hot()]


# --- ships fire at batteries


def bombarding(*more: Any, works: Battery | None = None, **fields: Any) -> State:
    """B1 heads north and has an allied battery 0.6 UM abeam to starboard."""
    given = {"coast": coast(works or battery(x=0.9)), "asked": "british"}
    return battle(ship("B1", 0, 0, 0), AWAY, *more, **(ON | given | fields))


def shell(target: str = "W1", broadside: Any = "starboard") -> FireBroadside:
    return FireBroadside(side="british", ship="B1", broadside=broadside, target=target)


def bombarded(*switches: str, dice: tuple[int, ...] = (4, 4, 5, 1, 2, 6, 5), **fields: Any) -> tuple[State, list[Any]]:
    state = bombarding(options=dict.fromkeys(("coastal", *switches), True), **fields)
    return play(state, shell(), Done(side="british"), Done(side="allied"), dice=dice)


@pytest.mark.parametrize(
    ("switches", "points"), [((), 4), (("british_firepower",), 5), (("british_firepower", "fast_game"), 10)]
)
def test_tv_106_sotl_22_c_a_critical_costs_two_points(switches: tuple[str, ...], points: int) -> None:
    state, events = bombarded(*switches)
    fired, lost = only(events, BroadsideFired), only(events, BatteryHurt)
    assert (fired.hull, fired.criticals, fired.rake, lost.left) == (points, (), None, 17 - points)
    assert state.coast
    assert state.coast.batteries["W1"].hull == 17 - points
    assert GAME.describe(state, lost) == f"W1 loses {points} points, {17 - points} left."


def test_amb_196_double_shot_doubles_without_criticals_and_other_kinds_are_as_round() -> None:
    for kind, points in (("double", 4), ("grape", 4), ("round", 4)):
        loaded = ship("B1", 0, 0, 0, shot={"starboard": kind})
        state = battle(loaded, AWAY, coast=coast(battery(x=0.9)), **HOT)
        _, events = play(state, shell(), dice=[4, 4, 5, 1, 2, 6, 5])
        assert (only(events, BroadsideFired).hull, only(events, BroadsideFired).special) == (points, msgspec.UNSET)


def test_amb_196_the_nearest_of_ships_and_batteries_must_be_engaged() -> None:
    state = bombarding(ship("F1", 2.5, 0, 0))
    assert refused(state, shell("F1"), "AMB-15").reason == "She must fire at the nearest enemy: W1."
    near = bombarding(ship("F1", 0.5, 0, 0))
    assert refused(near, shell(), "AMB-15").reason == "She must fire at the nearest enemy: F1."
    friend = bombarding(ship("B2", 0.5, 0, 0))
    assert refused(friend, shell(), "SOTL-4.1.2-c").reason == "The field of fire is blocked by B2."


def test_amb_194_a_battery_blocks_nothing_and_an_own_one_is_no_enemy() -> None:
    own = bombarding(ship("F1", 2.5, 0, 0), works=battery(x=0.9, side="british"))
    assert GAME.check(own, shell("F1")) is None
    refused(own, shell(), "SOTL-4.1.2-c")


def test_amb_196_the_ships_own_bands_and_field() -> None:
    assert refused(bombarding(works=battery(x=5.4)), shell(), "SOTL-4.1-a").by == "5.1 UM, the reach is 5 UM"
    refused(bombarding(), shell(broadside="port"), "SOTL-4.1-a")
    refused(bombarding(works=battery(x=0.9, hull=0)), shell(), "AMB-196")
    assert [one for one in GAME.choices(bombarding()) if isinstance(one, FireBroadside)] == [shell()]


def test_sotl_8_f_amb_196_amb_199_destroyed_it_is_worth_10_points_and_the_last_is_told() -> None:
    state, events = bombarded(works=battery(x=0.9, hull=4))
    assert (only(events, BatteryDestroyed).battery, only(events, HarbourSilenced).side) == ("W1", "allied")
    score = only(events, PointsScored).score
    assert (score.side, score.points, score.about) == ("british", 10, "W1")
    assert state.outcome is None
    assert GAME.describe(state, only(events, HarbourSilenced)) == "The last battery of the Combined Fleet is silent."


def test_tv_109_sotl_22_a_the_last_battery_of_a_side_without_ships_ends_the_battle() -> None:
    state = battle(ship("B1", 0, 0, 0), ship("F1", 9, 9, 0, status="struck"), coast=coast(battery(x=0.9, hull=4)), **ON)
    over = shell(), Done(side="british"), Done(side="allied")
    after, _ = play(state, *over, dice=[4, 4, 5, 1, 2, 6, 5])
    assert after.outcome is not None
    assert after.outcome.totals == {"british": 10, "allied": 0}


def test_amb_196_the_odds_of_shelling_are_counted_exactly() -> None:
    aim = fire.find_aim(bombarding(), "B1", "starboard", "W1")
    assert aim is not None
    found = odds.compute_broadside_odds(bombarding(), aim)
    mean = sum(points * chance for points, chance in enumerate(found.hull))
    assert mean == Fraction(4, 2) * (Fraction(5, 6) + 2 * Fraction(1, 6))
    assert (found.critical, found.strikes, sum(found.hull)) == (0, 0, 1)
    assert [outlook.sighting.targets for outlook in gunnery.find_outlooks(bombarding()).values()] == [("W1",)]


# --- before the battle


def test_sotl_22_b_amb_147_batteries_are_placed_before_the_first_turn() -> None:
    state = opened()
    assert (state.phase, state.asked) == ("prepare", "allied")
    order = DeployBattery(side="allied", battery="W2", site="point")
    refused(state, replace(order, battery="W1"), "SOTL-22-b")
    refused(state, replace(order, site="nowhere"), "SOTL-22-b")
    after, events = play(state, order)
    assert after.coast
    assert after.coast.batteries["W2"].place == Point(-4, 5.2)
    assert GAME.describe(state, only(events, BatteryPlaced)) == "Battery W2 is placed at point."
    assert describe_module_order(state, order)[0] == "Battery W2: place at point"
    assert [one for one in GAME.choices(after) if isinstance(one, DeployBattery)] == []


def test_sotl_22_b_a_site_that_is_taken_is_refused_and_one_taken_by_default_is_exchanged() -> None:
    both = opened(FILE.replace("at: [0, 5.2], ", ""))
    first = DeployBattery(side="allied", battery="W1", site="point")
    assert len([one for one in GAME.choices(both) if isinstance(one, DeployBattery)]) == 4
    state, _ = play(both, first)
    assert state.coast
    assert {key: one.place.x for key, one in state.coast.batteries.items()} == {"W1": -4.0, "W2": 4.0}
    refused(state, DeployBattery(side="allied", battery="W2", site="point"), "SOTL-22-b")


# --- whole battles


RAID = """\
game: ships_of_the_line
title: A raid
wind: {from: SW}
options: {coastal: true}
turns: 8
map: {west: -12, south: -12, east: 12, north: 12}
land:
  - [[-12, 4], [-5, 4], [-5, 6], [5, 6], [5, 4], [12, 4], [12, 12], [-12, 12]]
  - [[-1, 1], [1, 1], [0, 2]]
sites: {mole: [6, 5], point: [-6, 5]}
fairways:
  - [[-4, -6], [-2.5, -6], [-2.5, 5], [-4, 5]]
harbour: {category: 3, bounds: [[-5, 3], [5, 3], [5, 6], [-5, 6]]}
batteries:
  - {key: W1, side: allied}
  - {key: W2, side: allied, at: [0, 7]}
ships:
  - {key: B1, nation: britain, number: 1, name: Mars, class: III, guns: 74, at: [-3.25, -5], heading: 0}
  - {key: B2, nation: britain, number: 2, name: Sirius, class: V, guns: 38, at: [3, -5], heading: 0, hull_left: 4}
  - {key: F1, nation: france, number: 1, name: Hercule, class: V, guns: 38, at: [3, 4], heading: 90, anchored: true}
  - {key: F2, nation: france, number: 2, name: Pluton, class: V, guns: 38, at: [-2, 3], heading: 180}
"""


@pytest.mark.parametrize("seed", range(3))
def test_amb_144_raids_at_random_keep_every_promise(seed: int, tmp_path: Any) -> None:
    options = dict.fromkeys(Random(seed).sample(sorted(load_rule_modules()), 6), True) | {"coastal": True}
    beginning = MatchSetup(GAME, RAID, "raid.yaml", "raid", options)
    match = Match.new(beginning, tmp_path / "raid.jsonl")
    for _ in casual.play(match, Random(seed), 400):
        last = match.moves[-1]
        promises.check_promises(GAME, last.before, last.after)
    assert Match.load(tmp_path / "raid.jsonl").state == match.state
    assert verify(tmp_path / "raid.jsonl") is None
