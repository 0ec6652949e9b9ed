"""Sampled worlds are those that a side's view leaves open, and no others."""

from random import Random

from tabletop.core.chance import SeededChance
from tabletop.core.game import find_game
from tabletop.players import casual
from tabletop.players.sampled_worlds import find_hidden_cards, make_bulk_random
from tests.players.card_players import opening


def test_c_6_every_world_has_the_hidden_cards_once_each_where_they_may_be():
    game, fancy, chance = find_game("ship_duel"), Random("worlds"), SeededChance("worlds")
    state, held = opening(game), 0
    for _ in range(60):
        state = game.decide(state, casual.choose(game, state, fancy), chance).state
        if state.outcome:
            break
        view, ids = game.view(state, "port"), list(state.deck)
        known = find_hidden_cards(view, "port")
        worlds = known.sample_worlds(make_bulk_random(Random(1)), 3)
        held += len(known.held)
        for hand, pile in zip(worlds.hand, worlds.pile, strict=True):
            assert (len(hand), len(pile)) == (len(state.cards.hands["starboard"]), len(state.cards.pile))
            assert {ids[card] for card in (*hand, *pile)} == {*state.cards.hands["starboard"], *state.cards.pile}
            assert set(known.held) <= set(hand)
    assert held
