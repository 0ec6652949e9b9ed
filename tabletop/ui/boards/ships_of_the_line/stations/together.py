"""Orders to many ships in the Movement Phase, each composed of ordinary commands, and leave to sail off the map."""

from collections.abc import Sequence

from tabletop.core.phrases import format_count, join_words
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.model import State, is_in_service, side_of
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.survey import fleet_orders, summaries
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.games.ships_of_the_line.tables import FLED_POINTS
from tabletop.geometry import measure
from tabletop.ui.boards.replies import Ask, Reply, Submit
from tabletop.ui.boards.ships_of_the_line.stations import ghost
from tabletop.ui.boards.ships_of_the_line.stations.station import still
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer


def hold_all(viewer: Viewer) -> Reply:
    """Every ship under way goes straight ahead; asked once, with what keeps any of them from going all the way."""
    state = viewer.state
    runs = fleet_orders.plan_held_courses(state, viewer.side)
    if not runs:
        return None
    short = [told for run in runs if (told := shortfall(state, run))]
    words = f"{format_count(len(runs), 'ship')} under way, straight ahead with all points"
    body = "\n".join([f"{words}, but:" if short else f"{words}.", *short])
    orders = still(fleet_orders.build_orders(state, runs))
    if gone := [key for run in runs if run.best.verdict is None for key in run.best.departing_ships]:
        return ask_to_leave(state, gone, orders, "\n".join(short))
    return Ask("Hold course?", body, "Hold course", orders, tuple(run.best.ship for run in runs))


def shortfall(state: State, run: fleet_orders.StraightRun) -> str:
    """Why a ship does not go straight ahead with all her points, and where she may ground; empty if nothing is."""
    ground = (f"{told}." for told in ghost.aground(state, PlanDraft(run.best))) if run.best.verdict is None else ()
    return " ".join(filter(None, (_short(state, run), *ground)))


def _short(state: State, run: fleet_orders.StraightRun) -> str:
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


def line_ahead(viewer: Viewer, planned: Sail | None) -> Reply:
    """The chosen ships follow each other; the first makes the move that is planned for her, if one is."""
    if no_line(viewer):
        return None
    orders = fleet_orders.follow_in_line_ahead(viewer.state, _line(viewer), planned)
    then = still(orders)
    gone = fleet_orders.find_ships_leaving(viewer.state, orders)
    return ask_to_leave(viewer.state, gone, then) if gone else then


def no_line(viewer: Viewer) -> str:
    """Why no line can be formed, or an empty string."""
    line = _line(viewer)
    if len(line) < 2 or viewer.own is None:
        return "Select the leading ship, then Shift-click the ships that follow her."
    if not set(line[1:]).intersection(fleet_orders.list_ready_ships(viewer.state, viewer.side)):
        return "None of the following ships can still move this turn."
    return ""


def _line(viewer: Viewer) -> list[str]:
    """The chosen ships of the side that is asked as they would sail in line."""
    return fleet_orders.sort_into_line(
        viewer.state, [key for key in viewer.chosen if side_of(viewer.state, key) == viewer.side]
    )


LEAVING = "Leave the map?"


def ask_to_leave(state: State, gone: Sequence[str], then: Submit, said: str = "") -> Ask:
    """Whether these ships shall be gone for good; `said` is what else is to be known, told before."""
    body = "\n".join(filter(None, (said, cost_of_leaving(state, gone))))
    return Ask(LEAVING, body, "Leave the map", then, tuple(gone), grave=True)


def cost_of_leaving(state: State, gone: Sequence[str]) -> str:
    """What it means that these ships cross the edge of the map."""
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
