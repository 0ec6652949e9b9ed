"""Chapter 12: lines, who breaks them, and ships that flee (AMB-96, AMB-97, AMB-163 to AMB-166, AMB-219, AMB-220)."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import GAME, rules
from tabletop.games.ships_of_the_line.chapters.optional import line_breaking
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import (
    FlightBegan,
    FlightEnded,
    LineBroken,
    LineCrossed,
    MoraleRolled,
)
from tabletop.games.ships_of_the_line.commands import DropAnchor, FireBroadside
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck
from tabletop.games.ships_of_the_line.events.movement import AnchorWeighed, ShipLeft, ShipSailed, ShipTurnedByBoats
from tabletop.games.ships_of_the_line.model import Battery, Coast, Lines, Sea, State, Wind
from tabletop.games.ships_of_the_line.rule_modules import compile_rules, rules_of
from tabletop.games.ships_of_the_line.ship import Admiral, Card, Leader, Nailing, Ship
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.geometry.pose import Point
from tests.judging import every, only
from tests.ships_of_the_line.helm import sail
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, BRITISH, crew, to_the_end

ON = {"options": {"line_breaking": True}}
BOTH = {"options": {"line_breaking": True, "leaders": True}}
VILLENEUVE = Leader("Villeneuve", 0, rank=1, scope="squadron")
CISNEROS = Leader("Cisneros", -2, rank=5)
DUMANOIR = Leader("Dumanoir", 1, rank=4)
TRAFALGAR = Sea(-45, -45, 25, 35)


def frenchman(number: int, x: float, y: float, heading: int = 0, **marks: Any) -> tuple[Card, Ship]:
    return ship(f"F{number}", x, y, heading, **({"card_division": "centre"} | marks))


def column(gap: float = 0.4, **marks: Any) -> list[tuple[Card, Ship]]:
    """Three Frenchmen in file, heading north, so far apart; the first has a leader."""
    first = {"card_leader": VILLENEUVE} | marks
    step = 1 + gap
    return [frenchman(1, 0, 0, **first), frenchman(2, 0, -step), frenchman(3, 0, -2 * step)]


def at_sea(*ships: tuple[Card, Ship], **fields: Any) -> State:
    return battle(*ships, **({"phase": "movement", "initiative": "allied", "turn": 3} | ON | fields))


def found(*ships: tuple[Card, Ship], **fields: Any) -> tuple[tuple[str, str], ...]:
    return line_breaking.pairs_in_line(at_sea(*ships, **fields), "allied")


# --- lines


@pytest.mark.parametrize(("gap", "linked"), [(0.5, True), (0.501, False)])
def test_sotl_12_f_amb_163_ships_in_line_are_half_a_length_apart_at_most(gap: float, linked: bool) -> None:
    assert found(*column(gap)) == ((("F1", "F2"), ("F2", "F3")) if linked else ())


@pytest.mark.parametrize(("heading", "linked"), [(45, True), (46, False)])
def test_amb_163_on_headings_within_45_degrees(heading: int, linked: bool) -> None:
    follower = frenchman(2, 0, -1.3, heading)
    stern = replace(follower[1], pose=replace(follower[1].pose, x=-0.7 if heading else 0, y=-1.3))
    state = at_sea(frenchman(1, 0, 0, card_leader=VILLENEUVE), (follower[0], stern))
    assert bool(line_breaking.pairs_in_line(state, "allied")) is linked


def test_amb_163_one_ahead_and_one_astern_the_nearest_first() -> None:
    beside = frenchman(4, 0.32, -1.35)
    assert found(*column()[:2], beside) == (("F1", "F2"),)
    nearer = frenchman(4, 0.05, -1.2)
    assert found(column()[0], frenchman(2, -0.3, -1.4), nearer) == (("F1", "F4"),)


@pytest.mark.parametrize("marks", [{"card_leader": None}, {"status": "struck"}])
def test_sotl_12_f_amb_163_a_line_has_a_leader_and_ships_in_service(marks: dict[str, Any]) -> None:
    assert found(*column(**marks)) == ()


@pytest.mark.parametrize("one", [Admiral("F1", "F1", fate="dead"), Admiral("F1", "F9")])
def test_amb_163_a_leader_who_died_or_went_elsewhere_leaves_the_line_a_line(one: Admiral) -> None:
    assert len(found(*column(), frenchman(9, 9, 9), leaders=(one,))) == 2


def test_sotl_12_g_amb_163_a_line_is_of_one_formation() -> None:
    mixed = [column()[0], frenchman(2, 0, -1.4, card_division="rear"), frenchman(3, 0, -2.8)]
    assert found(*mixed) == ()
    assert len(found(*mixed, matter={"formations": {"combined": ["centre", "rear"]}})) == 2


def test_sotl_12_h_amb_220_leaders_of_the_data_make_lines_with_leaders_switched_off() -> None:
    assert found(*column(), **ON) == found(*column(), **BOTH) != ()


def test_amb_163_the_profile_may_say_another_interval() -> None:
    state = at_sea(*column(0.8))
    wide = replace(state, profile=replace(state.profile, line_interval=0.8))
    assert (line_breaking.pairs_in_line(state, "allied"), len(line_breaking.pairs_in_line(wide, "allied"))) == ((), 2)


def test_amb_163_at_trafalgar_the_combined_fleet_is_one_formation() -> None:
    text = resources.find_scenario("ships_of_the_line", "trafalgar").read_text(encoding="utf-8")
    state = GAME.open(GAME.read(text, "trafalgar.yaml"), {"line_breaking": True})
    allied = line_breaking.pairs_in_line(state, "allied")
    assert ("S11", "F12") in allied
    assert any(state.cards[a].division != state.cards[b].division for a, b in allied)
    assert {state.cards[key].division for pair in line_breaking.pairs_in_line(state, "british") for key in pair} <= {
        "weather",
        "lee",
    }


# --- broken


def through(x: float = -1, y: float = -1, plan: str = "a a a", **fields: Any) -> tuple[State, list[Event]]:
    """Victory sails at the gap between the first two Frenchmen."""
    ships = [*column(1.0), ship("B1", x, y, 90)]
    wide = at_sea(*ships, asked="british", **fields)
    wide = replace(wide, profile=replace(wide.profile, line_interval=1.0))
    return play(wide, sail("B1", plan))


def test_sotl_12_a_amb_96_amb_164_who_sails_through_a_link_is_noted_against_its_divisions() -> None:
    state, events = through()
    assert only(events, LineCrossed).divisions == ("centre",)
    assert state.lines == Lines(crossings={"B1": ("centre",)})
    assert GAME.describe(state, only(events, LineCrossed)) == "B1 sails through the line of centre."


def test_amb_164_short_of_the_line_or_past_its_end_nothing_is_noted() -> None:
    for state, events in (through(x=-2.6, plan="a s s s"), through(y=1.5)):
        assert every(events, LineCrossed) == []
        assert state.lines is UNSET


def test_amb_164_a_line_crossed_again_is_noted_once() -> None:
    _, events = through(lines=Lines(crossings={"B1": ("centre",)}))
    assert every(events, LineCrossed) == []


def raking(notes: tuple[str, ...] = ("centre",), y: float = -2.4, heading: int = 90, **fields: Any) -> State:
    """Victory across the stern of F1, who heads north."""
    foe = frenchman(1, 0, 0, card_leader=VILLENEUVE), frenchman(2, 9, 9), frenchman(3, 9, 12)
    own = ship("B1", 0, y, heading)
    crossings = {"B1": notes} if notes else {}
    return battle(*foe, own, turn=4, lines=Lines(crossings=crossings), **(ON | fields))


SHOT = FireBroadside(side="british", ship="B1", broadside="port", target="F1")
MISSES = (1,) * 6


def test_sotl_12_a_amb_164_a_rake_breaks_the_line_even_if_it_misses_and_spends_the_note() -> None:
    state, events = play(raking(("centre", "rear")), SHOT, dice=MISSES)
    assert only(events, LineBroken).division == "centre"
    assert state.lines == Lines({"B1": ("rear",)}, ("centre",))


def test_sotl_12_a_amb_164_neither_a_rake_without_a_crossing_nor_a_crossing_without_a_rake() -> None:
    _, events = play(raking(()), SHOT, dice=MISSES)
    assert every(events, LineBroken) == []
    _, events = play(raking(("rear",)), SHOT, dice=MISSES)
    assert every(events, LineBroken) == []
    abeam = raking(y=0)
    abeam = replace(abeam, ships={**abeam.ships, "B1": ship("B1", 2.4, 0, 0)[1]})
    _, events = play(abeam, SHOT, dice=(1, 1, 1))
    assert every(events, LineBroken) == []


# --- tested


def broken(*ships: tuple[Card, Ship], **fields: Any) -> State:
    """The Crew Phase of a turn in which the line of the centre was broken."""
    return crew(*ships, **({"lines": Lines(broken=("centre",)), "sea": TRAFALGAR} | ON | fields))


def rolled(events: list[Event]) -> list[tuple[str, int, bool]]:
    return [(one.ship, one.modifiers[-1].value, one.stands) for one in every(events, MoraleRolled)]


@pytest.mark.parametrize(("strength", "fails"), [(2, (2, 3, 4, 5, 6)), (3, (3, 4, 5, 6)), (4, (4, 5, 6)), (5, (5, 6))])
def test_sotl_12_b_tv_40_tv_19_without_a_leader_a_roll_of_her_boarding_strength_fails(
    strength: int, fails: tuple[int, ...]
) -> None:
    lost = []
    for die in range(1, 7):
        _, events = to_the_end(broken(frenchman(1, 0, 0, card_boarding=strength)), dice=[die])
        lost += [die] if every(events, FlightBegan) else []
    assert tuple(lost) == fails


LED = [(1, 3, (2, 3, 4, 5, 6)), (-3, 4, ()), (-3, 3, (6,)), (-2, 5, ())]


@pytest.mark.parametrize(("rating", "strength", "fails"), LED)
def test_sotl_12_c_tv_40_tv_19_the_leader_must_be_obeyed_for_better_or_worse(
    rating: int, strength: int, fails: tuple[int, ...]
) -> None:
    lost = []
    for die in range(1, 7):
        own = frenchman(1, 0, 0, card_boarding=strength, card_leader=Leader("Any", rating))
        _, events = to_the_end(broken(own, **BOTH), dice=[die])
        lost += [die] if every(events, FlightBegan) else []
    assert tuple(lost) == fails


@pytest.mark.parametrize(("die", "stands"), [(2, True), (3, False)])
def test_tv_50_amb_165_trinidad_obeys_cisneros_aboard_and_san_agustin_villeneuve(die: int, stands: bool) -> None:
    ships = (
        ship("S10", 0, 3, 0, card_division="centre"),
        ship("S11", 0, 1.5, 0, "four", card_leader=CISNEROS, card_division="centre"),
        frenchman(12, 0, 0, card_leader=VILLENEUVE, card_boarding=9),
    )
    _, events = to_the_end(broken(*ships, **BOTH), dice=[die, 6, 6])
    assert rolled(events)[:2] == [("S10", die, stands), ("S11", 4, True)]


@pytest.mark.parametrize(("die", "stands"), [(1, True), (2, False)])
def test_tv_62_mont_blanc_with_dumanoir_near(die: int, stands: bool) -> None:
    ships = frenchman(7, 0, 0), frenchman(5, 2, 0, card_leader=DUMANOIR, card_boarding=9)
    _, events = to_the_end(broken(*ships, **BOTH), dice=[die, 1])
    assert ("F7", die + 1, stands) in rolled(events)


def test_tv_61_amb_96_amb_164_victory_crosses_in_turn_3_and_rakes_in_4_and_5() -> None:
    state, events = play(raking(), SHOT, BRITISH, ALLIED, dice=MISSES)
    state, more = to_the_end(state, dice=[1, 1, 1])
    assert [one[0] for one in rolled([*events, *more])] == ["F1", "F2", "F3"]
    assert state.lines == Lines(crossings={"B1": ()})
    again = replace(raking(()), turn=5, lines=state.lines)
    _, events = play(again, SHOT, dice=MISSES)
    assert every(events, LineBroken) == []


@pytest.mark.parametrize(
    "marks", [{"status": "struck"}, {"fleeing": "E"}, {"nailing": Nailing("nailed")}, {"card_division": "rear"}]
)
def test_sotl_12_b_amb_165_who_is_not_tested(marks: dict[str, Any]) -> None:
    options = {"options": {"line_breaking": True, "nailing": True}}
    ships = frenchman(1, 0, 0, **marks), frenchman(2, 3, 3, card_boarding=9)
    _, events = to_the_end(broken(*ships, **options), dice=[1])
    assert [one[0] for one in rolled(events)] == ["F2"]


def test_sotl_12_g_amb_165_divisions_are_tested_once_a_turn_in_key_order() -> None:
    ships = frenchman(1, 0, 0, card_division="rear"), frenchman(2, 3, 0), frenchman(3, 6, 0)
    state = broken(*ships, lines=Lines(broken=("centre", "rear")))
    state, events = to_the_end(state, dice=[1, 1, 1])
    assert [one[0] for one in rolled(events)] == ["F1", "F2", "F3"]
    assert state.lines == Lines()


# --- fled


@pytest.mark.parametrize(("wind", "edge"), [(315, "E"), (90, "N")])
def test_tv_63_amb_97_amb_166_the_nearest_edge_that_the_wind_leaves_open(wind: int, edge: str) -> None:
    state, events = to_the_end(broken(frenchman(1, 24, 0), wind=wind), dice=[6])
    assert only(events, FlightBegan).edge == state.ships["F1"].fleeing == edge


EVEN = [("F1", 225, "N"), ("B1", 315, "S"), ("F1", 0, "E"), ("B1", 180, "W")]


@pytest.mark.parametrize(("key", "wind", "edge"), EVEN)
def test_amb_166_of_edges_equally_near_each_side_has_its_own(key: str, wind: int, edge: str) -> None:
    state = at_sea(ship(key, 0, 0, 0), sea=Sea(-9, -9, 9, 9), wind=wind)
    assert line_breaking.nearest_open_edge(state, key) == edge


def fleeing(heading: int = 90, **marks: Any) -> State:
    ships = frenchman(1, 20, 0, heading, **({"fleeing": "E"} | marks)), ship("B9", -30, 0, 0), ship("F9", -30, 9, 0)
    return at_sea(*ships, asked="allied", initiative="british", sea=TRAFALGAR)


def test_sotl_12_d_amb_166_when_her_side_is_done_she_sails_by_the_bee_line() -> None:
    _, events = play(fleeing(60), ALLIED)
    move = next(one for one in every(events, ShipSailed) if one.ship == "F1")
    assert (move.pose.heading, move.slowed) == (90, 0)


def test_sotl_12_e_sotl_12_d_she_has_fled_when_her_middle_crosses_the_edge() -> None:
    state = fleeing()
    near = replace(state.ships["F1"].pose, x=23.0)
    state = replace(state, ships={**state.ships, "F1": replace(state.ships["F1"], pose=near)})
    state, events = play(state, ALLIED)
    assert only(events, ShipLeft).fled
    assert {score.points for score in state.scores} == {5, -5}


def test_amb_166_she_drops_no_anchor_on_her_way() -> None:
    state = fleeing(stopped=True, moved=True, move_allows_anchor=True)
    order = DropAnchor(side="allied", ship="F1")
    assert "fleeing" in refused(state, order, "AMB-166").reason
    stayed = replace(state, ships={**state.ships, "F1": replace(state.ships["F1"], fleeing=UNSET)})
    assert rules.check(stayed, order) is None


def test_amb_219_she_does_not_slow_unless_something_is_in_her_way() -> None:
    refusal = refused(fleeing(), sail("F1", "a s s s"), "AMB-166")
    assert refusal.reason == "She is fleeing to the east and does not slow."
    assert rules.check(fleeing(), sail("F1", "a a a a")) is None
    blocked = fleeing()
    wall = ship("F8", 22.9, 0, 0)
    blocked = replace(blocked, ships={**blocked.ships, "F8": wall[1]}, cards={**blocked.cards, "F8": wall[0]})
    assert rules.check(blocked, sail("F1", "a s s s")) is None


def test_amb_149_amb_166_nor_does_she_sail_away_from_her_edge() -> None:
    assert refused(fleeing(45), sail("F1", "p-45"), "AMB-166")
    assert refused(fleeing(200), sail("F1", "a a a a"), "AMB-149").by.endswith("farther away")


def test_amb_219_without_way_anchor_or_boats() -> None:
    _, events = play(fleeing(anchored=True, stopped=True), ALLIED)
    assert only(events, AnchorWeighed).ship == "F1"
    _, events = play(fleeing(315, stopped=True), ALLIED)
    assert only(events, ShipTurnedByBoats).towards == "starboard"


def test_amb_166_an_edge_is_chosen_anew_only_if_the_wind_shuts_it() -> None:
    state = replace(fleeing(), phase="combat", asked="allied")
    _, events = play(state, ALLIED)
    assert every(events, FlightBegan) == []
    _, events = play(replace(state, wind=Wind(90)), ALLIED)
    assert only(events, FlightBegan).edge == "N"


def test_amb_166_struck_or_restored_she_flees_no_more() -> None:
    own = frenchman(1, 0, 0, fleeing="E", masts=(), card_dice=1)
    state, events = to_the_end(crew(own, ship("B1", 3, 0, 0, "I"), **ON))
    assert only(events, ColoursStruck).ship == only(events, FlightEnded).ship == "F1"
    assert state.ships["F1"].fleeing is UNSET


def test_sotl_12_b_amb_38_it_is_the_step_before_crews_recover() -> None:
    order = list(compile_rules(frozenset({"line_breaking"})).phases)
    assert order[order.index("fires") :] == ["fires", "morale", "recovery", "wrecks"]


def test_amb_196_a_battery_that_is_shelled_is_of_no_line() -> None:
    work = Battery("W1", "allied", "W1", Point(1.0, 0.0), 4, 17)
    options, noted = {"line_breaking": True, "coastal": True}, Lines({"B1": ("allied",)})
    ships = ship("B1", 0, 0, 0), ship("F9", 30, 30, 0)
    state = battle(*ships, options=options, lines=noted, coast=Coast(batteries={"W1": work}))
    state, _ = play(state, FireBroadside(side="british", ship="B1", broadside="starboard", target="W1"), dice=[1] * 4)
    assert state.lines == noted


def test_amb_166_an_edge_behind_land_is_chosen_only_if_all_are() -> None:
    def shore(west: float, south: float, east: float, north: float) -> tuple[Point, ...]:
        return Point(west, south), Point(east, south), Point(east, north), Point(west, north)

    def nearest(*land: tuple[Point, ...]) -> str:
        options = {"line_breaking": True, "coastal": True}
        sea = Sea(-45, -45, 25, 35)
        return line_breaking.nearest_open_edge(
            battle(ship("F1", 10, 0, 0), sea=sea, options=options, coast=Coast(land=land)), "F1"
        )

    assert nearest() == "E"
    cape = shore(20, -3, 22, 3)
    assert nearest(cape) == "N"
    assert nearest(cape, shore(5, 10, 15, 12), shore(5, -12, 15, -10)) == "W"
    assert nearest(cape, shore(5, 10, 15, 12), shore(5, -12, 15, -10), shore(0, -5, 2, 5)) == "E"


def test_amb_205_amb_219_to_heave_to_is_to_slow() -> None:
    state = fleeing(heading=0)  # close-hauled she has a single point, and it is forced
    assert rules.check(state, sail("F1", "a")) is None
    refused(state, sail("F1", "a h"), "AMB-166")


def test_amb_144_without_leaders_there_is_no_line_and_the_card_tells_flight() -> None:
    module = {one.id: one for one in rules_of(fleeing()).modules}["line_breaking"]
    assert module.inert(fleeing()).startswith("No ship carries a leader")
    assert module.inert(at_sea(*column())) == ""
    (mark,) = summaries.list_marks(fleeing(), "F1")
    assert mark.value == "to the east"


def test_amb_163_amb_165_a_leader_who_dies_in_the_turn_helps_no_more_but_the_line_stays_one() -> None:
    dead = (Admiral("F1", "F1", fate="dead"),)
    ships = [frenchman(1, 0, 0, card_leader=CISNEROS, card_boarding=9), frenchman(2, 0, -1.4)]
    state = broken(*ships, leaders=dead, **BOTH)
    assert line_breaking.pairs_in_line(state, "allied") == (("F1", "F2"),)
    _, events = to_the_end(state, dice=[1, 2])
    assert rolled(events) == [("F1", 1, True), ("F2", 2, True)]
    _, events = to_the_end(replace(state, leaders=UNSET), dice=[1, 2])
    assert rolled(events) == [("F1", -1, True), ("F2", 0, True)]
