"""Questions, grapples, fights on deck, and ships that change hands (4.3, 4.4.3, 6)."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import format_number
from tabletop.games.ships_of_the_line import model
from tabletop.games.ships_of_the_line.fleets import commander
from tabletop.games.ships_of_the_line.rule_modules import question_kind
from tabletop.games.ships_of_the_line.ship import FOUGHT, Nation, Side
from tabletop.games.ships_of_the_line.tables import Modifier, Result
from tabletop.games.ships_of_the_line.words import describe_by, format_dice, format_question, list_names, name_of


class QuestionAsked(Event, frozen=True, kw_only=True):
    """A question waits for the answer of one side; all else stops until then (AMB-133)."""

    question: model.Question
    rule: str = "SOTL-4.3-c"


class QuestionAnswered(Event, frozen=True, kw_only=True):
    """The side that was asked has answered, by yes or no or by a choice."""

    side: Side
    accept: bool
    choice: str = ""
    rule: str = "SOTL-4.3-c"


class ShipsGrappled(model.ShipEvent, frozen=True, kw_only=True):
    """Two ships are made fast to each other by the grapples of the first, and both are stopped (6)."""

    target: str
    agreed: bool = False
    friendly: bool = False
    rule: str = "SOTL-6-a"


class ShipsParted(model.ShipEvent, frozen=True, kw_only=True):
    """All grapples between two ships are gone (6-i, AMB-135, AMB-138)."""

    other: str
    rule: str = "SOTL-6-i"


class BoardingDeclared(model.ShipEvent, frozen=True, kw_only=True):
    """A ship's crew gathers to board a target; the fight follows when both sides are done (AMB-44)."""

    target: str
    crews: int | UnsetType = UNSET
    """The crews that go, if the command said so (20)."""
    rule: str = "SOTL-4.3-a"


class BoardingRoll(msgspec.Struct, frozen=True):
    """One side's throw of two dice in a boarding combat.

    `column` and `needed` are None if the ratio is worse than 1-5 (4.3.2-c); `dice` is () if nobody had to roll.
    """

    ships: tuple[str, ...]
    strength: int
    column: str | None
    needed: int | None
    dice: tuple[int, ...]
    success: bool
    working: tuple[Modifier, ...] | UnsetType = UNSET
    """The steps from the dice to the modified throw, if rule modules take part."""


class BoardingFought(Event, frozen=True, kw_only=True):
    """One round of a boarding combat with both throws and the result (4.3.1).

    `target` is the weakest ship that was boarded; `willing` is true if a defender chose to board too.
    """

    attacker: BoardingRoll
    defender: BoardingRoll
    target: str
    willing: bool
    result: Result
    rule: str = "SOTL-4.3.1-b"


class MeleeBegan(Event, frozen=True, kw_only=True):
    """Both crews hold, or ships drop out: this is the fight that goes on in the next Crew Phase (4.3.1-d)."""

    melee: model.Melee
    rule: str = "SOTL-4.3.1-d"


class MeleeEnded(Event, frozen=True, kw_only=True):
    """The fight on the deck of `target` is over."""

    target: str
    rule: str = "SOTL-4.3.1-d"


class ShipCaptured(model.ShipEvent, frozen=True, kw_only=True):
    """The ship `by` took a ship; the captor's flag flies over her own (4.4.1-g)."""

    captor: Side
    by: str
    cause: Literal["boarding", "prize"]
    colours: Nation | msgspec.UnsetType = UNSET
    """The nation of the ship that took her, if the captor's fleet has another flag (AMB-207)."""
    rule: str = "SOTL-4.4.1-g"


class ShipRestored(model.ShipEvent, frozen=True, kw_only=True):
    """A struck or captured ship is in service with her own side again, by the ship `by` (4.4.3-c, AMB-63)."""

    by: str
    rule: str = "SOTL-4.4.3-c"


_RESULT_WORDS: dict[Result, str] = {
    "engaged": "both crews fight on",
    "foothold": "the boarders hold part of the deck",
    "captured": "the defenders are overpowered",
    "nothing": "neither gains a foothold",
    "repulsed": "the boarding is repulsed",
    "counter_captured": "the attackers are overpowered on their own deck",
}


