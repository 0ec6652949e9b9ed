"""The Movement Phase at sea: plan a ship's move leg by leg, or give orders to all ships (chapter 5)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msgspec import UNSET, UnsetType
from typing_extensions import override

from tabletop.core.commands import Command
from tabletop.core.phrases import format_count, join_words
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import Sail, Step
from tabletop.games.ships_of_the_line.model import State, is_in_service, side_of
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.ship import Unaided, enemy_of
from tabletop.games.ships_of_the_line.survey import fleet_orders, plans, sailing, seats, summaries
from tabletop.games.ships_of_the_line.survey.battle_lines import find_crossed_divisions, find_links
from tabletop.games.ships_of_the_line.survey.choices import WITHOUT
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.games.ships_of_the_line.survey.reach import compute_reach
from tabletop.games.ships_of_the_line.tables import FLED_POINTS
from tabletop.geometry import measure
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import PhaseProgress, PrimaryAction, UnfinishedPhase
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.modes import crew_panel, plan_composer, plan_overlays
from tabletop.ui.boards.ships_of_the_line.modes.plan_composer import Grip, PlanComposer
from tabletop.ui.boards.ships_of_the_line.modes.sea_mode import SeaMode, submit_while_legal
from tabletop.ui.boards.ships_of_the_line.order_words import describe_order
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.panels import morale
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Column, Sized
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Chosen, Report, pressed


def ask_to_hold_all(viewer: SeaTableView) -> Reply:
    """Ask to send every ship under way straight ahead; lists the ships that fall short. None without any."""
    state = viewer.state
    runs = fleet_orders.plan_held_courses(state, viewer.side)
    if not runs:
        return None
    short = [told for run in runs if (told := describe_shortfall(state, run))]
    words = f"{format_count(len(runs), 'ship')} under way, straight ahead with all points"
    body = "\n".join([f"{words}, but:" if short else f"{words}.", *short])
    orders = submit_while_legal(fleet_orders.build_orders(state, runs))
    if gone := [key for run in runs if run.best.verdict is None for key in run.best.departing_ships]:
        return ask_to_leave(state, gone, orders, "\n".join(short))
    return Ask("Hold course?", body, "Hold course", orders, tuple(run.best.ship for run in runs))


def describe_shortfall(state: State, run: fleet_orders.StraightRun) -> str:
    """Return why a ship does not use all points straight ahead and where it may ground, or ""."""
    ground = (
        (f"{told}." for told in plan_overlays.describe_groundings(state, PlanDraft(run.best)))
        if run.best.verdict is None
        else ()
    )
    return " ".join(filter(None, (_describe_cut_run(state, run), *ground)))


def _describe_cut_run(state: State, run: fleet_orders.StraightRun) -> str:
    """Return why a straight run ends early or gets no command, or ""."""
    made, whole, name = run.best, run.full, state.cards[run.best.ship].name
    if made.verdict:
        return f"{name} gets no order: {made.verdict.reason}"
    far = sum(measure.distance(leg.start.point, leg.end.point) for leg in whole.legs)
    if made.departing_ships:
        return f"{name} leaves the battle at the edge of the map after {format_um(far)}."
    if not whole.contact:
        return ""
    met = f"she meets {summaries.find_name(state, whole.contact)} after {format_um(far)}"
    if made.contact:
        return f"{name} cannot slow in time: {met}."
    return f"{name} gives up {format_count(made.total_slowed, 'point')} of {made.allowance.points}; otherwise {met}."


def form_line_ahead(viewer: SeaTableView, planned: Sail | None) -> Reply:
    """Submit moves by which the selected ships follow the first; asks first if any leaves the map.

    `planned` is the move of the first ship, or None to let it hold its course.
    """
    if find_line_problem(viewer):
        return None
    orders = fleet_orders.follow_in_line_ahead(viewer.state, _sort_selection(viewer), planned)
    then = submit_while_legal(orders)
    gone = fleet_orders.find_ships_leaving(viewer.state, orders)
    return ask_to_leave(viewer.state, gone, then) if gone else then


def find_line_problem(viewer: SeaTableView) -> str:
    """Return why the selected ships cannot form a line, or ""."""
    line = _sort_selection(viewer)
    if len(line) < 2 or viewer.own is None:
        return "Select the leading ship, then Shift-click the ships that follow her."
    if not set(line[1:]).intersection(fleet_orders.list_ready_ships(viewer.state, viewer.side)):
        return "None of the following ships can still move this turn."
    return ""


def _sort_selection(viewer: SeaTableView) -> list[str]:
    """Return the selected ships of the side to move, in the order of a line ahead."""
    return fleet_orders.sort_into_line(
        viewer.state, [key for key in viewer.selected_ships if side_of(viewer.state, key) == viewer.side]
    )


LEAVE_TITLE = "Leave the map?"


def ask_to_leave(state: State, gone: Sequence[str], then: Submit, said: str = "") -> Ask:
    """Ask if the ships `gone` may leave the battle for good; `said` is a text to put first."""
    body = "\n".join(filter(None, (said, describe_leaving(state, gone))))
    return Ask(LEAVE_TITLE, body, "Leave the map", then, tuple(gone), grave=True)


def describe_leaving(state: State, gone: Sequence[str]) -> str:
    """Return what it costs if the ships `gone` cross the edge of the map."""
    names = join_words(state.cards[key].name for key in gone)
    told = f"{names} would cross the edge of the map and leave the battle for good."
    fled = [key for key in gone if is_in_service(state, key)]
    if fled:
        points = FLED_POINTS * len(fled)
        told += f" Your side loses {points} victory points and the enemy gains {points} (SOTL-8-e)."
    sides = {side_of(state, key) for key in fled}
    left = [
        key for key in state.ships if is_in_service(state, key) and side_of(state, key) in sides and key not in gone
    ]
    return told if left or not fled else f"{told} You would have no fighting ship left, and the battle would end."


NUMBERED_ORDERS = 9
"""Number of special orders that have a number key."""
OverlayKey = tuple[State, str | None, PlanDraft | None, Grip | None, bool]


@dataclass(frozen=True)
class SpecialOrderPressed(Report):
    """The report that a special order was pressed."""

    order: sailing.SpecialOrder


def build_special_orders(viewer: SeaTableView) -> Widget | None:
    """Build a panel with a button for each special order of the selected ship; None without any."""
    found = sailing.list_special_orders(viewer.state, viewer.side, viewer.own) if viewer.own else ()
    if not found:
        return None
    buttons = [_build_special_button(viewer.state, number, one) for number, one in enumerate(found)]
    return Sized(Panel(Column(buttons, gap=8), "Instead of sailing", ident="special"), plan_composer.PANEL_WIDTH)


def _build_special_button(state: State, number: int, one: sailing.SpecialOrder) -> Button:
    label, _, how, _ = describe_order(state, one.command)
    key = str(number + 1) if number < NUMBERED_ORDERS else ""
    tip = Tip(label, how)
    button = Button(
        f"special.{number}", label, "secondary", key=key, tip=tip, left=True, report=SpecialOrderPressed(one)
    )
    return button.disable(str(one.refusal) if one.refusal else "")


_HOLD_TIP = (
    "Every ship under way that has not moved goes straight ahead with all her points, and slows for a ship in her way. "
    "You will be asked to confirm."
)
_LINE_TIP = (
    "The selected ship makes her plotted move or holds her course; ships selected with Shift steer into "
    "the wake of the ship ahead of them."
)
_NONE_UNDER_WAY = "All ships under way have moved."
_FORCED_MOVES = "These ships are under way and have no orders. They will use the points they must use, straight ahead."
_NO_FORCED_MOVES = "These ships are under way and have no orders. They will lose way and lie stopped."


class MovementMode(SeaMode):
    """The mode that plans the move of the selected ship, by keys or by dragging it, and submits it."""

    def __init__(self, viewer: SeaTableView) -> None:
        super().__init__(viewer)
        self._drafting = PlanComposer(viewer)
        self._overlay_cache: tuple[OverlayKey, tuple[Overlay, ...]] | None = None
        self._key_actions: dict[str, Callable[[], Reply]] = {
            keys.key("commit"): self._submit_plan,
            keys.key("take_back"): self._drafting.remove_last_step,
            keys.key("set_sail"): self._drafting.set_next_sail,
        }
        self._button_actions: dict[str, Callable[[], Reply]] = {
            "sail": self._submit_plan,
            "hold": self._hold_course,
            "duty": self._submit_duty_move,
            "belay": lambda: Submit.single(self.finish()),
            "next": lambda: self.next_of(fleet_orders.list_ready_ships(viewer.state, viewer.side)),
            "hold_all": lambda: ask_to_hold_all(self.viewer),
            "line_ahead": self._form_line_ahead,
            plan_composer.SLOW: lambda: self._drafting.press_helm_key(keys.key("slow")),
            plan_composer.TAKE_BACK: self._drafting.remove_last_step,
            plan_composer.CLEAR: lambda: Recompose() if self.back() else None,
        }

    @override
    def refresh(self) -> None:
        self._drafting.refresh()

    @property
    def _draft(self) -> PlanDraft | None:
        """Return the plan that is being composed, or None."""
        return self._drafting.draft

    # --- what is shown

    @override
    def looks(self) -> Iterator[str]:
        if self._draft:
            yield f"plan {self._draft.evaluation.ship}"

    @override
    def laid(self) -> Sequence[Overlay]:
        """Return the plan and the water in reach; cached until one of the inputs changes."""
        self.refresh()
        shown = self._drafting.state, self.viewer.own, self._draft, self._drafting.grip, self._drafting.unaided
        if self._overlay_cache is None or any(a is not b for a, b in zip(self._overlay_cache[0], shown, strict=True)):
            self._overlay_cache = shown, tuple(self._build_overlays())
        return self._overlay_cache[1]

    def _build_overlays(self) -> Iterator[Overlay]:
        """Yield the lines of battle, the water in reach, the plan and its chip."""
        state, own = self._drafting.state, self.viewer.own
        plan = self._draft.evaluation if self._draft else None
        yield from survey_overlays.build_link_marks(find_links(state, enemy_of(self.viewer.side), plan, own or ""))
        if own is None or state.ships[own].moved:
            return
        draft = self._draft or plans.begin_draft(state, own)
        if draft.evaluation.refusal is None:
            grip = self._drafting.grip  # while a ship is dragged the open water stays as it was at first
            yield survey_overlays.build_reach_area(
                compute_reach(state, own, (grip.start if grip else draft).evaluation.plan)
            )
        if self._draft:
            yield from plan_overlays.build_path(state, draft)
            yield from plan_overlays.build_battery_lines(state, draft)
        yield plan_overlays.build_plan_chip(state, draft, unaided=self._drafting.unaided)

    @override
    def sheet(self) -> Sequence[Widget]:
        self.refresh()
        helper = crew_panel.build_help_chip(self._drafting.state, self._draft, unaided=self._drafting.unaided)
        sheets = (self._drafting.build_panel(helper), build_special_orders(self.viewer), self._build_morale_panel())
        return [sheet for sheet in sheets if sheet]

    def _build_morale_panel(self) -> Widget | None:
        """Build the forecast of morale rolls if the planned move breaks an enemy line; None if it does not."""
        tried = self._draft.evaluation if self._draft else None
        divisions = find_crossed_divisions(self._drafting.state, tried) if tried and tried.verdict is None else ()
        return morale.build_morale_forecast(self._drafting.state, tried.ship, divisions) if tried else None

    @override
    def tools(self) -> Sequence[Button]:
        self.refresh()
        own, waiting = self.viewer.own, fleet_orders.list_unmoved_ships(self.viewer.state, self.viewer.side)
        return self._drafting.build_tools() if own and own in waiting else ()

    @override
    def offer(self) -> PrimaryAction | None:
        """Return the action that submits the plan, holds the course or finds the next ship."""
        self.refresh()
        own, ready = self.viewer.own, fleet_orders.list_ready_ships(self.viewer.state, self.viewer.side)
        if own and own in ready:
            return self._find_action_for(own)
        if ready:
            return PrimaryAction("Next ship to move", "next", "Selects the next ship that has not moved.")
        return PrimaryAction("End movement", "belay", "All your ships have moved.", ends_phase=True)

    def _find_action_for(self, own: str) -> PrimaryAction:
        """Return the action for the selected ship `own`, which can still move."""
        state, name = self._drafting.state, self.viewer.state.cards[own].name
        if self._draft and self._draft.evaluation.plan:
            refusal = GAME.check(self.viewer.state, self._build_sail(own, self._draft.evaluation.plan))
            return PrimaryAction(
                f"Sail: {name}", "sail", "She makes the plotted move.", str(refusal) if refusal else ""
            )
        if fleet_orders.find_duty_move(self.viewer.state, own):
            return PrimaryAction(
                "Forced move", "duty", f"{name} makes the move she must make, even without orders (AMB-149)."
            )
        if sailing.find_move_options(state, own).is_stopped:
            return PrimaryAction("Stay stopped", "hold", f"{name} does not get under way this turn.")
        short = describe_shortfall(state, fleet_orders.plan_straight_run(state, own))
        return PrimaryAction("Hold course", "hold", short or f"{name} goes straight ahead with all her points.")

    @override
    def extras(self) -> Sequence[Button]:
        hold = Button(
            "hold_all", "Hold course all", "dark", key=keys.key("hold_all"), tip=Tip("Hold course all", _HOLD_TIP)
        )
        line = Button("line_ahead", "Line ahead", "dark", key=keys.key("line_ahead"), tip=Tip("Line ahead", _LINE_TIP))
        able = fleet_orders.list_ships_under_way(self.viewer.state, self.viewer.side)
        return hold.disable("" if able else _NONE_UNDER_WAY), line.disable(find_line_problem(self.viewer))

    @override
    def gives(self, ident: str) -> Command | None:
        found = (
            sailing.list_special_orders(self.viewer.state, self.viewer.side, self.viewer.own) if self.viewer.own else ()
        )
        return next((one.command for number, one in enumerate(found) if ident == f"special.{number}"), None)

    @override
    def finish(self) -> Command:
        return seats.build_done(self.viewer.state)

    @override
    def unfinished(self) -> UnfinishedPhase | None:
        """Return a warning that names the ships under way without a command (AMB-89), or None."""
        state = self.viewer.state
        left = fleet_orders.list_ships_under_way(state, self.viewer.side)
        if not left:
            return None
        if gone := fleet_orders.find_ships_leaving(state, fleet_orders.build_default_moves(state, left)):
            cost = describe_leaving(state, gone)
            return UnfinishedPhase(LEAVE_TITLE, f"{_FORCED_MOVES} {cost}", tuple(left), grave=True)
        forced = any(sailing.find_move_options(state, key).allowance.forced for key in left)
        return UnfinishedPhase("End the movement phase?", _FORCED_MOVES if forced else _NO_FORCED_MOVES, tuple(left))

    @override
    def progress(self) -> PhaseProgress:
        state, side = self.viewer.state, self.viewer.side
        moved = fleet_orders.count_moved_ships(state, side)
        able = moved + len(fleet_orders.list_ready_ships(state, side))
        words = f"{moved} of {format_count(able, 'ship')} moved" if able else "No ship can move"
        return PhaseProgress("Ships moved this phase", words, moved / (able or 1))

    @override
    def hints(self) -> Sequence[str]:
        plan = ("take_back", "back") if self._draft else ("drag_ship",)
        own = self.viewer.own
        rigged = ("set_sail",) if own and sailing.list_sails(self.viewer.state, own) else ()
        tack = ("tack",) if own and plans.can_pitch(self._drafting.state, own) else ()
        helm = ("ahead", "port", "starboard", "starboard_fine", *(tack or ("starboard_sharp",)), "slow")
        return ("primary", *helm, *rigged, *plan)

    # --- what is done

    @override
    def wants(self, gesture: Gesture) -> bool:
        return self._drafting.can_drag(gesture)

    @override
    def gesture(self, gesture: Gesture) -> Reply:
        return self._drafting.handle_gesture(gesture)

    @override
    def act(self, report: Report) -> Reply:
        if isinstance(report, Chosen) and report.id == plan_composer.SAIL and self.viewer.own:
            rigged = [sail for sail in sailing.list_sails(self.viewer.state, self.viewer.own) if sail == report.value]
            return self._drafting.set_sail(rigged[0]) if rigged else None
        if isinstance(report, Chosen) and report.id == crew_panel.LEADER_HELP:
            self._drafting.unaided = report.value == WITHOUT
            return Recompose()
        if isinstance(report, SpecialOrderPressed):
            order, gone = Submit.single(report.order.command), report.order.ships_leaving
            return ask_to_leave(self.viewer.state, gone, order) if gone else order
        return pressed(report, self._button_actions)

    @override
    def key(self, given: Input) -> Reply:
        if given.key in self._key_actions:
            return self._key_actions[given.key]()
        return self._drafting.press_helm_key(given.key)

    @override
    def back(self) -> bool:
        had = self._draft is not None or self._drafting.sail is not None
        self._drafting.clear()
        return had

    def _submit_plan(self) -> Reply:
        """Submit the plan; None without a plan."""
        if self._draft is None:
            return None
        return self._submit_sail(self._draft.evaluation.ship, self._draft.evaluation.plan)

    def _hold_course(self) -> Reply:
        """Submit a straight run with all points, or an empty plan for a stopped ship."""
        state, own = self._drafting.state, self.viewer.own
        if own is None:
            return None
        return self._submit_sail(
            own,
            ()
            if sailing.find_move_options(state, own).is_stopped
            else fleet_orders.plan_straight_run(state, own).best.plan,
        )

    def _submit_duty_move(self) -> Reply:
        """Submit the move that the rules force on the selected ship; None if there is none."""
        own = self.viewer.own
        order = fleet_orders.find_duty_move(self.viewer.state, own) if own else None
        return Submit.single(order) if order else None

    def _submit_sail(self, key: str, plan: tuple[Step, ...]) -> Reply:
        """Submit `plan` for ship `key`; refuses an illegal plan, and asks first if a ship leaves the map."""
        order = self._build_sail(key, plan)
        if refusal := GAME.check(self.viewer.state, order):
            return Refuse(refusal)
        if gone := fleet_orders.find_ships_leaving(self.viewer.state, [order]):
            return ask_to_leave(self.viewer.state, gone, Submit.single(order))
        self._drafting.clear()
        return Submit.single(order)

    def _build_sail(self, key: str, plan: tuple[Step, ...]) -> Sail:
        """Return the command that sails `plan`, with the chosen sail and help of leaders."""
        leader: Unaided | UnsetType = "none" if self._drafting.unaided else UNSET
        return Sail(side=self.viewer.side, ship=key, plan=plan, set=self._drafting.sail or UNSET, leader=leader)

    def _form_line_ahead(self) -> Reply:
        """Form a line ahead in which the selected ship makes its planned move; refuses an illegal plan."""
        planned = self._draft.evaluation if self._draft and self._draft.evaluation.plan else None
        if planned and planned.verdict:
            return Refuse(planned.verdict)
        return form_line_ahead(self.viewer, self._build_sail(planned.ship, planned.plan) if planned else None)
