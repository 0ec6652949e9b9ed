"""Searching the rulebook with questions, words and identifiers."""

import pytest

from tabletop.rulebook.book import COMMON, load_books
from tabletop.rulebook.search import find_words, search, text_of
from tests.rulebook.questions import HELD_OUT, TUNED, WRITTEN_AFTER


def addresses(typed, game=COMMON):
    """The sections found, best first, as game.name."""
    return [f"{found.section.game}.{found.section.name}" for found in search(typed, game)]


@pytest.mark.parametrize("question", [*TUNED, *HELD_OUT], ids=lambda question: f"{question.game}: {question.typed}")
def test_a_question_finds_its_section_among_the_first_three(question):
    assert set(addresses(question.typed, question.game)[:3]) & set(question.sections)


def test_questions_to_which_nothing_was_tuned_find_their_sections_too():
    ranks = [
        min(found.index(one) for one in question.sections if one in found)
        for question in WRITTEN_AFTER
        for found in [addresses(question.typed, question.game)]
    ]
    assert max(ranks) < 5
    assert sum(rank < 3 for rank in ranks) >= 17


@pytest.mark.parametrize("game", sorted(set(load_books()) - {COMMON}))
def test_how_do_i_win_is_answered_in_every_book(game):
    answers = {
        "ships_of_the_line": "victory-points", "decks_of_glory": "the-end", "ship_duel": "a-ship-is-lost",
        "trafalgar_cards": "winning", "volley": "troops",
    }  # fmt: skip
    assert f"{game}.{answers[game]}" in addresses("how do I win?", game)[:3]


@pytest.mark.parametrize(
    ("typed", "game", "title"),
    [
        ("TRA-8", "trafalgar_cards", "Negated cards"),
        ("tra-8", "trafalgar_cards", "Negated cards"),
        ("SOTL-4.2.3", "ships_of_the_line", "Raking"),
        ("fog of w", "volley", "Counter"),
        ("irons pitch", "ships_of_the_line", "Out of irons"),
        ("grape shot", "ships_of_the_line", "Grape shot"),
        ("boarding strength fifth", "ships_of_the_line", "Hopeless odds"),
        ("point-blank range", "ships_of_the_line", "Range"),
    ],
)
def test_words_find_their_section_first(typed, game, title):
    found = search(typed)[0].section
    assert (found.game, found.title) == (game, title)


def test_win_does_not_find_the_wind():
    for found in search("win"):
        titles = [one.title for one in load_books()[found.section.game].path_to(found.section)]
        stems = {place.stem for place in find_words(" ".join([*titles, text_of(found.section)]))}
        assert stems & {"win", "winner", "victori", "score"}, found.section.title


def test_a_word_that_no_book_holds_is_the_beginning_of_one():
    assert addresses("magazi")[0] == addresses("magazine")[0]
    assert "ships_of_the_line.windward-and-leeward" in addresses("leewa")[:3]


def test_the_open_book_goes_before_the_others():
    for game in ("ships_of_the_line", "decks_of_glory"):
        assert [address.partition(".")[0] for address in addresses("raking boarding", game)[:2]] == [game, game]


def test_words_that_say_nothing_change_nothing():
    assert addresses("what does a rake mean?") == addresses("rake")


def test_a_question_of_unknown_words_finds_nothing():
    assert search("battleship torpedo") == ()


def test_every_hit_shows_an_excerpt_of_its_section_with_a_word_that_was_looked_for():
    for question in (*TUNED, *HELD_OUT):
        best = search(question.typed, question.game)[0]
        text = "".join(part for part, _ in best.excerpt).strip("… ")
        assert text.replace(" · ", " ")[:20] in text_of(best.section).replace(" · ", " ")
        assert any(sought for _, sought in best.excerpt)


def test_what_was_looked_for_is_marked_where_it_stands():
    marked = [word for found in search("raking") for word, hit in found.excerpt if hit]
    assert marked
    assert all(word.lower().startswith("rak") for word in marked)


@pytest.mark.parametrize("typed", ["", "   ", '"', "*", "NEAR(", "a AND", "':", "-", "\x00"])
def test_nothing_that_is_typed_is_taken_for_a_command(typed):
    assert all(found.section for found in search(typed))


def test_no_more_is_found_than_was_asked_for():
    assert len(search("the", most=3)) == 3
