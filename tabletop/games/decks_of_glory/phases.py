"""The order of a turn: the phases, the side to move and the commands that it may give.

The rules that run when a phase is over are in `rules.py`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from tabletop.cards.standard import DECK
from tabletop.core.agreement import acceptance_tags
from tabletop.core.chance import Chance, seed_random
from tabletop.core.commands import Command
from tabletop.core.decision import Decision, fill_choices
from tabletop.core.offers import Offers, combination_at, count_combinations, offer_commands
from tabletop.core.phrases import capitalize
from tabletop.games.decks_of_glory import boarding, commands, model, movement, placing
from tabletop.games.decks_of_glory.gunnery import list_able_to_fire, list_clear_targets, list_gunners
from tabletop.games.decks_of_glory.movement import allowance, try_plan
from tabletop.games.decks_of_glory.positions import is_entangled, list_active
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry.hexgrid import SIDES, distance, distance_along, hex_ahead


class Phase(msgspec.Struct, frozen=True):
    """One phase of a turn. `orders` are the types of commands that are allowed in this phase only.

    If `asks` is "either", any side may give the command. If it is "in_turn", the side with the initiative is asked
    first. `idle` is the prompt for a side whose ships can do nothing more.
    """

    id: model.PhaseId
    ribbon: str
    asks: Literal["first", "either", "winner", "in_turn", "nobody"]
    orders: tuple[type[Command], ...]
    prompt: str
    next: model.PhaseId
    rule: str
    idle: str = ""


_MOVES = (commands.Sail, commands.BreakIrons, commands.CutLoose, commands.Done)

PHASES: dict[str, Phase] = {
    phase.id: phase
    for phase in (
        Phase(
            "deployment",
            "Setup",
            "in_turn",
            (commands.PlaceShip, commands.FinishPlacing),
            "Place your ships",
            "colours",
            "DOG-6",
        ),
        Phase("colours", "Setup", "first", (commands.ChooseColour,), "Choose red or black", "shuffle", "DOG-7"),
        Phase("shuffle", "Setup", "either", (commands.Shuffle,), "Shuffle the deck", "first_wind", "DOG-7"),
        Phase("first_wind", "Setup", "winner", (commands.ChooseWind,), "Choose the first wind", "wind", "DOG-8"),
        Phase("wind", "Wind", "either", (commands.CheckWind,), "Draw for the wind", "initiative", "DOG-9"),
        Phase(
            "initiative",
            "Initiative",
            "either",
            (commands.DrawInitiative,),
            "Draw for initiative",
            "movement",
            "DOG-11",
        ),
        Phase(
            "movement", "Movement", "in_turn", _MOVES, "Move your ships", "gunnery", "DOG-12", "All ships have moved"
        ),
        Phase("gunnery", "Gunnery", "in_turn", (commands.OpenFire,), "Declare your broadsides", "boarding", "DOG-17"),
        Phase(
            "boarding",
            "Boarding",
            "in_turn",
            (commands.LeadBoarders,),
            "Choose whom to board first",
            "striking",
            "DOG-20",
        ),
        Phase("striking", "Striking", "nobody", (), "Ships strike or sink", "wind", "DOG-22"),
    )
}

RIBBON: tuple[str, ...] = ("Wind", "Initiative", "Movement", "Gunnery", "Boarding", "Striking")
"""The phases of a turn on the ribbon."""

ACTOR_LISTERS: dict[model.PhaseId, Callable[[model.State, model.Side], Iterable[str]]] = {
    "deployment": placing.list_placeable,
    "movement": movement.list_unmoved,
    "gunnery": list_gunners,
    "boarding": lambda state, side: (key for key, _ in boarding.list_choosers(state, side)),
}
"""For each phase, the function that lists the ships of the asked side that can still do something, in key order."""

_PLANS: tuple[tuple[tuple[model.Action, ...], ...], ...] = tuple(
    tuple(plan for length in range(actions + 1) for plan in product(get_args(model.Action), repeat=length))
    for actions in range(max(ACTIONS) + 1)
)
"""All plans of a ship, by the number of its actions."""

_PLAN_OF_BEARING: tuple[tuple[model.Action, ...], ...] = (
    ("ahead", "ahead"),
    ("starboard", "ahead"),
    ("starboard", "starboard"),
    ("starboard", "starboard"),
    ("port", "port"),
    ("port", "ahead"),
)
"""The plan that brings a ship nearer to another, by the hex sides from its bow to the other ship, clockwise."""


def decision(state: model.State) -> Decision | None:
    """Return the pending decision, or None once the battle is over."""
    if state.outcome is not None:
        return None
    phase, side = PHASES[state.phase], side_to_move(state)
    able = list_actors(state, side)
    either = phase.asks == "either"
    tags = [str(kind.__struct_config__.tag) for kind in phase.orders]
    answers = (*tags, *acceptance_tags(state, side))
    prompt = phase.prompt if able or not phase.idle else phase.idle
    return Decision(
        side,
        phase.id,
        prompt,
        answers,
        able,
        either,
        open=not (model.is_fire_secret(state) or model.is_placing_secret(state)),
        rule=phase.rule,
    )


def list_actors(state: model.State, side: model.Side) -> tuple[str, ...]:
    """Return the ships of a side that can still do something in this phase, in key order."""
    return tuple(ACTOR_LISTERS[state.phase](state, side)) if state.phase in ACTOR_LISTERS else ()


def side_to_move(state: model.State) -> model.Side:
    """Return the side that must choose now, or the first side where either may."""
    return state.asked or state.sides[0]


def list_choices(state: model.State) -> Offers[Command]:
    """Return the commands of the side to move; none once the battle is over.

    Commands that change nothing are left out: to lie alongside in an empty hex, to board the weakest first, or to
    turn and turn back.
    """
    return offer_commands() if state.outcome is not None else _LISTERS[state.phase](state, side_to_move(state))


def guess_state(known: model.State, side: str, chance: Chance) -> model.State:
    """Return a possible full state for the view `known`: a random pile, and random secret broadsides."""
    state = model.view(known, side)
    lying = {*state.cards.discards, *state.cards.table}
    pile = chance.shuffle([card for card in DECK if card not in lying])
    state = replace(state, cards=replace(state.cards, pile=pile))
    whim = seed_random(chance)
    return replace(state, orders={**fill_choices(state.orders, lambda other: _pick_broadsides(state, other, whim))})


def _pick_broadsides(state: model.State, side: model.Side, whim: Random) -> model.Aims:
    """Return random declarations of fire for a side."""
    order = _list_broadsides(state, side).pick(whim)
    assert isinstance(order, commands.OpenFire)
    return order.shots


def _list_moves(state: model.State, side: model.Side) -> Offers[Command]:
    """Return the moves of all ships and the end of moves.

    Each ship has as many places in the list as a ship has plans at most.
    """
    keys, each = movement.list_unmoved(state, side), len(_PLANS[-1])

    def choices_at(place: int) -> Sequence[Command]:
        ship, number = divmod(place, each)
        return _list_ship_moves(state, side, keys[ship], number) if ship < len(keys) else (commands.Done(side),)

    def pick_inviting(fancy: Random) -> int | None:
        ship = fancy.randrange(each * len(keys) + 1) // each
        able = ship < len(keys) and allowance(state, keys[ship])
        return ship * each + _find_plan_to_enemy(state, side, keys[ship], able) if able else None

    return Offers(each * len(keys) + 1, choices_at, pick_inviting)


def _list_ship_moves(state: model.State, side: model.Side, key: str, number: int) -> Sequence[Command]:
    """Return the commands of a ship at the place `number` of its list: moves, or a draw to get free."""
    actions = allowance(state, key)
    if actions or number == 0 or (state.way is not None and state.way.ship == key):
        return _list_plan_moves(state, side, key, _PLANS[actions][number]) if number < len(_PLANS[actions]) else ()
    card = commands.CutLoose if is_entangled(state, key) else commands.BreakIrons
    return (card(side, key),) if number == 1 else ()


def _list_plan_moves(
    state: model.State, side: model.Side, key: str, plan: tuple[model.Action, ...]
) -> Sequence[Command]:
    """Return the commands that sail a plan, () if it is refused or changes nothing."""
    tried = try_plan(state, key, plan)
    ship, led = state.ships[key], (tried.at, tried.facing, tried.end)
    if tried.refusal or (plan and led == (ship.at, ship.facing, None)):
        return ()
    hands = model.HANDS if tried.end == "entangled" else (None,)
    return [commands.Sail(side, key, plan, hand) for hand in hands]


def _find_plan_to_enemy(state: model.State, side: model.Side, key: str, actions: int) -> int:
    """Return the number of the plan towards the nearest enemy, or straight ahead without an enemy."""
    ship = state.ships[key]
    foes = [state.ships[foe].at for foe in list_active(state, model.enemy_of(side))]
    q, r = ship.at
    there = min(foes, key=partial(distance, ship.at), default=hex_ahead(ship.at, ship.facing))
    wanted = max(range(SIDES), key=partial(distance_along, (there[0] - q, there[1] - r)))
    return _PLANS[actions].index(_PLAN_OF_BEARING[(wanted - ship.facing) % SIDES][:actions])


def _list_broadsides(state: model.State, side: model.Side) -> Offers[Command]:
    """Return every combination of aims of the ships that can fire."""
    aims = _list_aims(
        (key, [seen.target for seen in list_clear_targets(state, key)]) for key in list_able_to_fire(state, side)
    )
    return Offers(count_combinations(aims), lambda place: (commands.OpenFire(side, combination_at(aims, place)),))


def _list_boarders(state: model.State, side: model.Side) -> Offers[Command]:
    """Return every combination of choices of enemies other than the weakest."""
    choosing = [
        (key, against, boarding.find_weakest(state, against)) for key, against in boarding.list_choosers(state, side)
    ]
    aims = _list_aims((key, [one for one in against if one != usual]) for key, against, usual in choosing)
    return Offers(count_combinations(aims), lambda place: (commands.LeadBoarders(side, combination_at(aims, place)),))


def _list_aims(able: Iterable[tuple[str, Iterable[str]]]) -> list[tuple[model.Aim | None, ...]]:
    """Return, for each ship with targets, None and an aim at each target."""
    return [(None, *(model.Aim(key, target) for target in found)) for key, found in able if found]


_LISTERS: dict[model.PhaseId, Callable[[model.State, model.Side], Offers[Command]]] = {
    "deployment": placing.list_choices,
    "colours": lambda state, side: offer_commands(  # noqa: ARG005
        commands.ChooseColour(side, "red"), commands.ChooseColour(side, "black")
    ),
    "shuffle": lambda state, side: offer_commands(commands.Shuffle(side)),  # noqa: ARG005
    "first_wind": lambda state, side: offer_commands(*(commands.ChooseWind(side, wind) for wind in range(SIDES))),  # noqa: ARG005
    "wind": lambda state, side: offer_commands(commands.CheckWind(side)),  # noqa: ARG005
    "initiative": lambda state, side: offer_commands(commands.DrawInitiative(side)),  # noqa: ARG005
    "movement": _list_moves,
    "gunnery": _list_broadsides,
    "boarding": _list_boarders,
}
"""The function that lists the commands of each phase that asks a side."""


def format_headline(state: model.State) -> str:
    """Return the turn and phase in a few words: ``Turn 3 of 12, movement``."""
    moment = "over" if state.outcome else PHASES[state.phase].ribbon.lower()
    return f"Turn {state.turn} of {state.turns}, {moment}" if state.turn else capitalize(moment)