def _apply_grapple(state: model.State, event: ShipsGrappled) -> model.State:
    """Add the grapple, stop both ships (5.2.5-d), and use up the grappler's attempt (AMB-135)."""
    grapple = model.Grapple(event.ship, event.target, state.turn, agreed=event.agreed, friendly=event.friendly)
    state = model.with_ship(state, event.ship, stopped=True, grapple_used=True)
    return replace(model.with_ship(state, event.target, stopped=True), grapples=(*state.grapples, grapple))


def _apply_parting(state: model.State, event: ShipsParted) -> model.State:
    """Remove the grapples between the ships; stop marks and melees stay as they are."""
    kept = tuple(one for one in state.grapples if not (one.joins(event.ship) and one.joins(event.other)))
    return replace(state, grapples=kept)


def _apply_fight(state: model.State, event: BoardingFought) -> model.State:
    """Mark all fighters as exerted and as having fought, and remove their declarations (AMB-45, AMB-35)."""
    fighters = (*event.attacker.ships, *event.defender.ships)
    for key in fighters:
        state = model.with_ship(state, key, tried=(*state.ships[key].tried, FOUGHT), exerted=True)
    return replace(state, boardings=tuple(one for one in state.boardings if one.ship not in fighters))


def _apply_melee(state: model.State, event: MeleeBegan) -> model.State:
    """Add the melee, and remove all earlier melees that share a fighter with it."""
    fighters = {*event.melee.attackers, *event.melee.defenders}
    others = tuple(one for one in state.melees if fighters.isdisjoint((*one.attackers, *one.defenders)))
    return replace(state, melees=(*others, event.melee))


def _drop_melee(state: model.State, target: str) -> tuple[model.Melee, ...]:
    """Return the melees except those on the deck of `target`."""
    return tuple(melee for melee in state.melees if melee.target != target)


def _apply_capture(state: model.State, event: ShipCaptured) -> model.State:
    """Make the ship a prize of her captor, drop the note of the capture, and update her grapples."""
    state = model.drop_notes(state, "captured", event.ship)
    taken = model.with_ship(
        state,
        event.ship,
        status="captured",
        captor=event.captor,
        colours=event.colours,
        captured_turn=state.turn,
        holder=commander(state, event.by) or UNSET,
    )
    return _update_grapples(taken, event.ship)


def _apply_restoration(state: model.State, event: ShipRestored) -> model.State:
    """Put the ship back in service with her own side, drop notes of a capture, and update her grapples.

    The officer of a retaken prize is well again; of a ship that had only struck he stays as he was (AMB-63).
    """
    state = model.drop_notes(state, "captured", event.ship)
    officer = "well" if state.ships[event.ship].status == "captured" else state.ships[event.ship].officer
    state = model.with_ship(
        state, event.ship, status="in_service", captor=None, colours=UNSET, holder=UNSET, officer=officer
    )
    return _update_grapples(state, event.ship)


def _describe_restoration(state: model.State, event: ShipRestored) -> str:
    """Return the sentence for a ship that is retaken, or that fights on by herself if she is `by`."""
    if event.by == event.ship:
        return f"{name_of(state, event.ship)} hoists her colours again and fights on."
    return f"{name_of(state, event.by)} retakes {name_of(state, event.ship)}: she is back under her own flag."


def _update_grapples(state: model.State, key: str) -> model.State:
    """Mark each grapple of a ship that changed hands as friendly or hostile, and no longer agreed."""
    side = model.side_of(state, key)
    grapples = tuple(
        replace(one, agreed=False, friendly=side == model.side_of(state, one.other_ship(key)))
        if one.joins(key)
        else one
        for one in state.grapples
    )
    return replace(state, grapples=grapples)


def _describe_question(state: model.State, event: QuestionAsked) -> str:
    """Return the log's sentence for a question, from the kind of the question."""
    return format_question(state, event.question, question_kind(state, event.question).asked)


