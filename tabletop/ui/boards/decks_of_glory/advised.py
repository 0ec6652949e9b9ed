"""What an order that is advised would do, drawn while the advice stands: a ship's way, or all that is aimed."""

from collections.abc import Sequence

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.games.decks_of_glory.commands import OpenFire, Sail
from tabletop.games.decks_of_glory.model import State
from tabletop.ui.boards.decks_of_glory import sights
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.boards.decks_of_glory.stations import planning
from tabletop.ui.camera import Xy


def overlay(state: State, order: Command | None) -> Overlay | None:
    """None for an order that is not seen on the map."""
    drawn = _DRAWN.get(type(order))
    return drawn(state, order) if drawn and order else None


def leads_to(state: State, said: Event | Command | None) -> Sequence[Xy]:
    """The corners of the hex where a ship would come that is to sail."""
    ghost = _sailed(state, said).ghost if isinstance(said, Sail) else None
    return HEXES.outline(ghost.hex) if ghost else ()


def _sailed(state: State, order: Sail) -> Overlay:
    """Her way, and her ghost at its end, with nothing else that lies open to her."""
    shown = planning.charted(state, order.ship, order.plan)
    return Overlay(ghost=shown.ghost, chips=shown.chips) if order.plan else Overlay(noted=(order.ship,))


def _fired(state: State, order: OpenFire) -> Overlay:
    """Every line that is aimed; the field of the first ship with her guns."""
    aims = {aim.ship: aim.target for aim in order.shots}
    return sights.gun_fields(state, next(iter(aims), ""), aims)


_DRAWN: Handlers[State, Overlay] = build_handlers(KindHandler(Sail, _sailed), KindHandler(OpenFire, _fired))
