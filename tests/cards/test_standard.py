"""The standard deck."""

from collections import Counter

from tabletop.cards import standard


def test_the_deck_has_thirteen_of_each_suit_and_half_of_it_is_red():
    assert len(set(standard.DECK)) == 52
    assert set(Counter(standard.SUIT_OF.values()).values()) == {13}
    assert Counter(standard.COLOUR_OF.values()) == {"red": 26, "black": 26}


def test_spades_and_clubs_are_black():
    assert [standard.COLOUR_OF[card] for card in ("2S", "2H", "2D", "2C")] == ["black", "red", "red", "black"]


def test_the_ace_is_high():
    assert standard.RANK_OF["AS"] > standard.RANK_OF["KH"] > standard.RANK_OF["10D"] > standard.RANK_OF["2C"]


def test_cards_are_told_by_their_names():
    assert [standard.card_name(card) for card in ("QH", "10C", "?")] == ["queen of hearts", "10 of clubs", "a card"]
