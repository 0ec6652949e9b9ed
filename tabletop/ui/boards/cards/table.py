"""The base of every card game's table: it builds the widgets from the game's cards and turns input into commands."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, ClassVar, Generic

from typing_extensions import override

from tabletop.cards.game import CardGame
from tabletop.cards.zones import HIDDEN
from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.ui import keys
from tabletop.ui.boards import contract
from tabletop.ui.boards.cards import animation, recall
from tabletop.ui.boards.cards.animation import Flight, Stroke
from tabletop.ui.boards.cards.card import Card, CardDragged, CardDropped, CardPicked
from tabletop.ui.boards.cards.drop_target import PlacePicked
from tabletop.ui.boards.cards.faces import FULL, Extent
from tabletop.ui.boards.cards.flight_layer import FlightLayer
from tabletop.ui.boards.cards.layout import Parts
from tabletop.ui.boards.cards.lesson_hooks import CardLessonHooks
from tabletop.ui.boards.cards.look import BLUE, PLAIN, Back, CardLook, CardStatus
from tabletop.ui.boards.cards.narration import Narration, S
from tabletop.ui.boards.cards.reader import Reader, Reading, build_reading
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.cards.sounds import schedule_tones
from tabletop.ui.boards.cards.static_layer import StaticLayer
from tabletop.ui.boards.cards.table_widget import TableWidget
from tabletop.ui.boards.cards.tableau import DraggedCard, Tableau
from tabletop.ui.boards.cards.zones import KEYS, Discards, Hand, HiddenHand, Pile
from tabletop.ui.boards.contract import Caption, GameTable, ManualStep, PrimaryAction
from tabletop.ui.boards.replies import Recompose, Refuse, Reply, command_of_reply
from tabletop.ui.input import Input
from tabletop.ui.sound.mixing import CENTER, SoundPosition, position_in_window
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Hearing, On, Presses, Report, hearing, pressed

ARROW_STEPS = {"Left": -1, "Right": 1, "Up": -1, "Down": 1}
"""Steps of each arrow key among the cards."""


HINTS = (
    "choose_card",
    "card_arrows",
    "pick_card",
    "confirm",
    "drag_card",
    "hover_card",
    "discards",
    "recall",
    "drop_choice",
    "log",
    "motion",
    "undo",
)
CHOOSING_HINTS = ("choose_card", "pick_card", "drag_card", "drop_choice", "best_hand")
READING_HINTS = ("card_arrows", "hover_card")
"""The keys that work only while cards can be chosen, and only while cards lie face up."""


class CardInput:
    """The input of a card table: it turns reports of cards and places into calls of the table."""

    def __init__(self, table: "AnyCardTable") -> None:
        self._table = table
        self._presses: Presses[Reply] = {
            "table": self._handle_bare_click,
            "unready": lambda: Refuse(table.tableau.action_refusal) if table.tableau.action_refusal else None,
        }
        self._on: Hearing[Reply] = hearing(
            On(CardPicked, lambda one: self._handle_click(one.card)),
            On(PlacePicked, lambda one: self._place_selected(one.place)),
            On(CardDragged, lambda one: self._drag_card(one.held)),
            On(CardDropped, lambda one: self._drop_card(one.held)),
        )

    def handle_report(self, report: Report) -> Reply:
        """Handle a report of a card, a place or the bare table. Return None for any other."""
        done = self._on.get(report.key)
        return done(report) if done else pressed(report, self._presses)

    def handle_key(self, given: Input) -> Reply:
        """Handle a key: arrows move the cursor, Enter chooses; a number without a card is refused."""
        if given.kind != "key":
            return None
        if given.key in ARROW_STEPS:
            return self._step_cursor(ARROW_STEPS[given.key])
        if given.key == keys.key("pick_card") and self._table.tableau.cursor:
            return self._choose_card(self._table.tableau.cursor)
        return Refuse(Refused("", f"There is no card {given.key} in your hand.")) if given.key in KEYS else None

    def list_visible_cards(self) -> list[str]:
        """Return the cards that lie face up: those in the hand, then those between the hands."""
        table = self._table
        middle = table.parts.middle.walk() if table.parts else ()
        hand = [card for card in table.hand(table.own) if card != HIDDEN]
        return list(dict.fromkeys([*hand, *(one.look.id for one in middle if isinstance(one, Card))]))

    def set_focus(self, ident: str) -> None:
        """Let the card of the focused widget be read; the cursor goes on from there."""
        tableau, card = self._table.tableau, ident.removeprefix("card.")
        tableau.focused = card if card in self.list_visible_cards() and ident != card else ""
        tableau.cursor = "" if tableau.focused else tableau.cursor

    def filter_hints(self, usual: Sequence[str]) -> tuple[str, ...]:
        """Return the keys of `usual` that do anything now."""
        table, offer = self._table, self._table.primary_action()
        idle = {
            **dict.fromkeys(CHOOSING_HINTS, not table.choosing),
            **dict.fromkeys(READING_HINTS, not self.list_visible_cards()),
            "confirm": offer is None or bool(offer.reason),
            "recall": table.narration.find_past_play(table.view) is None,
        }
        return tuple(hint for hint in usual if not idle.get(hint))

    def _step_cursor(self, step: int) -> Reply:
        tableau, cards = self._table.tableau, self.list_visible_cards()
        if not cards:
            return Refuse(Refused("", "No card is face up."))
        here = cards.index(tableau.cursor) if tableau.cursor in cards else -1 if step > 0 else len(cards)
        tableau.cursor = cards[(here + step) % len(cards)]
        return Recompose()

    def _choose_card(self, card: str) -> Reply:
        if self._is_own(card):
            return self._table.choose_card(card)
        return Refuse(Refused("", "That card has been played; it can only be read."))

    def _handle_click(self, card: str) -> Reply:
        flew = self._table.tableau.animation.skip()
        return Recompose() if flew and not self._is_own(card) else self._choose_card(card)

    def _is_own(self, card: str) -> bool:
        return card in self._table.view.cards.hands[self._table.own]

    def _drag_card(self, held: DraggedCard) -> Reply:
        tableau = self._table.tableau
        over = tableau.find_drop_target(held.pos)
        if over != tableau.target_below:
            refused = self._table.check_placement(held.card, over) if over else None
            tableau.drop_refusal = refused.reason if refused else ""
        tableau.dragged, tableau.target_below = held, over
        return None

    def _drop_card(self, held: DraggedCard) -> Reply:
        """Put the dropped card into its place, or let it fly back and say why."""
        table, tableau = self._table, self._table.tableau
        place = tableau.find_drop_target(held.pos)
        tableau.dragged, tableau.target_below, tableau.drop_refusal = None, "", ""
        tableau.rects["held"] = held.rect
        tableau.start_animation([Flight("held", f"card.{held.card}", table.card_look(held.card))], [])
        refused = table.check_placement(held.card, place) if place else None
        if refused:
            return Refuse(refused)
        return table.play_card(held.card, place) if place else None

    def _place_selected(self, place: str) -> Reply:
        """Play the selected cards at the place that was clicked. The first refusal stops the rest."""
        table = self._table
        reply: Reply = None
        for card in table.tableau.selected:
            refused = table.check_placement(card, place)
            if refused:
                return Refuse(refused)
            reply = table.play_card(card, place)
        table.tableau.selected = ()
        return reply

    def _handle_bare_click(self) -> Reply:
        """End the animation. Selected cards stay, since a hand closes up under the pointer."""
        return Recompose() if self._table.skip_playback() else None


class CardTable(GameTable, Generic[S]):
    """The table of a card game, see `boards.contract.GameTable`.

     A game must override `card_look`, `build_side_look` and `build_middle`, usually also `phase_action` and
    `button_actions`. Everything else has a default.
    States are views: a card that the viewer may not know is ``?``, and only a back is drawn for it.

     Attributes:
        game: the rules.
        view: the state as the viewer may know it.
        viewer: the side that looks, "" for nobody.
        tableau: the places of widgets, the animation, and what is selected, dragged and read.
    """

    has_dice: ClassVar[bool] = False
    has_phase_ends: ClassVar[bool] = False
    game: CardGame[S]
    narration: Narration[S] = Narration()
    """The texts of the game and of its own events."""
    deck_back: Back = BLUE
    ground: str = ""
    """The back of the cards, and the name of the painted ground; "" shows the sea."""

    def __init__(self, view: S) -> None:
        self.view, self.viewer = view, ""
        self.tableau = Tableau()
        self._static = StaticLayer(self.tableau, self.ground)
        self.surface: Widget = self._static
        self.parts: Parts | None = None
        """What lies on the table as it is composed now."""
        self._interaction = CardInput(self)

    # --- who looks

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the ids of the sides. The first lies at the bottom while nobody looks."""
        return tuple(side.id for side in self.game.meta.sides)

    @property
    def own(self) -> str:
        """Return the side whose hand lies at the bottom."""
        return self.viewer or self.sides[0]

    @property
    def other(self) -> str:
        """Return the side at the top."""
        return next(side for side in self.sides if side != self.own)

    @property
    def left_to_right(self) -> Sequence[str]:
        """Return the sides from left to right: own cards lie at the right of the rows."""
        return self.other, self.own

    def set_local_seats(self, persons: Sequence[str]) -> None:
        """Do nothing: the viewer chooses cards, whoever that is."""

    def set_viewer(self, side: str) -> None:
        """Change the viewer. Selection, dragging and animation of the viewer before end."""
        self.viewer = side
        self.tableau.reset()

    # --- what a game says of its cards and sides

    @abstractmethod
    def card_look(self, card: str) -> CardLook:
        """Return how a card is drawn. Never called for ``?``."""

    @abstractmethod
    def build_side_look(self, side: str) -> SideLook:
        """Return the look of a side with its score."""

    @abstractmethod
    def build_middle(self) -> Widget:
        """Build what lies between the hands; it gets all the room there is, and scrolls if it needs more."""

    def hand(self, side: str) -> Sequence[str]:
        """Return the cards that lie in a hand, ``?`` for hidden ones."""
        return self.view.cards.hands[side]

    @property
    def choosing(self) -> bool:
        """Return True if cards can be chosen now."""
        return any(card != HIDDEN for card in self.hand(self.own))

    def check_usable(self, card: str) -> Refused | None:
        """Return the refusal if a card of the own hand cannot be used now, or None."""
        return None

    def card_status(self, card: str) -> CardStatus:
        """Return the status of a card of the own hand, without selection: greyed if it cannot be used."""
        refused = self.check_usable(card)
        return CardStatus(disabled=refused.reason) if refused else PLAIN

    def build_card(self, card: str, status: CardStatus = PLAIN, *, key: str = "", size: Extent = FULL) -> Card:
        """Build the widget of a card, for a hand or a `DropTarget`. The viewer must know the card."""
        return Card(self.card_look(card), self.tableau, status, key=key, size=size)

    def build_sheets(self) -> Sequence[Widget]:
        """Return sheets of the game for the right column, e.g. odds (see `reader.build_sheet`)."""
        return ()

    def build_reading(self, card: str) -> Reading:
        """Return the reading of a card, or for "" of no card."""
        return (
            build_reading(self.card_look(card))
            if card
            else Reading("", "Point at a card, or choose one, to read it here.")
        )

    # --- what is shown

    @override
    def show(self, state: S, past: contract.Past = ()) -> None:
        self.tableau.animation.skip()
        self._set_view(state)

    @override
    def play(self, before: S, events: Sequence[Event], after: S) -> None:
        self._set_view(after)
        flights, strokes = self.build_flights(before, events, after), self.build_strokes(before, events, after)
        self.tableau.start_animation(
            flights, strokes, schedule_tones(self.sounds, before, events, [*flights, *strokes], self._find_position)
        )

    def _find_position(self, ident: str) -> SoundPosition:
        """Return the sound position of a widget; the middle, if the widget is not there."""
        rect = self.tableau.rects.get(ident)
        return position_in_window(rect.centerx, self.surface.rect.w) if rect else CENTER

    def _set_view(self, view: S) -> None:
        self.view = view
        hand = self.hand(self.own)
        self.tableau.selected = tuple(card for card in self.tableau.selected if card in hand)
        self.tableau.clear_hover()
        self.tableau.cursor = self.tableau.cursor if self.tableau.cursor in hand else ""

    def build_flights(self, before: S, events: Sequence[Event], after: S) -> list[Flight]:
        """Return the flights that show the events."""
        return animation.build_flights(self, events, self.narration.flights)

    def build_strokes(self, before: S, events: Sequence[Event], after: S) -> list[Stroke]:
        """Return the strokes through cards, in order; `animation.build_strokes` builds them of card ids."""
        return []

    @override
    def skip_playback(self) -> bool:
        return self.tableau.animation.skip()

    @override
    def has_stale_panels(self) -> bool:
        return self.tableau.animation.strokes_ahead != self.tableau.strokes_ahead

    def build_panels(self) -> Sequence[Widget]:
        """Build the table and the layer of flying cards."""
        self.tableau.note_composed()
        offer = self.primary_action()
        self.tableau.action_refusal = Refused(offer.rule, offer.reason) if offer and offer.reason else None
        self.parts = build_parts(self)
        return [TableWidget(self.parts, self.tableau, self._static), FlightLayer(self.tableau, self.card_look)]

    @override
    def build_caption(self) -> Caption:
        asked = self.side_to_name()
        return self.narration.build_caption(self.game, self.view, self.build_side_look(asked) if asked else None)

    def side_to_name(self) -> str:
        """Return the side that the top bar names, or "" if either or none is asked."""
        decision = self.game.decision(self.view)
        return decision.side if decision and not decision.either else ""

    def primary_action(self) -> PrimaryAction | None:
        """Return the action of the phase; after the end, the one that shows the results."""
        over = self.view.outcome
        return PrimaryAction("See the results", "reckoning", over.reason) if over else self.phase_action()

    def phase_action(self) -> PrimaryAction | None:
        """Return the action of the primary button in this phase, or None."""
        return None

    @override
    def key_hints(self) -> Sequence[str]:
        return self._interaction.filter_hints(HINTS)

    # --- what the player does

    def button_actions(self) -> Mapping[str, Callable[[], Reply]]:
        """Return the functions of the game's buttons, by the id that they report."""
        return {}

    def command_of_button(self, ident: str) -> Command | None:
        """Return the command that a button would give with the selected cards, or None."""
        deed = self.button_actions().get(ident)
        return command_of_reply(deed(), self.view) if deed else None

    def next_step(self, command: Command) -> ManualStep:
        """Return what the viewer does next, by mouse or keys, to give `command`.

        The first step chooses a card that the command names and that does not lie chosen yet; the last presses the
        button that gives the command. A table where that is done otherwise overrides this.
        """
        named = (*getattr(command, "cards", ()), getattr(command, "card", ""))
        waiting = set(self.hand(self.own)) - set(self.tableau.selected)
        if card := next((one for one in named if one in waiting), ""):
            return ManualStep(card=card)
        return ManualStep(
            button=next(
                (ident for ident in self.button_actions() if self.command_of_button(ident) == command), "primary"
            )
        )

    def handle_action(self, report: Report) -> Reply:
        """Handle a report: by a button of the game, else by cards and places."""
        return pressed(report, self.button_actions()) or self._interaction.handle_report(report)

    def check_placement(self, card: str, place: str) -> Refused | None:
        """Return the refusal if an own card cannot go to `place`, or None.

        `place` is ``hand`` or the id of a `DropTarget`.
        """
        return Refused("", "Cards cannot be played there.")

    def play_card(self, card: str, place: str) -> Reply:
        """Put a card at a place that `check_placement` allows."""
        return Recompose()

    def choose_card(self, card: str) -> Reply:
        """Handle a click on a card or its key. By default a card of the own hand is selected or deselected."""
        if self.choosing and card in self.hand(self.own):
            if refused := self.check_usable(card):
                return Refuse(refused)
            self.tableau.toggle(card)
        return Recompose()

    @override
    def handle_focus(self, ident: str) -> None:
        self._interaction.set_focus(ident)

    @override
    def handle_key(self, given: Input) -> Reply:
        return self._interaction.handle_key(given)

    def go_back(self) -> bool:
        """Clear the selection, then the cursor. Return False if there was neither."""
        return self.tableau.clear_selection()

    def arrange_picture(self, piece: str, overlay: str, zoom: int | None) -> None:
        """Select a card of the hand for a picture. Raises KeyError for an unknown card or any overlay."""
        if overlay or (piece and piece not in self.hand(self.own)):
            raise KeyError(f"A card table has no overlays, and there is no '{overlay or piece}' in this hand.")
        self.tableau.selected = (piece,) if piece else ()

    @override
    def lesson_hooks(self) -> CardLessonHooks:
        return CardLessonHooks(self.tableau)

    def highlight_pieces(self, pieces: Sequence[str], advised: Command | None = None) -> None:
        """Ring these cards."""
        self.tableau.noted = tuple(pieces)
        if self.parts is not None:
            self.parts.middle.touch()

    def centre_on(self, pieces: Sequence[str], left: int, said: Event | Command | None = None) -> None:
        """Ring these cards; everything is in view already."""
        self.highlight_pieces(pieces)

    @override
    def explain_event(self, before: S, event: Event) -> contract.EventDetails:
        return self.narration.build_account(before, event)

    @override
    def recap_event(self, event: Event, side: str) -> contract.RecapEntry | None:
        return self.narration.weigh_event(event, side, len(self.view.deck))

    def pieces_of(self, said: Event | Command) -> tuple[str, ...]:
        """Return the cards that an event or command names, without hidden ones."""
        return tuple(card for card in animation.list_named_cards(said) if card != HIDDEN)

    def label_of(self, piece: str) -> contract.PieceLabel:
        """Return the name of a card."""
        return contract.PieceLabel("A card face down" if piece == HIDDEN else self.card_look(piece).title)

    def format_moment(self, state: S) -> str:
        """Return the turn, e.g. "Turn 3", or "Start"."""
        return f"Turn {state.turn}" if state.turn else "Start"


