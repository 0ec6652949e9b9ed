"""The Tactics Phase: up to four cards are laid aside, with the chances of what comes instead."""

from collections.abc import Sequence

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
from tabletop.ui.boards.cards.reader import Reading, Section, sheet
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.phase_modes.phase_mode import PhaseMode
from tabletop.ui.boards.trafalgar_cards.rows import Sheet, Totals
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.layout import Row, Sized

TRAY = "tray.cards"
TABLET = 84
"""Height of the sheet of a suit, design pixels."""


class DiscardMode(PhaseMode):
    """Cards go from the hand to the tray and back."""

    places = (TRAY,)

    def __init__(self, table: CardTable[State]) -> None:
        super().__init__(table)
        self._bests: dict[tuple[str, ...], int] = {}

    def lying(self) -> Sequence[str]:
        """Those on the tray."""
        choice = self.view.chosen.get(self.own)
        return choice.cards if isinstance(choice, Discard) else super().lying()

    # --- what is shown

    def middle(self) -> Widget:
        """What is held of every suit, over the tray."""
        tablets = Row([self._tablet(use) for use in USES], gap=10)
        cards = [self.table.card(card, CardStatus(noted=card in self.table.tableau.noted)) for card in self.lying()]
        words = "" if self.barred or len(cards) == MOST_DISCARDED else "Discard"
        tip = Tip("Discard up to four cards", "You are dealt as many new cards once both sides have chosen.")
        tray = DropTarget(
            TRAY, cards, self.table.tableau, slots=MOST_DISCARDED, invites=words, size=faces.FULL, least=72,
            centred=True, grow=1, tip=tip,
        )  # fmt: skip
        return rows.rows(rows.headline(self._headline()), [tablets, tray])

    def _headline(self) -> str:
        if self.chosen:
            return "Your choice is made."
        return f"Discard up to {MOST_DISCARDED} cards: {format_count(len(self.placed), 'card')} chosen"

    def _kept(self) -> list[str]:
        """The cards of the hand that are not laid aside."""
        return [card for card in self.whole_hand() if card not in self.lying() and card in self.view.deck]

    def _tablet(self, use: Use) -> Widget:
        limit = find_limits(self.view.limits, self.view.turn)
        held = sum(use in list_uses(self.view.deck[card], self.own, limit) for card in self._kept())
        told = Totals("", str(held), "", f"of {limit[use]}") if limit[use] else Totals("", "–", "", "none")
        tip = Tip(
            rows.suit(use).name, f"You hold {held} that can count; at most {limit[use] or 'none'} may count this turn."
        )
        made = Sheet(rows.suit(use), told, ident=f"tablet.{use}", tip=tip)
        return Sized(made, 0, TABLET, grow=1)

    def sheets(self) -> Sequence[Widget]:
        """Chances, and the best hand as it is."""
        return (sheet(Reading("Possible draws", self._told(), self._sections()), "chances"),)

    def _told(self) -> str:
        if not self.lying():
            return "Choose discards to see your odds here."
        if not survey.is_pile_sufficient(self.view, self.own, len(self.lying())):
            left = format_count(len(self.view.cards.pile), "card")
            return f"The pile may run out ({left} left) and be reshuffled: odds unknown."
        return ""

    def _sections(self) -> tuple[Section, ...]:
        hopes = survey.find_draw_chances(self.view, self.own, tuple(self.lying())) if self.table.viewer else ()
        chances = tuple((capitalize(hope.hope), format_percent(hope.chance)) for hope in hopes)
        words = "Best hand you keep" if self.lying() else "Best hand now"
        now = ((words, str(self._best(tuple(self._kept())))),) if self.table.viewer else ()
        return tuple(Section(title, part) for title, part in (("Chance to draw", chances), ("", now)) if part)

    def _best(self, cards: tuple[str, ...]) -> int:
        """What these cards come to; that stays as it is as long as the phase."""
        if cards not in self._bests:
            held = Hand(self.own, cards, self.view.deck, self.view.limits, self.view.turn)
            self._bests[cards] = find_best_commit(held).total
        return self._bests[cards]

    def sections(self, card: str) -> tuple[Section, ...]:
        """As what it counts this turn."""
        return self.counting(card)

    # --- what is done

    def offer(self) -> PrimaryAction:
        """Lay them down."""
        label = f"Discard {format_count(len(self.placed), 'card')}" if self.placed else "Keep the hand"
        return PrimaryAction(label, "choose", "Secret until both sides have chosen.", self.barred, "TRA-11")

    def choose(self, card: str) -> Reply:
        """To the tray, or back."""
        return self.moved(card, HAND if card in self.placed else TRAY)

    def refusal(self, card: str, place: str) -> Refused | None:
        """What the rules say of the whole choice."""
        if place != TRAY or card in self.placed:
            return None
        return GAME.check(self.view, Discard(self.own, (*self.placed, card)))

    def act(self, button: str) -> Reply:
        """Make the choice, or take the last card back."""
        return Submit.single(Discard(self.own, tuple(self.placed))) if button == "choose" else super().act(button)
