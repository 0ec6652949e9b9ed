"""The hand that was fought last, as it lay there when it was decided."""

from tabletop.games.trafalgar_cards import GAME, tally
from tabletop.games.trafalgar_cards.deck import SHORT_NAMES, SIDE_NAMES, SIDES, USES, Deck, Side
from tabletop.games.trafalgar_cards.model import Battle, State
from tabletop.games.trafalgar_cards.tally import CardNegated, Note
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import Laid, PastPlay, Shown
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.pictures import looks, used_as


def hand(view: State) -> PastPlay | None:
    """None before the first, or while it lies there."""
    battle = view.battle
    if battle is None or view.phase == "strategy" or view.outcome is not None:
        return None
    return PastPlay("Last hand", f"Turn {battle.turn}: {verdict(battle)}", lambda: _shown(view, battle))


def _shown(view: State, battle: Battle) -> Shown:
    """Both sides' cards with what they counted, and the notes one by one."""
    told = [GAME.describe(view, note) for note in battle.notes]
    cards = [(f"{SHORT_NAMES[side]}: {battle.totals[side]}", _laid(view.deck, battle, side)) for side in SIDES]
    lines = tuple((f"{number}. {words}", "") for number, words in enumerate(told, 1))
    return Shown(cards, (Section("", lines),) if lines else ())


def verdict(battle: Battle) -> str:
    """Who has won it."""
    if battle.winner is None:
        return "the hand is a tie"
    return f"the {SIDE_NAMES[battle.winner]} {'win' if battle.winner == 'british' else 'wins'} the hand"


def negated(deck: Deck, notes: tuple[Note, ...]) -> rows.Negated:
    """By card, the number of the note that negated it and whose that is."""
    found = [(number, note) for number, note in enumerate(notes, 1) if isinstance(note, CardNegated)]
    return {note.card: (number, deck[note.by].name) for number, note in found}


def _laid(deck: Deck, battle: Battle, side: Side) -> tuple[Laid, ...]:
    plays, by = battle.plays[side], negated(deck, battle.notes)
    values = tally.count_points(deck, plays, battle.notes)
    ordered = [play for use in USES for play in rows.of_use(plays, use, deck)]
    return tuple(
        Laid(
            used_as(looks(deck, play.card), play.use),
            rows.standing(deck[play.card], play.use, values[play.card], by.get(play.card, rows.UNTOUCHED)),
        )
        for play in ordered
    )
