"""Commands and shots in a player's words: labels, chances, costs and explanations."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.phrases import format_count, format_percent, join_words
from tabletop.games.ships_of_the_line import commands as orders
from tabletop.games.ships_of_the_line import fleets, rules
from tabletop.games.ships_of_the_line.events.crew import Task
from tabletop.games.ships_of_the_line.model import Band, State, side_of
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.survey import choices, crew_tasks, odds, rolls, summaries
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds, Distribution
from tabletop.games.ships_of_the_line.tables import Result
from tabletop.ui.boards.battle.labels import RuledWords
from tabletop.ui.boards.ships_of_the_line.overlays import OddsChip

RANGES: dict[Band, str] = {"point_blank": "point-blank", "medium": "medium", "long": "long"}


def mean_of(spread: Distribution) -> float:
    """Return the mean of a distribution."""
    return float(sum((number * chance for number, chance in enumerate(spread)), Fraction(0)))


def build_odds_chip(state: State, odds: BroadsideOdds, title: str) -> OddsChip:
    """Build the chip beside a target with dice, needed number and likely results."""
    aim = odds.aim
    return OddsChip(
        at=(aim.sight.end.x, aim.sight.end.y),
        title=title,
        reach=f"{format_um(aim.sight.distance)}, {RANGES[aim.band]}",
        needed=(odds.needed,) * odds.dice,
        headline=tuple(_list_headline(state, odds)),
        words=tuple(_list_likely_results(state, odds)),
        ships=(aim.target, aim.ship),
    )


def _list_headline(state: State, odds: BroadsideOdds) -> Iterator[RuledWords]:
    """Yield the dice, the needed number and the modifiers, each with its rule."""
    noted = sum(shot.hull for shot in state.shots if shot.target == odds.aim.target)
    yield RuledWords(f"{odds.dice} {'die' if odds.dice == 1 else 'dice'}", odds.rules.dice)
    yield RuledWords(f", hits on {odds.needed}+", odds.rules.needed)
    if odds.chance_to_fire < 1:
        yield RuledWords(f", if the hot shot is loaded safely, {format_percent(odds.chance_to_fire)}", "SOTL-19-c")
    if noted:
        yield RuledWords(f"; {noted} hull damage already scored this phase", "SOTL-3-c")
    yield from (
        RuledWords(f"; {line.source} {line.change}", rule)
        for line, rule in zip(odds.modifiers, odds.rules.modifiers, strict=True)
    )


def _list_likely_results(state: State, odds: BroadsideOdds) -> Iterator[RuledWords]:
    """Yield the expected hits and hull points and the chances of criticals, each with its rule."""
    yield RuledWords(f"{mean_of(odds.hits):.1f} hits", odds.rules.needed)
    yield RuledWords(f", {mean_of(odds.hull):.1f} hull", odds.rules.hull)
    fates = (
        (odds.critical, odds.effect_of_six, "SOTL-4.2.1-d"),
        (odds.strikes, "strikes", "SOTL-4.4.1-b"),
        (odds.sinks, "sinks", "SOTL-4.4.1-d"),
    )
    for number, (chance, what, rule) in enumerate(one for one in fates if one[0]):
        yield RuledWords(f"{', ' if number else '; '}{format_percent(chance)} {what}", rule)
    for key, lost in odds.bystanders:
        yield RuledWords(f"; past {summaries.find_name(state, key)}, {_describe_bystander_loss(lost)}", "SOTL-11-b")


def _describe_bystander_loss(lost: Distribution) -> str:
    """Return what a friend in the line of fire could lose."""
    return f"who could lose up to {len(lost) - 1}, {mean_of(lost):.1f} on average"


def format_order_title(state: State, odds: BroadsideOdds) -> str:
    """Return the title of a shot that can be fired."""
    fire = f"Fire {odds.shot} at" if odds.shot else "Fire at"
    return f"{f'Rake the {odds.aim.rake} of' if odds.aim.rake else fire} {summaries.find_name(state, odds.aim.target)}"


def format_aim_title(state: State, odds: BroadsideOdds) -> str:
    """Return the title of a shot that is aimed and waits for confirmation."""
    hot = f"Aimed {odds.shot} at" if odds.shot else "Aimed at"
    return f"{hot} {f'the {odds.aim.rake} of ' if odds.aim.rake else ''}{summaries.find_name(state, odds.aim.target)}"


def format_threat_title(state: State, odds: BroadsideOdds) -> str:
    """Return the title of a shot that the enemy could fire."""
    verb = f"could rake the {odds.aim.rake} of" if odds.aim.rake else "could fire at"
    return f"{summaries.find_name(state, odds.aim.ship)} {verb} {summaries.find_name(state, odds.aim.target)}"


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
"""Step of the Crew Phase to the title of its panel and the label that ends it."""

_RESULTS: dict[Result, tuple[str, bool]] = {
    "captured": ("captured", False),
    "foothold": ("a foothold", False),
    "engaged": ("both fight on", False),
    "nothing": ("no effect", False),
    "repulsed": ("thrown back", True),
    "counter_captured": ("we are captured", True),
}
"""Result of a boarding to its words, and True if it is bad for the attacker."""

_RESISTED_RESULTS: dict[Result, tuple[str, bool]] = {
    "captured": ("she is captured", True),
    "foothold": ("they get a foothold", True),
    "engaged": ("both fight on", False),
    "nothing": ("no effect", False),
    "repulsed": ("they are thrown back", False),
    "counter_captured": ("they are captured", False),
}
"""Result of a boarding to its words, and True if it is bad for the defender."""

_RESULT_RULES: dict[Result, str] = {
    "captured": "SOTL-4.3.1-e",
    "foothold": "SOTL-20.2-d",
    "engaged": "SOTL-4.3.1-d",
    "nothing": "SOTL-4.3.1-f",
    "repulsed": "SOTL-4.3.1-h",
    "counter_captured": "SOTL-4.3.1-g",
}


class OrderWords(NamedTuple):
    """A command in words: label, chance or cost, explanation, and the rule of its roll."""

    label: str
    promise: str
    how: str
    rule: str = ""


def describe_step(state: State) -> tuple[str, str]:
    """Return title and final label of the step; steps of rule modules use the question as title."""
    decision = rules.current_decision(state)
    return STEPS.get(state.phase) or ((decision.prompt if decision else "").rstrip("?"), "Done: next step")


def describe_order(state: State, order: Command) -> OrderWords:
    """Return a command in words."""
    told = _WORDS.get(type(order))
    if told:
        return told(state, order)
    label, how = summaries.describe_module_order(state, order)
    chance = rolls.chance_of_order(state, order)
    return OrderWords(label, "" if chance is None else format_percent(chance), how)


def find_leader_name(state: State, key: str) -> str:
    """Return the last name of the leader aboard a ship, or ""."""
    one = fleets.leader_aboard(state, key)
    return fleets.leader_on_card(state, one).name.split()[-1] if one else ""


def describe_fatigue(state: State, key: str) -> str:
    """Return the fatigue and the fires of a ship in words."""
    ship = state.ships[key]
    tired = f"fatigue {ship.fatigue} of {summaries.compute_strength(state, key).fatigue_limit}"
    return f"{tired}, {format_count(ship.fires, 'fire')}" if ship.fires else tired


BoardingEnd = tuple[Fraction, str, bool, str]
"""An end of a boarding: chance, words, True if the commanding side regrets it, rule."""


def list_boarding_ends(state: State, order: Command) -> list[BoardingEnd]:
    """Return the possible ends of a boarding command; empty for other commands."""
    if isinstance(order, orders.Defend):
        resisted = odds.compute_fight_odds(*odds.suppose_fight(state, order))
        return _build_ends(resisted, _RESISTED_RESULTS)
    return (
        _build_ends(odds.compute_boarding_odds(state, order, willing=False), _RESULTS)
        if isinstance(order, orders.Board)
        else []
    )


def _build_ends(found: Mapping[Result, Fraction], words: Mapping[Result, tuple[str, bool]]) -> list[BoardingEnd]:
    """Return the ends of a boarding in the order of `words`."""
    return [(found[one], *told, _RESULT_RULES[one]) for one, told in words.items() if one in found]


def list_costs(state: State, key: str, order: Command) -> list[tuple[str, str]]:
    """Return what changes if a command sends crews away: title and values (20)."""
    if not crew_tasks.has_crew_rules(state) or (crews := choices.count_crews_sent(state, key, order)) is None:
        return []
    after = crew_tasks.with_crews_assigned(state, key, order, crews)
    was, left = summaries.compute_strength(state, key), summaries.compute_strength(after, key)
    told = [("Dice of a broadside", _format_change(_format_dice(was), _format_dice(left)))]
    if crew_tasks.is_fight_order(order):
        told.insert(0, ("Strength in the fight", str(left.boarding) if crews else "none, she is captured"))
    if crew_tasks.is_pump_order(order):
        told.insert(
            0,
            (
                "Chance to sink",
                _format_change(
                    format_percent(crew_tasks.chance_to_sink(state, key)),
                    format_percent(crew_tasks.chance_to_sink(after, key)),
                ),
            ),
        )
    return told


def _format_dice(had: summaries.ShipStrength) -> str:
    return ", ".join(str(dice) for dice in had.dice.values() if dice) or "none"


def _format_change(was: str, left: str) -> str:
    """Return the new value, and the old one if it differs."""
    return left if left == was else f"{left} instead of {was}"


def _ship_name(state: State, key: str) -> str:
    return state.cards[key].name


def _with_task_odds(
    state: State,
    tried: OrderWords,
    key: str,
    task: Task,
    about: str = "",
    leader: Unaided | UnsetType = UNSET,
    crews: int = 0,
) -> OrderWords:
    """Return the words of a crew task with its chance, modifiers and rule."""
    chance = format_percent(odds.chance_of_task(state, key, task, about, leader, crews))
    counted = join_words(
        f"{one.source} {one.change}" for one in odds.list_task_modifiers(state, key, task, about, leader, crews)
    )
    how = f"{tried.how} Added to the die: {counted}." if counted else tried.how
    return tried._replace(
        promise=f"{chance}, +1 fatigue", how=how, rule=odds.find_task_rule(state, key, task, about, leader)
    )


def _format_crews(order: orders.Board | orders.ClearRigging | orders.FightFire) -> str:
    """Return " with 2 crews" if the command names a number of crews, else "" (20)."""
    return f" with {format_count(order.crews, 'crew')}" if order.crews else ""


def _describe_reload(state: State, order: orders.Reload) -> OrderWords:
    both = len(order.broadsides) > 1
    label, cost = ("Load both sides", "+1 fatigue") if both else (f"Load {order.broadsides[0]} only", "free")
    if kinds := summaries.describe_loads(state, order):
        label = f"Load {', '.join(kinds)}"
    return OrderWords(label, cost, "Guns that were fired are silent until they are loaded.")


def _describe_grapple(state: State, order: orders.GrappleShip) -> OrderWords:
    friendly = side_of(state, order.target) == order.side and state.ships[order.target].status != "struck"
    label = f"{'Make fast to' if friendly else 'Grapple'} {_ship_name(state, order.target)}"
    words = OrderWords(label, "no roll, free", "Grappled ships do not move and may board each other.")
    rolled = odds.chance_to_grapple(state, order.ship, order.target, order.leader) < 1
    return _with_task_odds(state, words, order.ship, "grapple", order.target, order.leader) if rolled else words


_REFUSAL_TASKS: dict[str, tuple[Task, str]] = {
    "part": ("break", "she breaks free"),
    "grapple": ("grapple", "her grapples hold"),
}
"""Question to the task that the asking ship rolls if it is refused, and the words of success."""


def _describe_answer(state: State, order: orders.Answer) -> OrderWords:
    question, how = state.question, "The player who is asked must answer before play continues."
    if question is None:
        return OrderWords("", "no roll, free", how)
    promise = "no roll, free" if order.accept else ""
    if not order.accept and question.kind in _REFUSAL_TASKS:
        task, told = _REFUSAL_TASKS[question.kind]
        chance = odds.chance_of_task(state, question.ship, task, question.other, question.leader)
        promise = f"{told} with {format_percent(chance)}"
    return OrderWords(summaries.answer_labels(state, question)[not order.accept], promise, how)


def _format_leader(state: State, order: orders.Board) -> str:
    """Return the leader who goes with the boarders, such as " with Nelson", or ""."""
    leader = fleets.leader_aboard(state, order.ship) if order.leader is True else None
    return f" with {fleets.leader_on_card(state, leader).name}" if leader else ""


_WORDS: Handlers[State, OrderWords] = build_handlers(
    KindHandler(orders.Reload, _describe_reload),
    KindHandler(orders.GrappleShip, _describe_grapple),
    KindHandler(
        orders.MakeFastTow,
        lambda state, order: OrderWords(
            f"Take {_ship_name(state, order.towed)} in tow",
            "no roll, +1 fatigue",
            "The towing ship takes the other along, with half her points.",
        ),
    ),
    KindHandler(
        orders.CastOff,
        lambda state, order: OrderWords(
            f"Cast off {_ship_name(state, order.other)}",
            "no roll, free",
            "All lines between the two ships are let go, without a roll.",
        ),
    ),
    KindHandler(
        orders.BreakGrapple,
        lambda state, order: _with_task_odds(
            state,
            OrderWords(
                f"Cut loose from {_ship_name(state, order.other)}",
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
        lambda state, order: OrderWords(
            f"Board {_ship_name(state, order.target)}{_format_crews(order)}{_format_leader(state, order)}",
            "odds of the first round, if she does not board too",
            "She must be grappled. The other side then chooses whether to board as well.",
        ),
    ),
    KindHandler(
        orders.ChoosePrize,
        lambda state, order: OrderWords(
            f"Take {_ship_name(state, order.ship)}", "", "This ship takes possession of the prize."
        ),
    ),
    KindHandler(
        orders.ClearRigging,
        lambda state, order: _with_task_odds(
            state,
            OrderWords(
                f"Clear the {order.broadside} side{_format_crews(order)}",
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
        lambda state, order: _with_task_odds(
            state, OrderWords("Repair the rudder", "", "Without her rudder she drifts."), order.ship, "rudder"
        ),
    ),
    KindHandler(
        orders.FightFire,
        lambda state, order: _with_task_odds(
            state,
            OrderWords(f"Fight the fire{_format_crews(order)}", "", "A fire that nobody fights goes on burning."),
            order.ship,
            "extinguish",
            crews=order.crews or 0,
        ),
    ),
    KindHandler(orders.Answer, _describe_answer),
    KindHandler(
        orders.TurnByBoats,
        lambda _state, order: OrderWords(
            f"Boats: 90° to {order.towards}", "", "Boats pull her round by 90°, for +1 fatigue."
        ),
    ),
    KindHandler(
        orders.WeighAnchor,
        lambda _state, _order: OrderWords("Weigh anchor", "", "She lies stopped afterwards, for +1 fatigue."),
    ),
    KindHandler(
        orders.DropAnchor,
        lambda _state, _order: OrderWords("Drop anchor", "", "She stays where she is, for +1 fatigue."),
    ),
)
