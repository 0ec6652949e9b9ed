"""Setting up ships at sea and on the grid: lines, columns, copies, divisions, and the distances of the book."""

import math
from itertools import pairwise

import pytest

from tabletop.authoring.draft import AddEntry, Draft, SetField
from tabletop.authoring.piece_changes import (
    CopyPieces,
    JoinGroup,
    LineUpPieces,
    MovePieces,
    MovePiecesTo,
    PlacePiece,
    RemovePieces,
    SetHeading,
    TurnPieces,
    WheelPieces,
    measure_formation,
)
from tabletop.games.ships_of_the_line import positions
from tests.authoring.fleets import bundled_draft

LEE = tuple(f"B{number}" for number in range(13, 28))


@pytest.fixture(scope="module")
def opened() -> Draft:
    return bundled_draft("ships_of_the_line", "trafalgar")


@pytest.fixture
def trafalgar(opened):
    yield opened
    while opened.undo():
        pass


def gaps(draft, ids):
    return [positions.gap_between(draft.state, a, b).distance for a, b in pairwise(ids)]


def test_a_column_moves_as_one_and_each_ship_is_a_changed_line(trafalgar):
    before = gaps(trafalgar, LEE)
    step = trafalgar.apply(MovePieces(LEE, (-0.48, -0.17)))
    assert (step.title, step.detail) == ("Lee Column (Collingwood) moved", "0.51 UM to the west")
    assert trafalgar.find_piece("B13").at == (-6.23, -4.97)
    assert gaps(trafalgar, LEE) == pytest.approx(before, abs=0.002)
    assert trafalgar.line_changes.count == 15


def test_notes_tell_of_who_is_alone_or_in_irons(trafalgar):
    assert [(one.title, one.pieces) for one in trafalgar.hints] == [("Africa stands alone", ("B12",))]
    assert "UM" in trafalgar.hints[0].detail
    x, y = trafalgar.find_piece("B1").at
    trafalgar.apply(MovePiecesTo(("B12",), (x - 1.5, y - 1.5)))
    assert trafalgar.hints == ()
    trafalgar.apply(SetHeading(("B12",), 315))
    assert [(one.title, one.rule) for one in trafalgar.hints] == [("Africa starts in irons", "SOTL-5.2.3-a")]


def test_nobody_bears_until_the_nearest_enemies_come_together():
    duel = bundled_draft("ships_of_the_line", "duel_of_two_74s")
    (note,) = duel.hints
    assert note.title == "No ship has a target at the start"
    assert set(note.pieces) == {piece.id for piece in duel.pieces}
    first, second = (duel.find_piece(one).at for one in note.pieces)
    assert f"{math.dist(first, second):.3g} UM" in note.detail
    duel.apply(
        SetHeading(note.pieces[:1], round(math.degrees(math.atan2(second[0] - first[0], second[1] - first[1]))) + 90)
    )
    duel.apply(MovePieces(note.pieces[1:], (0.8 * (first[0] - second[0]), 0.8 * (first[1] - second[1]))))
    assert duel.hints == ()


def test_on_the_grid_points_are_compared_and_hexes_counted():
    chase = bundled_draft("decks_of_glory", "chase")
    assert [one.title for one in chase.hints] == ["The sides are uneven in points", "No ship has a target at the start"]
    chase.apply(SetField(("ships", 0, "at"), [400, 400]))
    assert chase.problems
    assert chase.hints == (), "what is wrong comes first"


def test_a_column_wheels_about_its_head_or_turns_together(trafalgar):
    head, tail = trafalgar.find_piece("B13"), trafalgar.find_piece("B27")
    before = gaps(trafalgar, LEE)
    trafalgar.apply(WheelPieces(LEE, 90))
    assert trafalgar.find_piece("B13").at == head.at
    east, north = tail.at[0] - head.at[0], tail.at[1] - head.at[1]
    assert trafalgar.find_piece("B27").at == pytest.approx((head.at[0] + north, head.at[1] - east), abs=0.01)
    assert {trafalgar.find_piece(key).heading for key in LEE} == {160}
    assert gaps(trafalgar, LEE) == pytest.approx(before, abs=0.03)
    trafalgar.undo()
    trafalgar.apply(TurnPieces(LEE, -80))
    assert {trafalgar.find_piece(key).heading for key in LEE} == {350}
    trafalgar.apply(SetHeading(LEE, 45))
    assert trafalgar.find_piece("B27").at == tail.at


