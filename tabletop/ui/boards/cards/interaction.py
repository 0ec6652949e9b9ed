"""What pointer and keys do with cards: choosing, reading, dragging and dropping them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tabletop.cards.zones import HIDDEN
from tabletop.core.errors import Refused
from tabletop.ui import keys
from tabletop.ui.boards.cards.animation import Flight
from tabletop.ui.boards.cards.card import Card, CardDragged, CardDropped, CardPicked
from tabletop.ui.boards.cards.drop_target import PlacePicked
from tabletop.ui.boards.cards.tableau import Held
from tabletop.ui.boards.cards.zones import KEYS
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.input import Input
from tabletop.ui.widgets.report import Hearing, On, Presses, Report, hearing, pressed

if TYPE_CHECKING:
    from tabletop.ui.boards.cards.table import AnyCardTable

STEPS = {"Left": -1, "Right": 1, "Up": -1, "Down": 1}
"""How far each arrow goes among the cards."""


HINTS = (
    "choose_card", "card_arrows", "pick_card", "confirm", "drag_card", "hover_card", "discards", "recall",
    "drop_choice", "log", "motion", "undo",
)  # fmt: skip
CHOOSING = ("choose_card", "pick_card", "drag_card", "drop_choice", "best_hand")
READING = ("card_arrows", "hover_card")
"""Of these, the ones that do something only while cards can be chosen, and while cards lie face up."""


class Interaction:
    """Turns the reports of cards and places into what the game's table is asked."""

    def __init__(self, table: "AnyCardTable") -> None:
        self._table = table
        self._presses: Presses[Reply] = {
            "table": self._bare, "unready": lambda: Refuse(table.tableau.unready) if table.tableau.unready else None,
        }  # fmt: skip
        self._on: Hearing[Reply] = hearing(
            On(CardPicked, lambda one: self._clicked(one.card)), On(PlacePicked, lambda one: self._place(one.place)),
            On(CardDragged, lambda one: self._drag(one.held)), On(CardDropped, lambda one: self._drop(one.held)),
        )  # fmt: skip

    def act(self, report: Report) -> Reply:
        """A report of a card, a place or the bare table; None for any other."""
        done = self._on.get(report.key)
        return done(report) if done else pressed(report, self._presses)

    def key(self, given: Input) -> Reply:
        """Arrows go through all cards that lie face up, Enter chooses; a number without a card says so."""
        if given.kind != "key":
            return None
        if given.key in STEPS:
            return self._step(STEPS[given.key])
        if given.key == keys.key("pick_card") and self._table.tableau.cursor:
            return self._pick(self._table.tableau.cursor)
        return Refuse(Refused("", f"There is no card {given.key} in your hand.")) if given.key in KEYS else None

    def in_view(self) -> list[str]:
        """The cards that lie face up: those in the hand, then those between the hands."""
        table = self._table
        middle = table.parts.middle.walk() if table.parts else ()
        hand = [card for card in table.hand(table.own) if card != HIDDEN]
        return list(dict.fromkeys([*hand, *(one.look.id for one in middle if isinstance(one, Card))]))

    def focus(self, ident: str) -> None:
        """What has the focus is read; where that is a card, the arrows go on from there."""
        tableau, card = self._table.tableau, ident.removeprefix("card.")
        tableau.focused = card if card in self.in_view() and ident != card else ""
        tableau.cursor = "" if tableau.focused else tableau.cursor

    def hints(self, usual: Sequence[str]) -> tuple[str, ...]:
        """Those of some keys that do anything now."""
        table, offer = self._table, self._table.offer()
        idle = {
            **dict.fromkeys(CHOOSING, not table.choosing), **dict.fromkeys(READING, not self.in_view()),
            "confirm": offer is None or bool(offer.reason), "recall": table.narration.recalled(table.view) is None,
        }  # fmt: skip
        return tuple(hint for hint in usual if not idle.get(hint))

    def _step(self, step: int) -> Reply:
        tableau, cards = self._table.tableau, self.in_view()
        if not cards:
            return Refuse(Refused("", "No card is face up."))
        here = cards.index(tableau.cursor) if tableau.cursor in cards else -1 if step > 0 else len(cards)
        tableau.cursor = cards[(here + step) % len(cards)]
        return Recompose()

    def _pick(self, card: str) -> Reply:
        if self._mine(card):
            return self._table.choose(card)
        return Refuse(Refused("", "That card has been played; it can only be read."))

    def _clicked(self, card: str) -> Reply:
        flew = self._table.tableau.animation.skip()
        return Recompose() if flew and not self._mine(card) else self._pick(card)

    def _mine(self, card: str) -> bool:
        return card in self._table.view.cards.hands[self._table.own]

    def _drag(self, held: Held) -> Reply:
        tableau = self._table.tableau
        over = tableau.drop_target_at(held.pos)
        if over != tableau.over:
            refused = self._table.refusal(held.card, over) if over else None
            tableau.barred = refused.reason if refused else ""
        tableau.held, tableau.over = held, over
        return None

    def _drop(self, held: Held) -> Reply:
        """It snaps into its place, or back to where it was, and then it is said why."""
        table, tableau = self._table, self._table.tableau
        place = tableau.drop_target_at(held.pos)
        tableau.held, tableau.over, tableau.barred = None, "", ""
        tableau.rects["held"] = held.rect
        tableau.begin([Flight("held", f"card.{held.card}", table.look(held.card))], [])
        refused = table.refusal(held.card, place) if place else None
        if refused:
            return Refuse(refused)
        return table.laid(held.card, place) if place else None

    def _place(self, place: str) -> Reply:
        """The chosen cards go to the place that was clicked."""
        table = self._table
        reply: Reply = None
        for card in table.tableau.selected:
            refused = table.refusal(card, place)
            if refused:
                return Refuse(refused)
            reply = table.laid(card, place)
        table.tableau.selected = ()
        return reply

    def _bare(self) -> Reply:
        """A click beside the cards: what is laid ready stays, since a hand closes up under the pointer."""
        return Recompose() if self._table.skip() else None
