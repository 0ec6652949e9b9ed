"""A match gone through again: its places, what was taken back, who may look, and how it is taken over."""

from functools import cache
from random import Random

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.after_action import build_report
from tabletop.core.chronicle import Chronicle
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import Seating
from tabletop.core.replay import ALL, Replay, list_viewers
from tabletop.core.verify import verify
from tabletop.games.decks_of_glory.chronicle import CHRONICLER as HEXES
from tabletop.games.ships_of_the_line.chronicle import CHRONICLER as SEA
from tabletop.games.ships_of_the_line.events.boarding import ShipRestored
from tabletop.games.volley.chronicle import CHRONICLER as VOLLEY
from tests.records.test_archive import RECORDS
from tests.secrets import otherwise


@cache
def recorded(name):
    return Match.load(next(path for path in RECORDS if path.stem == name))


def opened(game, **seating):
    file = resources.list_scenarios(game)[0]
    return Match.new(
        MatchSetup(find_game(game), file.read_text(encoding="utf-8"), file.name, "keppel", seating=Seating(**seating))
    )


def test_every_place_shows_the_position_that_stood_there_and_nothing_that_was_taken_back():
    match = recorded("ship_duel_sunk")
    replay = Replay(match, ALL)
    states = [match.opening, *(move.after for move in match.moves)]
    for place in (replay.places, 0, 7, 8):
        replay.go_to(place)
        assert replay.state is states[place]
    assert replay.step_forward() and replay.state is states[9]
    replay.go_to(replay.places)
    assert not replay.step_forward()
    with pytest.raises(IndexError):
        match.moves[replay.places]


def test_what_was_taken_back_is_shown_at_its_place_and_away_again():
    match = recorded("ship_duel_sunk")
    replay = Replay(match, ALL)
    place, moves = next(iter(replay.undone_branches.items()))
    assert not any(move is one for move in moves for one in match.moves)
    replay.go_to(place)
    replay.toggle_comparison()
    assert replay.is_comparing and replay.state is moves[-1].after and not replay.step_forward()
    replay.toggle_comparison()
    assert not replay.is_comparing and replay.state is match.moves[place].before
    replay.go_to(place + 1)
    replay.toggle_comparison()
    assert not replay.is_comparing or place + 1 in replay.undone_branches


def test_c6_before_the_end_a_match_with_secrets_is_seen_by_who_plays_it_alone_or_as_everybody_may():
    over = recorded("volley_won")
    assert list_viewers(over) == (ALL, "red", "blue")
    assert list_viewers(recorded("duel_open")) == (ALL,)  # nothing is hidden there
    assert list_viewers(opened("volley")) == ("",)
    assert list_viewers(opened("volley"), "red") == ("red",)
    assert list_viewers(opened("volley", computer=("blue",))) == ("red",)
    assert list_viewers(opened("volley", computer=("red", "blue"))) == ("",)


def test_c6_until_it_is_over_neither_replay_nor_chronicle_tell_what_a_side_cannot_know():
    whole = recorded("volley_won")
    match = whole.match_at(30)
    fancy, told = Random(3), []
    for change in (lambda state: state, lambda state: otherwise(match.game, state, "red", fancy)):
        last = match.match_at(len(match.trace))
        replay = Replay(last, "red", len(last.moves))
        chronicle = Chronicle(replay.full_match(), replay.side, VOLLEY)
        shown = replay.game.view(change(replay.state), replay.side)
        told.append(
            (
                shown,
                chronicle.moments,
                [(one.place, one.notice, chronicle.describe(one)) for one in chronicle.noted_events],
            )
        )
        assert all("?" in view.cards.hands["blue"] for view, _ in replay.view_events(replay.moves[-1], replay.side))
    assert told[0] == told[1]


def test_all_is_seen_once_it_is_over():
    replay = Replay(recorded("volley_won"), ALL, 20)
    assert replay.game.view(replay.state, replay.side) is replay.state
    assert "?" not in str(replay.state.cards.hands)
    assert replay.seat == replay._kept_history.moves[20].command.side


def test_taken_over_it_goes_on_from_there_with_another_seed_and_is_verified(tmp_path):
    replay = Replay(recorded("four_frigates_last_turn"), ALL, 100)
    told = replay.build_takeover("anew", Seating(computer=("allied",)))
    match = Match.new(told, tmp_path / "taken.jsonl")
    assert match.state == replay.state and match.header.seed == "anew" and "Turn" in str(match.header.since)
    match.submit(next(iter(match.game.choices(match.state))))
    assert verify(match.path) is None
    assert Match.load(match.path).state == match.state
    assert recorded("four_frigates_last_turn").header.seating.computer != ("allied",)


def test_c6_taken_over_with_secrets_it_must_be_over_and_unseen_cards_are_dealt_anew():
    running = opened("volley")
    running.submit(next(iter(running.game.choices(running.state))))
    running.submit(next(iter(running.game.choices(running.state))))
    with pytest.raises(ValueError, match="only when it has ended"):
        Replay(running, "", 1).build_takeover("1", Seating())
    replay = Replay(recorded("volley_won"), "red", 30)
    before, after = replay.whole.moves[30].before, replay.build_takeover("1", Seating()).opening
    assert replay.game.view(after, "red") == replay.game.view(before, "red")
    assert after.cards.pile != before.cards.pile
    replay.go_to(replay.places)
    assert "is over here" in replay.explain_no_takeover()


def test_turns_phases_and_losses_lead_through_the_course():
    whole = Replay(recorded("decks_of_glory_last_turn"), ALL).full_match()
    course = Chronicle(whole, "", HEXES)
    begins = dict(course.turn_starts)
    assert course.find_turn_start(0, -1) == 0 and course.find_turn_start(begins[5] + 1, 1) == begins[6]
    assert course.find_turn_start(begins[5] + 1, -1) == begins[5] and course.find_turn_start(begins[5], -1) == begins[4]
    assert course.find_turn_start(course.places, 1) == course.places
    assert course.find_next_loss(0) == course.loss_places[0] and course.find_next_loss(course.places) is None
    assert course.score_at(course.places) == whole.state.outcome.totals


def test_every_hull_point_that_a_ship_lost_is_told_once():
    whole = Replay(recorded("four_frigates_last_turn"), ALL).full_match()
    course = Chronicle(whole, "", SEA)
    taken = dict.fromkeys(course.pieces, 0)
    for told in course.noted_events:
        for harm in told.notice.harms:
            taken[harm.to] += harm.points
    left = {key: max(0, card.hull - taken[key]) for key, card in whole.state.cards.items()}
    assert left == {key: ship.hull for key, ship in whole.state.ships.items()}


def test_sotl_4_4_3_c_a_ship_that_came_back_is_neither_lost_nor_a_turning_point_unless_she_is_lost_again():
    match = recorded("four_frigates_last_turn")
    whole = Replay(match, ALL).full_match()
    taken, sunk = Chronicle(whole, "", SEA).lasting_losses
    back = SEA.notice(taken.before, ShipRestored(ship="B1", by="B2"))
    told = [taken, taken._replace(place=taken.place + 1, notice=back), sunk]
    for again, lost in (((), [sunk]), ((taken._replace(place=taken.place + 2),), [sunk, taken])):
        course = Chronicle(whole, "", SEA)
        course.noted_events = (*told, *again)
        assert [one.event for one in course.lasting_losses] == [one.event for one in lost]
        report = build_report(match, course)
        assert report.lost == {"british": len(lost), "allied": 0}
        assert {one.place for one in report.turning} == {one.place for one in (sunk, *again)}
