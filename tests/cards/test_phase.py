"""What a phase of a card game is called where room is short."""

from tabletop.cards.game import Phase


def test_the_ribbon_shows_the_title_or_else_the_id() -> None:
    assert Phase("deal", "Deal the cards.", "T-1", ()).ribbon == "Deal"
    assert Phase("deal", "Deal the cards.", "T-1", (), title="The deal").ribbon == "The deal"
