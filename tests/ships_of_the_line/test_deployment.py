"""Places that a scenario leaves open: placed before the battle, within limits, openly or unseen (AMB-147)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tabletop.core import reading
from tabletop.core.errors import Refused, ScenarioError
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line import GAME, positions
from tabletop.games.ships_of_the_line.chapters.optional.deployment import PlaceShip
from tabletop.games.ships_of_the_line.commands import Done

TEXT = """\
game: ships_of_the_line
title: Two lines
map: {west: -20, south: -20, east: 20, north: 20}
wind: {from: W, strength: breeze}
initiative: {bonus: {}, ties: british}
options: {deployment: true}
deploy:
  secret: true
  zones:
    - {side: british, area: [[-12, -6], [-5, -6], [-5, 6], [-12, 6]]}
    - {side: allied, ships: [F1], area: [[5, -6], [12, -6], [12, 6], [5, 6]]}
ships:
  - {key: B1, nation: britain, number: 1, name: Mars, class: III, guns: 74, at: [-8, 0], heading: 90}
  - {key: B2, nation: britain, number: 2, name: Ajax, class: III, guns: 74, at: [-8, 2], heading: 90}
  - {key: F1, nation: france, number: 1, name: Hercule, class: III, guns: 74, at: [8, 0], heading: 270}
  - {key: F2, nation: france, number: 2, name: Argus, class: V, guns: 38, at: [3, 0], heading: 270}
