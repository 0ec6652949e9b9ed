"""The Tactics Phase: up to four cards are discarded, with the chances of what comes instead."""

from collections.abc import Sequence

from typing_extensions import override

from tabletop.core.errors import Refused
from tabletop.core.phrases import capitalize, format_count, format_percent
from tabletop.games.trafalgar_cards import GAME, survey
from tabletop.games.trafalgar_cards.commands import Discard
from tabletop.games.trafalgar_cards.deck import USES, Use
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED, find_limits, list_uses
from tabletop.games.trafalgar_cards.model import State
from tabletop.games.trafalgar_cards.survey import Hand, find_best_commit
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.drop_target import DropTarget
from tabletop.ui.boards.cards.look import CardStatus
from tabletop.ui.boards.cards.reader import Reading, Section, build_sheet
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.phase_modes.phase_mode import PhaseMode
from tabletop.ui.boards.trafalgar_cards.rows import SuitSheet, Totals
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.layout import Row, Sized

TRAY = "tray.cards"
TABLET = 84
"""Height of the sheet of a suit, design pixels."""


class DiscardMode(PhaseMode):
    """The mode in which cards go from the hand to the tray and back."""

    places = (TRAY,)

    def __init__(self, table: CardTable[State]) -> None:
        super().__init__(table)
        self._bests: dict[tuple[str, ...], int] = {}

    def list_placed(self) -> Sequence[str]:
        """Return the cards on the tray, or those of the submitted choice."""
        choice = self.view.chosen.get(self.own)
        return choice.cards if isinstance(choice, Discard) else super().list_placed()

    # --- what is shown

    def build_middle(self) -> Widget:
        """Build the held cards of every suit in numbers, over the tray."""
        tablets = Row([self._build_tablet(use) for use in USES], gap=10)
        cards = [
            self.table.build_card(card, CardStatus(noted=card in self.table.tableau.noted))
            for card in self.list_placed()
        ]
        words = "" if self.blocked or len(cards) == MOST_DISCARDED else "Discard"
        tip = Tip("Discard up to four cards", "You are dealt as many new cards once both sides have chosen.")
        tray = DropTarget(
            TRAY,
            cards,
            self.table.tableau,
            slots=MOST_DISCARDED,
            invitation=words,
            size=faces.FULL,
            least=72,
            centred=True,
            grow=1,
            tip=tip,
        )
        return rows.build_rows(rows.build_headline(self._format_headline()), [tablets, tray])

    def _format_headline(self) -> str:
        if self.has_chosen:
            return "Your choice is made."
        return f"Discard up to {MOST_DISCARDED} cards: {format_count(len(self.placed), 'card')} chosen"

    def _list_kept(self) -> list[str]:
        """Return the known cards of the hand that are not on the tray."""
        return [card for card in self.whole_hand() if card not in self.list_placed() and card in self.view.deck]

    def _build_tablet(self, use: Use) -> Widget:
        limit = find_limits(self.view.limits, self.view.turn)
        held = sum(use in list_uses(self.view.deck[card], self.own, limit) for card in self._list_kept())
        told = Totals("", str(held), "", f"of {limit[use]}") if limit[use] else Totals("", "–", "", "none")
        tip = Tip(
            rows.suit_label(use).name,
            f"You hold {held} that can count; at most {limit[use] or 'none'} may count this turn.",
        )
        made = SuitSheet(rows.suit_label(use), told, ident=f"tablet.{use}", tip=tip)
        return Sized(made, 0, TABLET, grow=1)

    def build_sheets(self) -> Sequence[Widget]:
        """Return the sheet of chances and of the best hand with the kept cards."""
        return (build_sheet(Reading("Possible draws", self._explain_odds(), self._build_chances()), "chances"),)

    def _explain_odds(self) -> str:
        if not self.list_placed():
            return "Choose discards to see your odds here."
        if not survey.is_pile_sufficient(self.view, self.own, len(self.list_placed())):
            left = format_count(len(self.view.cards.pile), "card")
            return f"The pile may run out ({left} left) and be reshuffled: odds unknown."
        return ""

    def _build_chances(self) -> tuple[Section, ...]:
        hopes = survey.find_draw_chances(self.view, self.own, tuple(self.list_placed())) if self.table.viewer else ()
        chances = tuple((capitalize(hope.hope), format_percent(hope.chance)) for hope in hopes)
        words = "Best hand you keep" if self.list_placed() else "Best hand now"
        now = ((words, str(self._best_total(tuple(self._list_kept())))),) if self.table.viewer else ()
        return tuple(Section(title, part) for title, part in (("Chance to draw", chances), ("", now)) if part)

    def _best_total(self, cards: tuple[str, ...]) -> int:
        """Return the highest total of `cards`. The totals are kept as long as the phase lasts."""
        if cards not in self._bests:
            held = Hand(self.own, cards, self.view.deck, self.view.limits, self.view.turn)
            self._bests[cards] = find_best_commit(held).total
        return self._bests[cards]

    @override
    def build_sections(self, card: str) -> tuple[Section, ...]:
        return self.build_limit_sections(card)

    # --- what is done

    def primary_action(self) -> PrimaryAction:
        """Return the action that discards the cards on the tray."""
        label = f"Discard {format_count(len(self.placed), 'card')}" if self.placed else "Keep the hand"
        return PrimaryAction(label, "choose", "Secret until both sides have chosen.", self.blocked, "TRA-11")

    def choose_card(self, card: str) -> Reply:
        """Move `card` to the tray, or back into the hand."""
        return self.try_placement(card, HAND if card in self.placed else TRAY)

    def check_placement(self, card: str, place: str) -> Refused | None:
        """Return the refusal of the whole discard with `card`, or None."""
        if place != TRAY or card in self.placed:
            return None
        return GAME.check(self.view, Discard(self.own, (*self.placed, card)))

    def handle_action(self, button: str) -> Reply:
        """Handle a button: submit the discard, or take the last card back."""
        return (
            Submit.single(Discard(self.own, tuple(self.placed)))
            if button == "choose"
            else super().handle_action(button)
        )
