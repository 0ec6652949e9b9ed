"""How Prize Money looks on the table."""

from tabletop.cards import standard
from tabletop.ui.boards.cards.look import FIGHTING, NAVY, CardLook, Shape
from tabletop.ui.boards.cards.narration import SHOWN
from tabletop.ui.boards.cards.one_card import Play, pictures, tables
from tests.contract.tricks import rules

PIPS: dict[str, Shape] = {"spade": "shield", "heart": "disc", "diamond": "diamond", "club": "hexagon"}


def look(card: str) -> CardLook:
    suit = standard.SUIT_OF[card]
    shade = FIGHTING if standard.COLOUR_OF[card] == "red" else NAVY
    words = "Trumps." if suit == rules.TRUMP else ""
    name = standard.card_name(card).capitalize()
    return CardLook(card, name, card[:-1], f"{suit}s".capitalize(), shade, PIPS[suit], words, suit)


PLAY = Play(
    game=rules.GAME,
    look=look,
    play=rules.Play,
    deal=rules.Deal,
    cover=("JH", "QC", "AS", "KD", "10C"),
    counted=("Tricks won", rules.HAND),
    won=lambda view, side: view.won[side],
    answers={rules.Bid: lambda bid: f"Bid {bid.tricks}"},
    weights={rules.BidMade: SHOWN, rules.TrickWon: SHOWN},
)
TABLE, PICTURES = tables(PLAY), pictures(PLAY)
