"""Places that a scenario leaves open: ships are placed before play, openly or unseen until both are done (DOG-6)."""

import pytest

from tabletop.core.errors import Refused, ScenarioError
from tabletop.core.match import Match, MatchSetup
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.commands import FinishPlacing, PlaceShip
from tabletop.games.decks_of_glory.model import Berth

TEXT = """\
game: decks_of_glory
title: Two lines
map: {columns: 24, rows: 16}
turns: 6
wind: 2
deploy:
  secret: true
  zones:
    - {side: british, middle: [4, 4], radius: 2}
    - {side: allied, middle: [14, 0], radius: 3, ships: [F1]}
ships:
  - {key: B1, nation: britain, name: Mars, rate: 3, at: [4, 4], facing: 2}
  - {key: B2, nation: britain, name: Ajax, rate: 3, at: [3, 4], facing: 2}
  - {key: F1, nation: france, name: Hercule, rate: 3, at: [14, 0], facing: 5}
  - {key: F2, nation: france, name: Tigre, rate: 3, at: [10, 2], facing: 5}
"""


def match(text=TEXT, path=None) -> Match:
    return Match.new(MatchSetup(GAME, text, "lines.yaml", "seed"), path)


def mars(at=(4, 5), facing=3) -> PlaceShip:
    return PlaceShip("british", "B1", at, facing)


def hercule(at=(14, 2), facing=0) -> PlaceShip:
    return PlaceShip("allied", "F1", at, facing)


def test_dog_6_ships_are_placed_side_by_side_and_lie_there_when_both_are_done():
    one = match()
    decision = GAME.decision(one.state)
    assert (decision.side, decision.phase, decision.actors, decision.open) == (
        "british", "deployment", ("B1", "B2"), False,
    )  # fmt: skip
    one.submit(mars())
    one.submit(mars((5, 4), 1))
    one.submit(FinishPlacing("british"))
    assert GAME.decision(one.state).actors == ("F1",)
    one.submit(hercule())
    one.submit(FinishPlacing("allied"))
    assert (one.state.ships["B1"].at, one.state.ships["B1"].facing) == ((5, 4), 1)
    assert (one.state.ships["F1"].at, one.state.ships["F2"].at) == ((14, 2), (10, 2))
    assert (one.state.phase, one.state.asked, bool(one.state.deployed)) == ("colours", "british", False)


def test_dog_6_with_colours_set_the_shuffle_follows_and_without_zones_nobody_is_asked():
    sides = "sides: {british: {name: British, colour: red}, allied: {name: French, colour: black}}\n"
    one = match(TEXT.replace("deploy:", sides + "deploy:"))
    one.submit(FinishPlacing("british"))
    one.submit(FinishPlacing("allied"))
    assert (one.state.phase, one.state.ships) == ("shuffle", match().state.ships)
    assert match(TEXT[: TEXT.index("deploy:")] + TEXT[TEXT.index("ships:\n") :]).state.phase == "colours"


@pytest.mark.parametrize(
    ("order", "rule", "reason", "by"),
    [
        (mars((7, 4)), "DOG-6", "That hex is not in the zone of Mars.", "1 hex beyond it"),
        (mars((4, 9)), "DOG-6", "That hex is not in the zone of Mars.", "3 hexes beyond it"),
        (mars((3, 4)), "DOG-6", "Ajax lies there.", ""),
        (mars(facing=6), "DOG-1", "Ships face one of the directions 0 to 5.", ""),
        (PlaceShip("british", "F1", (14, 1), 0), "DOG-6", "Hercule belongs to the other side.", ""),
        (PlaceShip("british", "B9", (4, 5), 0), "DOG-6", "There is no ship B9.", ""),
        (FinishPlacing("allied"), "DOG-6", "The other side is to choose.", ""),
    ],
)
def test_dog_6_a_place_is_refused_with_its_rule_and_by_how_much(order, rule, reason, by):
    one = match()
    with pytest.raises(Refused) as caught:
        one.submit(order)
    assert (caught.value.rule, caught.value.reason, caught.value.by) == (rule, reason, by)


def test_dog_6_a_ship_that_no_zone_names_has_her_place():
    one = match()
    one.submit(FinishPlacing("british"))
    assert one.check(PlaceShip("allied", "F2", (14, 2), 0)).reason == "Tigre is already placed."
    assert one.check(hercule((12, 4))).by == "1 hex beyond it"


