"""Players choose on what their side knows, and the same again from the same seed."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import players
from tabletop.core import resources
from tabletop.core.chance import SeededChance
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import ComputerPlayer
from tabletop.core.verify import verify
from tabletop.players import casual, process
from tabletop.players.engine import LocalEngine
from tests.example import EXAMPLES
from tests.players.more_players import begun, join_in
from tests.sampling import sample
from tests.secrets import otherwise

GAMES = {**games_by_id(), **{name: game for name, (game, _) in EXAMPLES.items()}}
ORDERS = 60

pytestmark = pytest.mark.usefixtures("examples")


def scenarios_of(game):
    return [path.stem for path in sample(resources.list_scenarios(game), 1, f"scenarios of {game} played by computers")]


def engines(match):
    made = {side: LocalEngine(match.game, side, one) for side, one in match.header.seating.players.items()}
    for side, engine in made.items():
        engine.begin(event for _, event in match.view_opening_events(side))
    return made


def play(match, orders):
    """By the players of its header."""
    asked = engines(match)
    for _ in range(orders):
        decision = match.game.decision(match.state)
        if decision is None:
            return
        asked[decision.side].ask(match.view(decision.side))
        best = asked[decision.side].best
        match.submit(best.command, best.why)
        for side, engine in asked.items():
            engine.observe(event for _, event in match.view_events(match.moves[-1], side))


BEHIND = {
    "volley": ("standard", lambda state: replace(state, troops={**state.troops, "red": 9})),
    "trafalgar_cards": ("standard", lambda state: replace(state, won={**state.won, "allied": 2})),
    "ship_duel": ("standard", lambda state: _hurt(state, "port", left=dict.fromkeys(state.ships["port"].left, 1))),
    "decks_of_glory": ("duel", lambda state: _hurt(state, next(iter(state.ships)), strength=1)),
    "ships_of_the_line": ("duel_of_two_74s", lambda state: _hurt(state, "B1", hull=3)),
}
"""What lets the first side stand worse."""


def _hurt(state, key, **harm):
    return replace(state, ships={**state.ships, key: replace(state.ships[key], **harm)})


@pytest.mark.parametrize("game", BEHIND)
def test_c_9_every_level_knows_which_side_stands_worse(game):
    scenario, worsened = BEHIND[game]
    state = worsened(begun(game, scenario).opening)
    first, second = (side.id for side in GAMES[game].meta.sides)
    for name in players.LEVELS:
        behind, ahead = (
            players.create_player(GAMES[game], side, ComputerPlayer(name)).evaluate_position(
                GAMES[game].view(state, side)
            )
            for side in (first, second)
        )
        assert behind < 0 < ahead
        assert behind == -ahead


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_computers_verifies_without_them_and_is_played_the_same_by_them_again(game, tmp_path):
    sides = {side.id: f"casual {side.id}-seed" for side in GAMES[game].meta.sides}
    for scenario in scenarios_of(game):
        path = tmp_path / f"{scenario}.jsonl"
        match = begun(game, scenario, path, **sides)
        play(match, ORDERS)
        assert verify(path) is None
        loaded = Match.load(path)
        assert loaded.header.seating.players == {side: ComputerPlayer("casual", f"{side}-seed") for side in sides}
        again = begun(game, scenario, **sides)
        play(again, ORDERS)
        assert [move.command for move in again.moves] == [move.command for move in loaded.moves]


def test_another_seed_is_another_match():
    played = []
    for seed in ("1", "2"):
        match = begun("volley", "standard", red=f"casual {seed}", blue="casual 3")
        play(match, ORDERS)
        played.append([move.command for move in match.moves])
    assert played[0] != played[1]


def test_whoever_begins_anew_in_the_middle_plays_as_if_it_had_played_from_the_beginning():
    whole = begun("ship_duel", "standard", port="casual 1", starboard="casual 2")
    play(whole, ORDERS)
    number, move = next(one for one in enumerate(whole.moves) if one[0] > ORDERS // 2 and one[1].command.side == "port")
    engine = LocalEngine(whole.game, "port", ComputerPlayer("casual", "1"))
    engine.begin(event for move in whole.moves[:number] for _, event in whole.view_events(move, "port"))
    engine.ask(whole.game.view(move.before, "port"))
    assert engine.best.command == move.command


def test_records_of_before_players_were_written_down_are_played_by_the_casual_one():
    old = b'{"computer":["red"],"curtain":true}'
    seating = msgspec.json.decode(old, type=type(begun("volley", "standard").header.seating))
    assert (seating.computer, seating.player("red").player) == (("red",), "casual")


def test_another_player_is_a_file_more(monkeypatch):
    assert "slow" not in players.list_players("volley")
    join_in(monkeypatch)
    assert {"casual", "slow", "mute"} <= set(players.list_players("volley"))
    monkeypatch.undo()
    assert "slow" not in players.list_players("volley")


# --- C-6


class Overheard:
    """A process that hears what it is told."""

    def __init__(self):
        self.lines = []
        self.answers = process.SimpleQueue()
        self.stop = lambda: None
        self.pid = 0

    def send(self, request):
        self.lines.append(process.encode(request))


def told_in(game, side, worlds, monkeypatch):
    """Every byte that a player's process is told of each of these positions, one process a world."""
    heard = []
    for state, move in worlds:
        monkeypatch.setattr(process, "_WorkerProcess", Overheard)
        engine = process.ProcessEngine(game, side, ComputerPlayer("casual", "1"))
        engine.begin(game.redact(event, side) for event in move.events)
        engine.ask(game.view(state, side))
        local = LocalEngine(game, side, ComputerPlayer("casual", "1"))
        local.begin(())
        decision = game.decision(state)
        if decision and decision.side == side:
            local.ask(game.view(state, side))
        heard.append((engine._process.lines, local.best))
    return heard


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.meta.secrets], ids=lambda game: game.meta.id)
def test_c_6_a_player_is_told_the_same_in_worlds_that_its_side_cannot_tell_apart(game, monkeypatch):
    differed = 0
    path = sample(resources.list_scenarios(game.meta.id), 1, f"worlds of {game.meta.id}")[0]
    fancy = Random("hood")
    match = Match.new(MatchSetup(game, path.read_text(encoding="utf-8"), path.name, "hood"))
    for _ in casual.play(match, fancy, ORDERS):
        for side in (one.id for one in game.meta.sides):
            guessed = game.guess(game.view(match.state, side), side, SeededChance(f"{match.draw_count}"))
            states = [match.state, guessed, otherwise(game, match.state, side, fancy)]
            differed += len({msgspec.json.encode(state) for state in states}) - 1
            first, *others = told_in(game, side, [(state, match.moves[-1]) for state in states], monkeypatch)
            assert all(other == first for other in others)
    assert differed


def test_the_reason_of_an_order_stands_in_the_record_and_where_there_is_none_nothing_does(tmp_path):
    match = begun("volley", "standard", tmp_path / "match.jsonl", red="casual 1", blue="casual 2")
    for why in ("The bridge is worth it", ""):
        match.submit(next(iter(match.game.choices(match.state))), why)
    assert [move.why for move in Match.load(tmp_path / "match.jsonl").moves] == ["The bridge is worth it", ""]
    assert (tmp_path / "match.jsonl").read_text(encoding="utf-8").count('"why"') == 1