@pytest.mark.parametrize(
    ("bearing", "form"), [(250, "ahead"), (160, "abreast"), (340, "abreast"), (205, "oblique"), (30, "oblique")]
)
def test_a_line_has_its_interval_from_hull_to_hull_on_whatever_bearing(trafalgar, bearing, form):
    ids = LEE[:6]
    trafalgar.apply(MovePieces(ids, (-20, 20)))
    trafalgar.apply(LineUpPieces(ids, 70, bearing, 0.4))
    assert gaps(trafalgar, ids) == pytest.approx([0.4] * 5, abs=0.02)
    found = measure_formation(trafalgar, ids)
    assert (found.first_id, found.heading, found.shape) == ("B13", 70, form)
    assert found.bearing == pytest.approx(bearing, abs=1)
    assert found.interval == pytest.approx(0.4, abs=0.02)


def test_what_lies_anyhow_is_no_line(trafalgar):
    assert measure_formation(trafalgar, LEE).shape == "free"


def test_a_copy_has_a_key_and_a_number_of_its_own_and_no_leader(trafalgar):
    trafalgar.apply(CopyPieces(("B1", "B2"), (0, 8)))
    first, second = trafalgar.data["ships"][-2:]
    assert [(one["key"], one["number"], one["name"]) for one in (first, second)] == [
        ("B28", 28, "Victory"), ("B29", 29, "Temeraire")
    ]  # fmt: skip
    assert "leader" not in first
    assert trafalgar.find_piece("B28").at == (-6.46, 10.1)
    assert trafalgar.problems == ()
    assert trafalgar.text.splitlines()[-1].startswith("  - {key: B29, nation: britain, number: 29, name: Temeraire, ")


def test_a_ship_that_goes_is_named_nowhere_any_more(trafalgar):
    trafalgar.apply(RemovePieces(("F2", "F12")))
    assert trafalgar.data["undecided"] == ["F3", "F5", "F6", "F8"]
    assert "flagship" not in trafalgar.data
    assert trafalgar.problems == ()


def test_a_ship_is_placed_from_the_class_table_or_the_order_of_battle_at_the_end_of_her_division(trafalgar):
    assert not [kind for kind in trafalgar.kinds if kind.nation]
    trafalgar.apply(RemovePieces(("B13",)))
    (kind,) = [kind for kind in trafalgar.kinds if kind.nation]
    step = trafalgar.apply(PlacePiece(kind.id, (-20, 20), 70, group="lee"))
    assert (step.title, trafalgar.data["ships"][-1]["captain"]) == ("Royal Sovereign placed", "Edward Rotheram")
    trafalgar.apply(PlacePiece("class III 2", (20, 20), 10, "france", "rear"))
    assert trafalgar.data["ships"][8] | {"name": ""} == {
        "key": "F1", "nation": "france", "number": 1, "name": "", "class": "III", "decks": 2, "guns": 74,
        "division": "rear", "at": [20, 20], "heading": 10,
    }  # fmt: skip
    trafalgar.apply(JoinGroup(("F1",), ""))
    assert [one.id for one in trafalgar.groups][-1] == "allied"
    assert trafalgar.problems == ()


def test_a_ship_of_another_scenario_is_borrowed_again():
    draft = bundled_draft("ships_of_the_line", "hot_shot")
    draft.apply(PlacePiece("ship B1", (0, 5), 90))
    assert draft.text.endswith("  - {key: B1, at: [0, 5], heading: 90}\n")
    draft.apply(CopyPieces(("B1",), (0, 3)))
    assert draft.find_piece("B2").name == "Victory"
    assert draft.problems == ()


def test_land_is_moved_whole_or_by_a_point():
    draft = bundled_draft("ships_of_the_line", "cutting_out_at_puerto_real")
    whole = draft.find_piece("land:0")
    draft.apply(MovePieces(("land:0", "W1"), (-1, 0.5)))
    assert draft.find_piece("land:0").points == tuple(
        (pytest.approx(x - 1), pytest.approx(y + 0.5)) for x, y in whole.points
    )
    assert draft.find_piece("W1").at == (0.2, 9)
    draft.apply(MovePiecesTo(("land:0:2",), (6, 8.5)))
    assert draft.find_piece("land:0").points[2] == (6, 8.5)
    draft.apply(AddEntry(("land", 0), [5, 8], 2))
    assert draft.state.coast is not None
    assert draft.line_changes.count == 3


