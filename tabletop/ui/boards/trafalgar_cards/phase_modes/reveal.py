"""The mode before the deal and at the end: the cards revealed last, and the effect of every note."""

from collections.abc import Sequence

from tabletop.games.trafalgar_cards import GAME, tally
from tabletop.games.trafalgar_cards.commands import Deal
from tabletop.games.trafalgar_cards.deck import SHORT_NAMES, USES, Play, Plays, Use
from tabletop.games.trafalgar_cards.model import Battle
from tabletop.games.trafalgar_cards.tally import Note
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.reader import Reading, Section, build_sheet
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
    """The mode in which the last battle lies on the table until the next deal."""

    def build_middle(self) -> Widget:
        """Build the rows of both sides; they are empty before the first battle."""
        return rows.build_rows(self._build_head(), [self._build_suit_row(use) for use in USES])

    def _build_head(self) -> Widget:
        battle = self.view.battle
        if battle is None:
            return rows.build_headline(FIRST)
        left_side, right_side = self.table.other, self.own
        if self._shown_notes() is None:
            shown = f"Turn {battle.turn}: cards revealed"
            return rows.build_verdict((SHORT_NAMES[left_side], None), shown, (SHORT_NAMES[right_side], None))
        left, right = ((SHORT_NAMES[side], sum(self._count_points(side).values())) for side in (left_side, right_side))
        decided = f": {describe_winner(battle)}" if not self.table.tableau.animation.strokes_ahead else ""
        return rows.build_verdict(left, f"Turn {battle.turn}{decided}", right)

    def _shown_notes(self) -> tuple[Note, ...] | None:
        """Return the notes shown so far, or None while cards are being turned over."""
        return (
            narration.find_shown_notes(self.view.battle, self.table.tableau.animation.strokes_ahead)
            if self.view.battle
            else ()
        )

    def _build_suit_row(self, use: Use) -> SuitRow:
        turn = self.view.battle.turn if self.view.battle else self.view.turn
        return self.build_row(
            use,
            turn,
            self._build_cards(self.table.other, use),
            self._build_cards(self.own, use),
            self._build_totals(use),
        )

    def _build_totals(self, use: Use) -> Totals:
        """Return the totals of a suit. No suit is won by itself: only the sums are compared (TRA-10)."""
        if self.view.battle is None or self._shown_notes() is None:
            return Totals("", "")
        return Totals(*(str(self._suit_total(side, use)) for side in (self.table.other, self.own)))

    def _plays_of_side(self, side: str) -> Plays:
        """Return everything that `side` has committed."""
        battle = self.view.battle
        return next((laid for one, laid in battle.plays.items() if one == side), ()) if battle else ()

    def _plays_in_suit(self, side: str, use: Use) -> list[Play]:
        return rows.plays_of_use(self._plays_of_side(side), use, self.view.deck)

    def _count_points(self, side: str) -> dict[str, int]:
        return tally.count_points(self.view.deck, self._plays_of_side(side), self._shown_notes() or ())

    def _suit_total(self, side: str, use: Use) -> int:
        values = self._count_points(side)
        return sum(values[play.card] for play in self._plays_in_suit(side, use))

    def _build_cards(self, side: str, use: Use) -> list[Card]:
        values, by = self._count_points(side), find_negations(self.view.deck, self._shown_notes() or ())
        return [self.build_placed_card(play, values, by) for play in self._plays_in_suit(side, use)]

    # --- sheets

    def build_sheets(self) -> Sequence[Widget]:
        """Return the sheet of every negation and bonus in order, with its cause."""
        battle = self.view.battle
        if battle is None:
            return ()
        told = tuple(
            (f"{number}. {GAME.describe(self.view, note)}", "")
            for number, note in enumerate(self._shown_notes() or (), 1)
        )
        if not self.table.tableau.animation.strokes_ahead:
            told = (*(told or (("No card effect applied.", ""),)), (self._format_decision(battle), ""))
        at_once = AT_ONCE if self._shown_notes() else ""
        return (build_sheet(Reading(f"Turn {battle.turn}", at_once, (Section("", told, rule="TRA-10"),)), "told"),)

    def _format_decision(self, battle: Battle) -> str:
        """Return the sentence on what decides the hand (TRA-10)."""
        totals = {str(side): total for side, total in battle.totals.items()}
        theirs, ours = (totals.get(side, 0) for side in (self.table.other, self.own))
        decided = "The higher total wins the hand." if theirs != ours else "Equal totals: nobody wins the hand."
        return f"All suits: {theirs} to {ours}. {decided}"

    def build_sections(self, card: str) -> tuple[Section, ...]:
        """Return the notes that concern a committed card."""
        told = [
            GAME.describe(self.view, note) for note in self._shown_notes() or () if card in _list_cards_of_note(note)
        ]
        return (Section("In this battle", tuple((line, "") for line in told), rule="TRA-7"),) if told else ()

    # --- what is done

    def primary_action(self) -> PrimaryAction | None:
        """Return the action that deals, or at the end the one that shows the results."""
        if self.view.outcome is not None:
            return PrimaryAction("See the results", "reckoning", "Shows who won each hand.")
        tip = "The deck is shuffled and dealt." if self.view.turn == 1 else "Both sides are dealt eight cards."
        return PrimaryAction("Deal the hands", "deal", tip)

    def handle_action(self, button: str) -> Reply:
        """Handle the button that deals; either side may deal."""
        return Submit.single(Deal(self.own)) if button == "deal" else None


def _list_cards_of_note(note: object) -> tuple[str, ...]:
    cards: tuple[str, ...] = getattr(note, "cards", ())
    return (*cards, getattr(note, "by", ""), getattr(note, "card", ""))
