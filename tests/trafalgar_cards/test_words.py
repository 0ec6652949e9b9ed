"""What the log says of notes that find nothing."""

from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.events import NoteIdle
from tests.trafalgar_cards.kit import opening


def test_tra_8_tra_9_an_idle_note_says_what_it_sought() -> None:
    state = opening()
    card = next(iter(state.deck))
    said = [
        GAME.narrate(state, NoteIdle(side="british", by=card, sought=sought, rule=rule)).partition(": ")[2]
        for sought in ("admiral", "morale")
        for rule in ("TRA-9", "TRA-8")
    ]
    assert said == [
        "no Admiral of its own left to strengthen.",
        "no opposing Admiral left to negate.",
        "no Morale card of its own left to strengthen.",
        "no opposing Morale card left to negate.",
    ]
