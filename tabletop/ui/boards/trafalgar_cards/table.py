"""The table of Trafalgar. `phase_modes` holds what differs between the phases."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from typing_extensions import override

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
from tabletop.ui.boards.trafalgar_cards.pictures import BACK, COLOURS, card_look
from tabletop.ui.boards.trafalgar_cards.sounds import SOUNDS
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Pressed, Report

NAMES: dict[str, str] = {"british": "British Fleet", "allied": "Combined Fleet"}
"""The names of the sides beside their hands."""
PHASE_MODES: dict[str, type[PhaseMode]] = {
    "strategy": RevealMode,
    "tactics": DiscardMode,
    "fight": CommitMode,
}


class TrafalgarTable(CardTable[State]):
    """The table of Trafalgar, see `boards.contract.GameTable`.

    Attributes:
       mode: the interaction of the phase; a new one whenever turn, phase, choices or cards change.
    """

    game, narration, deck_back, sounds = GAME, narration.NARRATION, BACK, SOUNDS
    ground = GAME.meta.id

    def __init__(self, view: State) -> None:
        super().__init__(view)
        self.mode = self._build_mode()

    def _build_mode(self) -> PhaseMode:
        phase = "strategy" if self.view.outcome is not None else self.view.phase
        return PHASE_MODES[phase](self)

    # --- what is shown

    @override
    def card_look(self, card: str) -> CardLook:
        return card_look(self.view.deck, card)

    def hand(self, side: str) -> Sequence[str]:
        """Return the cards of a hand, without those in the rows or on the tray."""
        cards = super().hand(side)
        away = self.mode.list_placed() if side == self.own else ()
        return [card for card in cards if card == HIDDEN or card not in away]

    @override
    def card_status(self, card: str) -> CardStatus:
        return self.mode.card_status(card)

    def build_side_look(self, side: str) -> SideLook:
        """Return name, hands won and hands left to win of a side."""
        won, needed = self._hands_won(side), self.view.wins_needed
        stress = "One more hand wins the day." if won == needed - 1 else ""
        words = (f"{format_count(needed, 'hand')} to win.",) if not won else ()
        chosen = ("Has chosen.",) if side in self.view.chosen else ()
        whose = cast(Side, side)
        return SideLook(
            side,
            NAMES[side],
            side_badge(whose),
            COLOURS[whose],
            "Hands won",
            won,
            needed,
            stress,
            (*words, *chosen),
            side_ensign(whose),
        )

    def _hands_won(self, side: str) -> int:
        """Return the hands won. The last one counts only once its result has been shown."""
        battle = self.view.battle
        undecided = self.tableau.strokes_ahead > 0 and battle is not None and battle.winner == side
        return self.view.won[cast(Side, side)] - undecided

    @property
    def choosing(self) -> bool:
        """Return True if the viewer must choose cards in this phase."""
        return not PHASES[self.view.phase].either and self.view.outcome is None and not self.mode.blocked

    @override
    def build_middle(self) -> Widget:
        return self.mode.build_middle()

    @override
    def build_sheets(self) -> Sequence[Widget]:
        return self.mode.build_sheets()

    def build_reading(self, card: str) -> Reading:
        """Return the printed text of a card with the sections of the phase."""
        return replace(super().build_reading(card), sections=self.mode.build_sections(card) if card else ())

    def build_caption(self) -> Caption:
        """Return the caption. A finished game stands in the last phase, in which nobody is asked."""
        told = super().build_caption()
        return told if self.view.outcome is None else replace(told, phase=RIBBON[-1])

    # --- what is done

    @override
    def primary_action(self) -> PrimaryAction | None:
        return self.mode.primary_action()

    @override
    def build_extra_buttons(self) -> Sequence[Button]:
        return self.mode.build_extra_buttons()

    @override
    def key_hints(self) -> Sequence[str]:
        return self._interaction.filter_hints(self.mode.key_hints())

    @override
    def choose_card(self, card: str) -> Reply:
        return self.mode.choose_card(card) if card in self.mode.whole_hand() else None

    @override
    def check_placement(self, card: str, place: str) -> Refused | None:
        if self.mode.blocked:
            return Refused("TRA-11", self.mode.blocked)
        return self.mode.check_placement(card, place)

    @override
    def play_card(self, card: str, place: str) -> Reply:
        return self.mode.play_card(card, place)

    def command_of_button(self, ident: str) -> Command | None:
        """Return the command of the primary button for the cards that are laid, or None for another button."""
        offer = self.primary_action()
        return (
            command_of_reply(self.mode.handle_action(ident), self.view) if offer and ident == offer.action_id else None
        )

    def next_step(self, command: Command) -> ManualStep:
        """Return the next step of the viewer: lay each committed card in its row."""
        for play in command.plays if isinstance(command, Commit) else ():
            if self.mode.placed.get(play.card) != play.use:
                return ManualStep(play.card, play.use)
        return super().next_step(command)

    def handle_action(self, report: Report) -> Reply:
        """Handle a report: a place takes the card under the cursor; then the phase, then every card table."""
        if isinstance(report, PlacePicked):
            return self._play_cursor_card(report.place)
        return (self.mode.handle_action(report.id) if isinstance(report, Pressed) else None) or super().handle_action(
            report
        )

    def _play_cursor_card(self, place: str) -> Reply:
        card = self.tableau.cursor
        if card not in self.mode.whole_hand():
            return Refuse(Refused("", "Drag a card here, or select one with the arrow keys first."))
        refused = self.check_placement(card, place)
        return Refuse(refused) if refused else self.play_card(card, place)

    def go_back(self) -> bool:
        """Take back what is being composed, then the cursor. Return False if there was nothing."""
        return self.mode.go_back() or super().go_back()

    # --- who looks, and what is played

    def set_viewer(self, side: str) -> None:
        """Change the viewer and start the phase afresh."""
        super().set_viewer(side)
        self.mode = self._build_mode()

    def _set_view(self, view: State) -> None:
        before = (self.view.turn, self.view.phase, self.view.outcome, self.view.chosen, self.view.cards)
        self.view = view
        if before != (view.turn, view.phase, view.outcome, view.chosen, view.cards):
            self.mode = self._build_mode()
        super()._set_view(view)

    def build_flights(self, before: State, events: Sequence[Event], after: State) -> list[Flight]:
        """Return flights that reveal the other side's commit, then those after the decision."""
        turned = self._build_reveal_flights(events)
        decided = max((one.delay + one.duration for one in self.build_strokes(before, events, after)), default=0)
        rest = [replace(one, delay=one.delay + decided) for one in super().build_flights(before, events, after)]
        return [*turned, *rest]

    def _build_reveal_flights(self, events: Sequence[Event]) -> list[Flight]:
        return animation.stagger([one for event in events for one in self._build_commit_flights(event)])

    def _build_commit_flights(self, event: Event) -> list[Flight]:
        """Return flights that turn over a revealed commit. The viewer's own cards lie in their rows already."""
        if not isinstance(event, CommitRevealed) or event.side == self.viewer:
            return []
        start = animation.OTHER
        if event.side == self.own and HAND in self.tableau.drop_targets:
            start = HAND
            self.tableau.rects[HAND] = self.tableau.drop_targets[HAND].inflate(
                -self.tableau.drop_targets[HAND].w * 9 // 10, 0
            )
        turned = animation.build_reveal_flights(self, [play.card for play in event.plays], start)
        return [replace(one, event=event) for one in turned]

    @override
    def build_strokes(self, before: State, events: Sequence[Event], after: State) -> list[Stroke]:
        return narration.build_steps(events, narration.landing_time(self._build_reveal_flights(events)))


TABLE = TrafalgarTable
