"""The table of Volley: melds build up between the hands, answers are played on them, troops fall."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from typing_extensions import override

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
from tabletop.ui.boards.cards.reader import build_sheet
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import AutomaticCommand, PrimaryAction
from tabletop.ui.boards.replies import Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.volley import drafting
from tabletop.ui.boards.volley.middle import CARD, COMPACT, Middle, build_attack_result
from tabletop.ui.boards.volley.narration import NARRATION, build_strokes, find_casualties
from tabletop.ui.boards.volley.pictures import BACK, COLOURS, badge, card_look
from tabletop.ui.boards.volley.sounds import SOUNDS
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button


class VolleyTable(CardTable[State]):
    """The table of Volley, see `boards.contract.GameTable`.

    Attributes:
       draft: the cards of the own hand that lie ready on the table, in the order in which they were laid there.
    """

    game, narration, deck_back, sounds = GAME, NARRATION, BACK, SOUNDS
    ground = GAME.meta.id

    def __init__(self, view: State) -> None:
        super().__init__(view)
        self.draft: tuple[str, ...] = ()
        self._casualties: CasualtiesSuffered | None = None

    # --- who looks

    @property
    def own_side(self) -> Side:
        """Return the side whose hand lies at the bottom."""
        return cast(Side, self.own)

    @property
    def left_to_right(self) -> tuple[str, str]:
        """Return the sides from left to right: the side that the scenario names first stands at the left."""
        left, right = self.view.names
        return left, right

    @property
    def choosing(self) -> bool:
        """Return True if the viewer must choose cards now."""
        return drafting.is_asked(self.view, self.viewer)

    def set_viewer(self, side: str) -> None:
        """Change the viewer, and put the cards of the draft back into the hand."""
        super().set_viewer(side)
        self.draft = ()

    def _set_view(self, view: State) -> None:
        moment = (view.turn, view.stage, view.asked)
        if moment != (self.view.turn, self.view.stage, self.view.asked):
            self.draft = ()
        held = view.cards.hands[self.own_side]
        self.draft = tuple(card for card in self.draft if card in held)
        super()._set_view(view)

    # --- what is shown

    @override
    def card_look(self, card: str) -> CardLook:
        return card_look(self.printed_card(card))

    def printed_card(self, card: str) -> Printed:
        """Return the printed card of an id. Raises KeyError for a card that the viewer does not know."""
        return self.view.deck[card]

    def build_side_look(self, side: str) -> SideLook:
        """Return name and badge of a side; the own side also gets its task in words."""
        whose = cast(Side, side)
        ours = side == self.own and self.choosing
        asked = PHASES[self.view.stage].prompt
        words = (asked if asked.endswith("?") else f"{asked}.",) if ours else ()
        return SideLook(side, self.view.names[whose], badge(whose), colour=COLOURS[whose], words=words)

    def hand(self, side: str) -> Sequence[str]:
        """Return the cards of a hand, without the cards of the draft."""
        cards = super().hand(side)
        return [card for card in cards if card not in self.draft] if side == self.own else cards

    def build_ready_cards(self, place: str) -> list[Card]:
        """Build the cards of the draft that lie at a place of the table."""
        found = [card for card in self.draft if drafting.find_place(self.view, card) == place]
        size, fresh = CARD if place in melds.PLACES else COMPACT, CardStatus(fresh=True, note="ready")
        return [self.build_card(card, fresh, size=size) for card in found]

    def check_usable(self, card: str) -> Refused | None:
        """Return the refusal if `card` cannot lie ready anywhere, or None."""
        return drafting.check_draft_card(self.view, self.own_side, card) if self.choosing else None

    def build_middle(self) -> Widget:
        """Build the widgets between the hands, or those of an attack that is being settled."""
        return (
            build_attack_result(self, self.shown_casualties)
            if self.shown_casualties
            else Middle(self, self.draft, self.build_ready_cards).build()
        )

    def build_sheets(self) -> Sequence[Widget]:
        """Return the sheet of odds for the side that must choose, else ()."""
        if not self.choosing:
            return ()
        return [build_sheet(drafting.build_odds(self.view, self.own_side, self.draft), "odds")]

    # --- what the player does

    def phase_action(self) -> PrimaryAction | None:
        """Return the offer to deal, to play what lies ready, or to pass where the hand holds no meld."""
        view = self.view
        if view.stage == "setup":
            return PrimaryAction("Shuffle and deal", "deal", "Seven cards each; a coin toss decides who begins.")
        if not self.choosing:
            return None
        if self._can_only_pass:
            label, told = drafting.PASSES[view.stage]
            return PrimaryAction(label, "pass", f"Your hand holds no meld. {told}", rule=PHASES[view.stage].rule)
        deed = drafting.build_draft_action(view, self.own_side, self.draft)
        return PrimaryAction(deed.label, "commit", deed.tip, deed.reason, PHASES[view.stage].rule)

    def build_extra_buttons(self) -> Sequence[Button]:
        """Return the button that passes, where passing is allowed and the primary button does not pass.

        After an attack the button is there whatever the side holds (VOL-11).
        """
        if not self.choosing or self.view.stage not in drafting.PASSES or self._can_only_pass:
            return ()
        label, told = drafting.PASSES[self.view.stage]
        return [Button("pass", label, "dark", key=keys.key("pass_by"), tip=Tip(label, told))]

    def key_hints(self) -> Sequence[str]:
        """Return the keys of the card table, with the key that passes where passing is allowed."""
        usual = list(super().key_hints())
        if self.build_extra_buttons() or self._can_only_pass:
            usual.insert(usual.index("drag_card"), "pass_by")
        return usual

    def handle_key(self, given: Input) -> Reply:
        """Handle a key: pass by its own key where the primary button passes, else as every card table."""
        if given.kind == "key" and given.key == keys.key("pass_by") and self._can_only_pass:
            return self._pass()
        return super().handle_key(given)

    @property
    def _can_only_pass(self) -> bool:
        """Return True if the viewer is to attack, and holds no meld and has laid nothing ready."""
        return self.choosing and not self.draft and drafting.must_pass(self.view, self.own_side)

    @override
    def button_actions(self) -> Mapping[str, Callable[[], Reply]]:
        return {"deal": lambda: Submit.single(Deal(self.own)), "commit": self._submit_draft, "pass": self._pass}

    def _submit_draft(self) -> Reply:
        if not self.choosing:
            return None
        deed = drafting.build_draft_action(self.view, self.own_side, self.draft)
        if deed.command is None:
            return Refuse(Refused(PHASES[self.view.stage].rule, deed.reason))
        return Submit.single(deed.command)

    def _pass(self) -> Reply:
        return drafting.build_pass_reply(self.view, self.own_side) if self.choosing else None

    def choose_card(self, card: str) -> Reply:
        """Lay a card of the own hand ready where it belongs, or take it back into the hand."""
        if card in self.draft:
            return self.play_card(card, HAND)
        if card not in self.view.cards.hands[self.own_side] or not self.choosing:
            return Recompose()
        refused = self.check_usable(card)
        return Refuse(refused) if refused else self.play_card(card, drafting.find_place(self.view, card))

    def check_placement(self, card: str, place: str) -> Refused | None:
        """Return the refusal if `card` cannot go to `place`. A card goes to its own place or back into the hand."""
        if place == HAND:
            return None
        if not self.choosing:
            return super().check_placement(card, place)
        refused = None if card in self.draft else self.check_usable(card)
        if refused or drafting.find_place(self.view, card) == place:
            return refused
        name, suit = self.printed_card(card).name, melds.SUIT_WORDS[self.printed_card(card).suit]
        rule = PHASES[self.view.stage].rule
        return Refused(rule, f"{name} cannot go there, because it is {melds.add_article(suit)}.", pieces=(card,))

    def play_card(self, card: str, place: str) -> Reply:
        """Lay `card` ready on the table, or put it back into the hand."""
        kept = tuple(one for one in self.draft if one != card)
        self.draft = kept if place == HAND else drafting.add_to_draft(self.view, kept, card)
        return Recompose()

    def go_back(self) -> bool:
        """Put all cards of the draft back into the hand. Return False if there was nothing to put back."""
        if self.draft:
            self.draft = ()
            return True
        return super().go_back()

    def automatic_command(self, state: State) -> AutomaticCommand | None:
        """Return the automatic pass, see `drafting.build_passing`."""
        return drafting.build_passing(state)

    # --- what is played and told

    @property
    def shown_casualties(self) -> CasualtiesSuffered | None:
        """Return the casualties of the attack that is being settled, or None once its cards are cleared."""
        return self._casualties if self.tableau.animation.strokes_ahead else None

    def play(self, before: State, events: Sequence[Event], after: State) -> None:
        """Show the events. An attack stays on the table until its casualties have been shown."""
        self._casualties = find_casualties(events)
        super().play(before, events, after)

    def build_flights(self, before: State, events: Sequence[Event], after: State) -> list[Flight]:
        """Return the flights of the events. The table is cleared only after all strokes have been shown."""
        kept = [not isinstance(event, TableCleared) for event in events]
        cleared = kept.index(False) if find_casualties(events) else len(events)
        told = max((one.delay + one.duration for one in self.build_strokes(before, events, after)), default=0)
        rest = [replace(one, delay=one.delay + told) for one in super().build_flights(before, events[cleared:], after)]
        return [*super().build_flights(before, events[:cleared], after), *rest]

    @override
    def build_strokes(self, before: State, events: Sequence[Event], after: State) -> list[Stroke]:
        return build_strokes(events)

    def pieces_of(self, said: Event | Command) -> tuple[str, ...]:
        """Return the cards that an event or command names, and the target of an answer."""
        target = getattr(said, "target", "")
        return (*super().pieces_of(said), *([target] if target in self.view.deck else []))


TABLE = VolleyTable
