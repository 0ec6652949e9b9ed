"""The Movement Phase on the sea: a plan is composed leg by leg, shown as a ghost, and then ordered (chapter 5)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from tabletop.core.commands import Command
from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import Sail, Step
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Unaided, enemy_of
from tabletop.games.ships_of_the_line.survey import fleet_orders, plans, seats
from tabletop.games.ships_of_the_line.survey.battle_lines import find_crossed_divisions, find_links
from tabletop.games.ships_of_the_line.survey.choices import WITHOUT
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.games.ships_of_the_line.survey.reach import compute_reach
from tabletop.games.ships_of_the_line.survey.sailing import (
    SpecialOrder,
    find_move_options,
    list_sails,
    list_special_orders,
)
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import Offer, PhaseProgress, Unfinished
from tabletop.ui.boards.replies import Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.order_words import words
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.panels import morale
from tabletop.ui.boards.ships_of_the_line.stations import aid, drafting, ghost, together
from tabletop.ui.boards.ships_of_the_line.stations.drafting import Drafting, Grip
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Column, Sized
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Chosen, Report, pressed

NUMBERED = 9
"""Orders that have a key of their own."""
Shown = tuple[State, str | None, PlanDraft | None, Grip | None, bool]


@dataclass(frozen=True)
class Besides(Report):
    """An order besides sailing was wanted."""

    order: SpecialOrder


def besides_sailing(viewer: Viewer) -> Widget | None:
    """A sheet with a button for each."""
    found = list_special_orders(viewer.state, viewer.side, viewer.own) if viewer.own else ()
    if not found:
        return None
    buttons = [_special_button(viewer.state, number, one) for number, one in enumerate(found)]
    return Sized(Panel(Column(buttons, gap=8), "Instead of sailing", ident="special"), drafting.WIDTH)


def _special_button(state: State, number: int, one: SpecialOrder) -> Button:
    label, _, how, _ = words(state, one.command)
    key = str(number + 1) if number < NUMBERED else ""
    tip = Tip(label, how)
    button = Button(f"special.{number}", label, "secondary", key=key, tip=tip, left=True, report=Besides(one))
    return button.disable(str(one.refusal) if one.refusal else "")


_HOLD = (
    "Every ship under way that has not moved goes straight ahead with all her points, and slows for a ship in her way. "
    "You will be asked to confirm."
)
_LINE = (
    "The selected ship makes her plotted move or holds her course; ships selected with Shift steer into "
    "the wake of the ship ahead of them."
)
_NO_WAY = "All ships under way have moved."
_FORCED = "These ships are under way and have no orders. They will use the points they must use, straight ahead."
_CALM = "These ships are under way and have no orders. They will lose way and lie stopped."


class MovementStation(Station):
    """Compose a plan for the chosen ship, by keys or by dragging her or her ghost; then order it."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._drafting = Drafting(viewer)
        self._kept: tuple[Shown, tuple[Overlay, ...]] | None = None
        self._orders: dict[str, Callable[[], Reply]] = {
            keys.key("commit"): self._commit, keys.key("take_back"): self._drafting.shorten,
            keys.key("set_sail"): self._drafting.next_sail,
        }  # fmt: skip
        self._acts: dict[str, Callable[[], Reply]] = {
            "sail": self._commit, "hold": self._hold, "duty": self._duty, "belay": lambda: Submit.one(self.finish()),
            "next": lambda: self.next_of(fleet_orders.list_ready_ships(viewer.state, viewer.side)),
            "hold_all": lambda: together.hold_all(self.viewer),
            "line_ahead": self._line_ahead,
            drafting.SLOW: lambda: self._drafting.steer(keys.key("slow")), drafting.TAKE_BACK: self._drafting.shorten,
            drafting.DROP: lambda: Recompose() if self.back() else None,
        }  # fmt: skip

    def refresh(self) -> None:
        """A plan holds as long as its ship is the chosen one and has not moved."""
        self._drafting.refresh()

    @property
    def _draft(self) -> PlanDraft | None:
        """What is planned."""
        return self._drafting.draft

    # --- what is shown

    def looks(self) -> Iterator[str]:
        """Whose move is planned."""
        if self._draft:
            yield f"plan {self._draft.evaluation.ship}"

    def laid(self) -> Sequence[Overlay]:
        """The plan, and the water that lies open to the chosen ship; kept until something of it changes."""
        self.refresh()
        shown = self._drafting.state, self.viewer.own, self._draft, self._drafting.grip, self._drafting.unaided
        if self._kept is None or any(a is not b for a, b in zip(self._kept[0], shown, strict=True)):
            self._kept = shown, tuple(self._shown())
        return self._kept[1]

    def _shown(self) -> Iterator[Overlay]:
        state, own = self._drafting.state, self.viewer.own
        plan = self._draft.evaluation if self._draft else None
        yield from survey_overlays.battle_lines(find_links(state, enemy_of(self.viewer.side), plan, own or ""))
        if own is None or state.ships[own].moved:
            return
        draft = self._draft or plans.begin_draft(state, own)
        if draft.evaluation.refusal is None:
            grip = self._drafting.grip  # while a ship is dragged the open water stays as it was at first
            yield survey_overlays.reachable(compute_reach(state, own, (grip.start if grip else draft).evaluation.plan))
        if self._draft:
            yield from ghost.path(state, draft)
            yield from ghost.shelling(state, draft)
        yield ghost.account(state, draft, unaided=self._drafting.unaided)

    def sheet(self) -> Sequence[Widget]:
        """The sail that she sets, and what she could do instead of sailing."""
        self.refresh()
        helper = aid.chip(self._drafting.state, self._draft, unaided=self._drafting.unaided)
        sheets = (self._drafting.sheet(helper), besides_sailing(self.viewer), self._morale())
        return [sheet for sheet in sheets if sheet]

    def _morale(self) -> Widget | None:
        """Who would be tested if she broke the line through which her plan leads."""
        tried = self._draft.evaluation if self._draft else None
        divisions = find_crossed_divisions(self._drafting.state, tried) if tried and tried.verdict is None else ()
        return morale.foreseen(self._drafting.state, tried.ship, divisions) if tried else None

    def tools(self) -> Sequence[Button]:
        """What can be done to the plan of the chosen ship by hand."""
        self.refresh()
        own, waiting = self.viewer.own, fleet_orders.list_unmoved_ships(self.viewer.state, self.viewer.side)
        return self._drafting.tools() if own and own in waiting else ()

    def offer(self) -> Offer | None:
        """Order the plan; without one, hold the course or do her duty; with no ship to order, find the next."""
        self.refresh()
        own, ready = self.viewer.own, fleet_orders.list_ready_ships(self.viewer.state, self.viewer.side)
        if own and own in ready:
            return self._offer_to(own)
        if ready:
            return Offer("Next ship to move", "next", "Selects the next ship that has not moved.")
        return Offer("End movement", "belay", "All your ships have moved.", ends=True)

    def _offer_to(self, own: str) -> Offer:
        state, name = self._drafting.state, self.viewer.state.cards[own].name
        if self._draft and self._draft.evaluation.plan:
            refusal = GAME.check(self.viewer.state, self._sail(own, self._draft.evaluation.plan))
            return Offer(f"Sail: {name}", "sail", "She makes the plotted move.", str(refusal) if refusal else "")
        if fleet_orders.find_duty_move(self.viewer.state, own):
            return Offer("Forced move", "duty", f"{name} makes the move she must make, even without orders (AMB-149).")
        if find_move_options(state, own).is_stopped:
            return Offer("Stay stopped", "hold", f"{name} does not get under way this turn.")
        short = together.shortfall(state, fleet_orders.plan_straight_run(state, own))
        return Offer("Hold course", "hold", short or f"{name} goes straight ahead with all her points.")

    def extras(self) -> Sequence[Button]:
        """Hold course for all, and line ahead."""
        hold = Button(
            "hold_all", "Hold course all", "dark", key=keys.key("hold_all"), tip=Tip("Hold course all", _HOLD)
        )
        line = Button("line_ahead", "Line ahead", "dark", key=keys.key("line_ahead"), tip=Tip("Line ahead", _LINE))
        able = fleet_orders.list_ships_under_way(self.viewer.state, self.viewer.side)
        return hold.disable("" if able else _NO_WAY), line.disable(together.no_line(self.viewer))

    def gives(self, ident: str) -> Command | None:
        """What a button besides sailing orders."""
        found = list_special_orders(self.viewer.state, self.viewer.side, self.viewer.own) if self.viewer.own else ()
        return next((one.command for number, one in enumerate(found) if ident == f"special.{number}"), None)

    def finish(self) -> Command:
        """Done."""
        return seats.build_done(self.viewer.state)

    def unfinished(self) -> Unfinished | None:
        """Ships under way that nobody has commanded (AMB-89)."""
        state = self.viewer.state
        left = fleet_orders.list_ships_under_way(state, self.viewer.side)
        if not left:
            return None
        if gone := fleet_orders.find_ships_leaving(state, fleet_orders.build_default_moves(state, left)):
            cost = together.cost_of_leaving(state, gone)
            return Unfinished(together.LEAVING, f"{_FORCED} {cost}", tuple(left), grave=True)
        forced = any(find_move_options(state, key).allowance.forced for key in left)
        return Unfinished("End the movement phase?", _FORCED if forced else _CALM, tuple(left))

    def progress(self) -> PhaseProgress:
        """Ships moved of those that could."""
        state, side = self.viewer.state, self.viewer.side
        moved = fleet_orders.count_moved_ships(state, side)
        able = moved + len(fleet_orders.list_ready_ships(state, side))
        words = f"{moved} of {format_count(able, 'ship')} moved" if able else "No ship can move"
        return PhaseProgress("Ships moved this phase", words, moved / (able or 1))

    def hints(self) -> Sequence[str]:
        """The helm."""
        plan = ("take_back", "back") if self._draft else ("drag_ship",)
        own = self.viewer.own
        rigged = ("set_sail",) if own and list_sails(self.viewer.state, own) else ()
        tack = ("tack",) if own and plans.can_pitch(self._drafting.state, own) else ()
        helm = ("ahead", "port", "starboard", "starboard_fine", *(tack or ("starboard_sharp",)), "slow")
        return ("primary", *helm, *rigged, *plan)

    # --- what is done

    def wants(self, gesture: Gesture) -> bool:
        """A drag that begins on an own ship that has not moved, or on the ghost."""
        return self._drafting.wants(gesture)

    def gesture(self, gesture: Gesture) -> Reply:
        """Drag a ship or her ghost: the plan follows the pointer, and stays when she is let go."""
        return self._drafting.gesture(gesture)

    def act(self, report: Report) -> Reply:
        """The brass button, its neighbours and the panel."""
        if isinstance(report, Chosen) and report.id == drafting.SAIL and self.viewer.own:
            rigged = [sail for sail in list_sails(self.viewer.state, self.viewer.own) if sail == report.value]
            return self._drafting.set_sail(rigged[0]) if rigged else None
        if isinstance(report, Chosen) and report.id == aid.AID:
            self._drafting.unaided = report.value == WITHOUT
            return Recompose()
        if isinstance(report, Besides):
            order, gone = Submit.one(report.order.command), report.order.ships_leaving
            return together.ask_to_leave(self.viewer.state, gone, order) if gone else order
        return pressed(report, self._acts)

    def key(self, given: Input) -> Reply:
        """The helm, and what is done with the plan."""
        if given.key in self._orders:
            return self._orders[given.key]()
        return self._drafting.steer(given.key)

    def back(self) -> bool:
        """Drop the plan."""
        had = self._draft is not None or self._drafting.sail is not None
        self._drafting.drop()
        return had

    def _commit(self) -> Reply:
        if self._draft is None:
            return None
        return self._order(self._draft.evaluation.ship, self._draft.evaluation.plan)

    def _hold(self) -> Reply:
        state, own = self._drafting.state, self.viewer.own
        if own is None:
            return None
        return self._order(
            own,
            () if find_move_options(state, own).is_stopped else fleet_orders.plan_straight_run(state, own).best.plan,
        )

    def _duty(self) -> Reply:
        own = self.viewer.own
        order = fleet_orders.find_duty_move(self.viewer.state, own) if own else None
        return Submit.one(order) if order else None

    def _order(self, key: str, plan: tuple[Step, ...]) -> Reply:
        order = self._sail(key, plan)
        if refusal := GAME.check(self.viewer.state, order):
            return Refuse(refusal)
        if gone := fleet_orders.find_ships_leaving(self.viewer.state, [order]):
            return together.ask_to_leave(self.viewer.state, gone, Submit.one(order))
        self._drafting.drop()
        return Submit.one(order)

    def _sail(self, key: str, plan: tuple[Step, ...]) -> Sail:
        leader: Unaided | UnsetType = "none" if self._drafting.unaided else UNSET
        return Sail(side=self.viewer.side, ship=key, plan=plan, set=self._drafting.sail or UNSET, leader=leader)

    def _line_ahead(self) -> Reply:
        """The others follow the chosen ship, who makes the move that is planned for her."""
        planned = self._draft.evaluation if self._draft and self._draft.evaluation.plan else None
        if planned and planned.verdict:
            return Refuse(planned.verdict)
        return together.line_ahead(self.viewer, self._sail(planned.ship, planned.plan) if planned else None)
