"""A card game without a point, played on the card table of the kit: two suits, three cards to lay, a pile."""

from dataclasses import dataclass, replace
from typing import Any

from tabletop.cards import zones
from tabletop.cards.events import CardsDealt, CardsDiscarded
from tabletop.cards.zones import Zones, redact_zones
from tabletop.core.errors import Refused
from tabletop.ui.boards.cards import animation
from tabletop.ui.boards.cards.drop_target import DropTarget
from tabletop.ui.boards.cards.look import FIGHTING, MORALE, STRATEGY, TACTICS, CardLook, CardStatus
from tabletop.ui.boards.cards.reader import Reading, Section, build_sheet
from tabletop.ui.boards.cards.sides import SideLook
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.contract import Caption, PrimaryAction
from tabletop.ui.boards.nations import side_badge
from tabletop.ui.boards.replies import Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.trafalgar_cards.rows import SuitLabel, SuitRow, Totals
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.screens.table.bottom_bar import BarChoices, build_bottom_bar
from tabletop.ui.screens.table.log_ticker import LogTicker
from tabletop.ui.screens.table.match_log import LogLine
from tabletop.ui.screens.table.top_bar import build_top_bar
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Spacer
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Pressed, Report, pressed
from tabletop.ui.widgets.stack import Stack

SUITS = {
    "strategy": SuitLabel("Strategy", STRATEGY, "disc", "callipers"),
    "tactics": SuitLabel("Tactics", TACTICS, "square", "colours"),
    "morale": SuitLabel("Morale", MORALE, "diamond", "drum"),
    "fighting": SuitLabel("Fighting", FIGHTING, "shield", "swords"),
}
NAMES = (
    "Nelson Touch", "Break the Line", "England Expects", "Double-shotted Guns", "Local Superiority", "Band of Brothers",
    "Raking Fire", "Weather Gage", "Rapid Broadsides", "Signals from Cádiz", "Close the Gap", "Santísima Trinidad",
    "Sharpshooters Aloft", "Frigates Ahead", "Pell-Mell Battle", "Vive l'Empereur", "Grape Shot", "Hold Your Fire",
    "Double Line Abreast", "Break Through", "Defeat in Detail", "Cut Enemy Line", "Hard Fighting", "Engage Closely",
)  # fmt: skip
WORDS = (
    "Negates the strongest opposing Fighting card.", "", "+2 to each of your Tactics cards.",
    "Can be used as a Morale card.", "Negates the strongest opposing Tactics card. Can be used as a Morale card.",
)  # fmt: skip
ART = ("dividers", "breaking", "flag_british", "broadside", "line_ahead", "drum", "swords", "compass")
IDS = tuple(name.lower().replace(" ", "_") for name in NAMES)


@dataclass(frozen=True)
class State:
    """Where the cards are, what lies in which suit of which side, and what struck out what."""

    cards: Zones
    rows: tuple[tuple[str, str, str], ...] = ()
    negated: tuple[tuple[str, str], ...] = ()
    turn: int = 3

    def seen(self, side: str) -> "State":
        """A view."""
        return replace(self, cards=redact_zones(self.cards, side))


def opened() -> State:
    """Eight cards each, some in the rows, some thrown away."""
    hands = {"british": IDS[:8], "allied": IDS[8:14]}
    rows = (
        ("allied", "strategy", IDS[14]), ("allied", "tactics", IDS[15]), ("british", "tactics", IDS[16]),
        ("british", "strategy", IDS[17]), ("allied", "fighting", IDS[18]),
    )  # fmt: skip
    return State(Zones(IDS[20:], hands, IDS[19:20]), rows, ((IDS[15], "Grape Shot"),))


