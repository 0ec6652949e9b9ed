"""Chapters 4.3, 4.4.3 and 6 in words: grapples, fights on deck and prizes."""

from collections.abc import Callable
from typing import Any

from tabletop.games.ships_of_the_line.events import (
    BoardingDeclared,
    BoardingFought,
    BoardingRoll,
    MeleeBegan,
    MeleeEnded,
    QuestionAnswered,
    QuestionAsked,
    ShipCaptured,
    ShipRestored,
    ShipsGrappled,
    ShipsParted,
)
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words.phrases import dice, name, names

_ASKED: dict[str, str] = {
    "grapple": "{ship} comes alongside {other} with grapples ready.",
    "part": "{ship} offers to part from {other}.",
    "prize": "{ship}'s captain may choose his prize.",
}

_ANSWERED: dict[tuple[str, bool], str] = {
    ("grapple", True): "{other} takes up the challenge.",
    ("grapple", False): "{other} will have none of it.",
    ("part", True): "{other} lets go.",
    ("part", False): "{other} holds on.",
    ("prize", True): "The choice falls on {choice}.",
}

_RESULTS: dict[str, str] = {
    "engaged": "both crews stand and fight on",
    "captured": "the defenders are overpowered",
    "nothing": "neither gains a foothold",
    "repulsed": "the boarding is repulsed",
    "counter_captured": "the attackers are overpowered on their own deck",
}


def question_asked(state: State, event: QuestionAsked) -> str:
    """What waits for an answer."""
    question = event.question
    other = name(state, question.other) if question.other else ""
    return _ASKED[question.kind].format(ship=name(state, question.ship), other=other)


def question_answered(state: State, event: QuestionAnswered) -> str:
    """What the answer was."""
    question = state.question
    if question is None:
        return ""
    other = name(state, question.other) if question.other else ""
    choice = name(state, event.choice) if event.choice else ""
    return _ANSWERED[question.kind, event.accept].format(other=other, choice=choice)


def ships_grappled(state: State, event: ShipsGrappled) -> str:
    """By consent, by friendly hands, or by force."""
    both = names(state, (event.ship, event.target))
    if event.agreed:
        return f"{both} lash themselves together: boarders away!"
    if event.friendly:
        return f"{both} make fast to each other."
    return f"{both} are grappled."


def ships_parted(state: State, event: ShipsParted) -> str:
    """Free again, or left alone by a ship that is lost."""
    if event.rule == "AMB-138":
        return f"{name(state, event.other)} cuts away what bound her to {name(state, event.ship)}."
    return f"{names(state, (event.ship, event.other))} are free of each other."


def boarding_declared(state: State, event: BoardingDeclared) -> str:
    """Who gathers for whose deck."""
    return f"{name(state, event.ship)}'s boarders gather to storm {name(state, event.target)}."


def boarding_fought(state: State, event: BoardingFought) -> str:
    """Both throws, their columns and what they needed, and what came of it."""
    fight = f"On the deck of {name(state, event.target)}"
    throws = f"{_throw(state, event.attacker)} against {_throw(state, event.defender)}"
    will = "" if event.willing else ", who only defend themselves"
    return f"{fight}: {throws}{will}; {_RESULTS[event.result]}."


def _throw(state: State, side: BoardingRoll) -> str:
    crew = f"{names(state, side.ships)} (strength {side.strength}"
    if side.column is None:
        return f"{crew}, worse than 1-5: too weak to fight)"
    if not side.dice:
        return f"{crew}, column {side.column}: no fight needed)"
    return f"{crew}, column {side.column}, {side.needed} or less) {dice(side.dice)} = {sum(side.dice)}"


def melee_began(state: State, event: MeleeBegan) -> str:
    """The fight goes on."""
    fighters = names(state, (*event.melee.attackers, *event.melee.defenders))
    return f"{fighters} stay locked in the fight (round {event.melee.rounds} fought)."


def melee_ended(state: State, event: MeleeEnded) -> str:
    """Quiet on deck."""
    return f"The fight on the deck of {name(state, event.target)} is over."


def ship_captured(state: State, event: ShipCaptured) -> str:
    """Whose flag flies there now."""
    how = "is carried by boarding" if event.cause == "boarding" else "is taken in hand"
    return f"{name(state, event.ship)} {how}: a prize of {name(state, event.by)}."


def ship_restored(state: State, event: ShipRestored) -> str:
    """Back under her own flag."""
    return f"{name(state, event.by)} brings {name(state, event.ship)} back under her own flag."


WORDS: dict[type, Callable[[State, Any], str]] = {
    QuestionAsked: question_asked,
    QuestionAnswered: question_answered,
    ShipsGrappled: ships_grappled,
    ShipsParted: ships_parted,
    BoardingDeclared: boarding_declared,
    BoardingFought: boarding_fought,
    MeleeBegan: melee_began,
    MeleeEnded: melee_ended,
    ShipCaptured: ship_captured,
    ShipRestored: ship_restored,
}
