"""Every line of the log of every game opens to its dice, its sums and its rule, and never to the trouble dialog."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.game import AnyGame, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules
from tabletop.players import casual
from tabletop.rulebook.book import find_section, load_books
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.log_sheet import build_log_sheet
from tabletop.ui.screens.table.match_log import LogLine, MatchLog
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tests.example import GAME as EXAMPLE
from tests.sampling import sample

GAMES = {**games_by_id(), EXAMPLE.meta.id: EXAMPLE}
SEA = "ships_of_the_line"
MATCHES, FEW = range(400), 6
"""Random games of each game, and how many of them a run plays."""
COMMANDS = 400
RECORDS = [
    path for path in sorted((Path(__file__).parents[1] / "records").glob("*.jsonl")) if not path.name.startswith("tiny")
]
"""Records that earlier versions wrote."""

pytestmark = pytest.mark.usefixtures("example")


def switched(game: AnyGame, scenario: Any, fancy: Random, wanted: dict[str, bool]) -> dict[str, object]:
    """Return a value for each switch that can be changed: the wanted one, else one drawn by `fancy`."""
    switches = [one for one in game.switches(scenario) if not one.reason]
    return {one.id: wanted.get(one.id, fancy.choice(one.values)[0]) for one in switches}


def begun(game: AnyGame, path: Path, seed: int, wanted: dict[str, bool]) -> Match:
    """Return a match of a scenario with random switches, or with those that are `wanted`."""
    text = path.read_text(encoding="utf-8")
    options = switched(game, game.read(text, path.name), Random(seed), wanted)
    return Match.new(MatchSetup(game, text, path.name, str(seed), options))


def played(match: Match, seed: int) -> Match:
    """Play on at random, and now and then take an order back."""
    fancy = Random(seed)
    for _ in casual.play(match, fancy, COMMANDS):
        if fancy.random() < 0.05 and match.check_undo() is None:
            match.undo()
    return match


def random_match(game: AnyGame, number: int, **wanted: bool) -> Match:
    """Return a random game that depends on its number alone."""
    path = Random(number).choice(resources.list_scenarios(game.meta.id))
    return played(begun(game, path, number, wanted), number)


def unopened(match: Match) -> list[str]:
    """Return what went wrong with each line that does not open, whoever looks at the log."""
    found = []
    for viewer in ("", *(side.id for side in match.game.meta.sides)):
        table = game_plugins.create_table(match.game.meta.id, match.view(viewer))
        for line in MatchLog(match, viewer).lines:
            found += [f"{line.text} ({viewer or 'anybody'}): {wrong}" for wrong in problems(table, line, match.game)]
    return found


def problems(table: GameTable, line: LogLine, game: AnyGame) -> Iterator[str]:
    """Open a line as the log does, and yield what is wrong with it."""
    try:
        build_log_sheet([replace(line, number=0)], table, 0).measure(Theme(), 800)
        if line.event is None:
            return
        table.dice_of_event(line.before, line.event)
        table.highlight_pieces(table.pieces_of(line.event))
        account = table.explain_event(line.before, line.event)
    except Exception as error:  # noqa: BLE001 - whatever it is, the player would see the trouble dialog
        yield repr(error)
        return
    rules = {account.rule, *account.line_rules.values()} if game.meta.id in load_books() else set()
    yield from (f"the book has no rule '{rule}'" for rule in sorted(rules) if not find_section(rule, game.meta.id))


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_random_games_opens(name: str) -> None:
    for number in sample(MATCHES, FEW, f"games of {name} whose log is opened"):
        assert unopened(random_match(GAMES[name], number)) == [], number


@pytest.mark.parametrize("rule", sorted(load_rule_modules()))
def test_every_line_opens_under_each_optional_rule_of_the_sea(rule: str) -> None:
    for number in sample(MATCHES, 1, f"battles with {rule} whose log is opened"):
        assert unopened(random_match(GAMES[SEA], number, **{rule: True})) == [], number


def test_every_line_opens_under_all_optional_rules_of_the_sea_at_once() -> None:
    for number in sample(MATCHES, 4, "battles with every optional rule whose log is opened"):
        assert unopened(random_match(GAMES[SEA], number, **dict.fromkeys(load_rule_modules(), True))) == [], number


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_line_of_a_record_of_an_earlier_version_opens(path: Path) -> None:
    assert unopened(Match.load(path)) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_arrows_open_line_after_line_at_the_table(name: str) -> None:
    match = random_match(GAMES[name], 7)
    screen = TableScreen(
        match, game_plugins.create_table(name, match.view("")), to_title=lambda _match: Quit(), to_reckoning=show_result
    )
    screen.resize((1280, 720), Theme())
    screen.press("G")
    for _ in range(40):
        screen.press("Up")
    assert screen.has("log-book")
