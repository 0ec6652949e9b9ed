"""The Movement Phase for several ships at once: what a squadron is to do, for this turn or until it is recalled."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from tabletop.core.commands import Command
from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.model import LED, Manner, SquadronOrder, State
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tabletop.games.ships_of_the_line.survey.fleet_orders import (
    MANNER_WORDS,
    build_recall,
    build_standing_order,
    describe_term,
    find_squadron_orders,
    list_pending_orders,
)
from tabletop.players.ships_of_the_line import squadrons
from tabletop.ui import keys
from tabletop.ui.boards.contract import Offer, Unfinished
from tabletop.ui.boards.replies import Recompose, Reply, Submit
from tabletop.ui.boards.ships_of_the_line.flags import hoist
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.stations import drafting
from tabletop.ui.boards.ships_of_the_line.stations.marching import Marching
from tabletop.ui.boards.ships_of_the_line.stations.movement import MovementStation
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.text import SMALL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Upto
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Chosen, Report
from tabletop.ui.widgets.scroll import Scroll

MANNER, TERM = "squadron.manner", "squadron.term"
Term = Literal["turn", "turns", "gunshot", "standing"]
TERMS: dict[Term, str] = {"turn": "Now", "turns": "3 turns", "gunshot": "Gunshot", "standing": "No limit"}
TURNS = 3
_TERM = (
    "This turn only; this turn and the next two; until an enemy is within gunshot when a Movement Phase begins; or "
    "until you recall it. They are secret: at a shared screen, Movement Phases are then covered.\n"
    "Rule C-6"
)
_TIPS: dict[Manner, str] = {
    "follow": "You order the leader; the others steer into the wake of the ship ahead of them.",
    "line_ahead": "The leader holds her course at the speed of the slowest ship; the others come into her wake.",
    "line_abreast": "The leader holds her course and waits; the others come abreast of her, each on her own side.",
    "formation": "You order the leader; the others keep their present positions relative to her.",
    "hold": "Each goes straight ahead with all her points and slows for a ship in her way.",
    "engage": "Each makes for the enemy she can reach soonest, as a computer captain would if no enemy moved.",
}


class SquadronStation(MovementStation):
    """As for one ship; where several of one's own are chosen, they are ordered together by a sheet."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._term: Term = "turn"
        self._ships: tuple[str, ...] = ()
        self._marching = Marching()
        self._acts |= {
            "squadron.give": self._give, "squadron.recall": self._recall, "squadron.carry": self._carry,
        }  # fmt: skip

    def refresh(self) -> None:
        """What is looked at is an order that is chosen, or what stands."""
        super().refresh()
        self._ships = self.viewer.squadron
        if self.viewer.manner and self._ships:
            order = squadrons.build_squadron_order(self.viewer.state, self.viewer.side, self._ships, self.viewer.manner)
            self._march((order,))
        elif self._pending:
            self._march(self._pending)
        else:
            self._marching.drop()

    @property
    def _pending(self) -> tuple[SquadronOrder, ...]:
        """Standing orders that the brass button would carry out: nothing else is being ordered."""
        state, own = self.viewer.state, self.viewer.own
        orders = list_pending_orders(state) if not self._draft else ()
        mine = own is None or state.ships[own].moved or own in find_squadron_orders(state)
        return orders if mine and not self.viewer.waits else ()

    def _march(self, orders: tuple[SquadronOrder, ...]) -> None:
        state, planned = self.viewer.state, self._planned(orders)
        self._marching.begin((state, orders, planned), lambda: squadrons.plan_all_moves(state, orders, planned))

    def _planned(self, orders: Sequence[SquadronOrder]) -> Sail | None:
        """The move that is planned for a leader who is ordered by hand."""
        tried = self._draft.evaluation if self._draft else None
        led = tried and any(one.manner in LED and one.ships[0] == tried.ship for one in orders)
        return self._sail(tried.ship, tried.plan) if tried and led and tried.plan and not tried.verdict else None

    # --- what is shown

    def glanced(self) -> bool:
        """One way more at each look."""
        return self._marching.step()

    def laid(self) -> Sequence[Overlay]:
        """The ways of all, in place of what one ship could do."""
        self.refresh()
        title = MANNER_WORDS[self.viewer.manner].capitalize() if self.viewer.manner else "As ordered"
        ways = tuple(self._marching.laid(self.viewer.state, title))
        return (*super().laid(), *ways) if self._draft or not ways else ways

    def sheet(self) -> Sequence[Widget]:
        """The orders to a squadron, in place of those to a ship."""
        self.refresh()
        return (self._of_squadron(),) if self._ships else super().sheet()

    @property
    def docks(self) -> bool:
        """They are looked at, and not one of them."""
        return bool(self._ships)

    def _of_squadron(self) -> Widget:
        rows = [_row(manner, number) for number, manner in enumerate(MANNER_WORDS, 1)]
        parts: list[Widget] = [
            Text(self._who(), SMALL), ListBox(MANNER, rows, chosen=self.viewer.manner or ""),
            Segments(TERM, list(TERMS.items()), self._term, tip=Tip("How long", _TERM)), *self._stands(),
        ]  # fmt: skip
        panel = Panel(Scroll(Column(parts, gap=4), ident="squadron.scroll"), "Squadron", ident="squadron", padding=10)
        panel.keeps_clear = True
        return Upto(panel, drafting.WIDTH)

    def _who(self) -> str:
        name = self.viewer.state.cards[self._ships[0]].name
        return (
            f"{name} leads {format_count(len(self._ships) - 1, 'more ship')}. To change the leader, select another "
            f"ship first."
        )

    def _stands(self) -> Iterator[Widget]:
        """What stands already, and its recall."""
        found = [one for one in self.viewer.state.standing or () if set(one.ships) & set(self._ships)]
        for one in found:
            held = sum(key in self._ships for key in one.ships)
            yield Text(
                f"Standing for {format_count(held, 'ship')}: {MANNER_WORDS[one.manner]}, {describe_term(one)}.", SMALL
            )
        if found:
            tip = Tip("Recall", "The ships wait for orders again. Ships that have moved stay where they are.")
            yield Button("squadron.recall", "Recall standing orders", "secondary", tip=tip)

    def offer(self) -> Offer | None:
        """The order that is chosen, or those that stand."""
        self.refresh()
        if self.viewer.manner and self._ships:
            words = MANNER_WORDS[self.viewer.manner].capitalize()
            return Offer(
                f"{words}: {format_count(len(self._ships), 'ship')}", "squadron.give", _TIPS[self.viewer.manner]
            )
        if self._pending:
            told = "Ships with standing orders make their plotted moves. If one is refused, the rest stop."
            return Offer(f"As ordered: {_ready_of(self.viewer, self._pending)}", "squadron.carry", told)
        found = super().offer()
        if found is None or not self._ships or found.act != "hold":
            return found
        return replace(found, label=f"{found.label}: {self.viewer.state.cards[self._ships[0]].name}")

    def unfinished(self) -> Unfinished | None:
        """Besides what one ship leaves undone, standing orders that were not carried out."""
        left, waits = super().unfinished(), list_pending_orders(self.viewer.state)
        if left is None or not waits:
            return left
        told = (
            f"The standing {'order' if len(waits) == 1 else 'orders'} to {_ready_of(self.viewer, waits)} would not "
            f"be carried out this turn."
        )
        return replace(left, body=f"{left.body} {told}")

    def hints(self) -> Sequence[str]:
        """Numbers choose what a squadron does; another key chooses one."""
        if self._ships:
            return ("primary", "orders", "commit", "ahead", "port", "starboard", "back")
        first, *rest = super().hints()
        return (first, *(("as_ordered",) if list_pending_orders(self.viewer.state) else ()), *rest, "squadron")

    # --- what is done

    def act(self, report: Report) -> Reply:
        """The sheet, then as for one ship."""
        if isinstance(report, Chosen) and report.id in (MANNER, TERM):
            self.viewer.manner = next((one for one in MANNER_WORDS if one == report.value), self.viewer.manner)
            self._term = next((one for one in TERMS if one == report.value), self._term)
            self.refresh()
            return Recompose()
        return super().act(report)

    def key(self, given: Input) -> Reply:
        """Numbers choose an order, Enter gives it; as it stands by a key of its own."""
        if self._ships and given.key in map(str, range(1, len(MANNER_WORDS) + 1)):
            return self.act(Chosen(MANNER, list(MANNER_WORDS)[int(given.key) - 1]))
        if given.key == keys.key("commit") and self.viewer.manner and self._ships:
            return self._give()
        if given.key == keys.key("as_ordered"):
            return self._carry()
        return super().key(given)

    def back(self) -> bool:
        """Drop the order to the squadron first, then as for one ship."""
        if self.viewer.manner is None:
            return super().back()
        self.viewer.manner = None
        return True

    def _give(self) -> Reply:
        """What stands from now on, and the moves of this turn."""
        if self.viewer.manner is None or not self._ships:
            return None
        self.refresh()
        orders, state = self._marching.orders(), self.viewer.state
        turns = TURNS if self._term == "turns" else 0
        lasting = build_standing_order(
            state, self._ships, self.viewer.manner, turns=turns, to_gunshot=self._term == "gunshot"
        )
        self.viewer.manner = None
        self._drafting.drop()
        return _all([*([lasting] if self._term != "turn" else []), *orders])

    def _carry(self) -> Reply:
        """Every ship with a standing order that has not moved."""
        state = self.viewer.state
        orders = list_pending_orders(state)
        self._march(orders)
        found = self._marching.orders()
        self._drafting.drop()
        return _all(found)

    def _recall(self) -> Reply:
        mine = tuple(key for key in self._ships if key in find_squadron_orders(self.viewer.state))
        return Submit.one(build_recall(self.viewer.state, mine)) if mine else None


def _ready_of(viewer: Viewer, orders: Sequence[SquadronOrder]) -> str:
    """How many ships with these orders may still move."""
    ready = fleet_orders.list_ready_ships(viewer.state, viewer.side)
    return format_count(sum(key in ready for one in orders for key in one.ships), "ship")


def _row(manner: Manner, number: int) -> ListEntry:
    """An order with its flags and its key."""
    words = MANNER_WORDS[manner].capitalize()
    return ListEntry(manner, words, str(number), sign=hoist(manner), tip=Tip(words, _TIPS[manner]))


def _all(orders: Sequence[Command]) -> Reply:
    """One after the other; the first that is refused by then stops the rest, and says why."""
    return Submit([partial(_as_given, order) for order in orders]) if orders else None


def _as_given(order: Command, state: State) -> Command:  # noqa: ARG001 - a command is made from the state as it is by then
    return order
