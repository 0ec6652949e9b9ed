"""The order of a turn as a table: what is asked of whom, and what comes next.

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
from tabletop.core.agreement import accepting
from tabletop.core.chance import Chance, fancy
from tabletop.core.commands import Command
from tabletop.core.decision import Decision, unsealed
from tabletop.core.offers import Offers, combination, combinations, offered
from tabletop.core.phrases import capital
from tabletop.games.decks_of_glory import boarding, commands, movement, placing
from tabletop.games.decks_of_glory.commands import (
    BreakIrons,
    CheckWind,
    ChooseColour,
    ChooseWind,
    CutLoose,
    Done,
    DrawInitiative,
    FinishPlacing,
    LeadBoarders,
    OpenFire,
    PlaceShip,
    Sail,
    Shuffle,
)
from tabletop.games.decks_of_glory.gunnery import able_to_fire, clear, gunners
from tabletop.games.decks_of_glory.movement import allowance, trial
from tabletop.games.decks_of_glory.positions import active, is_entangled
from tabletop.games.decks_of_glory.state import (
    HANDS,
    Action,
    Aim,
    Aims,
    PhaseId,
    Side,
    State,
    enemy_of,
    placing_unseen,
    secret,
    view,
)
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry.hexgrid import SIDES, distance, distance_along, hex_ahead


class Phase(msgspec.Struct, frozen=True):
    """One phase; `orders` are the kinds of commands that may be given in it, besides those allowed at any time.

    Either side may call for what is asked of `either`; `in_turn` the side with the initiative is asked first. `idle`
    is what is asked of a side none of whose ships can still do anything.
    """

    id: PhaseId
    ribbon: str
    asks: Literal["first", "either", "winner", "in_turn", "nobody"]
    orders: tuple[type[Command], ...]
    prompt: str
    next: PhaseId
    rule: str
    idle: str = ""


_MOVES = (Sail, BreakIrons, CutLoose, Done)

PHASES: dict[str, Phase] = {
    phase.id: phase
    for phase in (
        Phase("deployment", "Before play", "in_turn", (PlaceShip, FinishPlacing), "Place your ships", "colours",
              "DOG-6"),
        Phase("colours", "Before play", "first", (ChooseColour,), "Choose red or black", "shuffle", "DOG-7"),
        Phase("shuffle", "Before play", "either", (Shuffle,), "Shuffle the deck", "first_wind", "DOG-7"),
        Phase("first_wind", "Before play", "winner", (ChooseWind,), "Choose the first wind", "wind", "DOG-8"),
        Phase("wind", "Wind", "either", (CheckWind,), "Draw for the wind", "initiative", "DOG-9"),
        Phase("initiative", "Initiative", "either", (DrawInitiative,), "Draw for the initiative", "movement",
              "DOG-11"),
        Phase("movement", "Movement", "in_turn", _MOVES, "Move your ships", "gunnery", "DOG-12",
              "No ship is left to move"),
        Phase("gunnery", "Gunnery", "in_turn", (OpenFire,), "Declare your broadsides", "boarding", "DOG-17"),
        Phase("boarding", "Boarding", "in_turn", (LeadBoarders,), "Choose whom to board first", "striking",
              "DOG-20"),
        Phase("striking", "Striking", "nobody", (), "Ships strike or sink", "wind", "DOG-22"),
    )
}  # fmt: skip

RIBBON: tuple[str, ...] = ("Wind", "Initiative", "Movement", "Gunnery", "Boarding", "Striking")
"""The phases of a turn."""

ACTORS: dict[PhaseId, Callable[[State, Side], Iterable[str]]] = {
    "deployment": placing.open_ships,
    "movement": movement.actors,
    "gunnery": gunners,
    "boarding": lambda state, side: (key for key, _ in boarding.choosers(state, side)),
}
"""Ships of the side that is asked that can still do something, in the order of the list."""

_PLANS: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
    tuple(plan for length in range(actions + 1) for plan in product(get_args(Action), repeat=length))
    for actions in range(max(ACTIONS) + 1)
)
"""All plans of a ship, by the actions that she has."""

_TOWARDS: tuple[tuple[Action, ...], ...] = (
    ("ahead", "ahead"),
    ("starboard", "ahead"),
    ("starboard", "starboard"),
    ("starboard", "starboard"),
    ("port", "port"),
    ("port", "ahead"),
)
"""How a ship makes for another by the hex sides, clockwise, from her bow to where that one lies."""


def decision(state: State) -> Decision | None:
    """What the battle waits for; None once it is over."""
    if state.outcome is not None:
        return None
    phase, side = PHASES[state.phase], asked(state)
    able = actors(state, side)
    either = phase.asks == "either"
    tags = [str(kind.__struct_config__.tag) for kind in phase.orders]
    answers = (*tags, *accepting(state, side))
    prompt = phase.prompt if able or not phase.idle else phase.idle
    return Decision(
        side,
        phase.id,
        prompt,
        answers,
        able,
        either,
        open=not (secret(state) or placing_unseen(state)),
        rule=phase.rule,
    )


def actors(state: State, side: Side) -> tuple[str, ...]:
    """Ships of a side that can still do something in this phase, in key order."""
    return tuple(ACTORS[state.phase](state, side)) if state.phase in ACTORS else ()


def asked(state: State) -> Side:
    """The side that has to choose now; the first side where either may."""
    return state.asked or state.sides[0]


def choices(state: State) -> Offers[Command]:
    """All orders of the side that is asked, none once the battle is over.

    No ship is told to do what she does untold: to lie alongside where she meets nobody, to board the weakest first,
    to turn and turn back.
    """
    return offered() if state.outcome is not None else _CHOICES[state.phase](state, asked(state))


def guess(known: State, side: str, chance: Chance) -> State:
    """What a side knows, with the pile in any order and any broadsides in the place of those declared in secret."""
    state = view(known, side)
    lying = {*state.cards.discards, *state.cards.table}
    pile = chance.shuffled([card for card in DECK if card not in lying])
    state = replace(state, cards=replace(state.cards, pile=pile))
    whim = fancy(chance)
    return replace(state, orders={**unsealed(state.orders, lambda other: _declared(state, other, whim))})


def _declared(state: State, side: Side, whim: Random) -> Aims:
    order = _broadsides(state, side).pick(whim)
    assert isinstance(order, commands.OpenFire)
    return order.shots


def _moves(state: State, side: Side) -> Offers[Command]:
    """As many places for each ship as she can have plans at most, and one for leaving the others where they are."""
    keys, each = movement.actors(state, side), len(_PLANS[-1])

    def at(place: int) -> Sequence[Command]:
        ship, number = divmod(place, each)
        return _of_ship(state, side, keys[ship], number) if ship < len(keys) else (commands.Done(side),)

    def inviting(fancy: Random) -> int | None:
        ship = fancy.randrange(each * len(keys) + 1) // each
        able = ship < len(keys) and allowance(state, keys[ship])
        return ship * each + _towards(state, side, keys[ship], able) if able else None

    return Offers(each * len(keys) + 1, at, inviting)


def _of_ship(state: State, side: Side, key: str, number: int) -> Sequence[Command]:
    actions = allowance(state, key)
    if actions or number == 0 or (state.way is not None and state.way.ship == key):
        return _by_plan(state, side, key, _PLANS[actions][number]) if number < len(_PLANS[actions]) else ()
    card = commands.CutLoose if is_entangled(state, key) else commands.BreakIrons
    return (card(side, key),) if number == 1 else ()


def _by_plan(state: State, side: Side, key: str, plan: tuple[Action, ...]) -> Sequence[Command]:
    tried = trial(state, key, plan)
    ship, led = state.ships[key], (tried.at, tried.facing, tried.end)
    if tried.refusal or (plan and led == (ship.at, ship.facing, None)):
        return ()
    hands = HANDS if tried.end == "entangled" else (None,)
    return [commands.Sail(side, key, plan, hand) for hand in hands]


def _towards(state: State, side: Side, key: str, actions: int) -> int:
    """The number of the plan by which a ship makes for the nearest enemy; of straight on if there is none."""
    ship = state.ships[key]
    foes = [state.ships[foe].at for foe in active(state, enemy_of(side))]
    q, r = ship.at
    there = min(foes, key=partial(distance, ship.at), default=hex_ahead(ship.at, ship.facing))
    wanted = max(range(SIDES), key=partial(distance_along, (there[0] - q, there[1] - r)))
    return _PLANS[actions].index(_TOWARDS[(wanted - ship.facing) % SIDES][:actions])


def _broadsides(state: State, side: Side) -> Offers[Command]:
    aims = _aims((key, [seen.target for seen in clear(state, key)]) for key in able_to_fire(state, side))
    return Offers(combinations(aims), lambda place: (commands.OpenFire(side, combination(aims, place)),))


def _boarders(state: State, side: Side) -> Offers[Command]:
    choosing = [(key, against, boarding.weakest(state, against)) for key, against in boarding.choosers(state, side)]
    aims = _aims((key, [one for one in against if one != usual]) for key, against, usual in choosing)
    return Offers(combinations(aims), lambda place: (commands.LeadBoarders(side, combination(aims, place)),))


def _aims(able: Iterable[tuple[str, Iterable[str]]]) -> list[tuple[Aim | None, ...]]:
    """For each ship nobody, and each whom she may choose."""
    return [(None, *(Aim(key, target) for target in found)) for key, found in able if found]


_CHOICES: dict[PhaseId, Callable[[State, Side], Offers[Command]]] = {
    "deployment": placing.choices,
    "colours": lambda state, side: offered(commands.ChooseColour(side, "red"), commands.ChooseColour(side, "black")),  # noqa: ARG005
    "shuffle": lambda state, side: offered(commands.Shuffle(side)),  # noqa: ARG005
    "first_wind": lambda state, side: offered(*(commands.ChooseWind(side, wind) for wind in range(SIDES))),  # noqa: ARG005
    "wind": lambda state, side: offered(commands.CheckWind(side)),  # noqa: ARG005
    "initiative": lambda state, side: offered(commands.DrawInitiative(side)),  # noqa: ARG005
    "movement": _moves,
    "gunnery": _broadsides,
    "boarding": _boarders,
}
"""What is offered in each phase that asks somebody."""


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3 of 12, movement``."""
    moment = "over" if state.outcome else PHASES[state.phase].ribbon.lower()
    return f"Turn {state.turn} of {state.turns}, {moment}" if state.turn else capital(moment)
