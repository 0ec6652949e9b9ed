"""The table of a game in which one card is played at a time. `OneCardSpec` holds what differs from game to game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic

import pygame
from typing_extensions import override

from tabletop.cards.events import CardPlayed, CardsCleared
from tabletop.cards.game import CardGame
from tabletop.core.commands import Command
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.phrases import format_count
from tabletop.ui.boards.cards import animation, faces
from tabletop.ui.boards.cards.animation import DISCARDS, Flight, FlightBuilders, build_flight, hand_widget
from tabletop.ui.boards.cards.drop_target import DropTarget
from tabletop.ui.boards.cards.emblems import SIGNS, badge
from tabletop.ui.boards.cards.look import BLUE, Back, CardLook
from tabletop.ui.boards.cards.narration import REVEALED, EventWeights, Narration, S
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.game_plugins import GamePictures, ShipOutcome, Size
from tabletop.ui.boards.replies import Recompose, Reply, Submit, submit_or_refuse
from tabletop.ui.sound.cues import CueTable
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Column, Grid, Spacer

TABLE = "cards_played"
"""Id of the place where cards are played."""


def build_card_row(table: "OneCardTable[S]") -> Widget:
    """Build the row of all cards on the table, with a free place for the next."""
    view = table.view
    slots = max(len(view.cards.table) + 1, len(table.sides))
    invites = "Play here" if table.choosing else ""
    shown = [table.build_card(card) for card in view.cards.table]
    return DropTarget(TABLE, shown, table.tableau, slots=slots, invitation=invites, size=CARD, least=96, centred=True)


CARD = (140, 196)
"""Size of a card on the table, design pixels; smaller where there is less room."""
ANSWER = 96
"""Least width of the button of an answer, design pixels."""


@dataclass(frozen=True)
class OneCardSpec(Generic[S]):
    """Everything that differs from game to game.

    Attributes:
       game: the rules.
       look: returns how a known card is drawn.
       play: builds the command that plays a card, from side and card.
       deal: builds the command that deals, from the side that gives it.
       answers: for each kind of command that names no card, returns the label of its button, e.g. ``Bid 3``.
       cover: the cards on the picture of the game.
       middle: builds what lies between the hands; a `DropTarget` of the id `TABLE` in it takes cards.
       counted: what a side wins, e.g. ``Tricks won``, and how many there are; ("", 0) counts nothing.
       won: returns how many of them a side has.
       weights: the weights of the game's own events.
       sounds: the sounds of events; without them the game is silent.
       back: the back of the cards.
       ground: the painted table; "" shows the sea.
    """

    game: CardGame[S]
    look: Callable[[str], CardLook]
    play: Callable[[str, str], Command]
    deal: Callable[[str], Command]
    cover: Sequence[str]
    answers: Mapping[type[Command], Callable[[Any], str]] = field(default_factory=dict)
    middle: Callable[["OneCardTable[S]"], Widget] = build_card_row
    counted: tuple[str, int] = ("", 0)
    won: Callable[[S, str], int] = lambda view, side: 0  # noqa: ARG005
    weights: EventWeights = field(default_factory=dict)
    sounds: CueTable = field(default_factory=dict)
    back: Back = BLUE
    ground: str = ""


class OneCardTable(CardTable[S]):
    """The table of such a game. A click on a card, its key, or laying it on the table plays it."""

    def __init__(self, play: OneCardSpec[S], view: S) -> None:
        self.spec, self.game, self.sounds = play, play.game, play.sounds
        self.deck_back, self.ground = play.back, play.ground
        self.narration = Narration({CardPlayed: REVEALED, **play.weights})
        super().__init__(view)

    @property
    def choosing(self) -> bool:
        """Return True if the viewer is asked for a card."""
        phase = self.game.phase(self.view)
        return self._is_asked and type(self.spec.play(self.own, "")) in phase.orders

    @property
    def _is_asked(self) -> bool:
        decision = self.game.decision(self.view)
        return decision is not None and not decision.either and self.viewer == decision.side

    @property
    def answers(self) -> Mapping[str, Command]:
        """Return the commands that the buttons between the hands give now, by the id of the button."""
        kinds = tuple(self.spec.answers)
        offers = self.game.choices(self.view) if self._is_asked and kinds else ()
        return {f"answer.{number}": one for number, one in enumerate(offers, 1) if isinstance(one, kinds)}

    # --- what is shown

    @override
    def card_look(self, card: str) -> CardLook:
        return self.spec.look(card)

    def build_middle(self) -> Widget:
        """Build the middle of the game, or the buttons of the answers while one is asked for."""
        buttons = [Button(one, self.spec.answers[type(given)](given)) for one, given in self.answers.items()]
        return (
            Column([Spacer(grow=1), Grid(buttons, least=ANSWER), Spacer(grow=1)]) if buttons else self.spec.middle(self)
        )

    def build_side_look(self, side: str) -> SideLook:
        """Return name, badge and score of a side."""
        number, game = self.sides.index(side), self.game
        name, won = game.name_of(self.view, side), self.spec.won(self.view, side)
        return SideLook(side, name, badge(number), SIGNS[number][0], self.spec.counted[0], won, self.spec.counted[1])

    def phase_action(self) -> PrimaryAction | None:
        """Return the action that deals, or None. Cards are played without it."""
        phase = self.game.phase(self.view)
        return PrimaryAction(phase.prompt, "deal") if type(self.spec.deal(self.own)) in phase.orders else None

    # --- what the player does

    @override
    def button_actions(self) -> Mapping[str, Callable[[], Reply]]:
        answers = {ident: partial(Submit.single, command) for ident, command in self.answers.items()}
        return {"deal": lambda: Submit.single(self.spec.deal(self.own)), **answers}

    @override
    def check_usable(self, card: str) -> Refused | None:
        return self.game.check(self.view, self.spec.play(self.own, card)) if self.choosing else None

    def choose_card(self, card: str) -> Reply:
        """Play a card of the own hand."""
        if not self.choosing or card not in self.hand(self.own):
            return Recompose()
        return self.play_card(card, TABLE)

    def check_placement(self, card: str, place: str) -> Refused | None:
        """Return the refusal if a card cannot be played, or None. Every card may stay in the hand."""
        if place == HAND:
            return None
        return self.check_usable(card) if self.choosing and place == TABLE else super().check_placement(card, place)

    def play_card(self, card: str, place: str) -> Reply:
        """Play a card that is laid on the table."""
        if place == HAND:
            return Recompose()
        order = self.spec.play(self.own, card)
        return submit_or_refuse(order, self.game.check(self.view, order))

    # --- what is played

    def build_flights(self, before: S, events: Sequence[Event], after: S) -> list[Flight]:
        """Return flights of played and of cleared cards, and those of common events."""
        gone = before.cards.table
        own: FlightBuilders = build_handlers(
            KindHandler(CardPlayed, _build_play_flights),
            KindHandler(
                CardsCleared,
                lambda table, event: [build_flight(table, one, f"card.{one}", DISCARDS) for one in gone],  # noqa: ARG005
            ),
        )
        return animation.build_flights(self, events, own)


def _build_play_flights(table: CardTable[S], event: CardPlayed) -> list[Flight]:
    return [build_flight(table, event.card, hand_widget(table, event.side, event.card), f"card.{event.card}")]


def make_table_builder(play: OneCardSpec[S]) -> Callable[[S], OneCardTable[S]]:
    """Return the function that builds the table of a game, for `TABLE` of its module."""
    return partial(OneCardTable, play)


def build_pictures(play: OneCardSpec[S]) -> GamePictures:
    """Return the pictures of the game outside its table, for `PICTURES` of its module: cards fanned out."""
    names, (what, of) = [side.id for side in play.game.meta.sides], play.counted

    def won(state: S, side: str) -> ShipOutcome:
        return ShipOutcome(play.game.name_of(state, side), f"{play.won(state, side)} of {of}", False)

    def fanned(size: Size, cards: Sequence[str]) -> pygame.Surface:
        made, each = faces.draw_ground(size, play.ground), faces.card_size(size)
        shown = [faces.draw_card(play.look(card), each) for card in cards] or [
            faces.card_back(play.back, each, faces.scale_for(each))
        ] * 3
        faces.draw_fan(made, shown, (size[0] / 2, size[1] * 0.54))
        return made

    return GamePictures(
        cover=lambda size: fanned(size, play.cover),
        position=lambda state, size: fanned(size, state.cards.table),
        sides=lambda state: tuple((play.game.name_of(state, side), "One hand") for side in names),
        setup_notes=lambda state: (format_count(len(state.deck), "card"),),
        outcomes=lambda state: ((what, tuple(won(state, side) for side in names)),) if what else (),
        end_moment=lambda state: f"turn {state.turn}",
    )
