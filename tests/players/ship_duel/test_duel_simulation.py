"""The simulation of duels gives the same results as the rules."""

from random import Random

import numpy as np

from tabletop.core.chance import SeededChance
from tabletop.games.ship_duel import GAME
from tabletop.games.ship_duel.model import SIDES
from tabletop.players import casual
from tabletop.players.sampled_worlds import make_bulk_random
from tabletop.players.ship_duel.computer_players import (
    build_command,
    choose_by_habit,
    count_cards,
    count_hand,
    list_options,
    points_left,
)
from tabletop.players.ship_duel.duel_simulation import (
    GREEDY,
    RESOLVERS,
    SEASONED,
    CommonNumbers,
    Duels,
    choose_for_both,
    play_out,
)
from tests.players.card_players import opening
from tests.sampling import sample


def as_model(state):
    hands = np.array([count_hand(state, side) for side in SIDES]).T[:, :, None]
    left = np.array([points_left(state, side) for side in SIDES]).T[:, :, None]
    piles = (count_cards(state, cards)[:, None] for cards in (state.cards.pile, state.cards.discards))
    return Duels(hands, left, *piles, np.zeros(1, np.intp))


def same(model, state, dealt):
    """Assert that the model equals the state of the rules; if `dealt`, all but the kinds of the cards."""
    rules = as_model(state)
    whole = [
        model.hands.sum(axis=1) + model.pile + model.discards,
        rules.hands.sum(axis=1) + rules.pile + rules.discards,
    ]
    assert (whole[0] == whole[1]).all()
    assert (model.left == rules.left).all()
    assert (model.hands.sum(axis=0) == rules.hands.sum(axis=0)).all()
    assert dealt or (model.hands == rules.hands).all()
    assert model.pile.sum() == rules.pile.sum()


def compared(scenario, seed):
    """Compare every phase of a random duel in the model with the rules, and return their number."""
    state, fancy, chance = opening(GAME, scenario), Random(f"{seed}"), SeededChance(f"{seed}")
    phases = 0
    while state.outcome is None:
        command = casual.choose(GAME, state, fancy)
        before, state = state, GAME.decide(state, command, chance).state
        if before.phase == "setup" or (state.phase == before.phase and state.outcome is None):
            continue
        chosen = {**before.chosen, command.side: command.cards}
        cards = np.array([count_cards(before, chosen.get(side) or ()) for side in SIDES]).T[:, :, None]
        model = as_model(before)
        asked = RESOLVERS[before.phase](model, cards, CommonNumbers(make_bulk_random(fancy), 1))
        phases += 1
        if state.outcome is None:
            assert [side for side, one in zip(SIDES, asked[:, 0], strict=True) if one] == list(state.asked)
            same(model, state, before.phase in ("reload", "retire"))
        else:
            assert model.find_losses().any() == bool(state.outcome.rule == "SLC-2")
            assert (points_left(state, "port") == np.maximum(model.left[:, 0, 0], 0)).all()
    return phases


def test_slc_3_every_phase_comes_to_the_same_in_the_model():
    for scenario in ("standard", "light_airs"):
        for seed in sample(range(40), 2, f"duels of {scenario} in the model"):
            assert compared(scenario, seed) > 8


def test_slc_2_a_side_that_can_sink_the_other_wins_and_both_lose_their_last_points_together():
    state = opening(GAME)
    for ours, theirs, worth in ((7, 0, 1.0), (0, 7, 0.0), (7, 7, 0.5)):
        model = as_model(state)
        model.hands[4, 0, 0], model.hands[4, 1, 0] = ours, theirs
        first = np.array([[0], [0], [0], [0], [ours], [0], [0]], np.int16)
        both = np.ones((2, 1), np.bool_)
        assert play_out(model, "fire", both, first, 0, SEASONED, CommonNumbers(make_bulk_random(Random(1)), 1)) == [
            worth
        ]


def test_habits_of_many_are_those_of_one_and_always_allowed():
    state, fancy, chance = opening(GAME), Random("habits"), SeededChance("habits")
    for _ in range(60):
        command = casual.choose(GAME, state, fancy)
        if state.phase != "setup":
            for habits in (GREEDY, SEASONED):
                one = choose_by_habit(habits, state, command.side)
                asked = np.array([[side in state.asked] for side in SIDES])
                many = choose_for_both(habits, state.phase, as_model(state), asked)[:, SIDES.index(command.side), 0]
                assert tuple(many) == one
                assert one in list_options(state, command.side)
                assert GAME.check(state, build_command(state, command.side, one)) is None
        state = GAME.decide(state, command, chance).state
        if state.outcome:
            break


def test_all_that_could_be_chosen_is_what_the_rules_offer():
    state, fancy, chance = opening(GAME), Random("options"), SeededChance("options")
    for _ in range(24):
        if state.phase != "setup":
            side = GAME.decision(state).side
            offered = {tuple(sorted(one.cards)) for one in GAME.choices(state)}
            assert {
                tuple(sorted(build_command(state, side, one).cards)) for one in list_options(state, side)
            } == offered
        state = GAME.decide(state, casual.choose(GAME, state, fancy), chance).state
