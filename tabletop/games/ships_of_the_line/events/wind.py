"""Where the wind comes from and how hard it blows, as the dice have it (18)."""

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler
from tabletop.games.ships_of_the_line.state import State, Strength, compass_point
from tabletop.games.ships_of_the_line.tables import WIND_FORCE
from tabletop.games.ships_of_the_line.words import format_dice

_BLOWS: dict[Strength, str] = {"light": "a light breeze", "breeze": "a breeze", "heavy": "a heavy breeze"}


class WindRolled(Event, frozen=True, kw_only=True):
    """The first die of a battle said where the wind comes from (18.1-c, AMB-176)."""

    die: int
    origin: int
    rule: str = "SOTL-18.1-c"


class DirectionChecked(Event, frozen=True, kw_only=True):
    """It was looked whether the wind shifts (18.1)."""

    die: int
    change: int | None
    """The second die, where the first says that it shifts."""
    origin: int
    """Where it comes from now, degrees."""
    rule: str = "SOTL-18.1-b"


class StrengthChecked(Event, frozen=True, kw_only=True):
    """It was looked whether the wind grows or falls (18.2)."""

    die: int
    table: int | None
    """The second die, where the first says that it may."""
    strength: Strength
    """How hard it blows now."""
    drift: bool
    """Whether ships without way drift in it (AMB-176)."""
    rule: str = "SOTL-18.2-a"


def _rolled(state: State, event: WindRolled) -> State:
    """It is known from now on."""
    return replace(state, wind=replace(state.wind, origin=event.origin, unknown=UNSET))


def _stronger(state: State, event: StrengthChecked) -> State:
    """The drift follows it at once."""
    return replace(state, wind=replace(state.wind, strength=event.strength), drift=event.drift)


def _rolled_in_words(state: State, event: WindRolled) -> str:  # noqa: ARG001 - nothing was known before
    """Its quarter, by the die."""
    return f"The wind blows from the {compass_point(event.origin)} {format_dice((event.die,))}."


def _direction_in_words(state: State, event: DirectionChecked) -> str:
    """What the dice say, and what it was before."""
    before, after = compass_point(state.wind.origin), compass_point(event.origin)
    thrown = format_dice((event.die,) if event.change is None else (event.die, event.change))
    return f"The wind {'holds in the' if before == after else f'shifts from the {before} to the'} {after} {thrown}."


def _strength_in_words(state: State, event: StrengthChecked) -> str:
    """What the dice say, against what it was before."""
    thrown = format_dice((event.die,) if event.table is None else (event.die, event.table))
    if state.wind.strength in (None, event.strength):
        return f"It goes on to blow {_BLOWS[event.strength]} {thrown}."
    grows = WIND_FORCE.index(event.strength) > WIND_FORCE.index(state.wind.strength)
    return f"The wind {'freshens' if grows else 'falls'} to {_BLOWS[event.strength]} {thrown}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(WindRolled, _rolled, _rolled_in_words),)
"""What every battle may open with."""

CHECKS: tuple[EventHandler[State], ...] = (
    EventHandler(
        DirectionChecked,
        lambda state, event: replace(state, wind=replace(state.wind, origin=event.origin)),
        _direction_in_words,
    ),
    EventHandler(StrengthChecked, _stronger, _strength_in_words),
)
"""What comes with changes of the wind."""
