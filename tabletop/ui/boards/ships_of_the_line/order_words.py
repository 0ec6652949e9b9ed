"""Orders in a player's words: what their buttons say, what they promise or cost, and what they are."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.phrases import format_count, format_percent, join_words
from tabletop.games.ships_of_the_line import commands as orders
from tabletop.games.ships_of_the_line import fleets, rules
from tabletop.games.ships_of_the_line.events.crew import Task
from tabletop.games.ships_of_the_line.model import State, side_of
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.survey import choices, crew_tasks, odds, rolls, summaries
from tabletop.games.ships_of_the_line.tables import Result

STEPS: dict[str, tuple[str, str]] = {
    "combat": ("Fire the batteries", "Cease fire"),
    "reload": ("Reload", "Done: next step"),
    "grapple": ("Grapple and tow", "Done: next step"),
    "break_free": ("Cut loose", "Done: next step"),
    "board": ("Board", "Done: next step"),
    "boarding": ("Fights on deck", "Done: next step"),
    "unrig": ("Clear the wreckage", "Done: next step"),
    "rudder": ("Repair the rudder", "Done: next step"),
    "extinguish": ("Fight the fires", "Done: next step"),
}
"""Step of the Crew Phase: the title of its panel, and what the brass button says when nothing more is ordered."""

_RESULTS: dict[Result, tuple[str, bool]] = {
    "captured": ("captured", False),
    "foothold": ("a foothold", False),
    "engaged": ("both fight on", False),
    "nothing": ("no effect", False),
    "repulsed": ("thrown back", True),
    "counter_captured": ("we are captured", True),
}
"""Result of a boarding: in words, and whether the attacker would rather not see it."""

_RESISTED_RESULTS: dict[Result, tuple[str, bool]] = {
    "captured": ("she is captured", True),
    "foothold": ("they get a foothold", True),
    "engaged": ("both fight on", False),
    "nothing": ("no effect", False),
    "repulsed": ("they are thrown back", False),
    "counter_captured": ("they are captured", False),
}
"""The same for who is boarded."""

_RESULT_RULES: dict[Result, str] = {
    "captured": "SOTL-4.3.1-e",
    "foothold": "SOTL-20.2-d",
    "engaged": "SOTL-4.3.1-d",
    "nothing": "SOTL-4.3.1-f",
    "repulsed": "SOTL-4.3.1-h",
    "counter_captured": "SOTL-4.3.1-g",
}


class Words(NamedTuple):
    """An order: what its button says, the chance of it or what it costs, what it is, and by which rule it may fail."""

    label: str
    promise: str
    how: str
    rule: str = ""


def step(state: State) -> tuple[str, str]:
    """As `STEPS` has it; a step of a rule module has what is asked for a title."""
    decision = rules.current_decision(state)
    return STEPS.get(state.phase) or ((decision.prompt if decision else "").rstrip("?"), "Done: next step")


def words(state: State, order: Command) -> Words:
    """An order in words."""
    told = _WORDS.get(type(order))
    if told:
        return told(state, order)
    label, how = summaries.describe_module_order(state, order)
    chance = rolls.chance_of_order(state, order)
    return Words(label, "" if chance is None else format_percent(chance), how)


def leader(state: State, key: str) -> str:
    """What the leader aboard a ship is called, empty where there is none."""
    one = fleets.leader_aboard(state, key)
    return fleets.leader_on_card(state, one).name.split()[-1] if one else ""


def condition(state: State, key: str) -> str:
    """How tired a ship is, and what ails her."""
    ship = state.ships[key]
    tired = f"fatigue {ship.fatigue} of {summaries.compute_strength(state, key).fatigue_limit}"
    return f"{tired}, {format_count(ship.fires, 'fire')}" if ship.fires else tired


BoardingEnd = tuple[Fraction, str, bool, str]
"""A way in which a boarding may end: the chance of it, what it is, whether who gave the order regrets it, its rule."""


def chances(state: State, order: Command) -> list[BoardingEnd]:
    """The ways in which a boarding may end."""
    if isinstance(order, orders.Defend):
        resisted = odds.compute_fight_odds(*odds.suppose_fight(state, order))
        return _ways(resisted, _RESISTED_RESULTS)
    return (
        _ways(odds.compute_boarding_odds(state, order, willing=False), _RESULTS)
        if isinstance(order, orders.Board)
        else []
    )


def _ways(found: Mapping[Result, Fraction], words: Mapping[Result, tuple[str, bool]]) -> list[BoardingEnd]:
    return [(found[one], *told, _RESULT_RULES[one]) for one, told in words.items() if one in found]


def costs(state: State, key: str, order: Command) -> list[tuple[str, str]]:
    """What sending crews away does to a ship: what, and how it would be, or was and would be (20)."""
    if not crew_tasks.has_crew_rules(state) or (crews := choices.count_crews_sent(state, key, order)) is None:
        return []
    after = crew_tasks.with_crews_assigned(state, key, order, crews)
    was, left = summaries.compute_strength(state, key), summaries.compute_strength(after, key)
    told = [("Dice of a broadside", _from_to(_dice(was), _dice(left)))]
    if crew_tasks.is_fight_order(order):
        told.insert(0, ("Strength in the fight", str(left.boarding) if crews else "none, she is captured"))
    if crew_tasks.is_pump_order(order):
        told.insert(
            0,
            (
                "Chance to sink",
                _from_to(
                    format_percent(crew_tasks.chance_to_sink(state, key)),
                    format_percent(crew_tasks.chance_to_sink(after, key)),
                ),
            ),
        )
    return told


def _dice(had: summaries.ShipStrength) -> str:
    return ", ".join(str(dice) for dice in had.dice.values() if dice) or "none"


def _from_to(was: str, left: str) -> str:
    return left if left == was else f"{left} instead of {was}"


def _name(state: State, key: str) -> str:
    return state.cards[key].name


def _task(
    state: State,
    tried: Words,
    key: str,
    task: Task,
    about: str = "",
    leader: Unaided | UnsetType = UNSET,
    crews: int = 0,
) -> Words:
    """An order that a crew may fail at: with the chance of it, and how that is reckoned."""
    chance = format_percent(odds.chance_of_task(state, key, task, about, leader, crews))
    counted = join_words(
        f"{one.source} {one.change}" for one in odds.list_task_modifiers(state, key, task, about, leader, crews)
    )
    how = f"{tried.how} Added to the die: {counted}." if counted else tried.how
    return tried._replace(
        promise=f"{chance}, +1 fatigue", how=how, rule=odds.find_task_rule(state, key, task, about, leader)
    )


def _with(order: orders.Board | orders.ClearRigging | orders.FightFire) -> str:
    """How many crews go, where that is said (20)."""
    return f" with {format_count(order.crews, 'crew')}" if order.crews else ""


def _reload(state: State, order: orders.Reload) -> Words:
    both = len(order.broadsides) > 1
    label, cost = ("Load both sides", "+1 fatigue") if both else (f"Load {order.broadsides[0]} only", "free")
    if kinds := summaries.describe_loads(state, order):
        label = f"Load {', '.join(kinds)}"
    return Words(label, cost, "Guns that were fired are silent until they are loaded.")


def _grapple(state: State, order: orders.GrappleShip) -> Words:
    friendly = side_of(state, order.target) == order.side and state.ships[order.target].status != "struck"
    label = f"{'Make fast to' if friendly else 'Grapple'} {_name(state, order.target)}"
    words = Words(label, "no roll, free", "Grappled ships do not move and may board each other.")
    rolled = odds.chance_to_grapple(state, order.ship, order.target, order.leader) < 1
    return _task(state, words, order.ship, "grapple", order.target, order.leader) if rolled else words


_RESISTED: dict[str, tuple[Task, str]] = {
    "part": ("break", "she breaks free"),
    "grapple": ("grapple", "her grapples hold"),
}
"""Question: what the ship that asked must try if it is refused, and how that succeeds."""


def _answer(state: State, order: orders.Answer) -> Words:
    question, how = state.question, "The player who is asked must answer before play continues."
    if question is None:
        return Words("", "no roll, free", how)
    promise = "no roll, free" if order.accept else ""
    if not order.accept and question.kind in _RESISTED:
        task, told = _RESISTED[question.kind]
        chance = odds.chance_of_task(state, question.ship, task, question.other, question.leader)
        promise = f"{told} with {format_percent(chance)}"
    return Words(summaries.answer_labels(state, question)[not order.accept], promise, how)


def _led(state: State, order: orders.Board) -> str:
    leader = fleets.leader_aboard(state, order.ship) if order.leader is True else None
    return f" with {fleets.leader_on_card(state, leader).name}" if leader else ""


_WORDS: Handlers[State, Words] = build_handlers(
    KindHandler(orders.Reload, _reload),
    KindHandler(orders.GrappleShip, _grapple),
    KindHandler(
        orders.MakeFastTow,
        lambda state, order: Words(
            f"Take {_name(state, order.towed)} in tow",
            "no roll, +1 fatigue",
            "The towing ship takes the other along, with half her points.",
        ),
    ),
    KindHandler(
        orders.CastOff,
        lambda state, order: Words(
            f"Cast off {_name(state, order.other)}",
            "no roll, free",
            "All lines between the two ships are let go, without a roll.",
        ),
    ),
    KindHandler(
        orders.BreakGrapple,
        lambda state, order: _task(
            state,
            Words(
                f"Cut loose from {_name(state, order.other)}",
                "",
                "The other side answers first: it may let her go or make her roll.",
            ),
            order.ship,
            "break",
            order.other,
            order.leader,
        ),
    ),
    KindHandler(
        orders.Board,
        lambda state, order: Words(
            f"Board {_name(state, order.target)}{_with(order)}{_led(state, order)}",
            "odds of the first round, if she does not board too",
            "She must be grappled. The other side then chooses whether to board as well.",
        ),
    ),
    KindHandler(
        orders.ChoosePrize,
        lambda state, order: Words(f"Take {_name(state, order.ship)}", "", "This ship takes possession of the prize."),
    ),
    KindHandler(
        orders.ClearRigging,
        lambda state, order: _task(
            state,
            Words(
                f"Clear the {order.broadside} side{_with(order)}",
                "",
                "Wreckage over a side masks its guns until it is cut away.",
            ),
            order.ship,
            "unrig",
            order.broadside,
            order.leader,
            order.crews or 0,
        ),
    ),
    KindHandler(
        orders.RepairRudder,
        lambda state, order: _task(
            state, Words("Repair the rudder", "", "Without her rudder she drifts."), order.ship, "rudder"
        ),
    ),
    KindHandler(
        orders.FightFire,
        lambda state, order: _task(
            state,
            Words(f"Fight the fire{_with(order)}", "", "A fire that nobody fights goes on burning."),
            order.ship,
            "extinguish",
            crews=order.crews or 0,
        ),
    ),
    KindHandler(orders.Answer, _answer),
    KindHandler(
        orders.TurnByBoats,
        lambda _state, order: Words(
            f"Boats: 90° to {order.towards}", "", "Boats pull her round by 90°, for +1 fatigue."
        ),
    ),
    KindHandler(
        orders.WeighAnchor,
        lambda _state, _order: Words("Weigh anchor", "", "She lies stopped afterwards, for +1 fatigue."),
    ),
    KindHandler(
        orders.DropAnchor, lambda _state, _order: Words("Drop anchor", "", "She stays where she is, for +1 fatigue.")
    ),
)