def test_c_6_nobody_learns_where_the_other_side_has_placed_its_ships_before_both_are_done():
    one, other = match(), match()
    one.submit(mars((5, 4), 1))
    other.submit(PlaceShip("british", "B2", (4, 6), 0))
    for side in ("allied", ""):
        views = [GAME.view(each.state, side) for each in (one, other)]
        assert views[0] == views[1]
        assert views[0].ships == match().state.ships
        told = [[GAME.describe(*told) for told in each.view_events(each.moves[-1], side)] for each in (one, other)]
        assert told[0] == told[1] == ["British: a ship is placed."]
        assert GAME.decision(views[0]) == GAME.decision(one.state)
    assert GAME.view(one.state, "british").ships["B1"].at == (5, 4)
    for each in (one, other):
        each.submit(FinishPlacing("british"))
    said = {
        str(GAME.check(state, hercule((4, 6)))) for state in (one.state, other.state, GAME.view(one.state, "allied"))
    }
    assert len(said) == 1
    assert list(GAME.choices(one.state)) == list(GAME.choices(GAME.view(one.state, "allied")))
    one.submit(FinishPlacing("allied"))
    assert GAME.view(one.state, "allied").ships == one.state.ships
    assert one.check_undo().reason.startswith("The fleets were shown.")


def test_dog_6_openly_placed_ships_are_seen_at_once():
    one = match(TEXT.replace("  secret: true\n", ""))
    one.submit(mars())
    assert (GAME.decision(one.state).open, GAME.view(one.state, "allied").ships["B1"].at) == (True, (4, 5))


def test_c_5_every_place_is_offered_and_none_twice():
    one = match()
    offers = list(GAME.choices(one.state))
    assert len(offers) == len(set(offers)) == 2 * (19 - 1) * 6 - 2 + 1
    assert all(one.check(order) is None for order in offers)
    placed = {(order.at, order.facing) for order in offers if isinstance(order, PlaceShip) and order.ship == "B1"}
    assert ((4, 4), 2) not in placed
    assert ((4, 4), 3) in placed


def test_c_1_the_record_of_places_is_read_again(tmp_path):
    one = match(path=tmp_path / "match.jsonl")
    one.submit(mars())
    assert Match.load(tmp_path / "match.jsonl").state.deployed == {"B1": Berth((4, 5), 3)}
    one.submit(FinishPlacing("british"))
    one.submit(FinishPlacing("allied"))
    assert Match.load(tmp_path / "match.jsonl").state == one.state


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("radius: 3", "radius: 9", 10, "radius: it overlaps a zone of the other side"),
        ("ships: [F1]", "ships: [F3]", 10, "unknown ship 'F3'"),
        ("ships: [F1]", "ships: [B1]", 10, "B1 Mars is not on the side of this zone"),
        ("at: [3, 4]", "at: [1, 4]", 13, "B2 Ajax is outside her zone"),
    ],
)
def test_a_scenario_that_leaves_places_open_is_checked(old, new, line, message):
    assert old in TEXT
    with pytest.raises(ScenarioError) as caught:
        GAME.read(TEXT.replace(old, new), "x")
    assert (line, message) in [(one.line, one.message) for one in caught.value.problems]


def test_dog_6_a_zone_of_single_hexes_holds_these_and_no_others():
    painted = TEXT.replace("middle: [4, 4], radius: 2", "hexes: [[4, 4], [3, 4], [6, 3]]")
    one = match(painted)
    assert isinstance(one.check(mars((4, 5))), Refused)
    assert one.check(mars((6, 3))) is None
    assert {order.at for order in GAME.choices(one.state) if isinstance(order, PlaceShip)} <= {(4, 4), (3, 4), (6, 3)}


@pytest.mark.parametrize(
    ("zone", "why"),
    [
        ("middle: [4, 4]", "give a middle and a radius, or hexes"),
        ("middle: [4, 4], radius: 2, hexes: [[4, 4]]", "give a middle and a radius, or hexes"),
        ("hexes: [[3, 4]]", "B1 Mars is outside her zone"),
        ("hexes: [[3, 4], [4, 4], [14, 3]]", "hexes: it overlaps a zone of the other side"),
    ],
)
def test_dog_6_what_is_wrong_with_a_zone_is_told(zone, why):
    if "14, 3" in zone:
        text = TEXT.replace("    - {side: british, middle: [4, 4], radius: 2}\n", "").replace(
            "ships: [F1]}", "ships: [F1]}\n    - {side: british, " + zone + "}"
        )
    else:
        text = TEXT.replace("middle: [4, 4], radius: 2", zone)
    with pytest.raises(ScenarioError, match=why):
        match(text)
