"""Searching the rulebook as one types."""

import pytest

from tabletop.rulebook.search import search


@pytest.mark.parametrize(
    ("typed", "game", "title"),
    [
        ("TRA-8", "trafalgar_cards", "Negated cards"),
        ("fog of w", "volley", "Counter"),
        ("leaky pumps", None, None),
        ("irons pitch", "ships_of_the_line", "Out of irons"),
        ("grape shot", "ships_of_the_line", "Grape shot"),
        ("boarding strength fifth", "ships_of_the_line", "Hopeless odds"),
    ],
)
def test_words_find_their_section_first(typed, game, title):
    found = search(typed)
    assert (found[0].section.game, found[0].section.title) == (game, title) if game else found == ()


def test_every_letter_finds_more_or_as_much_as_the_next():
    sizes = [len(search("magazine"[:length], most=1000)) for length in range(1, 9)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= 1


def test_what_was_looked_for_is_marked_where_it_stands():
    marked = [word for found in search("raking") for word, hit in found.around if hit]
    assert marked
    assert all(word.lower().startswith("rak") for word in marked)


@pytest.mark.parametrize("typed", ["", "   ", '"', "*", "NEAR(", "a AND", "':", "-", "\x00"])
def test_nothing_that_is_typed_is_taken_for_a_command(typed):
    assert all(found.section for found in search(typed))


def test_no_more_is_found_than_was_asked_for():
    assert len(search("the", most=3)) == 3
