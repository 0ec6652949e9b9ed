"""What the log says of notes that find nothing, and of what is committed."""

from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.deck import Play
from tabletop.games.trafalgar_cards.events import CommitRevealed
from tabletop.games.trafalgar_cards.limits import Limits
from tabletop.games.trafalgar_cards.tally import NoteIdle
from tests.trafalgar_cards.kit import opening


def test_tra_8_tra_9_an_idle_note_says_what_it_sought() -> None:
    state = opening()
    card = next(iter(state.deck))
    said = [
        GAME.describe(state, NoteIdle(side="british", by=card, sought=sought, rule=rule)).partition(": ")[2]
        for sought in ("admiral", "morale")
        for rule in ("TRA-9", "TRA-8")
    ]
    assert said == [
        "no Admiral of its own side left to strengthen.",
        "no opposing Admiral left to negate.",
        "no Morale card of its own side left to strengthen.",
        "no opposing Morale card left to negate.",
    ]


def test_tra_3_what_is_committed_is_told_card_by_card_or_that_it_is_nothing() -> None:
    state = opening()
    card = next(iter(state.deck))
    told = GAME.describe(state, CommitRevealed(side="british", plays=(Play(card, state.deck[card].suit),)))
    assert state.deck[card].name in told
    assert GAME.describe(state, CommitRevealed(side="british", plays=())).endswith(": no cards committed.")


def test_tra_4_a_turn_of_a_scenario_that_says_nothing_of_a_suit_lets_two_of_it_count() -> None:
    assert Limits(4) == Limits(4, strategy=2, tactics=2, morale=2, fighting=2)
