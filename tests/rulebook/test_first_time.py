"""Notes for newcomers speak of events that there are, in few words, and lead to the rulebook."""

from types import SimpleNamespace
from typing import get_args

import pytest

from tabletop.cards.events import PileShuffled
from tabletop.core.game import games_by_id
from tabletop.rulebook.book import load_first_time_notes, load_identifiers
from tests.games import COMPLETE

MOST = 45
"""Words of a note."""


NOTED = [game for game in games_by_id() if load_first_time_notes(game)]


@pytest.mark.parametrize("game", COMPLETE)
def test_our_games_have_notes(game):
    assert len(load_first_time_notes(game)) >= 3


@pytest.mark.parametrize("game", NOTED)
def test_every_note_speaks_of_a_fact_of_its_game_and_leads_to_a_rule(game):
    kinds = games_by_id()[game].event_type
    events = {kind.__struct_config__.tag: kind for kind in get_args(kinds) or (kinds,)}
    notes = load_first_time_notes(game)
    assert len({note.title for note in notes}) == len(notes)
    for note in notes:
        assert set(note.having) <= set(events[note.event].__struct_fields__), note.title
        assert note.rule in load_identifiers(), note.title
        assert len(note.words.split()) <= MOST, note.title


def test_a_game_without_a_book_has_no_notes():
    assert load_first_time_notes("rowing") == ()


def test_a_note_comes_up_where_its_fields_are_as_it_says():
    rake, empty = load_first_time_notes("ships_of_the_line")[:2]
    fired = games_by_id()["ships_of_the_line"].event_type
    kind = next(one for one in get_args(fired) if one.__struct_config__.tag == "broadside_fired")
    told = SimpleNamespace(__struct_config__=kind.__struct_config__, rake="stern")
    assert rake.is_about(told)
    assert empty.is_about(told)
    told.rake = None
    assert not rake.is_about(told)
    assert empty.is_about(told)


def test_c_7_the_pile_is_said_to_have_run_out_when_it_has_and_not_at_the_first_shuffle():
    shuffled = next(one for one in load_first_time_notes("decks_of_glory") if one.event == "pile_shuffled")
    assert shuffled.is_about(PileShuffled(order=("1", "2")))
    assert not shuffled.is_about(PileShuffled(order=("1", "2"), rule="DOG-7"))
    for game in ("trafalgar_cards", "ship_duel", "volley"):
        both = next(one for one in load_first_time_notes(game) if one.event == "pile_shuffled")
        assert "before the first deal and whenever" in both.words
