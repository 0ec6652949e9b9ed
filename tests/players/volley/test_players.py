"""The computer players of Volley: legal commands, and the right choice where it is known."""

import pytest

from tabletop.games.volley import GAME
from tabletop.games.volley.commands import Attack, Counter, Defend, Discard, Pass
from tabletop.players import find_player
from tests.players.card_players import chosen, shows_that_its_players_are_sound
from tests.volley.kit import GUARD, attack, defend, play, table


def test_they_are_never_refused_and_choose_the_same_again_whatever_they_cannot_know(monkeypatch):
    shows_that_its_players_are_sound("volley", monkeypatch)


SOUND = ("greedy", "captain", "admiral")
PAIR = ("guard_infantry", "volley")


def done(name, state, side="red"):
    proposal = chosen(find_player(name, "volley")(GAME, side, "1"), GAME.view(state, side))
    return proposal.command, proposal.why


@pytest.mark.parametrize("name", SOUND)
def test_vol_5_the_strongest_meld_is_played_and_its_force_told(name):
    order, why = done(name, table((*GUARD, "hussars", "sabers")))
    assert order == Attack("red", GUARD)
    assert why.endswith("force 24 against 100 troops.")


@pytest.mark.parametrize("name", SOUND)
def test_vol_10_whoever_holds_no_meld_passes(name):
    assert done(name, table(("guard_infantry", "sabers", "panic")))[0] == Pass("red")


def test_vol_4_with_an_empty_hand_nothing_is_thrown_away():
    assert done("admiral", table(stage="manoeuvre"))[0] == Discard("red", ())


@pytest.mark.parametrize("name", SOUND)
def test_vol_6_what_hurts_most_is_negated(name):
    attacked = play(table(GUARD, ("disordered", "panic", "reverse_slope")), attack(*GUARD))[0]
    assert done(name, attacked, "blue")[0] == Defend("blue", "panic", "flush_with_victory")


@pytest.mark.parametrize("name", SOUND)
def test_vol_7_a_counter_is_played_where_it_saves_anything(name):
    state = play(table((*GUARD, "fog_of_war"), ("killed_in_action",)), attack(*GUARD))[0]
    state = play(state, defend("killed_in_action", "general"))[0]
    assert done(name, state)[0] == Counter("red", "fog_of_war")


def test_vol_5_an_admiral_does_not_attack_with_what_it_knows_will_be_negated():
    """Blue surely holds the answer to infantry, for that was not in the last shuffle."""
    deck = list(table().deck)
    mixed = tuple(place for place, card in enumerate(deck) if card != "disordered")
    hand = ("grenadiers", "bayonets", "dragoons", "charge")
    state = table(hand, ("disordered",), mixed=mixed)
    assert done("greedy", state)[0] == Attack("red", ("grenadiers", "bayonets"))
    assert done("admiral", state)[0] == Attack("red", ("dragoons", "charge"))


def test_vol_4_a_captain_keeps_its_meld_and_throws_away_what_is_weak():
    order, why = done(
        "captain",
        table((*PAIR, "pistols", "chasseurs", "maneuver", "discipline", "horse_artillery"), stage="manoeuvre"),
    )
    assert set(order.cards) == {"pistols", "chasseurs", "maneuver", "discipline", "horse_artillery"}
    assert "the hand is then worth" in why


def thrown(name, hand, temper="steady", **fields):
    state = table(hand, stage="manoeuvre", **fields)
    return {*chosen(find_player(name, "volley")(GAME, "red", "1", temper), GAME.view(state, "red")).command.cards}


def test_vol_1_an_admiral_keeps_the_meld_that_breaks_the_enemy_and_a_greedy_player_hopes_for_more():
    hand = ("irregulars", "skirmish", "cuirassiers", "enfilade", "panic", "reserve", "bombardment")
    troops = {"red": 100, "blue": 2}
    assert {"irregulars", "skirmish"} <= thrown("greedy", hand, troops=troops)
    assert not {"irregulars", "skirmish"} & thrown("admiral", hand, troops=troops)


def test_vol_6_a_cautious_admiral_keeps_what_stops_an_attack_where_a_bold_one_draws_for_its_own():
    hand = ("hussars", "panic", "lances", "reserve", "maneuver", "pistols", "general")
    assert {"panic", "reserve"} <= thrown("admiral", hand, "bold")
    assert not {"panic", "reserve"} & thrown("admiral", hand, "cautious")