"""


def match(text: str = TEXT, path: Path | None = None) -> Match:
    return Match.new(MatchSetup(GAME, text, "lines.yaml", "seed"), path)


def mars(at=(-6, 1), heading=95, ship="B1") -> PlaceShip:
    return PlaceShip("british" if ship[0] == "B" else "allied", ship, *at, heading)


def problems(old: str, new: str) -> list[tuple[int, str]]:
    assert old in TEXT
    with pytest.raises(ScenarioError) as caught:
        GAME.read(TEXT.replace(old, new), "x")
    return [(one.line, one.message) for one in caught.value.problems]


def test_amb_147_the_match_begins_with_the_places_of_the_side_that_loses_ties_or_of_whom_has_any():
    one = match()
    decision = GAME.decision(one.state)
    assert (decision.side, decision.phase, decision.actors, decision.open) == ("allied", "prepare", ("F1",), False)
    one.submit(Done("allied"))
    assert GAME.decision(one.state).actors == ("B1", "B2")
    one.submit(Done("british"))
    assert GAME.decision(one.state).phase == "initiative"
    assert one.state.ships == match().state.ships


def test_amb_147_without_the_switch_ships_lie_as_the_file_says():
    assert match(TEXT.replace("deployment: true", "deployment: false")).state.phase == "initiative"
    whole = TEXT[: TEXT.index("deploy:")] + TEXT[TEXT.index("ships:\n") :]
    switch = next(one for one in GAME.switches(GAME.read(whole, "x")) if one.id == "deployment")
    assert "has no ships to place" in switch.note


def test_amb_147_ships_are_placed_and_turned_and_lie_there_when_both_are_done():
    one = match()
    one.submit(mars((10, -5), 200, "F1"))
    one.submit(Done("allied"))
    one.submit(mars((-6, 1), 95))
    one.submit(mars((-6, 1), 450 - 5))
    told = one.submit(Done("british"))
    assert "fleets_placed" in {event.__struct_config__.tag for event in told}
    middle = positions.hull_center(one.state, "B1")
    assert (middle.x, middle.y) == pytest.approx((-6, 1), abs=0.001)
    assert (one.state.ships["B1"].pose.heading, one.state.ships["F1"].pose.heading) == (85, 200)
    assert not one.state.deployed


@pytest.mark.parametrize(
    ("order", "rule", "by"),
    [
        (mars((-5.2, 0), 90), "SOTL-5-a", "0.3 UM over its edge"),
        (mars((-8, 1.8), 90), "SOTL-5-f", "0.1 UM too near"),
        (mars((3, 3), 0, "F2"), "SOTL-5-a", ""),
        (mars((1e300, 0)), "SOTL-5-a", ""),
        (mars((float("nan"), 0)), "SOTL-5-a", ""),
        (mars(ship="F1"), "SOTL-2-a", ""),
        (PlaceShip("british", "F1", 8, 0, 0), "SOTL-2-a", ""),
        (PlaceShip("british", "B9", 8, 0, 0), "SOTL-2.2-a", ""),
    ],
)
def test_amb_147_a_place_is_refused_with_its_rule_and_by_how_much(order, rule, by):
    one = match(TEXT.replace("ties: british", "ties: allied"))
    refused = one.check(order)
    if order.side == "allied":
        one.submit(Done("british"))
        refused = one.check(order)
    if order.ship == "F1" and order.side == "allied":
        assert refused.rule == "SOTL-5-a"
        return
    assert (refused.rule, refused.by) == (rule, by)
    with pytest.raises(Refused):
        one.submit(order)


def test_sotl_22_no_ship_is_placed_on_land():
    coast = TEXT.replace("options: {", "land: [[[-7, 2], [-5.5, 2], [-5.5, 4]]]\noptions: {coastal: true, ")
    one = match(coast.replace("ties: british", "ties: allied"))
    assert one.check(mars((-6, 2.5))).reason == "Mars would be on land."


def test_c_6_nobody_learns_where_the_other_side_has_placed_its_ships_before_both_are_done():
    placed, elsewhere = match(), match()
    placed.submit(mars((10, -5), 200, "F1"))
    elsewhere.submit(mars((6, 3), 10, "F1"))
    for side in ("british", ""):
        views = [GAME.view(one.state, side) for one in (placed, elsewhere)]
        assert views[0] == views[1]
        assert views[0].ships == match().state.ships
        told = [[GAME.describe(*told) for told in one.view_events(one.moves[-1], side)] for one in (placed, elsewhere)]
        assert told[0] == told[1] == ["Combined Fleet: a ship is placed."]
        assert "pose" not in str([event for _, event in placed.view_events(placed.moves[-1], side) if event.pose])
        assert GAME.decision(views[0]) == GAME.decision(placed.state)
    own = GAME.view(placed.state, "allied")
    assert own.ships["F1"].pose.heading == 200
    for one in (placed, elsewhere):
        one.submit(Done("allied"))
    for order in (mars(), mars((-8, 1.8), 90), mars((-5.2, 0))):
        said = {
            str(GAME.check(state, order))
            for state in (placed.state, elsewhere.state, GAME.view(placed.state, "british"))
        }
        assert len(said) == 1
    assert list(GAME.choices(placed.state)) == list(GAME.choices(GAME.view(placed.state, "british")))
    assert GAME.has_secrets(placed.state)
    placed.submit(Done("british"))
    assert not GAME.has_secrets(placed.state)
    assert GAME.view(placed.state, "british") == placed.state
    assert placed.check_undo().reason.startswith("The fleets were shown.")


def test_amb_147_openly_placed_ships_are_seen_at_once():
    one = match(TEXT.replace("  secret: true\n", ""))
    assert GAME.decision(one.state).open
    one.submit(mars((10, -5), 200, "F1"))
    assert GAME.view(one.state, "british").ships["F1"].pose.heading == 200
    one.undo()
    assert GAME.view(one.state, "british").ships["F1"].pose.heading == 270


def test_amb_147_what_is_offered_leaves_each_ship_where_she_lies():
    one = match()
    while GAME.decision(one.state).phase == "prepare":
        one.submit(next(iter(GAME.choices(one.state))))
    assert len(one.moves) == 5
    assert one.state.ships == match().state.ships


def test_amb_147_the_record_of_a_deployment_is_read_again(tmp_path):
    path = tmp_path / "match.jsonl"
    one = match(path=path)
    one.submit(mars((10, -5), 200, "F1"))
    one.submit(Done("allied"))
    assert Match.load(path).state == one.state
    one.submit(mars())
    one.submit(Done("british"))
    assert Match.load(path).state == one.state
    assert reading.read_record(path).header.game == GAME.meta.id


def test_amb_147_a_ship_that_hangs_fast_keeps_her_place():
    text = TEXT + "start: {tows: [{tower: B1, towed: B2}]}\n"
    one = match(text.replace("at: [-8, 2]", "at: [-9, 0]"))
    assert one.check(mars()) is not None
    state = replace(one.state, phase="prepare", asked="british")
    assert GAME.check(state, mars()).reason == "Mars is already placed."


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("[-5, 6], [-12, 6]]}", "[-12, 6], [-5, 6]]}", 10, "its outline crosses itself near [-8.5, 0]"),
        ("[[5, -6]", "[[-6, -6]", 11, "it overlaps a zone of the other side"),
        ("ships: [F1]", "ships: [F3]", 11, "unknown ship 'F3'"),
        ("ships: [F1]", "ships: [B1]", 11, "B1 Mars is not on the side of this zone"),
        ("at: [-8, 2]", "at: [-4, 2]", 14, "B2 Ajax is outside her zone"),
        ("secret: true", "secret: 1", 8, "secret: expected true or false, not 1"),
    ],
)
def test_a_scenario_that_leaves_places_open_is_checked(old, new, line, message):
    assert (line, message) in problems(old, new)
