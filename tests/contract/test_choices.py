"""What is offered is all that is legal and nothing else, compared with every order that there is (C-5)."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice, product
from random import Random
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import replace

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cards.events import build_event_handlers
from tabletop.cards.game import CardGame, Phase
from tabletop.cards.zones import Zones
from tabletop.core import resources
from tabletop.core.commands import Command, CommandHandler, allow_always
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.offers import offer_commands
from tabletop.games.decks_of_glory import boarding, movement
from tabletop.games.decks_of_glory import commands as hexes
from tabletop.games.decks_of_glory.model import HANDS, Aim
from tabletop.games.ship_duel import commands as duel
from tabletop.games.ships_of_the_line import commands as sea
from tabletop.games.ships_of_the_line.chapters.movement import PLANS, ships_to_move
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.trafalgar_cards import commands as trafalgar
from tabletop.games.trafalgar_cards.deck import USES, Play
from tabletop.games.volley import commands as volley
from tabletop.players import casual
from tests.contract.tiny_game import SCENARIO, All, Plain, TinyGame
from tests.example import GAME as EXAMPLE
from tests.sampling import sample

Orders = Iterator[Any]
AGREED = {"concede", "offer_draw", "accept_draw"}
MATCHES, FEW = 60, 6


def handfuls(state: Any, side: str, most: int = 9) -> Iterator[tuple[str, ...]]:
    """Cards of the hand and some that are not in it, in any number."""
    strange = [card for card in state.deck if card not in state.cards.hands[side]][:2]
    known = (*state.cards.hands[side], *strange)
    return (cards for size in range(min(most, len(known)) + 1) for cards in combinations(known, size))


def of_ship_duel(state: Any, side: str) -> Orders:
    yield duel.Deal(side)
    for cards in handfuls(state, side):
        yield from (kind(side, cards) for kind in (duel.Reload, duel.Sail, duel.Fire, duel.Retire))


def of_volley(state: Any, side: str) -> Orders:
    yield from (volley.Deal(side), volley.Pass(side))
    for cards in handfuls(state, side):
        yield from (volley.Discard(side, cards), volley.Attack(side, cards))
    meld = state.assault.meld if state.assault else ()
    for card in state.deck:
        yield volley.Counter(side, card)
        yield from (volley.Defend(side, card, target) for target in (*meld, "grog"))


def of_trafalgar_cards(state: Any, side: str) -> Orders:
    yield trafalgar.Deal(side)
    yield from (trafalgar.Discard(side, cards) for cards in handfuls(state, side))
    for cards in handfuls(state, side):
        for uses in product(USES, repeat=len(cards)):
            yield trafalgar.Commit(side, tuple(map(Play, cards, uses)))


def aims(state: Any, keys: Any) -> Iterator[tuple[Aim, ...]]:
    """Each of some ships at any other or at none."""
    columns = ((None, *(Aim(key, target) for target in state.ships)) for key in keys)
    return (tuple(filter(None, chosen)) for chosen in product(*columns))


def of_decks_of_glory(state: Any, side: str) -> Orders:
    yield from (hexes.ChooseColour(side, colour) for colour in ("red", "black"))
    yield from (kind(side) for kind in (hexes.Shuffle, hexes.CheckWind, hexes.DrawInitiative, hexes.Done))
    yield from (hexes.ChooseWind(side, wind) for wind in range(-1, 7))
    for key in state.ships:
        yield from (hexes.BreakIrons(side, key), hexes.CutLoose(side, key))
        for actions in range(4):
            for plan in product(("ahead", "port", "starboard"), repeat=actions):
                yield from (hexes.Sail(side, key, plan, hand) for hand in (None, *HANDS))
    able = [key for key in state.ships if state.fleet[key].side == side]
    if state.phase in ("gunnery", "boarding") and len(able) < 4:
        for chosen in aims(state, able):
            yield from (hexes.OpenFire(side, chosen), hexes.LeadBoarders(side, chosen))


def of_ships_of_the_line(state: Any, side: str) -> Orders:
    keys = tuple(state.ships)
    yield from (sea.RollInitiative(side), sea.Done(side), sea.Answer(side, True), sea.Answer(side, False))
    kinds = (sea.DropAnchor, sea.WeighAnchor, sea.ChoosePrize, sea.RepairRudder, sea.FightFire)
    yield from (kind(side, key) for kind in kinds for key in keys)
    pairs = (sea.CastOff, sea.GrappleShip, sea.MakeFastTow, sea.BreakGrapple, sea.Board)
    yield from (kind(side, *two) for kind in pairs for two in product(keys, repeat=2))
    for key, broadside in product(keys, BROADSIDES):
        yield from (sea.TurnByBoats(side, key, broadside), sea.ClearRigging(side, key, broadside))
        yield from (sea.FireBroadside(side, key, broadside, target) for target in keys)
        yield from (sea.Reload(side, key, some) for some in ((broadside,), (broadside, broadside)))
    yield from (sea.Reload(side, key, some) for key in keys for some in ((), BROADSIDES, BROADSIDES[::-1]))


def of_tiny(state: Any, side: str) -> Orders:
    yield from (Plain(side), All(side))


def of_any_game(state: Any, side: str, game: Any) -> Orders:
    """Yield every command of a game, each field with every value that its type allows, legal or not."""
    highest = max(numbers_in([msgspec.to_builtins(one) for one in game.choices(state)]), default=0)
    for kind in get_args(game.command_type):
        if str(kind.__struct_config__.tag) in AGREED:
            continue
        fields = [one for one in msgspec.structs.fields(kind) if one.name not in Command.__struct_fields__]
        columns = [list(values_of(one.type, state, side, highest)) for one in fields]
        for values in product(*columns):
            yield kind(side=side, **{field.name: value for field, value in zip(fields, values, strict=True)})


def numbers_in(part: Any) -> Iterator[int]:
    """Yield every whole number in plain data."""
    if isinstance(part, int):
        yield part
    elif isinstance(part, dict | list):
        for inside in part.values() if isinstance(part, dict) else part:
            yield from numbers_in(inside)


def values_of(kind: Any, state: Any, side: str, highest: int) -> Iterator[Any]:
    """Yield the values of a type that a command may name: of whole numbers two more than `highest`, and -1."""
    within = get_args(kind)
    if kind is str:
        yield from getattr(state, "deck", ())
    elif kind is int:
        yield from range(-1, highest + 3)
    elif kind is bool:
        yield from (False, True)
    elif kind == tuple[str, ...]:
        yield from handfuls(state, side)
    elif get_origin(kind) is Literal:
        yield from within
    elif kind is type(None):
        yield None
    elif get_origin(kind) in (Union, UnionType):
        for one in within:
            yield from values_of(one, state, side, highest)
    elif get_origin(kind) is Annotated:
        yield from values_of(within[0], state, side, highest)
    else:
        raise TypeError(f"list the commands of this game in EVERY: a field may be any {kind}")


EVERY: dict[str, Callable[[Any, str], Orders]] = {
    "tiny": of_tiny,
    "ships_of_the_line": of_ships_of_the_line,
    "decks_of_glory": of_decks_of_glory,
    "trafalgar_cards": of_trafalgar_cards,
    "ship_duel": of_ship_duel,
    "volley": of_volley,
}
"""Every command that a side could think of, but for plans at sea; those of other games come from their types."""
SMALL = {
    "ships_of_the_line": ("duel_of_two_74s", "four_frigates", "victory_breaks_the_line"),
    "decks_of_glory": ("duel", "two_against_two", "chase"),
}
"""Scenarios with few enough ships."""


def faces(game: Any, state: Any) -> dict[str, Any]:
    """What each card stands for: equal cards for the same."""
    if game.meta.id == "volley":
        return {key: card.name for key, card in state.deck.items()}
    return dict(state.deck) if game.meta.id == "ship_duel" else {}


def effect(game: Any, state: Any, order: Any) -> str:
    """What an order comes to: not which of equal cards, nor in which order, nor what would come untold."""
    plain = msgspec.to_builtins(order)
    known = faces(game, state)
    for name, part in plain.items():
        if name in ("cards", "plays", "shots", "first", "batteries"):
            plain[name] = sorted(str(known.get(one, one) if isinstance(one, str) else one) for one in part)
        elif name == "card":
            plain[name] = known.get(part, part)
    if plain["do"] == "sail" and "alongside" in plain and state.phase == "movement":
        _settle(state, order, plain)
    if plain["do"] == "lead_boarders":
        chosen = {one.ship: one.target for one in order.first}
        for fighters in boarding.find_fights(state).values():
            for key in fighters:
                against = boarding.select_enemies(state, key, fighters)
                chosen[key] = chosen.get(key) or boarding.find_weakest(state, against)
        plain["first"] = sorted(chosen.items())
    return repr(plain)


def _settle(state: Any, order: Any, plain: dict[str, Any]) -> None:
    """No side alongside where nobody is met; to turn and turn back is to stay."""
    begun, tried = movement.begin_move(state, order.ship), movement.try_plan(state, order.ship, order.plan)
    if tried.end != "entangled":
        plain["alongside"] = None
    if not tried.refusal and (tried.at, tried.facing, tried.end) == (begun.at, begun.facing, None):
        plain["plan"] = []


def text(game: Any, number: int) -> str:
    scenarios = resources.list_scenarios(game.meta.id)
    few = [path for path in scenarios if path.stem in SMALL.get(game.meta.id, (path.stem,))]
    return few[number % len(few)].read_text(encoding="utf-8")


def small(game: Any, state: Any) -> Any:
    """The state with hands of three cards where a card has many uses; the others go to the bottom of the pile."""
    if game.meta.id != "trafalgar_cards":
        return state
    cards = state.cards
    rest = tuple(card for hand in cards.hands.values() for card in hand[3:])
    hands = {side: hand[:3] for side, hand in cards.hands.items()}
    return replace(state, cards=Zones((*cards.pile, *rest), hands, cards.discards, cards.table))


def positions(game: Any, number: int) -> Iterator[Any]:
    match = Match.new(
        MatchSetup(game, SCENARIO if game.meta.id == "tiny" else text(game, number), "any.yaml", str(number))
    )
    fancy = Random(number)
    yield match.state
    for _ in casual.play(match, fancy, 600):
        if fancy.random() < 0.1:
            yield small(game, match.state)


def compared(game: Any, state: Any) -> int:
    waiting = game.decision(state)
    offers = list(game.choices(state))
    if waiting is None:
        assert offers == []
        return 0
    assert {one.side for one in offers} == {waiting.side}
    met = Counter(effect(game, state, one) for one in offers)
    assert max(met.values()) == 1, f"offered twice: {met.most_common(2)}"
    refused = [one for one in offers if game.check(state, one)]
    assert not refused
    orders = EVERY.get(game.meta.id, partial(of_any_game, game=game))(state, waiting.side)
    every = {effect(game, state, one): one for one in orders}
    missing = [one for said, one in every.items() if said not in met and game.check(state, one) is None]
    assert not missing
    return len(offers)


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("game", [TinyGame(), EXAMPLE, *games_by_id().values()], ids=lambda game: game.meta.id)
def test_c_5_all_that_is_legal_is_offered_once_and_nothing_else(game):
    seen = 0
    for number in sample(range(MATCHES), FEW, f"matches of {game.meta.id} for their offers"):
        for state in islice(positions(game, number), 25):
            seen += compared(game, state)
    assert seen


def test_the_plans_that_are_offered_at_sea_are_as_many_as_is_said_and_one_for_each_ship_that_can_sail():
    game, met = games_by_id()["ships_of_the_line"], 0
    for number in sample(range(MATCHES), FEW, "matches for their plans"):
        for state in positions(game, number):
            if state.phase != "movement" or state.outcome:
                continue
            plans = Counter(one.ship for one in game.choices(state) if isinstance(one, sea.Sail))
            assert all(count <= len(PLANS) for count in plans.values())
            assert set(ships_to_move(state, state.asked)) - set(plans) <= {
                key for key, ship in state.ships.items() if ship.anchored
            }
            met += len(plans)
    assert met


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("game", [TinyGame(), EXAMPLE, *games_by_id().values()], ids=lambda game: game.meta.id)
def test_one_that_is_picked_is_one_of_those_that_are_offered(game):
    for number in sample(range(MATCHES), 2, f"matches of {game.meta.id} to pick from"):
        for state in islice(positions(game, number), 10):
            offers = game.choices(state)
            fancy = Random(number)
            picked = [offers.pick(fancy) for _ in range(20)]
            whole = list(offers) or [None]
            assert all(one in whole for one in picked)


def test_only_what_is_measured_out_at_sea_is_left_out():
    assert {name for name, game in games_by_id().items() if game.omitted_choices} == {"ships_of_the_line"}
    assert games_by_id()["ships_of_the_line"].omitted_choices.endswith(".")


class Bet(Command, frozen=True):
    """Bet any sum."""

    guineas: int


def test_a_card_game_whose_command_may_name_anything_must_list_its_choices():
    phases = [Phase("bet", "Bet", "X-1", (Bet,))]
    handlers = [CommandHandler(Bet, allow_always, lambda turn, command: None)]
    told = (EXAMPLE.meta, EXAMPLE.state_type, EXAMPLE.scenarios, phases, handlers, build_event_handlers({}, str))
    with pytest.raises(TypeError, match=r"^Bet\.guineas may be anything: tell CardGame the `choices` of this game\.$"):
        CardGame(*told)
    assert CardGame(*told, choices=lambda state, side: offer_commands(Bet(side, 5))).phases["bet"].orders == (Bet,)
