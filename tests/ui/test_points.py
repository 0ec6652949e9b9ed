"""Victory and points: what a match is about stands on the page of a new game, and at the top of the table."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from tabletop.core import resources
from tabletop.core.game import find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.scenario import load_text
from tabletop.players import casual
from tabletop.players.engine import AbsentEngine
from tabletop.ui.boards import game_plugins
from tabletop.ui.screens.local_backend import build_backend, build_table
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.theme import Theme
from tests.records.test_archive import RECORDS
from tests.sampling import sample
from tests.ui.fitting import layout_problems

GAMES = ("ships_of_the_line", "decks_of_glory", "trafalgar_cards", "ship_duel", "volley")
FINISHED = ("duel_no_fighting_ship_left", "four_frigates_last_turn", "decks_of_glory_withdrawn", "trafalgar_cards_won")


def begun(game: str, secret: int = 1) -> Match:
    file = resources.list_scenarios(game)[0]
    return Match.new(MatchSetup(find_game(game), load_text(file), file.name, str(secret)))


def texts(page) -> str:
    return " ".join(run.text for layer in page.layers for one in layer.walk() for run in getattr(one, "runs", ()))


@pytest.mark.parametrize("name", FINISHED)
def test_what_has_counted_comes_to_the_points_of_the_reckoning(name: str) -> None:
    match = Match.load(next(path for path in RECORDS if path.stem == name))
    outcome, stakes = match.game.outcome(match.state), game_plugins.summarize_victory(match.game.meta.id, match.state)
    assert outcome is not None
    won = dict.fromkeys(outcome.totals, 0)
    for prize in stakes.gave:
        won[prize.side] += int(prize.worth.split(" ")[0].replace("−", "-"))
    assert won == outcome.totals


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_how_it_is_won_by_which_rule_and_what_would_count(game: str) -> None:
    stakes = game_plugins.summarize_victory(game, begun(game).state)
    rules = (Path(__file__).parents[2] / "docs" / "rules" / f"{game}.yaml").read_text(encoding="utf-8")
    assert stakes.won.endswith(".")
    assert stakes.would
    assert all(prize.rule in rules for prize in (*stakes.gave, *stakes.would))
    assert stakes.rule in rules
    assert {prize.side for prize in stakes.would} <= {"", *(side.id for side in games_by_id()[game].meta.sides)}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_it_hangs_on_what_a_side_may_not_know(game: str) -> None:
    match = begun(game)
    for number in sample(range(40), 3, "moments of random games, for what they are about"):
        for _ in casual.play(match, Random(number), 12):
            pass
        whole = game_plugins.summarize_victory(game, match.state)
        viewers = ["", *(side.id for side in match.game.meta.sides)]
        assert all(game_plugins.summarize_victory(game, match.view(viewer)) == whole for viewer in viewers)


def test_it_stands_on_the_page_of_a_new_game_and_opens_at_the_table_by_key_and_button_and_leads_to_its_rule() -> None:
    for game in GAMES:
        page = NewGamePage(build_backend(), game)
        page.resize((1280, 720), Theme())
        assert game_plugins.summarize_victory(game, page.scenario.opening).won.split()[-1] in texts(page)
        table = build_table(begun(game), AbsentEngine)
        table.resize((1280, 720), Theme())
        if table.seats.waiting:
            table.press("U")
            assert not table.has("points.sheet")
            table.click("ready")
        button = next(one.id for one in table.layers[0].walk() if one.id == "points" or one.id.startswith("tally."))
        for opens in (partial(table.press, "U"), partial(table.click, button)):
            opens()
            assert "How to score" in [getattr(one, "text", "") for one in table.layers[-1].walk()]
            table.press("U")
            assert len(table.layers) == 2
            assert layout_problems(table) == []
            table.press("Esc")
            assert not table.has("points.sheet")