def _describe_answer(state: model.State, event: QuestionAnswered) -> str:
    """Return the log's sentence for the answer to the question that waits in `state`; "" if none waits."""
    if state.question is None:
        return ""
    kind = question_kind(state, state.question)
    return format_question(state, state.question, kind.agreed if event.accept else kind.refused, event.choice)


def _describe_grapple(state: model.State, event: ShipsGrappled) -> str:
    """Return the sentence for a grapple: agreed, friendly or hostile."""
    both = list_names(state, (event.ship, event.target))
    if event.agreed:
        return f"{both} are lashed together: boarders away!"
    if event.friendly:
        return f"{both} make fast to each other."
    return f"{both} are grappled."


def _describe_parting(state: model.State, event: ShipsParted) -> str:
    """Return the sentence for two ships that part, or for lines cut to a ship that is lost (AMB-138)."""
    if event.rule == "AMB-138":
        return f"{name_of(state, event.other)} cuts the lines that held her to {name_of(state, event.ship)}."
    return f"{list_names(state, (event.ship, event.other))} are free of each other."


def _describe_fight(state: model.State, event: BoardingFought) -> str:
    """Return the sentence for a round: deck, both throws with their columns, and the result."""
    fight = f"On the deck of {name_of(state, event.target)}"
    throws = f"{_format_throw(state, event.attacker)} against {_format_throw(state, event.defender)}"
    will = "" if event.willing else ", who only defend"
    return f"{fight}: {throws}{will}; {_RESULT_WORDS[event.result]}."


def _format_throw(state: model.State, side: BoardingRoll) -> str:
    """Return one side's ships, strength, column, dice, modifiers and total, or why the side did not roll."""
    crew = f"{list_names(state, side.ships)} (strength {side.strength}"
    if side.column is None:
        return f"{crew}, worse than 1-5: too weak to fight)"
    if not side.dice:
        return f"{crew}, column {side.column}: no fight needed)"
    steps = "".join(f" {step.change} ({step.source})" for step in (side.working or ())[1:])
    total = side.working[-1].value if side.working else sum(side.dice)
    return (
        f"{crew}, column {side.column}, {side.needed} or less) {format_dice(side.dice)}{steps} = {format_number(total)}"
    )


def _describe_melee(state: model.State, event: MeleeBegan) -> str:
    """Return the sentence that names all fighters and the number of rounds fought."""
    fighters = list_names(state, (*event.melee.attackers, *event.melee.defenders))
    return f"{fighters} stay locked in the fight (round {event.melee.rounds} fought)."


def _describe_capture(state: model.State, event: ShipCaptured) -> str:
    """Return the sentence for a ship carried by boarding or taken without a fight."""
    how = "is carried by boarding" if event.cause == "boarding" else "is taken"
    return f"{name_of(state, event.ship)} {how}: a prize of {name_of(state, event.by)}."


EVENT_HANDLERS: tuple[EventHandler[model.State], ...] = (
    EventHandler(QuestionAsked, lambda state, event: replace(state, question=event.question), _describe_question),
    EventHandler(QuestionAnswered, lambda state, event: replace(state, question=None), _describe_answer),  # noqa: ARG005
    EventHandler(ShipsGrappled, _apply_grapple, _describe_grapple),
    EventHandler(ShipsParted, _apply_parting, _describe_parting),
    EventHandler(
        BoardingDeclared,
        lambda state, event: replace(state, boardings=(*state.boardings, model.Boarding(event.ship, event.target))),
        describe_by("{ship}'s boarders gather to storm {target}."),
    ),
    EventHandler(BoardingFought, _apply_fight, _describe_fight),
    EventHandler(MeleeBegan, _apply_melee, _describe_melee),
    EventHandler(
        MeleeEnded,
        lambda state, event: replace(state, melees=_drop_melee(state, event.target)),
        describe_by("The fight on the deck of {target} is over."),
    ),
    EventHandler(ShipCaptured, _apply_capture, _describe_capture),
    EventHandler(ShipRestored, _apply_restoration, _describe_restoration),
)
