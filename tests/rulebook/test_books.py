"""The rulebook holds together: every rule stands somewhere, every link leads somewhere, every example is played."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tabletop.core.game import games_by_id
from tabletop.rulebook.blocks import Example, list_texts, to_plain_text
from tabletop.rulebook.book import COMMON, find_section, load_books, load_identifiers
from tabletop.rulebook.book_pages import play_example
from tabletop.rulebook.markdown import MisprintError, parse_headings
from tests.games import COMPLETE
from tools.rule_coverage import load_rule_lists

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = [section for book in load_books().values() for section in book.sections]
EXAMPLES = [(s.game, block) for s in SECTIONS for block in s.blocks if isinstance(block, Example)]
VECTOR = re.compile(r"TV-\d")
"""Vectors are no rules; some of them are examples."""
TOLD = re.compile(r'"((?:SOTL|AMB|DOG|TRA|SLC|VOL|C)-[0-9T](?:[\w.-]*\w)?)"')
"""An identifier as the code of a game gives it to a refusal or to a term of a sum."""


def listed():
    return {rule for rules in load_rule_lists() for chapter in rules.chapters for rule in chapter.rules}


@pytest.mark.registry
def test_our_games_have_books_and_every_book_is_of_a_game():
    assert {COMMON, *COMPLETE} <= set(load_books()) <= {COMMON, *games_by_id()}


@pytest.mark.registry
def test_every_rule_stands_in_its_game_s_book():
    for rules in (one for one in load_rule_lists() if one.game in load_books()):
        here = {rule for name in (rules.game, COMMON) for s in load_books()[name].sections for rule in s.identifiers}
        wanted = {rule for chapter in rules.chapters for rule in chapter.rules if not VECTOR.match(rule)}
        assert wanted - here == set()


def test_nothing_is_anchored_that_is_no_rule():
    shared = {f"C-{number}" for number in range(1, 10)}
    assert set(load_identifiers()) - listed() - shared == set()


def test_a_rule_stands_in_one_place():
    counted = Counter(rule for section in SECTIONS for rule in section.identifiers)
    assert [rule for rule, times in counted.items() if times > 1] == []


def test_every_link_leads_somewhere():
    dead = [
        (section.game, section.title, run.link)
        for section in SECTIONS
        for block in section.blocks
        for words in list_texts(block)
        for run in words
        if run.link and find_section(run.link, section.game) is None
    ]
    assert dead == []


def test_every_identifier_that_a_game_tells_leads_somewhere():
    code = (ROOT / "tabletop" / "games").rglob("*.py")
    told = {rule for path in code for rule in TOLD.findall(path.read_text(encoding="utf-8"))}
    assert len(told) > 100
    assert {rule for rule in told if find_section(rule, COMMON) is None} == set()


def test_every_section_says_something_or_heads_what_does():
    for book in load_books().values():
        for section, following in zip(book.sections, (*book.sections[1:], None), strict=True):
            assert section.blocks or (following and following.level > section.level), section.title


def test_tables_have_as_many_cells_in_every_row():
    for section in SECTIONS:
        for block in section.blocks:
            if hasattr(block, "head"):
                assert {len(row) for row in block.rows} == {len(block.head)}, section.title


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=[f"{e.file}: {e.case}" for _, e in EXAMPLES])
def test_an_example_is_played_by_its_own_game(game, example):
    assert play_example(example).game == game
    assert play_example(example).log_lines


def test_a_part_of_an_identifier_leads_to_the_first_that_begins_so():
    assert find_section("SOTL-4.2.3", COMMON).title == "Raking"
    assert find_section("raking", "ships_of_the_line").title == "Raking"
    assert find_section("nowhere", "ships_of_the_line") is None


def test_the_way_to_a_section_goes_from_its_chapter():
    book = load_books()["ships_of_the_line"]
    assert [section.title for section in book.path_to(find_section("SOTL-4.2.3-a", book.game))] == ["Damage", "Raking"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("words\n\n# Title\n", "line 1: this stands before the first heading"),
        ("# Title\n\n- one\n  - two\n", "line 3: this is a list with more than words in an item"),
        ("# Title\n\n```python\n```\n", "line 3: this is fenced and neither `figure NAME` nor `example FILE: TITLE`"),
        ("# Title\n\n```example a: b\n```\n", "line 3: this is fenced and does not say what it shows"),
        ("# Title\n\n> words\n", "line 3: this is quoted and neither names a decision nor is made of words, lists"),
        ("# Title\n\n<b>\n", "line 3: this is of a kind (html_block) that the rulebook does not know"),
    ],
)
def test_a_misprint_is_told_with_its_line(text, told):
    with pytest.raises(MisprintError, match=re.escape(told)):
        list(parse_headings(text))


def test_words_keep_their_look_and_their_links():
    (heading,) = parse_headings("# Title\n`A-1` `A-2`\n\nSome **bold** and *slanted\nwords* and [a link](A-1).\n")
    assert heading.rules == ("A-1", "A-2")
    (paragraph,) = heading.blocks
    assert to_plain_text(paragraph.words) == "Some bold and slanted words and a link."
    assert [run.text for run in paragraph.words if run.bold or run.italic or run.link] == [
        "bold",
        "slanted words",
        "a link",
    ]
