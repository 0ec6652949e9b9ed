"""What an order that is advised would do, drawn while the advice stands: a ship's way, or her field and her target."""

from collections.abc import Iterator

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line.commands import FireBroadside, Sail
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import SailState
from tabletop.games.ships_of_the_line.survey import plans
from tabletop.games.ships_of_the_line.survey.gunnery import find_outlooks
from tabletop.games.ships_of_the_line.survey.sailing import with_sail_set
from tabletop.ui.boards.ships_of_the_line.modes import plan_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import LegalTarget, Overlay, PlannedMove
from tabletop.ui.boards.ships_of_the_line.survey_overlays import fire_field
from tabletop.ui.camera import Xy


def overlays(state: State, order: Command | None) -> tuple[Overlay, ...]:
    """From the lowest to the topmost; nothing of an order that is not seen on the sea."""
    drawn = _DRAWN.get(type(order))
    return tuple(drawn(state, order)) if drawn and order else ()


def leads_to(state: State, said: Event | Command | None) -> Iterator[Xy]:
    """Where a ship comes that sails, or is to."""
    if isinstance(said, Sail):
        ends = [one.ghost for one in _sailed(state, said) if isinstance(one, PlannedMove)]
    else:
        ends = [said.pose] if isinstance(said, ShipSailed) else []
    return ((end.x, end.y) for end in ends)


def _sailed(state: State, order: Sail) -> Iterator[Overlay]:
    """Her way and her ghost, under the sail that she sets."""
    sail: SailState | None = order.set or None
    rigged = with_sail_set(state, order.ship, sail)
    draft = plans.build_draft(rigged, order.ship, order.plan)
    yield from plan_overlays.build_path(rigged, draft)
    yield plan_overlays.build_plan_chip(rigged, draft)


def _fired(state: State, order: FireBroadside) -> Iterator[Overlay]:
    """The field of the broadside, and the line to her target."""
    if field := fire_field(state, order.ship, order.broadside):
        yield field
    seen = find_outlooks(state).get((order.ship, order.broadside))
    for aim in seen.aims if seen else ():
        if aim.target == order.target:
            start, end = aim.sight.start, aim.sight.end
            yield LegalTarget(aim.target, (start.x, start.y), (end.x, end.y))


_DRAWN: Handlers[State, Iterator[Overlay]] = build_handlers(
    KindHandler(Sail, _sailed), KindHandler(FireBroadside, _fired)
)
