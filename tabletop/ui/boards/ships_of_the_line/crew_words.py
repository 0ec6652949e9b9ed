"""The Crew Phase in a player's words: what can be ordered, what it promises, what it costs."""

from fractions import Fraction

from tabletop.core.deeds import Order
from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.phrases import percent
from tabletop.games.ships_of_the_line import commands as orders
from tabletop.games.ships_of_the_line.compiled import fatigue_limit, kind_of, phase_of, rules_of
from tabletop.games.ships_of_the_line.state import State, side_of
from tabletop.games.ships_of_the_line.survey import odds
from tabletop.games.ships_of_the_line.tables import Result

TITLES: dict[str, str] = {
    "reload": "Reload",
    "grapple": "Grapple and tow",
    "break_free": "Cut loose",
    "board": "Board",
    "boarding": "Fights on deck",
    "unrig": "Clear the wreckage",
    "rudder": "Repair the rudder",
    "extinguish": "Fight the fires",
}
"""Step: the title of its panel; a step of a rule module has its prompt for one."""

DONE: dict[str, str] = {
    "reload": "Done reloading",
    "grapple": "No more grapples",
    "break_free": "No more attempts",
    "board": "No more boarders",
    "unrig": "Leave the rest",
    "rudder": "Leave the rest",
    "extinguish": "Leave the rest",
}
"""Step: what the brass button says when there is nothing more to order."""

_RESULTS: dict[Result, str] = {
    "captured": "taken",
    "engaged": "both hold",
    "nothing": "no effect",
    "repulsed": "thrown back",
    "counter_captured": "taken ourselves",
}
_BAD: frozenset[Result] = frozenset({"repulsed", "counter_captured"})
"""Results that the attacker would rather not see."""


def title(state: State) -> str:
    """Of the panel of the present step."""
    return TITLES.get(state.phase) or phase_of(state).prompt.rstrip("?")


def label(state: State, order: Order) -> str:
    """What the button of an order says."""
    words = _LABELS.get(type(order))
    return words(state, order) if words else rules_of(state).labels[type(order)](state, order)[0]


def how(state: State, order: Order) -> str:
    """What such an order is."""
    return _HOW.get(type(order)) or rules_of(state).labels[type(order)](state, order)[1]


def promise(state: State, order: Order) -> str:
    """The chance of an order, or what it costs."""
    words = _PROMISES.get(type(order))
    return words(state, order) if words else ""


def condition(state: State, key: str) -> str:
    """How tired a ship is, and what ails her."""
    ship = state.ships[key]
    parts = [f"fatigue {ship.fatigue} of {fatigue_limit(state, key)}"]
    if ship.fires:
        parts.append(f"{ship.fires} {'fire' if ship.fires == 1 else 'fires'}")
    return ", ".join(parts)


def _name(state: State, key: str) -> str:
    return state.cards[key].name


def _reload(_state: State, order: orders.Reload) -> str:
    return "Load both sides" if len(order.broadsides) > 1 else f"Load {order.broadsides[0]} only"


def _grapple(state: State, order: orders.GrappleShip) -> str:
    friendly = side_of(state, order.target) == order.side and state.ships[order.target].status != "struck"
    return f"{'Make fast to' if friendly else 'Grapple'} {_name(state, order.target)}"


_LABELS: Handlers[State, str] = by_kind(
    Case(orders.Reload, _reload),
    Case(orders.GrappleShip, _grapple),
    Case(orders.MakeFastTow, lambda state, order: f"Take {_name(state, order.towed)} in tow"),
    Case(orders.CastOff, lambda state, order: f"Cast off {_name(state, order.other)}"),
    Case(orders.BreakGrapple, lambda state, order: f"Cut loose from {_name(state, order.other)}"),
    Case(orders.Board, lambda state, order: f"Board {_name(state, order.target)}"),
    Case(orders.ChoosePrize, lambda state, order: f"Take {_name(state, order.ship)}"),
    Case(orders.ClearRigging, lambda _state, order: f"Clear the {order.broadside} side"),
    Case(orders.RepairRudder, lambda _state, _order: "Repair the rudder"),
    Case(orders.FightFire, lambda _state, _order: "Fight the fire"),
    Case(orders.Answer, lambda state, order: _answer(state, order)),
)


_HOW: dict[type, str] = {
    orders.Reload: "Guns that were fired are silent until they are loaded.",
    orders.GrappleShip: "Ships held by a grapple do not move, and may board each other.",
    orders.MakeFastTow: "She who tows takes the other along, with half her points.",
    orders.CastOff: "The lines between the two are let go.",
    orders.BreakGrapple: "The other side is asked first: it may let her go, or make her try.",
    orders.Board: "She must be grappled. The other side is asked whether it boards as well.",
    orders.ChoosePrize: "One ship takes possession of the prize.",
    orders.ClearRigging: "What has fallen over a side masks its guns until it is cut away.",
    orders.RepairRudder: "Without her rudder she drifts.",
    orders.FightFire: "A fire that is left alone goes on burning her.",
    orders.Answer: "Whoever is asked answers before anything else is ordered.",
}


def _answer(state: State, order: orders.Answer) -> str:
    if state.question is None:
        return ""
    kind = kind_of(state, state.question)
    return kind.yes if order.accept else kind.no


def _task(chance: Fraction) -> str:
    return f"{percent(chance)}, +1 fatigue" if chance < 1 else "no roll, free"


def chances(state: State, order: Order) -> list[tuple[Fraction, str, bool]]:
    """The ways in which a boarding may end: the chance of each, and whether it is bad for who gave the order."""
    if not isinstance(order, orders.Board):
        return []
    found = odds.boarding(state, order.ship, order.target, willing=False)
    return [(found[one], words, one in _BAD) for one, words in _RESULTS.items() if one in found]


def _answered(state: State, order: orders.Answer) -> str:
    question = state.question
    if question is None or order.accept:
        return "no roll, free"
    if question.kind == "part":
        return f"she breaks free with {percent(odds.cut_loose(state, question.ship, question.other))}"
    if question.kind != "grapple":
        return ""
    return f"her grapples hold with {percent(odds.grapple(state, question.ship, question.other))}"


_PROMISES: Handlers[State, str] = by_kind(
    Case(orders.Reload, lambda _state, order: "+1 fatigue" if len(order.broadsides) > 1 else "free"),
    Case(orders.GrappleShip, lambda state, order: _task(odds.grapple(state, order.ship, order.target))),
    Case(orders.MakeFastTow, lambda _state, _order: "no roll, +1 fatigue"),
    Case(orders.CastOff, lambda _state, _order: "no roll, free"),
    Case(orders.BreakGrapple, lambda state, order: _task(odds.cut_loose(state, order.ship, order.other))),
    Case(orders.Board, lambda _state, _order: "the first exchange, if she does not board as well"),
    Case(orders.Answer, _answered),
    Case(orders.ClearRigging, lambda state, order: _task(odds.clear_rigging(state, order.ship, order.broadside))),
    Case(orders.RepairRudder, lambda _state, _order: _task(odds.repair_rudder())),
    Case(orders.FightFire, lambda state, order: _task(odds.fight_fire(state, order.ship))),
)
