"""Battles without a plan: every promise kept after every command, no dead end, and an end to each."""

from collections import Counter
from random import Random

import pytest

from tabletop.core.record import state_hash
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.events import HitsMarked, ShipEntangled, SurvivorFound
from tabletop.players import casual
from tests.decks_of_glory.arenas import FILES, LONGEST, begun, played
from tests.sampling import sample
from tools import promises

GAMES, FEW = 24, 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_c_5_every_battle_keeps_its_promises_and_ends(path):
    for seed in sample(range(GAMES), FEW, f"battles of {path.stem} with options"):
        match = begun(path, seed)
        for _ in casual.play(match, Random(seed), LONGEST):
            promises.check_promises(GAME, match.moves[-1].before, match.state)
        assert match.state.outcome is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_dog_21_strength_rises_for_survivors_alone(path):
    for seed in range(6):
        for move in played(path, seed).moves:
            state = move.before
            for event in move.events:
                after = GAME.evolve(state, event)
                risen = {key for key in after.ships if after.ships[key].strength > state.ships[key].strength}
                assert risen == ({event.survivor} if isinstance(event, SurvivorFound) else set())
                assert isinstance(event, HitsMarked | SurvivorFound) or after.ships == state.ships or not any(
                    after.ships[key].strength != state.ships[key].strength for key in after.ships
                )  # fmt: skip
                state = after


def test_dog_example_8_every_card_is_in_the_pile_or_the_discards():
    match = played(FILES[0], 3)
    for move in match.moves:
        assert len({*move.after.cards.pile, *move.after.cards.discards}) == 52


def test_c_1_the_same_seed_gives_the_same_record():
    for path in FILES:
        first, second = played(path, 5), played(path, 5)
        assert [move.command for move in first.moves] == [move.command for move in second.moves]
        assert [state_hash(move.after) for move in first.moves] == [state_hash(move.after) for move in second.moves]


def test_random_battles_meet_everything_that_can_happen():
    met = Counter()
    hands = set()
    for path in FILES:
        for seed in range(8):
            for move in played(path, seed).moves:
                met.update(type(event).__name__ for event in move.events)
                hands |= {event.hand for event in move.events if isinstance(event, ShipEntangled)}
    wanted = {"ShipDrifted", "ShipParted", "BoardingFought", "BroadsideFired", "ColoursStruck"}
    assert wanted <= set(met)
    assert hands == {"port", "starboard", None}
