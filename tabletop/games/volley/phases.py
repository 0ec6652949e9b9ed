"""The order of a turn (VOL-3): the phases, the side to move and the commands that it may give.

No phase asks a side about casualties: `rules` resolves the attack as soon as the last answer is given.
"""

from collections.abc import Callable

from tabletop.cards.game import Phase
from tabletop.cards.hands import list_handfuls, select_cards
from tabletop.cards.zones import Cards
from tabletop.core.commands import Command
from tabletop.core.offers import Offers, offer_commands
from tabletop.games.volley import melds
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.model import Side, Stage, State

_TURN_ORDER = (
    Phase("setup", "Shuffle and deal", "VOL-3", (Deal,), "Deal", either=True),
    Phase("manoeuvre", "Discard and draw", "VOL-4", (Discard,)),
    Phase("attack", "Attack or pass", "VOL-5", (Attack, Pass)),
    Phase("defence", "Answer the attack?", "VOL-6", (Defend, Pass)),
    Phase("counter", "Counter the answer?", "VOL-7", (Counter, Pass), "Defence"),
)

PHASES: dict[str, Phase] = {phase.id: phase for phase in _TURN_ORDER}

NEXT_STAGE: dict[Stage, Stage] = {
    "setup": "manoeuvre",
    "manoeuvre": "attack",
    "attack": "defence",
    "defence": "counter",
    "counter": "manoeuvre",
}
"""The phase that follows each phase."""

RIBBON: tuple[str, ...] = ("Manoeuvre", "Attack", "Defence")

RULE_OF_COMMAND: dict[type[Command], str] = {kind: phase.rule for phase in _TURN_ORDER for kind in phase.orders} | {
    Pass: "VOL-10"
}
"""The id of the rule that says when a command may be given."""


def side_to_move(state: State) -> Side:
    """Return the side that must choose now, or red where either side may."""
    if state.asked is not None:
        return state.asked
    return next(iter(state.names))


def list_choices(state: State, side: str) -> Offers[Command]:
    """Return all commands that `side` may give in the current phase, with only the first of equal cards."""
    return _LISTERS[state.stage](state, side, state.cards.hands[side])


def _list_deals(state: State, side: str, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    return offer_commands(Deal(side))


def _list_discards(state: State, side: str, hand: Cards) -> Offers[Command]:
    ways = list_handfuls([state.deck[card].name for card in hand], len(hand))
    return Offers(len(ways), lambda place: (Discard(side, select_cards(hand, ways[place])),))


def _list_attacks(state: State, side: str, hand: Cards) -> Offers[Command]:
    found = melds.list_melds(state.deck, hand)
    return Offers(len(found) + 1, lambda place: (Attack(side, found[place]) if place < len(found) else Pass(side),))


def _list_defences(state: State, side: str, hand: Cards) -> Offers[Command]:
    assert state.assault is not None
    found = melds.find_answers(state.deck, state.assault, _drop_equal_cards(state, hand))
    return offer_commands(*(Defend(side, card, target) for card, target in found), Pass(side))


def _list_counters(state: State, side: str, hand: Cards) -> Offers[Command]:
    return offer_commands(
        *(Counter(side, card) for card in melds.find_counters(state.deck, _drop_equal_cards(state, hand))), Pass(side)
    )


def _drop_equal_cards(state: State, hand: Cards) -> Cards:
    """Return `hand` without the cards that have the same name as an earlier one."""
    first: dict[str, str] = {}
    return tuple([card for card in hand if first.setdefault(state.deck[card].name, card) == card])


_LISTERS: dict[Stage, Callable[[State, str, Cards], Offers[Command]]] = {
    "setup": _list_deals,
    "manoeuvre": _list_discards,
    "attack": _list_attacks,
    "defence": _list_defences,
    "counter": _list_counters,
}


def format_headline(state: State) -> str:
    """Return the turn and phase in a few words: ``Turn 3, defence``."""
    if state.outcome is not None:
        return f"Turn {state.turn}, over"
    return f"Turn {state.turn}, {PHASES[state.stage].id}" if state.turn else "Before the deal"
