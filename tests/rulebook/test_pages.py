"""The rulebook as a page for print and as plain text, by its command."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop.cli.commands import app
from tabletop.core.game import games_by_id
from tabletop.rulebook.book import load_books
from tabletop.rulebook.book_pages import render_html, render_text
from tests.example import GAME as EXAMPLE

VOID = {"meta", "br", "img"}


class Page(HTMLParser):
    """What a page links to, what can be linked to, and the elements that are still open."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.open = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids += [values["id"]] if "id" in values else []
        self.links |= {values["href"]} if "href" in values else set()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("game", sorted(set(games_by_id()) & set(load_books())))
def test_a_page_is_whole_and_all_its_links_lead_into_it(game):
    read = Page(render_html(game, lambda *_: "data:,"))
    assert read.open == []
    assert len(read.ids) == len(set(read.ids))
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)
    assert {rule for section in load_books()[game].sections for rule in section.rules} <= set(read.ids)


def test_plain_text_holds_every_section_and_no_line_of_words_too_long():
    told = render_text(load_books()["volley"])
    assert "2 Course of the game" in told
    assert "Guard Infantry" in "\n".join(told)
    assert not [line for line in told if "\n" in line]


def test_the_command_prints_the_rules():
    came = CliRunner().invoke(app, ["rules", "ship_duel"])
    assert came.exit_code == 0
    assert "SLC-6" in came.output


def test_the_command_writes_a_page(tmp_path):
    path = tmp_path / "rules.html"
    assert CliRunner().invoke(app, ["rules", "ship_duel", "--html", str(path)]).exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rules", "vollye"], "unknown game 'vollye', did you mean 'volley'?"),
        (["rules", "volley", "--html", str(Path(__file__) / "all.html")], "The page cannot be written"),
        (["rules", "common"], "unknown game 'common'"),
    ],
)
def test_what_the_command_cannot_do_is_said_in_a_sentence(arguments, told):
    came = CliRunner().invoke(app, arguments)
    assert came.exit_code == 2
    assert told in came.output.replace("\n", " ")
    assert "Traceback" not in came.output


@pytest.mark.usefixtures("example")
def test_the_command_says_that_a_game_has_no_rulebook():
    came = CliRunner().invoke(app, ["rules", EXAMPLE.meta.id])
    assert came.exit_code == 2
    assert "Prize Money has no rulebook" in came.output
