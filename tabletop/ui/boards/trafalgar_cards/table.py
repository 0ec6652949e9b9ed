"""Trafalgar on the card table: what is common to its phases; what differs is in `phase_modes`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from tabletop.cards.zones import HIDDEN
from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.phrases import format_count
from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.trafalgar_cards.deck import Side
from tabletop.games.trafalgar_cards.events import CommitRevealed
from tabletop.games.trafalgar_cards.model import State
from tabletop.games.trafalgar_cards.phases import PHASES, RIBBON
from tabletop.ui.boards.cards import animation
from tabletop.ui.boards.cards.animation import Flight, Stroke
from tabletop.ui.boards.cards.drop_target import PlacePicked
from tabletop.ui.boards.cards.look import CardLook, CardStatus
from tabletop.ui.boards.cards.reader import Reading
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.zones import HAND
from tabletop.ui.boards.contract import Caption, ManualStep, PrimaryAction
from tabletop.ui.boards.nations import side_badge, side_ensign
from tabletop.ui.boards.replies import Refuse, Reply, command_of_reply
from tabletop.ui.boards.trafalgar_cards import narration
from tabletop.ui.boards.trafalgar_cards.phase_modes.commit import CommitMode
from tabletop.ui.boards.trafalgar_cards.phase_modes.discard import DiscardMode
from tabletop.ui.boards.trafalgar_cards.phase_modes.phase_mode import PhaseMode
from tabletop.ui.boards.trafalgar_cards.phase_modes.reveal import RevealMode
from tabletop.ui.boards.trafalgar_cards.pictures import BACK, COLOURS, looks
from tabletop.ui.boards.trafalgar_cards.sounds import SOUNDS
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Pressed, Report

NAMES: dict[str, str] = {"british": "British Fleet", "allied": "Combined Fleet"}
"""The sides as they stand beside their hands."""
PHASE_MODES: dict[str, type[PhaseMode]] = {
    "strategy": RevealMode, "tactics": DiscardMode, "fight": CommitMode,
}  # fmt: skip


class TrafalgarTable(CardTable[State]):
    """The game's side of the table screen."""

    game, narration, deck_back, sounds = GAME, narration.NARRATION, BACK, SOUNDS
    ground = GAME.meta.id

    def __init__(self, view: State) -> None:
        super().__init__(view)
        self.mode = self._build_mode()

    def _build_mode(self) -> PhaseMode:
        phase = "strategy" if self.view.outcome is not None else self.view.phase
        return PHASE_MODES[phase](self)

    # --- what is shown

    def look(self, card: str) -> CardLook:
        """As printed."""
        return looks(self.view.deck, card)

    def hand(self, side: str) -> Sequence[str]:
        """Without what lies in rows or on the tray."""
        cards = super().hand(side)
        away = self.mode.lying() if side == self.own else ()
        return [card for card in cards if card == HIDDEN or card not in away]

    def standing(self, card: str) -> CardStatus:
        """As the phase has it."""
        return self.mode.standing(card)

    def side_look(self, side: str) -> SideLook:
        """Name, hands won, and what is left to win."""
        won, needed = self._won(side), self.view.wins_needed
        stress = "One more hand wins the day." if won == needed - 1 else ""
        words = (f"{format_count(needed, 'hand')} to win.",) if not won else ()
        chosen = ("Has chosen.",) if side in self.view.chosen else ()
        whose = cast(Side, side)
        return SideLook(
            side, NAMES[side], side_badge(whose), COLOURS[whose], "Hands won", won, needed, stress, (*words, *chosen),
            side_ensign(whose),
        )  # fmt: skip

    def _won(self, side: str) -> int:
        """Hands won; the last one counts once it has been decided before everybody's eyes."""
        battle = self.view.battle
        undecided = self.tableau.ahead > 0 and battle is not None and battle.winner == side
        return self.view.won[cast(Side, side)] - undecided

    @property
    def choosing(self) -> bool:
        """Whether the viewer has cards to choose in this phase."""
        return not PHASES[self.view.phase].either and self.view.outcome is None and not self.mode.barred

    def middle(self) -> Widget:
        """As the phase has it."""
        return self.mode.middle()

    def sheets(self) -> Sequence[Widget]:
        """As the phase has it."""
        return self.mode.sheets()

    def reading(self, card: str) -> Reading:
        """What is printed, and what it means now."""
        return replace(super().reading(card), sections=self.mode.sections(card) if card else ())

    def build_caption(self) -> Caption:
        """A game ends in Morale, in which nobody is asked."""
        told = super().build_caption()
        return told if self.view.outcome is None else replace(told, phase=RIBBON[-1])

    # --- what is done

    def primary_action(self) -> PrimaryAction | None:
        """As the phase has it."""
        return self.mode.offer()

    def build_extra_buttons(self) -> Sequence[Button]:
        """As the phase has it."""
        return self.mode.extras()

    def key_hints(self) -> Sequence[str]:
        """As the phase has it."""
        return self._interaction.hints(self.mode.hints())

    def choose(self, card: str) -> Reply:
        """A card was clicked or its key pressed."""
        return self.mode.choose(card) if card in self.mode.whole_hand() else None

    def refusal(self, card: str, place: str) -> Refused | None:
        """What the rules say."""
        if self.mode.barred:
            return Refused("TRA-11", self.mode.barred)
        return self.mode.refusal(card, place)

    def laid(self, card: str, place: str) -> Reply:
        """As the phase has it."""
        return self.mode.laid(card, place)

    def command_of_button(self, ident: str) -> Command | None:
        """What the brass button orders by the cards that are laid."""
        offer = self.primary_action()
        return command_of_reply(self.mode.act(ident), self.view) if offer and ident == offer.action_id else None

    def next_step(self, command: Command) -> ManualStep:
        """Return what the viewer does next: lay each committed card in its row."""
        for play in command.plays if isinstance(command, Commit) else ():
            if self.mode.placed.get(play.card) != play.use:
                return ManualStep(play.card, play.use)
        return super().next_step(command)

    def handle_action(self, report: Report) -> Reply:
        """The buttons of the phase, or the table's own; a place takes the card that the arrows have come to."""
        if isinstance(report, PlacePicked):
            return self._to(report.place)
        return (self.mode.act(report.id) if isinstance(report, Pressed) else None) or super().handle_action(report)

    def _to(self, place: str) -> Reply:
        card = self.tableau.cursor
        if card not in self.mode.whole_hand():
            return Refuse(Refused("", "Drag a card here, or select one with the arrow keys first."))
        refused = self.refusal(card, place)
        return Refuse(refused) if refused else self.laid(card, place)

    def go_back(self) -> bool:
        """What is being composed, then the cursor."""
        return self.mode.back() or super().go_back()

    # --- who looks, and what is played

    def set_viewer(self, side: str) -> None:
        """Nothing of the one before stays."""
        super().set_viewer(side)
        self.mode = self._build_mode()

    def _take(self, view: State) -> None:
        before = (self.view.turn, self.view.phase, self.view.outcome, self.view.chosen, self.view.cards)
        self.view = view
        if before != (view.turn, view.phase, view.outcome, view.chosen, view.cards):
            self.mode = self._build_mode()
        super()._take(view)

    def flights(self, before: State, events: Sequence[Event], after: State) -> list[Flight]:
        """The other side's committed cards come out of hiding; once all is decided, what is laid aside, or dealt."""
        turned = self._turned(events)
        decided = max((one.after + one.lasts for one in self.strokes(before, events, after)), default=0)
        rest = [replace(one, after=one.after + decided) for one in super().flights(before, events, after)]
        return [*turned, *rest]

    def _turned(self, events: Sequence[Event]) -> list[Flight]:
        return animation.in_turn([one for event in events for one in self._revealed(event)])

    def _revealed(self, event: Event) -> list[Flight]:
        """From where these cards were hidden; the viewer's own lie in their rows already."""
        if not isinstance(event, CommitRevealed) or event.side == self.viewer:
            return []
        start = animation.OTHER
        if event.side == self.own and HAND in self.tableau.drop_targets:
            start = HAND
            self.tableau.rects[HAND] = self.tableau.drop_targets[HAND].inflate(
                -self.tableau.drop_targets[HAND].w * 9 // 10, 0
            )
        turned = animation.revealed(self, [play.card for play in event.plays], start)
        return [replace(one, of=event) for one in turned]

    def strokes(self, before: State, events: Sequence[Event], after: State) -> list[Stroke]:
        """What the notes do, one after the other, and then who has won the hand."""
        return narration.steps(events, narration.landed(self._turned(events)))


TABLE = TrafalgarTable
