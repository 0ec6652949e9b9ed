"""The computer players of Trafalgar: legal commands, and the right choice where it is known."""

import pytest

from tabletop.cards.events import CardsDiscarded
from tabletop.games.trafalgar_cards import GAME
from tabletop.players import find_player
from tests.players.card_players import chosen, hurried, shows_that_its_players_are_sound
from tests.trafalgar_cards.kit import cards, holding
from tools import best_reply


def test_they_are_never_refused_and_choose_the_same_again_whatever_they_cannot_know(monkeypatch):
    shows_that_its_players_are_sound("trafalgar_cards", monkeypatch)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    hurried(monkeypatch, "trafalgar_cards")


def committed(name, state, *events):
    """The cards that a player of the British commits, and why."""
    player = find_player(name, "trafalgar_cards")(GAME, "british", "1")
    for event in events:
        player.observe(event)
    proposal = chosen(player, GAME.view(state, "british"))
    return {play.card for play in proposal.command.plays}, proposal.why


THREE = "Cut Enemy Line, Reserve, Formation, Local Superiority, Exploit Gap, Courage, Bravery, Villeneuve"
"""Of three Strategy cards two count; Reserve undoes the enemy's best."""
OTHERS = "Timing, Separate the Van, Seamanship, Signals, Duty, Loyalty, Gunnery, Carronades"


def test_tra_8_a_card_that_undoes_the_enemys_best_is_worth_more_than_two_points_to_all_but_the_greedy():
    state = holding(THREE, OTHERS)
    assert {name: "reserve" in committed(name, state)[0] for name in ("greedy", "captain", "admiral")} == {
        "greedy": False, "captain": True, "admiral": True,
    }  # fmt: skip


def test_an_admiral_tells_how_many_hands_it_wins_with_and_remembers_what_was_thrown_away():
    state = holding(THREE, OTHERS)
    laid = CardsDiscarded(side="allied", cards=cards("Columns, Come About"), rule="TRA-3")
    found, why = committed("admiral", state, laid)
    assert len(found) == 6
    assert why.startswith("British: 56 points with ")
    assert "% of " in why


def test_tra_3_what_cannot_count_is_thrown_away():
    state = holding(THREE, OTHERS, phase="tactics")
    gone = {
        name: chosen(
            find_player(name, "trafalgar_cards")(GAME, "british", "1"), GAME.view(state, "british")
        ).command.cards
        for name in ("greedy", "captain", "admiral")
    }
    assert all("villeneuve" in one for one in gone.values())
    assert "cut_enemy_line" not in {card for one in gone.values() for card in one}


def test_a_best_reply_is_at_least_as_good_as_the_admirals_own_where_it_is_measured_on_the_same_hands():
    own, most, least = best_reply.measure_gains(4, 12, 1)
    assert ((own >= 0) & (own <= 1)).all()
    assert (most >= 0).all()
    assert (least <= most).all()


def test_tra_3_a_bold_admiral_draws_more_cards_anew_than_a_cautious_one(monkeypatch):
    monkeypatch.setattr(find_player("admiral", "trafalgar_cards"), "budget", 30000)
    ours = "Raking Fire, Patriotism, Seamanship, Courage, Shred Rigging, Discipline, Favorable Winds, Risky Approach"
    theirs = "Training, Villeneuve, Rally, Carnage, Timing, Blockade, Loyalty, Engage Closely"
    view = GAME.view(holding(ours, theirs, phase="tactics"), "british")

    def gone(temper):
        return len(chosen(find_player("admiral", "trafalgar_cards")(GAME, "british", "1", temper), view).command.cards)

    assert gone("bold") > gone("cautious")
