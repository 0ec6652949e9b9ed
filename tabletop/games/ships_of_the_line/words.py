"""Ships, dice, ways and the moment in words."""

from collections.abc import Callable, Iterable

from tabletop.core.events import Event
from tabletop.core.phrases import format_number, join_words
from tabletop.games.ships_of_the_line.model import WORDS, Question, State
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import ShotKind
from tabletop.games.ships_of_the_line.tables import Modifier
from tabletop.geometry.measure import distance
from tabletop.geometry.pose import Point

SHOT: dict[ShotKind, str] = {
    "round": "round shot",
    "red": "hot shot",
    "double": "double shot",
    "chain": "chain shot",
    "grape": "grapeshot",
}
"""Kinds of shot (19)."""


def name_of(state: State, key: str) -> str:
    """Return the name of a ship, battery, shore or shoal; the key itself for anything unknown."""
    return state.cards[key].name if key in state.cards else name_ashore(state, key)


def name_ashore(state: State, key: str) -> str:
    """Return the name of a battery, of the shore or of shoal water; the key itself for anything unknown."""
    batteries = state.coast.batteries if state.coast else {}
    return batteries[key].name if key in batteries else WORDS.get(key, key)


def list_names(state: State, keys: Iterable[str]) -> str:
    """Return the names of several ships: ``Victory, Neptune and Mars``."""
    return join_words(name_of(state, key) for key in keys)


def format_question(state: State, question: Question, words: str, choice: str = "") -> str:
    """Return `words` with names for ``{ship}``, ``{other}`` and ``{choice}``.

    "" for one that is not given.
    """
    keys = {"ship": question.ship, "other": question.other, "choice": choice}
    return words.format(**{part: name_of(state, key) if key else "" for part, key in keys.items()})


def describe_by(words: str) -> Callable[[State, Event], str]:
    """Return a function that describes an event by filling its fields into `words`, ships by their names."""

    def told(state: State, event: Event) -> str:
        fields = {field: getattr(event, field) for field in event.__struct_fields__}
        return words.format(**{field: _format_field(state, value) for field, value in fields.items()})

    return told


def _format_field(state: State, value: object) -> object:
    """Return the name for a text, which is taken for a key; any other value unchanged."""
    return name_of(state, value) if isinstance(value, str) else value


def player_name(state: State, key: str) -> str:
    """Return the name of a player by id; the id itself if there is no such player."""
    return next((one.name for one in state.players or () if one.id == key), key)


def format_dice(faces: Iterable[int]) -> str:
    """Return dice as rolled: ``[5 3 6]``."""
    return f"[{' '.join(map(str, faces))}]"


def format_rolled(faces: Iterable[int]) -> str:
    """Return dice as rolled, in words: ``(rolled 5 and 3)``."""
    return f"(rolled {join_words(map(str, faces))})"


def format_throw(modifiers: tuple[Modifier, ...]) -> str:
    """Return a die, its modifiers and the result: ``[4] −1 (failed before) = 3``; ``[4]`` without any.

    The first of `modifiers` is the die.
    """
    die, *changes = modifiers
    if not changes:
        return format_dice([die.value])
    reasons = " ".join(f"{step.change} ({step.source})" for step in changes)
    return f"{format_dice([die.value])} {reasons} = {format_number(changes[-1].value)}"


def format_distance(*legs: tuple[Point, Point]) -> str:
    """Return the sum of the lengths of straight legs: ``1.5 UM``."""
    return format_um(sum(distance(start, end) for start, end in legs))


def format_headline(state: State) -> str:
    """Return the moment of a battle in a few words: ``Turn 3 of 24, combat``, or ``…, over`` at the end."""
    moment = "over" if state.outcome else phase_of(state).ribbon.lower()
    return f"Turn {state.turn} of {state.turns}, {moment}"
