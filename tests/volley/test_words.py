"""What the log, the list of games and the cards say."""

from msgspec.structs import replace

from tabletop.core.game import Outcome
from tabletop.games.volley import GAME
from tabletop.games.volley.events import TurnEnded
from tabletop.games.volley.melds import describe_card
from tests.volley.kit import opened, table


def test_vol_12_turns_without_a_casualty_are_told_as_their_end_comes_near() -> None:
    told = {quiet: GAME.describe(table(), TurnEnded(side="red", quiet=quiet)) for quiet in (0, 9, 10, 20)}
    assert (told[0], told[9]) == ("", "")
    assert told[10] == "10 turns in a row without a casualty; 20 end the game."
    assert told[20].startswith("20 turns")


def test_the_list_of_games_tells_the_turn_and_what_is_asked_or_that_it_is_over() -> None:
    assert GAME.headline(opened()) == "Before the deal"
    state = table(turn=3, stage="defence")
    assert GAME.headline(state) == "Turn 3, defence"
    assert GAME.headline(replace(state, outcome=Outcome("red", "", "VOL-12"))) == "Turn 3, over"


def test_a_card_that_negates_a_defence_says_so_and_no_other_does() -> None:
    deck = opened().deck.values()
    said = {card.negates: describe_card(card) for card in deck}
    assert said["defence"] == "Negates the defence card played just before it."
    assert [kind for kind, text in said.items() if text == said["defence"]] == ["defence"]
