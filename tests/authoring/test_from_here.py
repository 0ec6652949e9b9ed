"""A match becomes a scenario in which all lies as it does on the table, unless that would tell a secret."""

import random

import pytest
from msgspec.structs import replace

from tabletop.authoring.draft import SetupFromPosition, create_from_match
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line.commands import Done
from tests.authoring.fleets import bundled_draft
from tests.ships_of_the_line import test_deployment


def played(game, name, moves, options=None, seed="seed"):
    draft = bundled_draft(game, name)
    match = Match.new(MatchSetup(find_game(game), draft.text, draft.source, seed, options or {}))
    chance = random.Random(seed)
    while match.game.outcome(match.state) is None and len(match.moves) < moves:
        offers = match.game.choices(match.state)
        match.submit(chance.choice(list(offers)))
    return match


@pytest.mark.parametrize("name", ["victory_breaks_the_line", "the_lame_convoy", "cutting_out_at_puerto_real"])
def test_a_battle_at_sea_is_set_up_as_it_lies(name):
    match = played("ships_of_the_line", name, 60)
    draft = create_from_match(match)
    told = {"hull", "masts", "fallen", "loaded", "fatigue", "fires", "rudder_lost", "officer", "stopped", "anchored"}
    for key, ship in match.state.ships.items():
        there = draft.state.ships[key]
        assert there.pose == ship.pose
        assert {mark: getattr(there, mark) for mark in told} == {mark: getattr(ship, mark) for mark in told}
    assert (draft.state.turn, draft.state.wind) == (match.state.turn, match.state.wind)
    assert (draft.state.grapples == ()) == (match.state.grapples == ())
    assert not [one for one in draft.problems if "overlap" not in one.message]


def test_what_batteries_have_lost_is_taken_over_and_no_other_line_of_theirs():
    match = played("ships_of_the_line", "cutting_out_at_puerto_real", 0)
    coast = match.state.coast
    hurt, gone = list(coast.batteries)[:2]
    left = {key: replace(coast.batteries[key], hull=hull) for key, hull in ((hurt, 9), (gone, 0))}
    draft = bundled_draft("ships_of_the_line", "cutting_out_at_puerto_real")
    draft.apply(SetupFromPosition(replace(match.state, coast=replace(coast, batteries={**coast.batteries, **left}))))
    assert {key: one.hull for key, one in draft.state.coast.batteries.items()} == {
        key: left.get(key, one).hull for key, one in coast.batteries.items()
    }
    assert draft.line_changes.count == 2


def test_amb_147_where_play_has_begun_no_place_is_open_any_more():
    match = test_deployment.match()
    assert "deploy" in create_from_match(match).data
    for side in ("allied", "british"):
        match.submit(Done(side))
    draft = create_from_match(match)
    assert "deploy" not in draft.data
    assert draft.problems == ()


def test_from_the_first_moment_nothing_is_changed():
    for game, name in (
        ("ships_of_the_line", "trafalgar"),
        ("ships_of_the_line", "gravina_apart"),
        ("volley", "standard"),
    ):
        assert not create_from_match(played(game, name, 0)).has_unsaved_changes


def test_c_6_of_an_unfinished_match_with_secrets_only_its_scenario_is_taken():
    match = played("decks_of_glory", "duel", 12)
    assert match.state.turn > 0
    assert not create_from_match(match).has_unsaved_changes
    signalled = played("ships_of_the_line", "three_admirals", 8)
    assert signalled.game.has_secrets(signalled.state)
    assert not create_from_match(signalled).has_unsaved_changes


def test_a_match_on_the_grid_is_set_up_once_it_is_over():
    match = played("decks_of_glory", "two_against_two", 5_000)
    draft = create_from_match(match)
    afloat = {key: ship.at for key, ship in match.state.ships.items() if ship.status in ("sailing", "derelict")}
    assert {piece.id: piece.at for piece in draft.pieces} == afloat
