"""What a side is told never depends on what it may not know (C-6), in every game with secrets."""

from random import Random

import msgspec
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.players import casual
from tests.example import GAME as EXAMPLE
from tests.secrets import NOBODY, hidden, otherwise, strings, told_of

GAMES = [*(game for game in games_by_id().values() if game.meta.secrets), EXAMPLE]
SEEDS = ("anson", "hawke", "keppel")
COMMANDS = 80

pytestmark = [
    pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id),
    pytest.mark.usefixtures("example"),
]


def viewers(game):
    return (*(side.id for side in game.meta.sides), NOBODY)


def matches(game):
    for seed in SEEDS:
        fancy = Random(seed)
        path = fancy.choice(resources.list_scenarios(game.meta.id))
        match = Match.new(MatchSetup(game, path.read_text(encoding="utf-8"), path.name, seed))
        for _ in casual.play(match, fancy, COMMANDS):
            yield match, fancy


def test_c_6_a_view_and_what_is_asked_do_not_depend_on_what_is_hidden(game):
    differed = 0
    for match, fancy in matches(game):
        for side in viewers(game):
            other = otherwise(game, match.state, side, fancy)
            differed += other != match.state
            assert game.view(other, side) == game.view(match.state, side)
            assert game.decision(other) == game.decision(match.state) == game.decision(game.view(match.state, side))
            assert game.headline(other) == game.headline(match.state)
    assert differed


def test_c_6_a_refusal_and_the_offers_of_a_side_do_not_depend_on_what_is_hidden_from_it(game):
    compared = 0
    for match, fancy in matches(game):
        tried = [move.command for move in match.moves[-30:]] + list(game.choices(match.state))
        for command in tried:
            view = game.view(match.state, command.side)
            other = otherwise(game, match.state, command.side, fancy)
            said = {str(game.check(state, command)) for state in (match.state, view, other)}
            assert len(said) == 1
            compared += 1
        asked = game.decision(match.state)
        if asked:
            assert list(game.choices(game.view(match.state, asked.side))) == list(game.choices(match.state))
    assert compared


def test_c_6_no_fact_names_a_card_that_stays_hidden(game):
    told = 0
    for match, _ in matches(game):
        move = match.moves[-1]
        for side in viewers(game):
            secret = set(hidden(move.before, side))
            state = move.before
            for event in move.events:
                state = game.evolve(state, event)
                secret &= set(hidden(state, side))
            for _, seen in match.view_events(move, side):
                assert not strings(msgspec.to_builtins(seen)) & secret
                told += 1
    assert told


def test_c_6_of_a_secret_choice_the_others_hear_only_that_it_is_made(game):
    words = {}
    for match, _ in matches(game):
        move = match.moves[-1]
        if len(move.events) == 1 and getattr(move.after, "chosen", None):
            chooser = move.command.side
            for side in set(viewers(game)) - {chooser}:
                said = [game.describe(view, seen) for view, seen in match.view_events(move, side)]
                words.setdefault((match.header.title, chooser, move.before.phase), set()).add(tuple(said))
    assert all(len(said) == 1 for said in words.values())


def sealed_choices(game, match):
    """Each of the offered commands that would be a secret choice with nothing revealed, and the match after it."""
    for command in list(game.choices(match.state)):
        after = Match(MatchHistory(game, match.state), match.header)
        events = after.submit(command)
        if len(events) == 1 and getattr(after.state, "chosen", None):
            yield after


def test_c_6_what_was_chosen_and_how_much_makes_no_difference_to_the_others_until_all_have_chosen(game):
    if "chosen" not in game.state_type.__struct_fields__:
        pytest.skip("nothing is chosen in secret in this game")
    compared = 0
    for match, fancy in matches(game):
        if fancy.random() > 0.25 or match.game.decision(match.state) is None:
            continue
        made = list(sealed_choices(game, match))
        for side in set(viewers(game)) - {one.moves[-1].command.side for one in made}:
            said = [told_of(game, one, side) for one in made]
            assert all(one == said[0] for one in said)
            compared += len(said) > 1
    assert compared
