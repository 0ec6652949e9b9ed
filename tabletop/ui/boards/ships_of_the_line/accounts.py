"""Events in detail for the dice tray and the log: dice with words, sums with sources, ships."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.core.phrases import capitalize, format_count, format_number, format_signed
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.events import boarding, combat, crew, movement, turn
from tabletop.games.ships_of_the_line.model import State, compass_point
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.ship import Critical
from tabletop.games.ships_of_the_line.survey import odds, summaries
from tabletop.games.ships_of_the_line.survey.rolls import BatteryFired, CollisionRolled, GroundingRolled, read_roll
from tabletop.games.ships_of_the_line.tables import SINKING, WIND_CHANGES_FROM, Modifier
from tabletop.ui.boards.contract import DiceThrow, EventDetails

_DAMAGE_WORDS: dict[bool, str] = {True: "critical", False: "hull"}
CRITICALS = {1: "mast", 2: "mast", 3: "officer", 4: "rudder", 5: "fire", 6: "magazine"}
_SHIP_FIELDS = ("ship", "battery", "target", "other", "towed", "exploded", "by", "contact")
"""Fields of events and commands that hold the key of a ship or a battery."""


def build_dice(before: State, event: Event) -> DiceThrow | None:
    """Return the dice of an event for the tray, with the dice that followed; None without dice."""
    shown = _TRAY_DICE.get(type(event))
    dice = shown(before, event) if shown else _find_dice(before, event)
    return replace(dice[0], followed_by=tuple(dice[1:])) if dice else None


def build_account(before: State, event: Event) -> EventDetails:
    """Return the details of an event: its lines, dice and rules."""
    lines, one = _LINES.get(type(event)), read_roll(before, event)
    told = lines(before, event) if lines else _list_modifiers(one.modifiers) if one else ()
    by = _RULES.get(type(event))
    rules = {capitalize(source): rule for source, rule in by(before, event).items()} if by else {}
    return EventDetails(tuple(told), tuple(_find_dice(before, event)), event.rule, {**_LINE_RULES, **rules})


def _find_dice(before: State, event: Event) -> tuple[DiceThrow, ...]:
    """Return the dice of an event for the log; () without dice."""
    shown, one = _DICE.get(type(event)), read_roll(before, event)
    if shown:
        return shown(before, event)
    title = before.cards[one.ship].name if one else ""
    return (DiceThrow(title, one.result, ((one.die, one.caption),), one.requirement),) if one else ()


def list_pieces(said: Event | Command) -> tuple[str, ...]:
    """Return the keys of the ships and batteries that an event or a command names."""
    values = msgspec.structs.asdict(said)
    named = [values[name] for name in _SHIP_FIELDS if values.get(name)]
    question = values.get("question")
    more = [question.ship, question.other] if question else list(values.get("poses", ()))
    return tuple(dict.fromkeys(key for key in (*named, *more) if key))


def summarize_broadsides(events: Iterable[Event]) -> str:
    """Return the sums of several broadsides in a sentence; "" for fewer than two."""
    fired = [event for event in events if isinstance(event, combat.BroadsideFired)]
    if len(fired) < 2:
        return ""
    dice, hits = sum(len(one.rolls) for one in fired), sum(one.hits for one in fired)
    note = _format_losses(sum(one.hull for one in fired), [one for shot in fired for one in shot.criticals])
    told = f"{format_count(len(fired), 'broadside')}: {format_count(hits, 'hit')} of {dice}"
    return f"{told}, {note}." if note else f"{told}."


# --- dice


def _broadside_dice(state: State, event: combat.BroadsideFired) -> tuple[DiceThrow, ...]:
    return _attack_dice(state.cards[event.ship].name, event)


def _battery_dice(state: State, event: BatteryFired) -> tuple[DiceThrow, ...]:
    return _attack_dice(summaries.find_name(state, event.battery), event)


def _grounding_dice(state: State, event: GroundingRolled) -> tuple[DiceThrow, ...]:
    result = "Runs aground" if event.aground else "Deep enough"
    face = ((event.die, "aground" if event.aground else ""),)
    over = f"{'off' if event.ring else 'over'} {summaries.find_name(state, event.over)}"
    return (DiceThrow(f"{state.cards[event.ship].name}, {over}", result, face, f"aground on {event.needed} or more"),)


def _collision_dice(state: State, event: CollisionRolled) -> tuple[DiceThrow, ...]:
    result = "They collide" if event.collided else "They scrape past"
    face = ((event.die, "collide" if event.collided else ""),)
    return (DiceThrow(f"{state.cards[event.ship].name} into {summaries.find_name(state, event.other)}", result, face),)


def _explosion_dice(state: State, event: combat.ExplosionStruck) -> tuple[DiceThrow, ...]:
    return _attack_dice(f"{state.cards[event.exploded].name} explodes", event)


def _attack_dice(
    title: str, event: combat.BroadsideFired | combat.ExplosionStruck | BatteryFired
) -> tuple[DiceThrow, ...]:
    """Return the dice of an attack: hits, then damage, then criticals."""
    first = DiceThrow(
        title,
        f"{event.hits} {'hit' if event.hits == 1 else 'hits'} of {len(event.rolls)}",
        tuple((die, "hit" if die >= event.needed else "") for die in event.rolls),
        _format_losses(event.hull, event.criticals),
    )
    parts = [first]
    if event.damage:
        faces = tuple((die, _DAMAGE_WORDS[die == 6]) for die in event.damage)
        parts.append(DiceThrow("Damage", f"{event.hull} hull", faces))
    if event.criticals:
        parts.append(DiceThrow("Criticals", "", tuple(_critical_faces(event.criticals))))
    return tuple(parts)


def _critical_faces(criticals: Sequence[Critical]) -> Iterable[tuple[int, str]]:
    """Yield each die of the criticals with its word."""
    for one in criticals:
        yield one.die, CRITICALS[one.die]
        if one.magazine is not None:
            yield one.magazine, "explodes" if one.magazine == 6 else "fire"


def _format_losses(hull: int, criticals: Sequence[Critical]) -> str:
    """Return the hull points and criticals in words, such as "3 hull, 1 critical"."""
    parts = [f"{hull} hull"] if hull else []
    if criticals:
        parts.append(f"{len(criticals)} {'critical' if len(criticals) == 1 else 'criticals'}")
    return ", ".join(parts)


def _initiative_dice(state: State, event: turn.InitiativeRolled) -> tuple[DiceThrow, ...]:
    faces = tuple((die, "wins" if side == event.winner else "") for side, die in event.dice.items())
    best, least = sorted(event.totals.values(), reverse=True)
    return (DiceThrow("Initiative", fleets.short_fleet_name(state, event.winner), faces, f"{best} to {least}"),)


def _direction_dice(_state: State, event: turn.DirectionChecked) -> tuple[DiceThrow, ...]:
    return (_wind_dice("Wind", compass_point(event.origin), (event.die, event.change)),)


def _strength_dice(_state: State, event: turn.StrengthChecked) -> tuple[DiceThrow, ...]:
    return (_wind_dice("Strength of the wind", event.strength, (event.die, event.table)),)


def _wind_dice(title: str, result: str, dice: tuple[int, int | None]) -> DiceThrow:
    first, second = dice
    faces = ((first, "changes" if second else "holds"), *(((second, ""),) if second else ()))
    return DiceThrow(title, result, faces, f"changes from {WIND_CHANGES_FROM}")


_TASKS: dict[crew.Task, tuple[str, str]] = {
    "grapple": ("Grapples hold", "Grapples slip"),
    "break": ("Cut loose", "Held fast"),
    "unrig": ("Side cleared", "Not cleared"),
    "rudder": ("Rudder repaired", "Not repaired"),
    "extinguish": ("Fire put out", "Fire burns on"),
    "unfoul": ("Clear of her", "Still foul"),
    "refloat": ("Afloat again", "Still aground"),
}
"""Task to the words of success and of failure."""


def _task_dice(state: State, event: crew.TaskRolled) -> tuple[DiceThrow, ...]:
    result = _TASKS[event.task][0 if event.success else 1]
    needed = f"{event.needed} or less"
    face = ((event.die, "done" if event.success else ""),)
    return (DiceThrow(state.cards[event.ship].name, result, face, needed),)


def _sinking_dice(state: State, event: crew.SinkingRolled) -> tuple[DiceThrow, ...]:
    faces = [(event.die, {"struck": "strikes", "again": "again"}.get(SINKING[event.die], ""))]
    if event.second is not None:
        faces.append((event.second, "sinks" if event.result == "sunk" else ""))
    return (DiceThrow(state.cards[event.ship].name, "In the sinking zone", tuple(faces)),)


def _surrender_dice(state: State, event: crew.SurrenderRolled) -> tuple[DiceThrow, ...]:
    faces = ((event.die, "strikes" if event.die <= 2 else ""),)
    return (DiceThrow(state.cards[event.ship].name, "Captain killed", faces),)


def _boarding_dice(state: State, event: boarding.BoardingFought) -> tuple[DiceThrow, ...]:
    rolls = (("Attackers", event.attacker), ("Defenders", event.defender))
    return tuple(
        DiceThrow(
            f"{title}: {', '.join(state.cards[key].name for key in roll.ships)}",
            f"{sum(roll.dice)}, needed {roll.needed} or less" if roll.needed else "too weak to fight",
            tuple((die, "holds" if roll.success else "") for die in roll.dice),
        )
        for title, roll in rolls
    )


def _deck_fight_dice(state: State, event: boarding.BoardingFought) -> tuple[DiceThrow, ...]:
    """Return the dice of both sides in one throw, as only together they decide."""
    rolls = (event.attacker, event.defender)
    sums = (str(sum(roll.dice)) if roll.needed else "none" for roll in rolls)
    needed = dict.fromkeys(str(roll.needed) for roll in rolls if roll.needed)
    faces = tuple((die, "holds" if roll.success else "") for roll in rolls for die in roll.dice)
    title, note = f"Aboard {state.cards[event.target].name}", f"{' and '.join(needed)} or less"
    return (DiceThrow(title, " against ".join(sums), faces, note if needed else ""),)


_DICE: Handlers[State, tuple[DiceThrow, ...]] = build_handlers(
    KindHandler(combat.BroadsideFired, _broadside_dice),
    KindHandler(combat.ExplosionStruck, _explosion_dice),
    KindHandler(BatteryFired, _battery_dice),
    KindHandler(GroundingRolled, _grounding_dice),
    KindHandler(CollisionRolled, _collision_dice),
    KindHandler(turn.InitiativeRolled, _initiative_dice),
    KindHandler(
        turn.WindRolled, lambda _, event: (DiceThrow("Wind", compass_point(event.origin), ((event.die, ""),)),)
    ),
    KindHandler(turn.DirectionChecked, _direction_dice),
    KindHandler(turn.StrengthChecked, _strength_dice),
    KindHandler(crew.TaskRolled, _task_dice),
    KindHandler(crew.SinkingRolled, _sinking_dice),
    KindHandler(crew.SurrenderRolled, _surrender_dice),
    KindHandler(boarding.BoardingFought, _boarding_dice),
)

_TRAY_DICE: Handlers[State, tuple[DiceThrow, ...]] = build_handlers(
    KindHandler(boarding.BoardingFought, _deck_fight_dice),
)
"""Dice in the tray where they differ from the first part of the log entry."""


# --- numbers


def _list_modifiers(modifiers: Iterable[Modifier]) -> Iterable[tuple[str, str]]:
    return ((capitalize(one.source), _format_step(one)) for one in modifiers)


def _format_step(one: Modifier) -> str:
    """Return the change and the value after it; only the number for the first step."""
    made = format_number(one.value)
    return made if one.change in ("", made) else f"{one.change}, makes {made}"


def _broadside_lines(_state: State, event: combat.BroadsideFired) -> Iterable[tuple[str, str]]:
    yield "Range", f"{format_um(event.distance)}, {event.band.replace('_', '-')}"
    yield "Bearing from the target's bow", f"{event.bearing}°, {event.facing}"
    yield from _list_modifiers(event.dice)
    yield "Each die hits on", f"{event.needed} or more"


def _battery_lines(_state: State, event: BatteryFired) -> Iterable[tuple[str, str]]:
    yield "Range", f"{format_um(event.distance)}, {event.band.replace('_', '-')}"
    yield from _list_modifiers(event.dice)
    yield "Each die hits on", f"{event.needed} or more"


def _check_lines(_state: State, event: GroundingRolled | CollisionRolled) -> Iterable[tuple[str, str]]:
    return _list_modifiers(event.modifiers)


def _sail_lines(state: State, event: movement.ShipSailed) -> Iterable[tuple[str, str]]:
    yield from _list_modifiers(event.allowance)
    yield "Must be used", str(event.forced)
    yield "Used", str(event.spent)
    yield "Slowed", str(event.slowed)
    if event.contact:
        yield "Stopped by contact with", summaries.find_name(state, event.contact)


def _task_lines(_state: State, event: crew.TaskRolled) -> Iterable[tuple[str, str]]:
    yield from _list_modifiers(event.modifiers)
    yield "Succeeds on", f"{event.needed} or less"


def _boarding_lines(_state: State, event: boarding.BoardingFought) -> Iterable[tuple[str, str]]:
    for title, roll in (("Attackers", event.attacker), ("Defenders", event.defender)):
        yield title, f"strength {roll.strength}, column {roll.column or 'below 1-5'}"
    yield "Result", event.result.replace("_", " ")


def _score_lines(_state: State, event: turn.PointsScored) -> Iterable[tuple[str, str]]:
    yield "Points", format_signed(event.score.points)


_RULES: Handlers[State, odds.RuleOfSource] = build_handlers(
    KindHandler(combat.BroadsideFired, odds.find_dice_rules),
    KindHandler(movement.ShipSailed, lambda state, event: odds.find_allowance_rules(state, event.ship)),
    KindHandler(crew.TaskRolled, odds.find_task_rules),
)
"""Event to the rules of the lines of its sum."""

_LINE_RULES = {"Range": "SOTL-2.4-a", "Each die hits on": "SOTL-4.2.1-a", "Must be used": "SOTL-5.2.3-c"}
"""Line to its rule, for lines that are no part of a sum."""

_LINES: Handlers[State, Iterable[tuple[str, str]]] = build_handlers(
    KindHandler(combat.BroadsideFired, _broadside_lines),
    KindHandler(BatteryFired, _battery_lines),
    KindHandler(GroundingRolled, _check_lines),
    KindHandler(CollisionRolled, _check_lines),
    KindHandler(movement.ShipSailed, _sail_lines),
    KindHandler(crew.TaskRolled, _task_lines),
    KindHandler(boarding.BoardingFought, _boarding_lines),
    KindHandler(turn.PointsScored, _score_lines),
)
