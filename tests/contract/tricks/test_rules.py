"""The rules of Prize Money, each by its identifier, with hands that are dealt by name."""

from msgspec.structs import replace

from tabletop.cards.zones import Zones
from tabletop.core.chance import SeededChance
from tests.contract.tricks.rules import GAME, Bid, Deal, Play

OPENING = GAME.open(GAME.read("game: prize_money\ntitle: Prize Money\n", "standard.yaml"), {})


def after(state, *commands):
    """Return the state after commands, all of which must be allowed."""
    for command in commands:
        assert GAME.check(state, command) is None
        state = GAME.decide(state, command, SeededChance("prizes")).state
    return state


def holding(north, south):
    """Return a state in which both sides hold the cards that are named, and north leads after bids of one."""
    hands = {"north": tuple(north.split()), "south": tuple(south.split())}
    bids = {"north": 1, "south": 1}
    return replace(OPENING, cards=Zones((), hands, (), ()), phase="play", asked="north", turn=1, bids=bids)


def test_pm_1_each_side_is_dealt_eight_of_the_32_cards():
    dealt = after(OPENING, Deal("north"))
    assert len(dealt.deck) == 32
    assert {side: len(hand) for side, hand in dealt.cards.hands.items()} == {"north": 8, "south": 8}


def test_pm_2_the_other_side_bids_first_then_the_dealer_and_then_the_first_leads():
    dealt = after(OPENING, Deal("north"))
    assert GAME.check(dealt, Bid("north", 3)).rule == "PM-2"
    bid = after(dealt, Bid("south", 2), Bid("north", 3))
    assert (bid.bids, bid.phase, bid.asked) == ({"south": 2, "north": 3}, "play", "south")


def test_pm_3_a_suit_that_is_held_is_followed():
    led = after(holding("AH 7C", "KH 8C"), Play("north", "AH"))
    refused = GAME.check(led, Play("south", "8C"))
    assert (refused.rule, refused.reason) == ("PM-3", "A heart was led, and you hold one.")
    assert GAME.check(after(holding("AH 7C", "KD 8C"), Play("north", "AH")), Play("south", "8C")) is None


def test_pm_4_the_higher_card_of_the_suit_wins_and_any_spade_beats_it():
    for answer, winner in (("KH", "north"), ("7S", "south"), ("AC", "north")):
        state = after(holding("AH 9D", f"{answer} 8D"), Play("north", "AH"))
        state = after(state, Play("south", answer))
        assert (state.won[winner], state.asked) == (1, winner)


def test_pm_5_a_bid_that_was_reached_scores():
    state = replace(holding("AH", "KH"), bids={"north": 1, "south": 2})
    over = after(state, Play("north", "AH"), Play("south", "KH"))
    assert over.outcome.winner == "north"
    assert over.outcome.reason == "The bids score 1 for North and 0 for South"