AnyCardTable = CardTable[Any]
"""A table of any card game."""


def build_parts(table: AnyCardTable) -> Parts:
    """Build the widgets of a table as it is now."""
    tableau = table.tableau
    back = table.deck_back
    cards = table.view.cards
    own, other = table.build_side_look(table.own), table.build_side_look(table.other)
    hand = table.hand(table.own)
    known = [card for card in hand if card != HIDDEN]
    deed = table.narration.find_past_play(table.view)
    shown = [
        table.build_card(card, _hand_status(table, card), key=key)
        for card, key in zip_longest(known, KEYS[: len(known)], fillvalue="")
    ]
    return Parts(
        own=own,
        other=other,
        left_to_right=(own, other) if own.id == table.left_to_right[0] else (other, own),
        hand=Hand(shown, tableau, covered=len(hand) - len(known), back=back),
        hidden=HiddenHand(len(table.hand(table.other)), back, tableau, whose=other.name),
        piles=[
            Pile(len(cards.pile), back, tableau),
            Discards([table.card_look(card) for card in cards.discards], back, tableau),
        ],
        recall=[recall.build_recall_button(deed)] if deed else [],
        middle=table.build_middle(),
        build_sheets=table.build_sheets,
        reader=Reader(lambda: tableau.card_to_read, table.build_reading),
    )


def _hand_status(table: AnyCardTable, card: str) -> CardStatus:
    """Return how a card of the own hand is drawn, with its rings for a selected and a noted card."""
    chosen, noted = card in table.tableau.selected, card in table.tableau.noted
    return replace(table.card_status(card), selected=chosen, noted=noted)
