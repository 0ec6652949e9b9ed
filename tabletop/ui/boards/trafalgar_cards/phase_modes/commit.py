"""The Fight Phase: cards are committed to the rows of their suits while the total builds up."""

from collections.abc import Sequence
from functools import cached_property

from typing_extensions import override

from tabletop.core.errors import Refused
from tabletop.games.trafalgar_cards import GAME, tally
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.trafalgar_cards.deck import USE_NAMES, USES, Play, Plays, Use
from tabletop.games.trafalgar_cards.limits import find_limits, list_uses
from tabletop.games.trafalgar_cards.survey import BestCommit, Hand, check_dead_card, find_best_commit
from tabletop.ui import keys
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.look import PLAIN, CardStatus
from tabletop.ui.boards.cards.reader import Reading, Section, build_sheet
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.phase_modes.phase_mode import PhaseMode
from tabletop.ui.boards.trafalgar_cards.rows import SuitRow, Totals
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button


class CommitMode(PhaseMode):
    """The mode in which cards go from the hand to the rows and back.

    Attributes:
       shows_best: True once the player asked for the best hand: its cards are marked, and nothing is played.
    """

    places = USES
    shows_best = False

    @property
    def draft(self) -> Plays:
        """Return the plays in the rows."""
        return tuple(Play(card, use) for card, place in self.placed.items() for use in USES if use == place)

    def plays(self) -> Plays:
        """Return the committed plays, or the draft while nothing is committed."""
        choice = self.view.chosen.get(self.own)
        return choice.plays if isinstance(choice, Commit) else self.draft

    @override
    def list_placed(self) -> Sequence[str]:
        return [play.card for play in self.plays()]

    @cached_property
    def best(self) -> BestCommit:
        """Return the suggested commit. For a hidden hand it is empty (TRA-12)."""
        held = tuple(self.whole_hand())
        return find_best_commit(Hand(self.own, held, self.view.deck, self.view.limits, self.view.turn))

    def total_points(self) -> int:
        """Return the points of the plays with own bonuses and without negations."""
        return sum(self._count_points(self.plays()).values())

    def _count_points(self, plays: Plays) -> dict[str, int]:
        return tally.count_own_points(self.view.deck, self.own, plays)

    # --- what is shown

    def card_status(self, card: str) -> CardStatus:
        """Return how a card is drawn: dead cards grey, cards of the suggestion marked."""
        why = self._explain_dead_card(card)
        if self.shows_best and any(play.card == card for play in self.best.plays):
            return CardStatus(note="best")
        return CardStatus(disabled=why) if why else PLAIN

    def _explain_dead_card(self, card: str) -> str:
        refused = check_dead_card(self.view, self.own, card) if card in self.view.deck else None
        return refused.reason if refused else ""

    @override
    def build_middle(self) -> Widget:
        return rows.build_rows(
            rows.build_headline(self._format_headline()), [self._build_suit_row(use) for use in USES]
        )

    def _format_headline(self) -> str:
        said = "Committed" if self.has_chosen else "Your total"
        best = f" · best hand: {self.best.total}" if self.shows_best else ""
        return f"{said}: {self.total_points()}{best}"

    def _build_suit_row(self, use: Use) -> SuitRow:
        limit = find_limits(self.view.limits, self.view.turn)[use]
        mine = rows.plays_of_use(self.plays(), use, self.view.deck)
        invites = "Play here" if self._can_take_cursor(use) and len(mine) < limit else ""
        return self.build_row(
            use, self.view.turn, [], self._build_cards(mine), self._build_totals(mine, limit), invites
        )

    def _can_take_cursor(self, use: Use) -> bool:
        """Return True if the card under the cursor may go to the row `use`."""
        card = self.table.tableau.cursor
        return card in self.whole_hand() and self.check_placement(card, use) is None

    def _build_cards(self, mine: Sequence[Play]) -> list[Card]:
        values = self._count_points(self.plays())
        return [self.build_placed_card(play, values, {}) for play in mine]

    def _build_totals(self, mine: Sequence[Play], limit: int) -> Totals:
        values = self._count_points(self.plays())
        hidden = "?" if self.table.other in self.view.chosen else ""
        return Totals(hidden, str(sum(values[play.card] for play in mine)), "", f"{len(mine)} of {limit}")

    def build_sheets(self) -> Sequence[Widget]:
        """Return the sheet of the best hand with its reasons, once the player asked for it."""
        if not self.shows_best:
            return ()
        rows = tuple((words, str(points)) for words, points in self.best.rows) or (("No card can count.", ""),)
        reasons = tuple((reason, "") for reason in self.best.reasons)
        parts = (Section("", rows), Section("Why", reasons)) if reasons else (Section("", rows),)
        tip = Tip("Best hand", "The highest total your own cards can reach, with none negated (TRA-12).")
        return (build_sheet(Reading(f"Best hand: {self.best.total}", "", parts), "best.sheet", tip),)

    def build_sections(self, card: str) -> tuple[Section, ...]:
        """Return the total with `card` in each row that may take it, and the limits of the card."""
        return (*self._build_forecast(card), *self.build_limit_sections(card))

    def _build_forecast(self, card: str) -> tuple[Section, ...]:
        if self.blocked or card not in self.whole_hand() or card in self.list_placed():
            return ()
        now = self.total_points()
        able = list_uses(self.view.deck[card], self.own, find_limits(self.view.limits, self.view.turn))
        found = [(use, (*self.draft, Play(card, use))) for use in able]
        told = tuple(
            (f"As {USE_NAMES[use]}", f"{now} to {sum(self._count_points(plays).values())}")
            for use, plays in found
            if GAME.check(self.view, Commit(self.own, plays)) is None
        )
        return (Section("Your total if you play it", told, rule="TRA-6"),) if told else ()

    # --- what is done

    def primary_action(self) -> PrimaryAction:
        """Return the action that commits the cards in the rows."""
        label = f"Commit {self.total_points()} points" if self.plays() else "Commit no cards"
        return PrimaryAction(label, "commit", "Secret until both sides have chosen.", self.blocked, "TRA-11")

    def build_extra_buttons(self) -> Sequence[Button]:
        """Return the button of the suggestion, and the one that takes a card back."""
        return () if self.blocked else (self._build_best_button(), *super().build_extra_buttons())

    def _build_best_button(self) -> Button:
        """Build the button that shows the best hand, and then places its cards."""
        words, told = "Best hand?", "Shows and marks the cards with the highest total, without playing them."
        if self.shows_best:
            words, told = (
                f"Place these {len(self.best.plays)}",
                "Places them in their rows. You can still change them before you commit.",
            )
        tip = Tip("Best hand", told, keys.key("best_hand"))
        made = Button("best", words, "dark", key=keys.key("best_hand"), tip=tip)
        taken = self.shows_best and set(self.draft) == set(self.best.plays)
        return made.disable("The best hand is already in place." if taken else "")

    @override
    def key_hints(self) -> Sequence[str]:
        first, second, *rest = super().key_hints()
        return (first, second, "best_hand", *rest)

    def choose_card(self, card: str) -> Reply:
        """Move `card` to its row, from there to its next possible row, and at last back into the hand."""
        if self.blocked:
            return Refuse(Refused("TRA-11", self.blocked))
        able = list_uses(self.view.deck[card], self.own, find_limits(self.view.limits, self.view.turn))
        lies = next((play.use for play in self.draft if play.card == card), None)
        later = able[able.index(lies) + 1 :] if lies in able else able
        open_to = next((use for use in later if self.check_placement(card, use) is None), None)
        if open_to or lies:
            return self.play_card(card, open_to or HAND)
        return self.try_placement(card, able[0] if able else self.view.deck[card].suit)

    def check_placement(self, card: str, place: str) -> Refused | None:
        """Return the refusal of the whole commit with `card` in `place`, or None."""
        use = next((one for one in USES if one == place), None)
        if use is None:
            return None if place == HAND else Refused("TRA-4", "That row belongs to the other side.")
        rest = tuple(play for play in self.draft if play.card != card)
        return GAME.check(self.view, Commit(self.own, (*rest, Play(card, use))))

    def handle_action(self, button: str) -> Reply:
        """Handle a button: commit, show and then place the suggestion, or take the last card back."""
        if button == "best":
            self.placed = {play.card: play.use for play in self.best.plays} if self.shows_best else self.placed
            self.shows_best = True
            return Recompose()
        if button != "commit":
            return super().handle_action(button)
        order = Submit.single(Commit(self.own, self.draft))
        if self.draft or not self.best.total:
            return order
        return Ask("Commit no cards?", "None of your cards will count in this hand.", "Commit no cards", order)

    def go_back(self) -> bool:
        """Put all cards back into the hand, then hide the suggestion. Return False if there was nothing to do."""
        if super().go_back():
            return True
        had, self.shows_best = self.shows_best, False
        return had
