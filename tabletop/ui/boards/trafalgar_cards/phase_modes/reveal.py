"""Before the deal and at the end: the cards that were revealed last, and what came of every note."""

from collections.abc import Sequence

from tabletop.games.trafalgar_cards import GAME, tally
from tabletop.games.trafalgar_cards.commands import Deal
from tabletop.games.trafalgar_cards.deck import SHORT_NAMES, USES, Play, Plays, Use
from tabletop.games.trafalgar_cards.model import Battle
from tabletop.games.trafalgar_cards.tally import Note
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.reader import Reading, Section, sheet
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.boards.trafalgar_cards import narration, rows
from tabletop.ui.boards.trafalgar_cards.narration import describe_winner, find_negations
from tabletop.ui.boards.trafalgar_cards.phase_modes.phase_mode import PhaseMode
from tabletop.ui.boards.trafalgar_cards.rows import SuitRow, Totals
from tabletop.ui.widgets.base import Widget

FIRST = "Both sides are dealt eight cards."
AT_ONCE = "All effects apply at the same time, even those of negated cards (TRA-7). Listed in order, bonuses last."


class RevealMode(PhaseMode):
    """The last battle lies on the table until the next hands are dealt."""

    def middle(self) -> Widget:
        """Both sides' cards by suit; empty rows before the first battle."""
        return rows.rows(self._head(), [self._row(use) for use in USES])

    def _head(self) -> Widget:
        battle = self.view.battle
        if battle is None:
            return rows.headline(FIRST)
        left_side, right_side = self.table.other, self.own
        if self._notes() is None:
            shown = f"Turn {battle.turn}: cards revealed"
            return rows.verdict((SHORT_NAMES[left_side], None), shown, (SHORT_NAMES[right_side], None))
        left, right = ((SHORT_NAMES[side], sum(self._values(side).values())) for side in (left_side, right_side))
        decided = f": {describe_winner(battle)}" if not self.table.tableau.animation.ahead else ""
        return rows.verdict(left, f"Turn {battle.turn}{decided}", right)

    def _notes(self) -> tuple[Note, ...] | None:
        """The notes that have been told; None while cards are being turned over."""
        return narration.told(self.view.battle, self.table.tableau.animation.ahead) if self.view.battle else ()

    def _row(self, use: Use) -> SuitRow:
        turn = self.view.battle.turn if self.view.battle else self.view.turn
        return self.row(use, turn, self._cards(self.table.other, use), self._cards(self.own, use), self._totals(use))

    def _totals(self, use: Use) -> Totals:
        """No suit is won or lost by itself, only the sums of all are compared (TRA-10)."""
        if self.view.battle is None or self._notes() is None:
            return Totals("", "")
        return Totals(*(str(self._total(side, use)) for side in (self.table.other, self.own)))

    def _of(self, side: str) -> Plays:
        """All that a side has committed."""
        battle = self.view.battle
        return next((laid for one, laid in battle.plays.items() if one == side), ()) if battle else ()

    def _plays(self, side: str, use: Use) -> list[Play]:
        return rows.of_use(self._of(side), use, self.view.deck)

    def _values(self, side: str) -> dict[str, int]:
        return tally.count_points(self.view.deck, self._of(side), self._notes() or ())

    def _total(self, side: str, use: Use) -> int:
        values = self._values(side)
        return sum(values[play.card] for play in self._plays(side, use))

    def _cards(self, side: str, use: Use) -> list[Card]:
        values, by = self._values(side), find_negations(self.view.deck, self._notes() or ())
        return [self.committed(play, values, by) for play in self._plays(side, use)]

    # --- sheets

    def sheets(self) -> Sequence[Widget]:
        """Every negation and bonus in order, with what caused it."""
        battle = self.view.battle
        if battle is None:
            return ()
        told = tuple(
            (f"{number}. {GAME.describe(self.view, note)}", "") for number, note in enumerate(self._notes() or (), 1)
        )
        if not self.table.tableau.animation.ahead:
            told = (*(told or (("No card effect applied.", ""),)), (self._sum(battle), ""))
        at_once = AT_ONCE if self._notes() else ""
        return (sheet(Reading(f"Turn {battle.turn}", at_once, (Section("", told, rule="TRA-10"),)), "told"),)

    def _sum(self, battle: Battle) -> str:
        """What decides the hand (TRA-10)."""
        totals = {str(side): total for side, total in battle.totals.items()}
        theirs, ours = (totals.get(side, 0) for side in (self.table.other, self.own))
        decided = "The higher total wins the hand." if theirs != ours else "Equal totals: nobody wins the hand."
        return f"All suits: {theirs} to {ours}. {decided}"

    def sections(self, card: str) -> tuple[Section, ...]:
        """What became of a committed card."""
        told = [GAME.describe(self.view, note) for note in self._notes() or () if card in _named(note)]
        return (Section("In this battle", tuple((line, "") for line in told), rule="TRA-7"),) if told else ()

    # --- what is done

    def offer(self) -> PrimaryAction | None:
        """Deal, or see the reckoning."""
        if self.view.outcome is not None:
            return PrimaryAction("See the results", "reckoning", "Shows who won each hand.")
        tip = "The deck is shuffled and dealt." if self.view.turn == 1 else "Both sides are dealt eight cards."
        return PrimaryAction("Deal the hands", "deal", tip)

    def act(self, button: str) -> Reply:
        """Either side may call for the deal."""
        return Submit.single(Deal(self.own)) if button == "deal" else None


def _named(note: object) -> tuple[str, ...]:
    cards: tuple[str, ...] = getattr(note, "cards", ())
    return (*cards, getattr(note, "by", ""), getattr(note, "card", ""))