class PointlessTable(CardTable):
    """The table of the game; what is asked of the screen is kept in `submitted`."""

    sides = ("british", "allied")

    def __init__(self, view: Any) -> None:
        super().__init__(view)
        self.tableau.max_selected = 3
        self.draft: dict[str, str] = {}

    def card_look(self, card: str) -> CardLook:
        number = IDS.index(card)
        suit = SUITS[tuple(SUITS)[number % 4]]
        badge = "badge_british" if number % 2 else "badge_french"
        words, emblem = WORDS[number % len(WORDS)], ART[number % len(ART)]
        return CardLook(
            card, NAMES[number], str(number % 12 + 1), suit.name, suit.colour, suit.pip, words, emblem, badge
        )

    def build_side_look(self, side: str) -> SideLook:
        name, won = {"british": ("British Fleet", 2), "allied": ("Combined Fleet", 1)}[side]
        stress = "One more hand wins the day." if won == 2 else ""
        words = ("The higher total wins the hand.",)
        return SideLook(
            side, name, side_badge(side), counted="Hands won", won=won, needed=3, stress=stress, words=words
        )

    def build_caption(self) -> Caption:
        return Caption(
            "Pointless", "the card game", ("Deal", "Play cards", "Reveal", "Score"), "Play cards", "British to play",
            side_badge("british"), "Turn 3",
        )  # fmt: skip

    def hand(self, side: str) -> list[str]:
        cards = super().hand(side)
        return [card for card in cards if side != self.own or card not in self.draft]

    def check_usable(self, card: str) -> Refused | None:
        return Refused("", "It has no place in this turn.") if card == IDS[7] else None

    def build_middle(self) -> Column:
        return Column([self._row(suit) for suit in SUITS], gap=8)

    def _row(self, suit: str) -> SuitRow:
        fits = any(self.check_placement(card, suit) is None for card in self.tableau.selected)
        own = DropTarget(
            suit, self._cards(self.own, suit), self.tableau, slots=2, invitation="Play here" if fits else ""
        )
        other = DropTarget(f"{suit}.other", self._cards(self.other, suit), self.tableau, slots=2, from_right=True)
        left, right = (self._total(side, suit) for side in (self.other, self.own))
        leads = (right > left) - (right < left)
        words = {-1: ("leads", "behind"), 0: ("tied", "tied"), 1: ("behind", "leads")}[leads]
        return SuitRow(SUITS[suit], Totals(str(left), str(right), *words), other, own, ident=f"row.{suit}")

    def _cards(self, side: str, suit: str) -> list[Any]:
        negated = dict(self.view.negated)
        laid = [card for one, where, card in self.view.rows if (one, where) == (side, suit)]
        drafted = [card for card, where in self.draft.items() if side == self.own and where == suit]
        plain = [self.build_card(card, CardStatus(note="in play", negated_by=negated.get(card, ""))) for card in laid]
        return [*plain, *(self.build_card(card, CardStatus(fresh=True)) for card in drafted)]

    def _total(self, side: str, suit: str) -> int:
        return sum(int(card.look.value) for card in self._cards(side, suit) if not card.status.negated_by)

    def build_sheets(self) -> list[Any]:
        return [
            build_sheet(
                Reading("Odds", "", (Section("", (("A second Strategy card", "41 %"), ("An Admiral", "9 %"))),))
            )
        ]

    def build_reading(self, card: str) -> Reading:
        read = super().build_reading(card)
        if not card:
            return read
        return replace(read, sections=(Section("If you play it now", (("Fighting", "3 to 7"), ("Enemy", "3 to 0"))),))

    def check_placement(self, card: str, place: str) -> Refused | None:
        if place in ("hand", self.card_look(card).suit.lower()):
            return None
        return Refused(
            "TINY-1", f"{self.card_look(card).title} cannot go there, because it is a {self.card_look(card).suit} card."
        )

    def play_card(self, card: str, place: str) -> Reply:
        self.draft.pop(card, None)
        if place != "hand":
            self.draft[card] = place
        return Recompose()

    def primary_action(self) -> PrimaryAction:
        return PrimaryAction(
            "Play the cards", "play", "Lay them for good.", "" if self.draft else "Nothing is laid yet."
        )

    def handle_action(self, report: Report) -> Reply:
        return pressed(report, {"play": lambda: Submit.single(tuple(self.draft))}) or super().handle_action(report)

    def build_strokes(self, before: Any, events: Any, after: Any) -> list[Any]:
        fresh = [card for card, _ in after.negated if card not in dict(before.negated)]
        return animation.build_strokes(fresh)


def after(state: State, event: CardsDealt | CardsDiscarded) -> State:
    """The state that a common event leads to."""
    if isinstance(event, CardsDealt):
        return replace(state, cards=zones.deal_cards(state.cards, event.to))
    return replace(state, cards=zones.discard_cards(state.cards, event.side, event.cards))


class Around(Page):
    """The table screen's bars round a card table, without a match behind them."""

    arrows_start_focus = False

    def __init__(self, table: CardTable) -> None:
        super().__init__()
        self.table = table
        self.submitted: list[Any] = []
        self.presses = {"primary": self._primary}

    def compose(self) -> Widget:
        room = WindowLayout(self.theme, self.size)
        choices = BarChoices(self.table.primary_action(), self.table.build_extra_buttons(), None, None, None)
        line = LogLine(0, "Combined played Sharpshooters Aloft.", "Turn 3")
        below = build_bottom_bar(
            LogTicker([("Turn 3", line)], "British to play."), None, choices, self.table.key_hints(), room
        )
        frame = Column(
            [build_top_bar(self.table.build_caption(), self.theme, self.size[0]), Spacer(grow=1), *below], gap=0
        )
        return Stack([self.table.surface, frame, *self.table.build_panels()])

    def act(self, report: Report) -> None:
        self._answer(self.table.handle_action(report))

    def key_pressed(self, given: Input) -> None:
        self._answer(self.table.handle_key(given))

    def back(self) -> None:
        if self.table.go_back():
            self.rebuild()

    def _primary(self) -> None:
        offer = self.table.primary_action()
        if not self.table.skip_playback() and offer:
            self._answer(self.table.handle_action(Pressed(offer.action_id)))

    def _answer(self, reply: Reply) -> None:
        if isinstance(reply, Refuse):
            self.refuse(reply.refused)
        elif isinstance(reply, Submit):
            self.submitted += [make(self.table.view) for make in reply.commands]
            self.rebuild()
        elif isinstance(reply, Recompose):
            self.rebuild()


def seated(side: str = "british", state: State | None = None, size: tuple[int, int] = (1920, 1080)) -> Around:
    """The screen with a side before it."""
    state = state or opened()
    table = PointlessTable(state.seen(side))
    table.set_viewer(side)
    table.show(state.seen(side))
    screen = Around(table)
    screen.resize(size, Theme())
    return screen