def test_amb_147_places_that_are_left_open_are_written_and_their_zone_is_moved():
    draft = bundled_draft("ships_of_the_line", "duel_of_two_74s")
    at = draft.find_piece("B1").at
    corners = [[at[0] + x, at[1] + y] for x, y in ((-2, -2), (2, -2), (2, 2), (-2, 2))]
    draft.apply(SetField(("deploy", "zones"), [{"side": "british", "area": corners}]))
    draft.apply(SetField(("options", "deployment"), True))
    assert (draft.problems, draft.state.phase) == ((), "prepare")
    draft.apply(MovePieces(("deploy:zones:0:area",), (9, 0)))
    (problem,) = draft.problems
    assert (problem.piece_id, problem.message.endswith(" is outside her zone")) == ("B1", True)
    draft.apply(RemovePieces(("deploy:zones:0:area",)))
    assert draft.data["deploy"] == {"zones": []}


def test_ships_that_overlap_are_drawn_as_they_lie(trafalgar):
    trafalgar.apply(MovePiecesTo(("B1",), trafalgar.find_piece("F12").at))
    assert [one.piece_id for one in trafalgar.problems] == ["B1"]
    assert positions.hull_center(trafalgar.state, "B1").y == pytest.approx(
        positions.hull_center(trafalgar.state, "F12").y, abs=0.001
    )


def test_sotl_t_set_the_distances_of_the_book_are_measured_and_fit(trafalgar):
    assert len(trafalgar.gauges) == 22
    assert [one for one in trafalgar.gauges if not one.is_met] == []
    trafalgar.apply(MovePieces(LEE, (-0.48, -0.17)))
    wrong = {(one.first, one.second): one for one in trafalgar.gauges if not one.is_met}
    assert set(wrong) == {("B13", "S18"), ("B23", "S33")}
    gauge = wrong["B13", "S18"]
    assert (gauge.value, gauge.target, gauge.tolerance, gauge.rule) == (5.498, 5, 0.25, "SOTL-T-SET")
    assert gauge.start == pytest.approx((-5.75, -4.82), abs=0.2)
    assert gauge.end == pytest.approx((-0.3, -3.8), abs=0.2)


def test_sotl_t_set_minotaur_is_measured_to_the_nearer_of_two(trafalgar):
    trafalgar.apply(MovePiecesTo(("B9",), (-13.35, 0.6)))
    gauge = next(one for one in trafalgar.gauges if one.first == "B9")
    assert gauge.second == "B10"


def test_sotl_t_set_is_asked_of_no_other_battle():
    assert bundled_draft("ships_of_the_line", "duel_of_two_74s").gauges == ()


def test_dog_24_ships_lie_and_wheel_on_whole_hexes():
    draft = bundled_draft("decks_of_glory", "squadron_action")
    spaniards = tuple(f"S{number}" for number in range(1, 7))
    found = measure_formation(draft, spaniards)
    assert (found.heading, found.interval, found.shape) == (4, 0, "ahead")
    draft.apply(WheelPieces(spaniards, 1))
    assert [draft.find_piece(key).at for key in spaniards[:3]] == [(13, -1), (14, -1), (15, -1)]
    assert {draft.find_piece(key).heading for key in spaniards} == {5}
    draft.apply(LineUpPieces(spaniards, 3, 0, 1))
    assert [draft.find_piece(key).at for key in spaniards[:3]] == [(13, -1), (13, -3), (13, -5)]
    draft.apply(CopyPieces(("S1",), (2, 0)))
    draft.apply(PlacePiece("rate 2", (4.2, 3.9), 9, "britain"))
    assert (draft.find_piece("S7").at, draft.find_piece("B7").at, draft.find_piece("B7").heading) == (
        (15, -1),
        (4, 4),
        3,
    )
    draft.apply(MovePieces(("B7",), (1, 0)))
    assert draft.last_step.detail == "1 hex"
    draft.apply(SetField(("wind",), 4))
    assert draft.state.wind == 4
