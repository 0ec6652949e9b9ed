"""Hundreds of battles and thousands of card games at random: every promise holds after every command, and all end."""

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.game import find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.players import casual
from tests.example import EXAMPLES
from tests.sampling import sample
from tools import promises

USUAL = 400
"""How many games of a scenario; each is told by its number alone: the seed of the match and of its players."""
OTHERWISE = {
    "ships_of_the_line": {
        "duel_of_two_74s": 250,
        "victory_breaks_the_line": 100,
        "four_frigates": 30,
        "collingwood_at_the_rear": 20,
        "trafalgar": 1,
        "trafalgar_before_wearing": 1,
        "gravinas_reserve": 1,
        "gravina_apart": 1,
        "trafalgar_everything": 1,
        "three_admirals": 30,
        "cutting_out_at_puerto_real": 30,
        "dumanoirs_choice": 30,
        "beating_to_windward": 100,
        "the_lame_convoy": 100,
        "hot_shot": 100,
        "deck_against_deck": 100,
    },
    "decks_of_glory": {"squadron_action": 130, "chase": 80, "trafalgar_in_miniature": 40},
    "ship_duel": {"the_long_fight": 100},
    "volley": {"morning_mist": 200},
}
"""How many of the long ones."""
ONE_OF = 10
"""Of so many a run plays one, others each time; `make soak` plays them all."""
ENDLESS = 20_000
"""Commands after which a game that has not ended never will."""


def numbered(game):
    """Every scenario of a game with the number of each of its games."""
    counts = {path.stem: OTHERWISE.get(game, {}).get(path.stem, USUAL) for path in resources.list_scenarios(game)}
    return [(scenario, number) for scenario, count in counts.items() for number in range(count)]


@cache
def opened(game, scenario):
    """A scenario is read once, and played from its opening with other seeds."""
    text = resources.find_scenario(game, scenario).read_text(encoding="utf-8")
    return Match.new(MatchSetup(find_game(game), text, f"{scenario}.yaml", ""))


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("game", [*games_by_id(), *EXAMPLES])
def test_random_games_keep_every_promise_and_end(game):
    whole = numbered(game)
    for scenario, number in sample(whole, len(whole) // ONE_OF, f"random games of {game}"):
        first = opened(game, scenario)
        match = Match(MatchHistory(first.game, first.opening), replace(first.header, seed=f"game {number}"))
        for _ in casual.play(match, Random(number), ENDLESS):
            last = match.moves[-1]
            promises.check_promises(match.game, last.before, last.after)
        assert match.game.outcome(match.state) is not None, f"game {number} of {scenario} does not end"
