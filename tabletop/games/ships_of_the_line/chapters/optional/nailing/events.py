"""Chapter 13: what can happen to nailed colours; told and applied here, decided elsewhere."""

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import EventHandler, silent
from tabletop.games.ships_of_the_line.modifiers import Modifier
from tabletop.games.ships_of_the_line.ship import Nailing
from tabletop.games.ships_of_the_line.state import ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.words import name, said, thrown


class NailingRolled(ShipEvent, frozen=True, kw_only=True):
    """A Spanish crew was called upon to nail the colours to the mast (13-b).

    `modifiers` run from the die to what it counts, which must be at most `needed`.
    """

    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    success: bool
    rule: str = "SOTL-13-b"


class NailingEnded(ShipEvent, frozen=True, kw_only=True):
    """Nailed colours come down: her officer is dead, or she is taken (13-e)."""

    rule: str = "SOTL-13-e"


class EnemyHarmed(ShipEvent, frozen=True, kw_only=True):
    """A ship with nailed colours cost an enemy hull points in this turn (AMB-221)."""

    other: str
    rule: str = "AMB-221"


class DutyBegan(ShipEvent, frozen=True, kw_only=True):
    """She took or sank an enemy and must board the next (13-d)."""

    rule: str = "SOTL-13-d"


class DutyMarked(ShipEvent, frozen=True, kw_only=True):
    """Whom she makes for in this turn (AMB-169)."""

    mark: str
    rule: str = "AMB-169"


class DutyEnded(ShipEvent, frozen=True, kw_only=True):
    """She boards again (AMB-169)."""

    rule: str = "AMB-169"


def nailing_of(state: State, key: str) -> Nailing:
    """How it stands with her colours; over is what was never tried."""
    found = state.ships[key].nailing
    return Nailing("over") if found is UNSET else found


def _with(state: State, key: str, **marks: object) -> State:
    return with_ship(state, key, nailing=replace(nailing_of(state, key), **marks))


def _rolled(state: State, event: NailingRolled) -> State:
    return with_ship(state, event.ship, nailing=Nailing("nailed" if event.success else "failed"))


def _ended(state: State, event: NailingEnded) -> State:
    return with_ship(state, event.ship, nailing=Nailing("over", ended=state.turn))


def _harmed(state: State, event: EnemyHarmed) -> State:
    nailing = nailing_of(state, event.ship)
    before = nailing.harmed if nailing.harmed_turn == state.turn else ()
    return _with(state, event.ship, harmed=(*before, event.other), harmed_turn=state.turn)


def _told(state: State, event: NailingRolled) -> str:
    """The die, what was added to it, and whether they are nailed."""
    end = "they are nailed to the mast" if event.success else "nobody stirs"
    crew = f"{name(state, event.ship)}'s crew is called upon to nail her colours"
    return f"{crew}: {thrown(event.modifiers)}, {event.needed} or less needed; {end}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(NailingRolled, _rolled, _told),
    EventHandler(NailingEnded, _ended, said("{ship}'s colours are nailed no longer.")),
    EventHandler(EnemyHarmed, _harmed, silent),
    EventHandler(
        DutyBegan,
        lambda state, event: _with(state, event.ship, duty=True, mark=""),
        said("{ship}, her colours nailed, looks for the next enemy to board."),
    ),
    EventHandler(
        DutyMarked,
        lambda state, event: _with(state, event.ship, mark=event.mark),
        said("{ship} must make for {mark}."),
    ),
    EventHandler(DutyEnded, lambda state, event: _with(state, event.ship, duty=False, mark=""), silent),
)
