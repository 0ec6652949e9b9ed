"""The table of Ships of the Line, the card game: the sea in the middle, the hand, and the chosen cards."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

from typing_extensions import override

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.games.ship_duel import GAME
from tabletop.games.ship_duel.commands import Deal
from tabletop.games.ship_duel.events import AttackMade
from tabletop.games.ship_duel.model import SIDES, Side, State, find_advantaged_side
from tabletop.games.ship_duel.phases import PHASES
from tabletop.ui.boards.cards.animation import Flight
from tabletop.ui.boards.cards.look import CardLook
from tabletop.ui.boards.cards.reader import Reading, build_content
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import Past, PieceLabel, PrimaryAction
from tabletop.ui.boards.nations import draw_ensign, nation_badge
from tabletop.ui.boards.replies import Recompose, Reply, Submit
from tabletop.ui.boards.ship_duel import choice, pictures
from tabletop.ui.boards.ship_duel.narration import NARRATION, add_resting_flights, list_ships
from tabletop.ui.boards.ship_duel.sea import SEA, SIDE_NAMES, SeaWidget, ShipCards, describe_advantage
from tabletop.ui.boards.ship_duel.ship_painting import Gunsmoke
from tabletop.ui.boards.ship_duel.sounds import SOUNDS
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.scroll import Scroll

TIPS = {
    "setup": "Shuffle the deck and deal seven cards to each side.",
    "reload": "Discard any number of cards and draw as many.",
    "sail": "The ship that shows more winds may fire. All winds shown are discarded.",
    "fire": "Each card fired takes a point and is discarded.",
    "retire": "You draw up to a full hand at the start of the next turn.",
}


class DuelTable(CardTable[State]):
    """The table of the duel, see `boards.contract.GameTable`."""

    game = GAME
    narration, deck_back, sounds = NARRATION, pictures.BACK, SOUNDS
    ground = GAME.meta.id

    def __init__(self, view: State) -> None:
        super().__init__(view)
        self.tableau.max_selected = 7
        self._smoke = Gunsmoke()
        self._ship_cards: ShipCards = {}

    # --- who and what

    @property
    def own_side(self) -> Side:
        """Return the side whose hand lies at the bottom."""
        return cast(Side, self.own)

    @property
    def left_to_right(self) -> Sequence[str]:
        """Return the sides from left to right, the same for every viewer."""
        return self.sides

    @property
    def choosing(self) -> bool:
        """Return True if the viewer must choose cards now."""
        return choice.is_asked(self.view, self.viewer)

    @override
    def card_look(self, card: str) -> CardLook:
        return pictures.card_look(card, self.view.deck[card])

    def build_side_look(self, side: str) -> SideLook:
        """Return ship and side; the own side also gets its task in words."""
        whose = cast(Side, side)
        ship = self.view.ships[whose]
        stress = self._format_stress() if side == self.own else ""
        words = (SIDE_NAMES[whose], *self._list_prompts()) if side == self.own else (SIDE_NAMES[whose],)
        flag = partial(draw_ensign, ship.nation)
        return SideLook(side, ship.name, nation_badge(ship.nation), stress=stress, words=words, ensign=flag)

    def _format_stress(self) -> str:
        if self.view.phase != "fire":
            return ""
        ahead = find_advantaged_side(self.view)
        return "Tie: both may fire." if ahead is None else describe_advantage(self.view) if ahead == self.own else ""

    def _list_prompts(self) -> tuple[str, ...]:
        return (f"{PHASES[self.view.phase].prompt}.",) if self.choosing else ()

    def _set_view(self, view: State) -> None:
        """Set the view. Cards that were chosen in another phase are deselected."""
        if (view.turn, view.phase) != (self.view.turn, self.view.phase):
            self.tableau.selected = ()
        super()._set_view(view)

    # --- what is shown

    @override
    def build_middle(self) -> Widget:
        return SeaWidget(self.view, self.viewer, self.tableau, self._smoke, self._ship_cards)

    def build_sheets(self) -> Sequence[Widget]:
        """Return the sheet of odds for the side that must choose, else ()."""
        if not self.choosing:
            return ()
        chances = Reading("", "", choice.build_chances(self.view, self.own_side, self.tableau.selected))
        return [Panel(Scroll(build_content(chances)), ident="chances", padding=12)]

    def check_usable(self, card: str) -> Refused | None:
        """Return the refusal if `card` cannot join the chosen cards, or None."""
        if not self.choosing or card in self.tableau.selected:
            return None
        return choice.check_choice(self.view, self.own_side, (*self.tableau.selected, card))

    def build_reading(self, card: str) -> Reading:
        """Return the effect of a card and the count of its kind; without a card, the cards not seen yet."""
        if not card:
            return choice.unseen_reading(self.view, self.own_side) if self.viewer else super().build_reading(card)
        about = (choice.build_kind_section(self.view, self.own_side, card),) if self.viewer else ()
        return Reading(self.card_look(card).title, self.card_look(card).words, about, self.card_look(card))

    def side_to_name(self) -> str:
        """Return the side to name in the top bar. Either side may deal; then the first one is named."""
        decision = self.game.decision(self.view)
        return decision.side if decision else ""

    def phase_action(self) -> PrimaryAction | None:
        """Return the action that deals or submits the chosen cards, or None."""
        view = self.view
        if view.phase == "setup":
            return PrimaryAction("Shuffle and deal", "deal", TIPS["setup"])
        if not self.choosing:
            return None
        return PrimaryAction(choice.button_label(view, self.tableau.selected), "commit", TIPS[view.phase])

    # --- what the player does

    @override
    def button_actions(self) -> Mapping[str, Callable[[], Reply]]:
        return {"deal": lambda: Submit.single(Deal(self.own)), "commit": self._submit_choice}

    def _submit_choice(self) -> Reply:
        if not self.choosing:
            return None
        return Submit.single(choice.build_command(self.view, self.own_side, self.tableau.selected))

    def check_placement(self, card: str, place: str) -> Refused | None:
        """Return the refusal if `card` cannot go to `place`. Cards are chosen by laying them on the sea."""
        if place == HAND or card in self.tableau.selected:
            return None
        return self.check_usable(card) if self.choosing and place == SEA else super().check_placement(card, place)

    def play_card(self, card: str, place: str) -> Reply:
        """Select `card` on the sea, or deselect it in the hand."""
        if (card in self.tableau.selected) == (place == HAND):
            self.tableau.toggle(card)
        return Recompose()

    # --- what is played and told

    def build_flights(self, before: State, events: Sequence[Event], after: State) -> list[Flight]:
        """Return the flights of the events. Fired cards lie on the ship that they hit for a while."""
        return add_resting_flights(super().build_flights(before, events, after))

    def play(self, before: State, events: Sequence[Event], after: State) -> None:
        """Show the events, and let fired guns smoke."""
        super().play(before, events, after)
        self._smoke.begin({event.side: len(event.cards) for event in events if type(event) is AttackMade})

    @override
    def show(self, state: State, past: Past = ()) -> None:
        self._smoke.skip()
        super().show(state, past)

    def skip_playback(self) -> bool:
        """End all animation. Smoke alone does not count as animation."""
        self._smoke.skip()
        return super().skip_playback()

    def pieces_of(self, said: Event | Command) -> tuple[str, ...]:
        """Return the ships that an event is about, else its cards or those of a command."""
        return (
            super().pieces_of(said)
            if isinstance(said, Command)
            else list_ships(self.view, said) or super().pieces_of(said)
        )

    def label_of(self, piece: str) -> PieceLabel:
        """Return the name of a ship with its badge, or of a card."""
        if piece in SIDES:
            ship = self.view.ships[piece]
            return PieceLabel(ship.name, nation_badge(ship.nation))
        return super().label_of(piece)


TABLE = DuelTable
