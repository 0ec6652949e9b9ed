"""Ships of the Line, the card game, on the table screen: the sea in the middle, the hand, what is chosen from it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

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
from tabletop.ui.boards.cards.reader import Reading, content
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import Past, PieceLabel, PrimaryAction
from tabletop.ui.boards.nations import draw_ensign, nation_badge
from tabletop.ui.boards.replies import Recompose, Reply, Submit
from tabletop.ui.boards.ship_duel import choice, pictures
from tabletop.ui.boards.ship_duel.narration import NARRATION, resting, ships
from tabletop.ui.boards.ship_duel.sea import SEA, SIDE_NAMES, ShipCards, Waters, gained
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
    """The game's side of the table screen, see `boards.contract.GameTable`."""

    game = GAME
    narration, deck_back, sounds = NARRATION, pictures.BACK, SOUNDS
    ground = GAME.meta.id

    def __init__(self, view: State) -> None:
        super().__init__(view)
        self.tableau.most = 7
        self._smoke = Gunsmoke()
        self._ship_cards: ShipCards = {}

    # --- who and what

    @property
    def us(self) -> Side:
        """The side whose hand lies at the bottom."""
        return cast(Side, self.own)

    @property
    def across(self) -> Sequence[str]:
        """For whoever looks the same side is at the left."""
        return self.sides

    @property
    def choosing(self) -> bool:
        """Whether the viewer has cards to choose now."""
        return choice.is_asked(self.view, self.viewer)

    def look(self, card: str) -> CardLook:
        """By its kind."""
        return pictures.look(card, self.view.deck[card])

    def side_look(self, side: str) -> SideLook:
        """Ship, side, and what this side has to do."""
        whose = cast(Side, side)
        ship = self.view.ships[whose]
        stress = self._stress() if side == self.own else ""
        words = (SIDE_NAMES[whose], *self._prompt()) if side == self.own else (SIDE_NAMES[whose],)
        flag = partial(draw_ensign, ship.nation)
        return SideLook(side, ship.name, nation_badge(ship.nation), stress=stress, words=words, ensign=flag)

    def _stress(self) -> str:
        if self.view.phase != "fire":
            return ""
        ahead = find_advantaged_side(self.view)
        return "Tie: both may fire." if ahead is None else gained(self.view) if ahead == self.own else ""

    def _prompt(self) -> tuple[str, ...]:
        return (f"{PHASES[self.view.phase].prompt}.",) if self.choosing else ()

    def _take(self, view: State) -> None:
        """What was chosen in another phase is forgotten."""
        if (view.turn, view.phase) != (self.view.turn, self.view.phase):
            self.tableau.selected = ()
        super()._take(view)

    # --- what is shown

    def middle(self) -> Widget:
        """The two ships, and what blows between them."""
        return Waters(self.view, self.viewer, self.tableau, self._smoke, self._ship_cards)

    def sheets(self) -> Sequence[Widget]:
        """Chances, for the side that looks."""
        if not self.choosing:
            return ()
        chances = Reading("", "", choice.chances(self.view, self.us, self.tableau.selected))
        return [Panel(Scroll(content(chances)), ident="chances", padding=12)]

    def unusable(self, card: str) -> Refused | None:
        """Why it cannot join what is chosen."""
        if not self.choosing or card in self.tableau.selected:
            return None
        return choice.refusal(self.view, self.us, (*self.tableau.selected, card))

    def reading(self, card: str) -> Reading:
        """What it does, and how many there are; of none, what has not been seen yet."""
        if not card:
            return choice.unseen_reading(self.view, self.us) if self.viewer else super().reading(card)
        about = (choice.about(self.view, self.us, card),) if self.viewer else ()
        return Reading(self.look(card).title, self.look(card).words, about, self.look(card))

    def called_upon(self) -> str:
        """Either side may deal; the first one is named."""
        decision = self.game.decision(self.view)
        return decision.side if decision else ""

    def button(self) -> PrimaryAction | None:
        """Deal, or what is chosen."""
        view = self.view
        if view.phase == "setup":
            return PrimaryAction("Shuffle and deal", "deal", TIPS["setup"])
        if not self.choosing:
            return None
        return PrimaryAction(choice.label(view, self.tableau.selected), "commit", TIPS[view.phase])

    # --- what the player does

    def deeds(self) -> Mapping[str, Callable[[], Reply]]:
        """The brass button."""
        return {"deal": lambda: Submit.single(Deal(self.own)), "commit": self._commit}

    def _commit(self) -> Reply:
        if not self.choosing:
            return None
        return Submit.single(choice.command(self.view, self.us, self.tableau.selected))

    def refusal(self, card: str, place: str) -> Refused | None:
        """A card can be chosen by laying it on the sea, and taken back into the hand."""
        if place == HAND or card in self.tableau.selected:
            return None
        return self.unusable(card) if self.choosing and place == SEA else super().refusal(card, place)

    def laid(self, card: str, place: str) -> Reply:
        """Chosen on the sea; no longer in the hand."""
        if (card in self.tableau.selected) == (place == HAND):
            self.tableau.toggle(card)
        return Recompose()

    # --- what is played and told

    def flights(self, before: State, events: Sequence[Event], after: State) -> list[Flight]:
        """What was fired lies for a while upon the ship that it hit."""
        return resting(super().flights(before, events, after))

    def play(self, before: State, events: Sequence[Event], after: State) -> None:
        """Cards fly; what was fired smokes."""
        super().play(before, events, after)
        self._smoke.begin({event.side: len(event.cards) for event in events if type(event) is AttackMade})

    def show(self, state: State, past: Past = ()) -> None:
        """The view has changed without events to play."""
        self._smoke.skip()
        super().show(state, past)

    def skip_playback(self) -> bool:
        """Nothing flies any more; nobody has to wait for the smoke, so it does not count."""
        self._smoke.skip()
        return super().skip_playback()

    def pieces_of(self, said: Event | Command) -> tuple[str, ...]:
        """The ships that an event is about; else its cards, or those of an order."""
        return (
            super().pieces_of(said) if isinstance(said, Command) else ships(self.view, said) or super().pieces_of(said)
        )

    def label_of(self, piece: str) -> PieceLabel:
        """A ship's name, or a card's."""
        if piece in SIDES:
            ship = self.view.ships[piece]
            return PieceLabel(ship.name, nation_badge(ship.nation))
        return super().label_of(piece)


TABLE = DuelTable
