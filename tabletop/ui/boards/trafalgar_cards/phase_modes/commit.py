"""The Fight Phase: cards are committed to the rows of their suits, with the total as it builds up."""

from collections.abc import Sequence
from functools import cached_property

from tabletop.core.errors import Refused
from tabletop.games.trafalgar_cards import GAME, tally
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.trafalgar_cards.deck import USE_NAMES, USES, Play, Plays, Use
from tabletop.games.trafalgar_cards.limits import find_limits, list_uses
from tabletop.games.trafalgar_cards.survey import BestCommit, Hand, check_dead_card, find_best_commit
from tabletop.ui import keys
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.look import PLAIN, CardStatus
from tabletop.ui.boards.cards.reader import Reading, Section, sheet
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.phase_modes.phase_mode import PhaseMode
from tabletop.ui.boards.trafalgar_cards.rows import SuitRow, Totals
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button


class CommitMode(PhaseMode):
    """Cards go from the hand to the rows and back.

    Attributes:
        suggests: whether the best hand was asked for: it is told and its cards are marked, and nothing is done.
    """

    places = USES
    suggests = False

    @property
    def draft(self) -> Plays:
        """What lies in the rows."""
        return tuple(Play(card, use) for card, place in self.placed.items() for use in USES if use == place)

    def plays(self) -> Plays:
        """What is committed, or would be."""
        choice = self.view.chosen.get(self.own)
        return choice.plays if isinstance(choice, Commit) else self.draft

    def lying(self) -> Sequence[str]:
        """Those in the rows."""
        return [play.card for play in self.plays()]

    @cached_property
    def best(self) -> BestCommit:
        """The suggestion; of a hand that is not known, nothing (TRA-12)."""
        held = tuple(self.whole_hand())
        return find_best_commit(Hand(self.own, held, self.view.deck, self.view.limits, self.view.turn))

    def total(self) -> int:
        """With one's own bonuses, nothing negated."""
        return sum(self._values(self.plays()).values())

    def _values(self, plays: Plays) -> dict[str, int]:
        return tally.count_own_points(self.view.deck, self.own, plays)

    # --- what is shown

    def standing(self, card: str) -> CardStatus:
        """Dead cards are grey; those of the suggestion are marked once it was asked for."""
        why = self._dead(card)
        if self.suggests and any(play.card == card for play in self.best.plays):
            return CardStatus(note="best")
        return CardStatus(disabled=why) if why else PLAIN

    def _dead(self, card: str) -> str:
        refused = check_dead_card(self.view, self.own, card) if card in self.view.deck else None
        return refused.reason if refused else ""

    def middle(self) -> Widget:
        """The rows, with the limits of this turn."""
        return rows.rows(rows.headline(self._headline()), [self._row(use) for use in USES])

    def _headline(self) -> str:
        said = "Committed" if self.chosen else "Your total"
        best = f" · best hand: {self.best.total}" if self.suggests else ""
        return f"{said}: {self.total()}{best}"

    def _row(self, use: Use) -> SuitRow:
        limit = find_limits(self.view.limits, self.view.turn)[use]
        mine = rows.of_use(self.plays(), use, self.view.deck)
        invites = "Play here" if self._fits(use) and len(mine) < limit else ""
        return self.row(use, self.view.turn, [], self._cards(mine), self._totals(mine, limit), invites)

    def _fits(self, use: Use) -> bool:
        """Whether the card that the arrows have come to may go to a row."""
        card = self.table.tableau.cursor
        return card in self.whole_hand() and self.refusal(card, use) is None

    def _cards(self, mine: Sequence[Play]) -> list[Card]:
        values = self._values(self.plays())
        return [self.committed(play, values, {}) for play in mine]

    def _totals(self, mine: Sequence[Play], limit: int) -> Totals:
        values = self._values(self.plays())
        hidden = "?" if self.table.other in self.view.chosen else ""
        return Totals(hidden, str(sum(values[play.card] for play in mine)), "", f"{len(mine)} of {limit}")

    def sheets(self) -> Sequence[Widget]:
        """The best hand with its reasons, once it was asked for."""
        if not self.suggests:
            return ()
        rows = tuple((words, str(points)) for words, points in self.best.rows) or (("No card can count.", ""),)
        reasons = tuple((reason, "") for reason in self.best.reasons)
        parts = (Section("", rows), Section("Why", reasons)) if reasons else (Section("", rows),)
        tip = Tip("Best hand", "The highest total your own cards can reach, with none negated (TRA-12).")
        return (sheet(Reading(f"Best hand: {self.best.total}", "", parts), "best.sheet", tip),)

    def sections(self, card: str) -> tuple[Section, ...]:
        """What it would come to."""
        return (*self._would(card), *self.counting(card))

    def _would(self, card: str) -> tuple[Section, ...]:
        if self.barred or card not in self.whole_hand() or card in self.lying():
            return ()
        now = self.total()
        able = list_uses(self.view.deck[card], self.own, find_limits(self.view.limits, self.view.turn))
        found = [(use, (*self.draft, Play(card, use))) for use in able]
        told = tuple(
            (f"As {USE_NAMES[use]}", f"{now} to {sum(self._values(plays).values())}")
            for use, plays in found
            if GAME.check(self.view, Commit(self.own, plays)) is None
        )
        return (Section("Your total if you play it", told, rule="TRA-6"),) if told else ()

    # --- what is done

    def offer(self) -> PrimaryAction:
        """Commit them."""
        label = f"Commit {self.total()} points" if self.plays() else "Commit no cards"
        return PrimaryAction(label, "commit", "Secret until both sides have chosen.", self.barred, "TRA-11")

    def extras(self) -> Sequence[Button]:
        """The suggestion, and back into the hand."""
        return () if self.barred else (self._suggestion(), *super().extras())

    def _suggestion(self) -> Button:
        """Asks for the best hand; once it is told, lays its cards, to be committed or changed."""
        words, told = "Best hand?", "Shows and marks the cards with the highest total, without playing them."
        if self.suggests:
            words, told = (
                f"Place these {len(self.best.plays)}",
                "Places them in their rows. You can still change them before you commit.",
            )
        tip = Tip("Best hand", told, keys.key("best_hand"))
        made = Button("best", words, "dark", key=keys.key("best_hand"), tip=tip)
        taken = self.suggests and set(self.draft) == set(self.best.plays)
        return made.disable("The best hand is already in place." if taken else "")

    def hints(self) -> Sequence[str]:
        """The keys of the rows."""
        first, second, *rest = super().hints()
        return (first, second, "best_hand", *rest)

    def choose(self, card: str) -> Reply:
        """Into its row; from there into the other row that it may have; then back into the hand."""
        if self.barred:
            return Refuse(Refused("TRA-11", self.barred))
        able = list_uses(self.view.deck[card], self.own, find_limits(self.view.limits, self.view.turn))
        lies = next((play.use for play in self.draft if play.card == card), None)
        later = able[able.index(lies) + 1 :] if lies in able else able
        open_to = next((use for use in later if self.refusal(card, use) is None), None)
        if open_to or lies:
            return self.laid(card, open_to or HAND)
        return self.moved(card, able[0] if able else self.view.deck[card].suit)

    def refusal(self, card: str, place: str) -> Refused | None:
        """What the rules say of the whole commit."""
        use = next((one for one in USES if one == place), None)
        if use is None:
            return None if place == HAND else Refused("TRA-4", "That row belongs to the other side.")
        rest = tuple(play for play in self.draft if play.card != card)
        return GAME.check(self.view, Commit(self.own, (*rest, Play(card, use))))

    def act(self, button: str) -> Reply:
        """Commit, ask for the suggestion and then take it over, or take the last card back."""
        if button == "best":
            self.placed = {play.card: play.use for play in self.best.plays} if self.suggests else self.placed
            self.suggests = True
            return Recompose()
        if button != "commit":
            return super().act(button)
        order = Submit.single(Commit(self.own, self.draft))
        if self.draft or not self.best.total:
            return order
        return Ask("Commit no cards?", "None of your cards will count in this hand.", "Commit no cards", order)

    def back(self) -> bool:
        """All back into the hand, then no suggestion any more."""
        if super().back():
            return True
        had, self.suggests = self.suggests, False
        return had
