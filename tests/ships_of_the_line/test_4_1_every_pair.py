"""Chapter 4.1: any broadside may be asked about any ship, wherever she lies, and the answer is a shot or a refusal."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.aiming import compute_sighting
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.players import casual
from tests.ships_of_the_line.kit import battle, refused, ship

TURNS = (1, 2, 4, 6)


def trafalgar():
    """Trafalgar as casual players leave it at the beginning of some of its turns."""
    text = resources.find_scenario("ships_of_the_line", "trafalgar").read_text(encoding="utf-8")
    match = Match.new(MatchSetup(GAME, text, "trafalgar.yaml", "1805"))
    met = 0
    for _ in casual.play(match, Random(1805), 2000):
        if match.state.turn > met and match.state.turn in TURNS:
            met = match.state.turn
            yield match.state
        if met == TURNS[-1]:
            return


def test_sotl_4_1_a_every_broadside_may_be_asked_about_every_ship():
    answers: Counter[str] = Counter()
    for state in trafalgar():
        seen = {
            (key, broadside): compute_sighting(state, key, broadside)
            for key, broadside in product(state.ships, BROADSIDES)
        }
        for (key, broadside), view in seen.items():
            for target in state.ships:
                refusal = fire.check_target(state, key, broadside, target)
                assert (refusal is None) == (target in view.targets)
                answers[refusal.rule if refusal else "may be fired at"] += 1
    assert sum(answers.values()) == len(TURNS) * 60 * 60 * 2
    assert {"SOTL-4.1-a", "SOTL-4.1.2-c", "may be fired at"} <= set(answers)


@pytest.mark.parametrize(
    ("x", "y", "by"),
    [
        # her four corners bear 180° from abeam within half a degree: from both ends of the broadside they lie behind it
        (-40.0, 0.0, "158° aft of the field"),
        (-40.0, 2.0, "155° forward of the field"),
        (-40.0, -2.0, "155° aft of the field"),
        (-2.0, 1.0, "131° forward of the field"),
    ],
)
def test_sotl_4_1_a_of_a_ship_on_the_other_side_it_is_said_by_how_much_the_guns_do_not_bear(x, y, by):
    state = battle(ship("B1", 0, 0, 0), ship("F1", x, y, 0))
    order = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    assert refused(state, order, "SOTL-4.1-a").by == by
