"""What the top bar tells of a duel."""

from functools import partial

from tabletop.games.ship_duel import asking
from tabletop.games.ship_duel.game import META
from tabletop.games.ship_duel.phases import PHASES, RIBBON
from tabletop.games.ship_duel.state import PhaseId, State
from tabletop.ui.boards.contract import Caption
from tabletop.ui.boards.nations import badge, ensign

_TASKS: dict[PhaseId, str] = {
    "setup": "to deal",
    "reload": "to reload",
    "sail": "to sail",
    "fire": "to fire",
    "retire": "to retire",
}
"""What the side that is asked may do."""


def caption(view: State) -> Caption:
    """Title, phase, who is asked, turn."""
    ship = view.ships[asking.asked(view)]
    over = view.outcome is not None
    return Caption(
        title=META.title,
        subtitle=view.title,
        phases=RIBBON,
        phase=PHASES[view.phase].ribbon,
        asked="The duel is over" if over else f"{ship.name} {_TASKS[view.phase]}",
        sign=None if over else badge(ship.nation),
        ensign=None if over else partial(ensign, ship.nation),
        turn=f"Turn {view.turn}" if view.turn else "",
    )
