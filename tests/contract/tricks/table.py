"""How Prize Money looks on the table."""

from tabletop.cards import standard
from tabletop.ui.boards.cards.look import FIGHTING, NAVY, CardLook, Shape
from tabletop.ui.boards.cards.narration import REVEALED
from tabletop.ui.boards.cards.one_card import OneCardSpec, build_pictures, make_table_builder
from tests.contract.tricks import rules

PIPS: dict[str, Shape] = {"spade": "shield", "heart": "disc", "diamond": "diamond", "club": "hexagon"}


def look(card: str) -> CardLook:
    suit = standard.SUIT_OF[card]
    shade = FIGHTING if standard.COLOUR_OF[card] == "red" else NAVY
    words = "Trumps." if suit == rules.TRUMP else ""
    name = standard.card_name(card).capitalize()
    return CardLook(card, name, card[:-1], f"{suit}s".capitalize(), shade, PIPS[suit], words, suit)


PLAY = OneCardSpec(
    game=rules.GAME,
    look=look,
    play=rules.Play,
    deal=rules.Deal,
    cover=("JH", "QC", "AS", "KD", "10C"),
    counted=("Tricks won", rules.HAND),
    won=lambda view, side: view.won[side],
    answers={rules.Bid: lambda bid: f"Bid {bid.tricks}"},
    weights={rules.BidMade: REVEALED, rules.TrickWon: REVEALED},
)
TABLE, PICTURES = make_table_builder(PLAY), build_pictures(PLAY)
