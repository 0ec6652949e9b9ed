"""Volley on the table screen: melds build up between the hands, answers are laid on them, troops fall."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.games.volley import GAME, melds
from tabletop.games.volley.commands import Deal
from tabletop.games.volley.events import CasualtiesSuffered, TableCleared
from tabletop.games.volley.model import Card as Printed
from tabletop.games.volley.model import Side, State
from tabletop.games.volley.phases import PHASES
from tabletop.ui import keys
from tabletop.ui.boards.cards.animation import Flight, Stroke
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.look import CardLook, CardStatus
from tabletop.ui.boards.cards.reader import sheet
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import AutomaticCommand, PrimaryAction
from tabletop.ui.boards.replies import Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.volley import drafting
from tabletop.ui.boards.volley.middle import CARD, COMPACT, Middle, build_attack_result
from tabletop.ui.boards.volley.narration import NARRATION, reckoning, strokes
from tabletop.ui.boards.volley.pictures import BACK, COLOURS, badge, look
from tabletop.ui.boards.volley.sounds import SOUNDS
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button


class VolleyTable(CardTable[State]):
    """The game's side of the table screen, see `boards.contract.GameTable`.

    Attributes:
        draft: cards of one's own hand that lie ready on the table, in the order in which they were laid there.
    """

    game, narration, deck_back, sounds = GAME, NARRATION, BACK, SOUNDS
    ground = GAME.meta.id

    def __init__(self, view: State) -> None:
        super().__init__(view)
        self.draft: tuple[str, ...] = ()
        self._reckoned: CasualtiesSuffered | None = None

    # --- who looks

    @property
    def us(self) -> Side:
        """The side whose hand lies at the bottom."""
        return cast(Side, self.own)

    @property
    def across(self) -> tuple[str, str]:
        """The side that the scenario names first is at the left, for whoever looks."""
        left, right = self.view.names
        return left, right

    @property
    def choosing(self) -> bool:
        """Whether the viewer has to choose now."""
        return drafting.is_asked(self.view, self.viewer)

    def set_viewer(self, side: str) -> None:
        """What the one before had laid ready is in its hand again."""
        super().set_viewer(side)
        self.draft = ()

    def _take(self, view: State) -> None:
        moment = (view.turn, view.stage, view.asked)
        if moment != (self.view.turn, self.view.stage, self.view.asked):
            self.draft = ()
        held = view.cards.hands[self.us]
        self.draft = tuple(card for card in self.draft if card in held)
        super()._take(view)

    # --- what is shown

    def look(self, card: str) -> CardLook:
        """By what is printed on it."""
        return look(self.printed(card))

    def printed(self, card: str) -> Printed:
        """What is printed on a card that the viewer knows."""
        return self.view.deck[card]

    def side_look(self, side: str) -> SideLook:
        """Name and badge; of one's own side what it has to do."""
        whose = cast(Side, side)
        ours = side == self.own and self.choosing
        asked = PHASES[self.view.stage].prompt
        words = (asked if asked.endswith("?") else f"{asked}.",) if ours else ()
        return SideLook(side, self.view.names[whose], badge(whose), colour=COLOURS[whose], words=words)

    def hand(self, side: str) -> Sequence[str]:
        """Without the cards that lie ready."""
        cards = super().hand(side)
        return [card for card in cards if card not in self.draft] if side == self.own else cards

    def build_ready_cards(self, place: str) -> list[Card]:
        """Cards that lie ready at a place of the table."""
        found = [card for card in self.draft if drafting.place_of(self.view, card) == place]
        size, fresh = CARD if place in melds.PLACES else COMPACT, CardStatus(fresh=True, note="ready")
        return [self.card(card, fresh, size=size) for card in found]

    def unusable(self, card: str) -> Refused | None:
        """Why it cannot be laid anywhere."""
        return drafting.refusal(self.view, self.us, card) if self.choosing else None

    def middle(self) -> Widget:
        """Troops, what is going on, and the cards between the hands."""
        return (
            build_attack_result(self, self.reckoned)
            if self.reckoned
            else Middle(self, self.draft, self.build_ready_cards).widget()
        )

    def sheets(self) -> Sequence[Widget]:
        """Odds, for the side that has to choose."""
        if not self.choosing:
            return ()
        return [sheet(drafting.odds(self.view, self.us, self.draft), "odds")]

    # --- what the player does

    def button(self) -> PrimaryAction | None:
        """Return the offer to deal, to play what lies ready, or to pass where the hand holds no meld."""
        view = self.view
        if view.stage == "setup":
            return PrimaryAction("Shuffle and deal", "deal", "Seven cards each; a coin toss decides who begins.")
        if not self.choosing:
            return None
        if self._can_only_pass:
            label, told = drafting.PASSES[view.stage]
            return PrimaryAction(label, "pass", f"Your hand holds no meld. {told}", rule=PHASES[view.stage].rule)
        deed = drafting.build_draft_action(view, self.us, self.draft)
        return PrimaryAction(deed.label, "commit", deed.tip, deed.reason, PHASES[view.stage].rule)

    def build_extra_buttons(self) -> Sequence[Button]:
        """Passing, in every phase in which one may, unless the brass button does the same.

        After an attack it is there whatever is held (VOL-11).
        """
        if not self.choosing or self.view.stage not in drafting.PASSES or self._can_only_pass:
            return ()
        label, told = drafting.PASSES[self.view.stage]
        return [Button("pass", label, "dark", key=keys.key("pass_by"), tip=Tip(label, told))]

    def key_hints(self) -> Sequence[str]:
        """The keys of the card table, and passing where one may."""
        usual = list(super().key_hints())
        if self.build_extra_buttons() or self._can_only_pass:
            usual.insert(usual.index("drag_card"), "pass_by")
        return usual

    def handle_key(self, given: Input) -> Reply:
        """Pass by its own key also where the brass button does it; else as every card table."""
        if given.kind == "key" and given.key == keys.key("pass_by") and self._can_only_pass:
            return self._pass()
        return super().handle_key(given)

    @property
    def _can_only_pass(self) -> bool:
        """Return True if the viewer is to attack, and holds no meld and has laid nothing ready."""
        return self.choosing and not self.draft and drafting.must_pass(self.view, self.us)

    def deeds(self) -> Mapping[str, Callable[[], Reply]]:
        """The brass button, and passing."""
        return {"deal": lambda: Submit.single(Deal(self.own)), "commit": self._commit, "pass": self._pass}

    def _commit(self) -> Reply:
        if not self.choosing:
            return None
        deed = drafting.build_draft_action(self.view, self.us, self.draft)
        if deed.command is None:
            return Refuse(Refused(PHASES[self.view.stage].rule, deed.reason))
        return Submit.single(deed.command)

    def _pass(self) -> Reply:
        return drafting.passed(self.view, self.us) if self.choosing else None

    def choose(self, card: str) -> Reply:
        """A card of one's hand is laid ready where it belongs, or taken back from there."""
        if card in self.draft:
            return self.laid(card, HAND)
        if card not in self.view.cards.hands[self.us] or not self.choosing:
            return Recompose()
        refused = self.unusable(card)
        return Refuse(refused) if refused else self.laid(card, drafting.place_of(self.view, card))

    def refusal(self, card: str, place: str) -> Refused | None:
        """A card goes to its own place only, or back into the hand."""
        if place == HAND:
            return None
        if not self.choosing:
            return super().refusal(card, place)
        refused = None if card in self.draft else self.unusable(card)
        if refused or drafting.place_of(self.view, card) == place:
            return refused
        name, suit = self.printed(card).name, melds.SUIT_WORDS[self.printed(card).suit]
        rule = PHASES[self.view.stage].rule
        return Refused(rule, f"{name} cannot go there, because it is {melds.add_article(suit)}.", pieces=(card,))

    def laid(self, card: str, place: str) -> Reply:
        """Ready on the table, or back in the hand."""
        kept = tuple(one for one in self.draft if one != card)
        self.draft = kept if place == HAND else drafting.joined(self.view, kept, card)
        return Recompose()

    def go_back(self) -> bool:
        """Esc: everything that lies ready goes back into the hand."""
        if self.draft:
            self.draft = ()
            return True
        return super().go_back()

    def automatic_command(self, state: State) -> AutomaticCommand | None:
        """With `auto_pass`, no answer is given where none is held; the pause comes whatever is held (VOL-11)."""
        return drafting.passing(state)

    # --- what is played and told

    @property
    def reckoned(self) -> CasualtiesSuffered | None:
        """What the attack costs that is reckoned before everybody's eyes; None once its cards are cleared."""
        return self._reckoned if self.tableau.animation.ahead else None

    def play(self, before: State, events: Sequence[Event], after: State) -> None:
        """An attack lies there until what it costs has been told."""
        self._reckoned = reckoning(events)
        super().play(before, events, after)

    def flights(self, before: State, events: Sequence[Event], after: State) -> list[Flight]:
        """What is played comes at once; a table is cleared when all on it has been told."""
        kept = [not isinstance(event, TableCleared) for event in events]
        cleared = kept.index(False) if reckoning(events) else len(events)
        told = max((one.after + one.lasts for one in self.strokes(before, events, after)), default=0)
        rest = [replace(one, after=one.after + told) for one in super().flights(before, events[cleared:], after)]
        return [*super().flights(before, events[:cleared], after), *rest]

    def strokes(self, before: State, events: Sequence[Event], after: State) -> list[Stroke]:
        """What an answer or a counter has struck out, and what an attack has cost."""
        return strokes(events)

    def pieces_of(self, said: Event | Command) -> tuple[str, ...]:
        """The cards that an event, or an order, names, and the target of an answer."""
        target = getattr(said, "target", "")
        return (*super().pieces_of(said), *([target] if target in self.view.deck else []))


TABLE = VolleyTable
