"""The Movement Phase for squadrons: an order for this turn, or one that stands until it is recalled."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from typing_extensions import override

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
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.players.ships_of_the_line import squadrons
from tabletop.players.ships_of_the_line.squadrons import SquadronMove
from tabletop.ui import keys
from tabletop.ui.boards.contract import PrimaryAction, UnfinishedPhase
from tabletop.ui.boards.replies import Recompose, Reply, Submit
from tabletop.ui.boards.ships_of_the_line.flags import build_hoist
from tabletop.ui.boards.ships_of_the_line.modes import plan_composer, plan_overlays
from tabletop.ui.boards.ships_of_the_line.modes.movement import MovementMode
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Overlay, RingedShip
from tabletop.ui.boards.ships_of_the_line.scene import place_ship
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
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

_MOST_LINES = 3
"""Number of ships that are explained in the chip before the rest is counted."""


class SquadronMoves:
    """The moves of ships that are ordered together, found one at a time.

    Attributes:
        found: the moves found so far.
    """

    def __init__(self) -> None:
        self.found: tuple[SquadronMove, ...] = ()
        self._key: tuple[object, ...] = ()
        self._moves: Iterator[SquadronMove] | None = None

    def begin(self, of: tuple[object, ...], walk: Callable[[], Iterator[SquadronMove]]) -> None:
        """Start to find the moves of `walk` unless `of` is the same key as before."""
        if self._key != of:
            self._key, self.found, self._moves = of, (), walk()

    def clear(self) -> None:
        """Forget all moves."""
        self._key, self.found, self._moves = (), (), None

    def find_next(self) -> bool:
        """Find one more move; return False if there was none."""
        way = next(self._moves, None) if self._moves else None
        if way is None:
            self._moves = None
            return False
        self.found = (*self.found, way)
        return True

    def find_all_commands(self) -> list[Sail]:
        """Find all remaining moves, and return their commands in order."""
        while self.find_next():
            pass
        return [way.order for way in self.found if way.order]

    def build_overlays(self, state: State, title: str) -> Iterator[Overlay]:
        """Yield each move with its ghost, and a chip with the number of ships and the exceptions."""
        for way in self.found:
            if way.order and way.evaluation:
                yield from plan_overlays.build_path(state, PlanDraft(way.evaluation))
            if not way.order or way.loses_way:
                yield RingedShip(way.ship)
        if self.found:
            goes = sum(way.order is not None for way in self.found)
            at = place_ship(state, self.found[0].ship).at
            told = tuple(_describe_exceptions(state, self.found))
            yield Chip(at, f"{title}: {goes} of {format_count(len(self.found), 'ship')}", told, "plan")


def _describe_exceptions(state: State, found: Sequence[SquadronMove]) -> Iterator[str]:
    """Yield who will lose way and who gets no command, and the number of those left out."""
    why = [way.why for way in found if not way.order]
    losing = [_describe_lost_way(state, way) for way in found if way.order and way.loses_way]
    told = [*losing, *why]
    yield from told[:_MOST_LINES]
    if len(told) > _MOST_LINES:
        yield f"and {format_count(len(told) - _MOST_LINES, 'more ship')}"


def _describe_lost_way(state: State, way: SquadronMove) -> str:
    """Return a sentence such as "Mars will lose way: Neptune is in her way."."""
    name = state.cards[way.ship].name
    blocker = way.evaluation.contact if way.evaluation else ""
    return f"{name} will lose way: {state.cards[blocker].name} is in her way." if blocker else f"{name} will lose way."


MANNER, TERM = "squadron.manner", "squadron.term"
Term = Literal["turn", "turns", "gunshot", "standing"]
TERMS: dict[Term, str] = {"turn": "Now", "turns": "3 turns", "gunshot": "Gunshot", "standing": "No limit"}
LASTING_TURNS = 3
_TERM_TIP = (
    "This turn only; this turn and the next two; until an enemy is within gunshot when a Movement Phase begins; or "
    "until you recall it. They are secret: at a shared screen, Movement Phases are then covered.\n"
    "Rule C-6"
)
_MANNER_TIPS: dict[Manner, str] = {
    "follow": "You order the leader; the others steer into the wake of the ship ahead of them.",
    "line_ahead": "The leader holds her course at the speed of the slowest ship; the others come into her wake.",
    "line_abreast": "The leader holds her course and waits; the others come abreast of her, each on her own side.",
    "formation": "You order the leader; the others keep their present positions relative to her.",
    "hold": "Each goes straight ahead with all her points and slows for a ship in her way.",
    "engage": "Each makes for the enemy she can reach soonest, as a computer captain would if no enemy moved.",
}


class SquadronMode(MovementMode):
    """The movement mode, with a panel of orders while several own ships are selected."""

    def __init__(self, viewer: SeaTableView) -> None:
        super().__init__(viewer)
        self._term: Term = "turn"
        self._ships: tuple[str, ...] = ()
        self._moves = SquadronMoves()
        self._button_actions |= {
            "squadron.give": self._give_order,
            "squadron.recall": self._recall_orders,
            "squadron.carry": self._carry_out_orders,
        }

    @override
    def refresh(self) -> None:
        """Find the moves of the order that is picked, or of standing orders."""
        super().refresh()
        self._ships = self.viewer.squadron
        if self.viewer.manner and self._ships:
            order = squadrons.build_squadron_order(self.viewer.state, self.viewer.side, self._ships, self.viewer.manner)
            self._find_moves((order,))
        elif self._pending_orders:
            self._find_moves(self._pending_orders)
        else:
            self._moves.clear()

    @property
    def _pending_orders(self) -> tuple[SquadronOrder, ...]:
        """Return the standing orders that the primary action would carry out."""
        state, own = self.viewer.state, self.viewer.own
        orders = list_pending_orders(state) if not self._draft else ()
        mine = own is None or state.ships[own].moved or own in find_squadron_orders(state)
        return orders if mine and not self.viewer.is_waiting else ()

    def _find_moves(self, orders: tuple[SquadronOrder, ...]) -> None:
        """Start to find the moves of `orders`; keeps moves that are found already."""
        state, planned = self.viewer.state, self._find_leader_sail(orders)
        self._moves.begin((state, orders, planned), lambda: squadrons.plan_all_moves(state, orders, planned))

    def _find_leader_sail(self, orders: Sequence[SquadronOrder]) -> Sail | None:
        """Return the planned move of a leader whom the player orders by hand, or None."""
        tried = self._draft.evaluation if self._draft else None
        led = tried and any(one.manner in LED and one.ships[0] == tried.ship for one in orders)
        return self._build_sail(tried.ship, tried.plan) if tried and led and tried.plan and not tried.verdict else None

    # --- what is shown

    @override
    def glanced(self) -> bool:
        """Find one more move; return True if there was one."""
        return self._moves.find_next()

    @override
    def laid(self) -> Sequence[Overlay]:
        self.refresh()
        title = MANNER_WORDS[self.viewer.manner].capitalize() if self.viewer.manner else "As ordered"
        ways = tuple(self._moves.build_overlays(self.viewer.state, title))
        return (*super().laid(), *ways) if self._draft or not ways else ways

    @override
    def sheet(self) -> Sequence[Widget]:
        self.refresh()
        return (self._build_squadron_panel(),) if self._ships else super().sheet()

    @property
    @override
    def docks(self) -> bool:
        return bool(self._ships)

    def _build_squadron_panel(self) -> Widget:
        """Build the panel with the orders, their duration and standing orders."""
        rows = [_build_manner_row(manner, number) for number, manner in enumerate(MANNER_WORDS, 1)]
        parts: list[Widget] = [
            Text(self._describe_leader(), SMALL),
            ListBox(MANNER, rows, chosen=self.viewer.manner or ""),
            Segments(TERM, list(TERMS.items()), self._term, tip=Tip("How long", _TERM_TIP)),
            *self._build_standing_rows(),
        ]
        panel = Panel(Scroll(Column(parts, gap=4), ident="squadron.scroll"), "Squadron", ident="squadron", padding=10)
        panel.keeps_clear = True
        return Upto(panel, plan_composer.PANEL_WIDTH)

    def _describe_leader(self) -> str:
        """Return a sentence that names the leader and counts the ships that follow."""
        name = self.viewer.state.cards[self._ships[0]].name
        return (
            f"{name} leads {format_count(len(self._ships) - 1, 'more ship')}. To change the leader, select another "
            f"ship first."
        )

    def _build_standing_rows(self) -> Iterator[Widget]:
        """Yield the standing orders of the selected ships, and a button that recalls them."""
        found = [one for one in self.viewer.state.standing or () if set(one.ships) & set(self._ships)]
        for one in found:
            held = sum(key in self._ships for key in one.ships)
            yield Text(
                f"Standing for {format_count(held, 'ship')}: {MANNER_WORDS[one.manner]}, {describe_term(one)}.", SMALL
            )
        if found:
            tip = Tip("Recall", "The ships wait for orders again. Ships that have moved stay where they are.")
            yield Button("squadron.recall", "Recall standing orders", "secondary", tip=tip)

    @override
    def offer(self) -> PrimaryAction | None:
        """Return the action for the picked order or the standing orders, else that for one ship."""
        self.refresh()
        if self.viewer.manner and self._ships:
            words = MANNER_WORDS[self.viewer.manner].capitalize()
            return PrimaryAction(
                f"{words}: {format_count(len(self._ships), 'ship')}", "squadron.give", _MANNER_TIPS[self.viewer.manner]
            )
        if self._pending_orders:
            told = "Ships with standing orders make their plotted moves. If one is refused, the rest stop."
            return PrimaryAction(
                f"As ordered: {_count_ready_ships(self.viewer, self._pending_orders)}", "squadron.carry", told
            )
        found = super().offer()
        if found is None or not self._ships or found.action_id != "hold":
            return found
        return replace(found, label=f"{found.label}: {self.viewer.state.cards[self._ships[0]].name}")

    @override
    def unfinished(self) -> UnfinishedPhase | None:
        """Return the warning for single ships, with the standing orders that were not carried out."""
        left, waits = super().unfinished(), list_pending_orders(self.viewer.state)
        if left is None or not waits:
            return left
        orders = "order" if len(waits) == 1 else "orders"
        told = f"The standing {orders} to {_count_ready_ships(self.viewer, waits)} would not be carried out this turn."
        return replace(left, body=f"{left.body} {told}")

    @override
    def hints(self) -> Sequence[str]:
        if self._ships:
            return ("primary", "orders", "commit", "ahead", "port", "starboard", "back")
        first, *rest = super().hints()
        return (first, *(("as_ordered",) if list_pending_orders(self.viewer.state) else ()), *rest, "squadron")

    # --- what is done

    @override
    def act(self, report: Report) -> Reply:
        if isinstance(report, Chosen) and report.id in (MANNER, TERM):
            self.viewer.manner = next((one for one in MANNER_WORDS if one == report.value), self.viewer.manner)
            self._term = next((one for one in TERMS if one == report.value), self._term)
            self.refresh()
            return Recompose()
        return super().act(report)

    @override
    def key(self, given: Input) -> Reply:
        """Pick an order by its number, give it by Enter, or carry out standing orders."""
        if self._ships and given.key in map(str, range(1, len(MANNER_WORDS) + 1)):
            return self.act(Chosen(MANNER, list(MANNER_WORDS)[int(given.key) - 1]))
        if given.key == keys.key("commit") and self.viewer.manner and self._ships:
            return self._give_order()
        if given.key == keys.key("as_ordered"):
            return self._carry_out_orders()
        return super().key(given)

    @override
    def back(self) -> bool:
        """Drop the picked order first, then as for one ship."""
        if self.viewer.manner is None:
            return super().back()
        self.viewer.manner = None
        return True

    def _give_order(self) -> Reply:
        """Submit the moves of this turn, after the standing order if it lasts longer."""
        if self.viewer.manner is None or not self._ships:
            return None
        self.refresh()
        orders, state = self._moves.find_all_commands(), self.viewer.state
        turns = LASTING_TURNS if self._term == "turns" else 0
        lasting = build_standing_order(
            state, self._ships, self.viewer.manner, turns=turns, to_gunshot=self._term == "gunshot"
        )
        self.viewer.manner = None
        self._drafting.clear()
        return _submit_all([*([lasting] if self._term != "turn" else []), *orders])

    def _carry_out_orders(self) -> Reply:
        """Submit the moves of all ships with standing orders that have not moved."""
        state = self.viewer.state
        orders = list_pending_orders(state)
        self._find_moves(orders)
        found = self._moves.find_all_commands()
        self._drafting.clear()
        return _submit_all(found)

    def _recall_orders(self) -> Reply:
        """Submit the recall of the standing orders of the selected ships; None without any."""
        mine = tuple(key for key in self._ships if key in find_squadron_orders(self.viewer.state))
        return Submit.single(build_recall(self.viewer.state, mine)) if mine else None


def _count_ready_ships(viewer: SeaTableView, orders: Sequence[SquadronOrder]) -> str:
    """Return the number of ships with these orders that may still move, such as "3 ships"."""
    ready = fleet_orders.list_ready_ships(viewer.state, viewer.side)
    return format_count(sum(key in ready for one in orders for key in one.ships), "ship")


def _build_manner_row(manner: Manner, number: int) -> ListEntry:
    """Build the list entry of an order with its flags and number."""
    words = MANNER_WORDS[manner].capitalize()
    return ListEntry(manner, words, str(number), sign=build_hoist(manner), tip=Tip(words, _MANNER_TIPS[manner]))


def _submit_all(orders: Sequence[Command]) -> Reply:
    """Return a reply that submits `orders` in turn and stops at the first refusal; None for none."""
    return Submit([partial(_return_command, order) for order in orders]) if orders else None


def _return_command(order: Command, state: State) -> Command:  # noqa: ARG001 - a command is made from the state as it is by then
    """Return `order`, whatever `state` is."""
    return order
