"""Ships, dice, ways and the moment in words."""

from collections.abc import Callable, Iterable

from tabletop.core.events import Event
from tabletop.core.phrases import figure, listed
from tabletop.games.ships_of_the_line.positions import in_um
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import ShotKind
from tabletop.games.ships_of_the_line.state import WORDS, Question, State
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


def name(state: State, key: str) -> str:
    """What a ship is called, or whatever else of a battle a key stands for."""
    return state.cards[key].name if key in state.cards else ashore(state, key)


def ashore(state: State, key: str) -> str:
    """What a battery is called, or what lies in a ship's way along a coast."""
    batteries = state.coast.batteries if state.coast else {}
    return batteries[key].name if key in batteries else WORDS.get(key, key)


def names(state: State, keys: Iterable[str]) -> str:
    """Several ships' names: ``Victory, Neptune and Mars``."""
    return listed(name(state, key) for key in keys)


def about(state: State, question: Question, words: str, choice: str = "") -> str:
    """What is said of a question, with the names of its ships."""
    keys = {"ship": question.ship, "other": question.other, "choice": choice}
    return words.format(**{part: name(state, key) if key else "" for part, key in keys.items()})


def said(words: str) -> Callable[[State, Event], str]:
    """An event in words in which its fields stand in braces; ships are called by their names."""

    def told(state: State, event: Event) -> str:
        fields = {field: getattr(event, field) for field in event.__struct_fields__}
        return words.format(**{field: _format_field(state, value) for field, value in fields.items()})

    return told


def _format_field(state: State, value: object) -> object:
    return name(state, value) if isinstance(value, str) else value


def player(state: State, key: str) -> str:
    """What a player is called."""
    return next((one.name for one in state.players or () if one.id == key), key)


def dice(faces: Iterable[int]) -> str:
    """Dice as they lie: ``[5 3 6]``."""
    return f"[{' '.join(map(str, faces))}]"


def thrown(modifiers: tuple[Modifier, ...]) -> str:
    """A die, what helped or hindered, and what it came to: ``[4] −1 (failed before) = 3``."""
    die, *changes = modifiers
    if not changes:
        return dice([die.value])
    reasons = " ".join(f"{step.change} ({step.source})" for step in changes)
    return f"{dice([die.value])} {reasons} = {figure(changes[-1].value)}"


def way(*legs: tuple[Point, Point]) -> str:
    """Return the summed length of some straight legs: ``1.5 UM``."""
    return in_um(sum(distance(start, end) for start, end in legs))


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3 of 24, combat``."""
    moment = "over" if state.outcome else phase_of(state).ribbon.lower()
    return f"Turn {state.turn} of {state.turns}, {moment}"
