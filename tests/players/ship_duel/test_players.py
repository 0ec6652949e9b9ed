"""The computer players of the duel: legal commands, and the right choice where it is known."""

from collections import Counter

import pytest
from msgspec.structs import replace

from tabletop.games.ship_duel import GAME
from tabletop.players import find_player
from tests.players.card_players import chosen, hurried, shows_that_its_players_are_sound
from tests.ship_duel.kit import SHORT, duel, standard


def test_they_are_never_refused_and_choose_the_same_again_whatever_they_cannot_know(monkeypatch):
    shows_that_its_players_are_sound("ship_duel", monkeypatch)


def kinds(name, state, side="port", seed="1"):
    """Return the letters of the cards that a player chooses, sorted, and its reason."""
    proposal = chosen(find_player(name, "ship_duel")(GAME, side, seed), GAME.view(state, side))
    letters = {kind: letter for letter, kind in SHORT.items()}
    return "".join(sorted(letters[state.deck[card]] for card in proposal.command.cards)), proposal.why


def shooting(hand, **left):
    """Port fires alone at a ship of which so much is left."""
    ships = standard().ships
    weakened = replace(ships["starboard"], left=ships["starboard"].left | left)
    return duel(hand, "SSSSSSS", "fire", asked=("port",), ships={**ships, "starboard": weakened})


@pytest.mark.parametrize("name", ["greedy", "captain", "admiral"])
def test_whoever_can_sink_her_does(name, monkeypatch):
    hurried(monkeypatch, "ship_duel")
    cards, why = kinds(name, shooting("ccccbbN", hull=2))
    assert cards == "bb"
    assert why.startswith("Mars fires 2 cannon balls")


def test_a_captain_goes_on_with_what_is_nearly_shot_away_and_a_greedy_one_fires_the_most():
    state = shooting("cccbbNN", hull=3)
    assert [kinds(name, state)[0] for name in ("captain", "greedy")] == ["bb", "ccc"]


def test_slc_6_all_winds_that_can_blow_together_are_shown_and_the_fewer_of_opposites_exchanged():
    assert kinds("captain", duel("NNSEWWb", "bbbbbbb", "sail"))[0] == "NNWW"
    assert kinds("captain", duel("NNSEWWb", "bbbbbbb", "reload"))[0] == "ES"


def test_an_admiral_tells_what_it_found(monkeypatch):
    hurried(monkeypatch, "ship_duel")
    cards, why = kinds("admiral", duel("NNNEEgg", "SSSSSSS", "sail"))
    assert len(cards) > 0
    assert "% of " in why
    assert Counter(cards) <= Counter("NNNEEgg")


def test_slc_7_a_bold_admiral_presses_for_the_attack_where_a_cautious_one_holds_its_wind_back():
    view = GAME.view(duel("NNEWgcb", "SSWWbcg", "sail"), "port")

    def shown(temper):
        return len(chosen(find_player("admiral", "ship_duel")(GAME, "port", "1", temper), view).command.cards)

    assert shown("bold") > shown("cautious")
