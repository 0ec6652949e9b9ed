"""Who is asked what now, and what could be answered."""

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from tabletop.cards import unseen
from tabletop.cards.handfuls import at, handfuls
from tabletop.cards.zones import Cards
from tabletop.core.agreement import accepting
from tabletop.core.chance import Chance, fancy
from tabletop.core.decision import Decision, to_choose, unsealed
from tabletop.core.offers import Offers, combination, combinations, offered
from tabletop.games.trafalgar_cards.chapters.tactics import MOST
from tabletop.games.trafalgar_cards.commands import Choice, Command, Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, Play, Side
from tabletop.games.trafalgar_cards.limits import most, uses, within
from tabletop.games.trafalgar_cards.phases import PHASES
from tabletop.games.trafalgar_cards.state import PhaseId, State, view


def decision(state: State) -> Decision | None:
    """What the game waits for; None once it is over. One screen asks the sides one after the other."""
    if state.outcome is not None:
        return None
    phase, side = PHASES[state.phase], asked(state)
    commands = (phase.command, *accepting(state, side))
    return Decision(side, phase.id, phase.prompt, commands, either=phase.asks == "either")


def asked(state: State) -> Side:
    """The first side that has not chosen yet."""
    return SIDES[0] if to_choose(SIDES, state.chosen) != SIDES[1] else SIDES[1]


def choices(state: State) -> Offers[Command]:
    """All orders of the side that is asked, none once the game is over; they follow from what it knows."""
    if state.outcome is not None:
        return offered()
    return _choices_of(state, asked(state))


def guess(known: State, side: str, chance: Chance) -> State:
    """What a side knows, with every hidden card where it may be and any legal choice in the place of a sealed one."""
    state = replace(view(known, side), cards=unseen.dealt_out(known, side, chance))
    whim = fancy(chance)
    chosen = unsealed(state.chosen, lambda other: cast(Choice, _choices_of(state, cast(Side, other)).pick(whim)))
    return replace(state, chosen={**chosen})


def _choices_of(state: State, side: Side) -> Offers[Command]:
    return _CHOICES[state.phase](state, side, state.cards.hands[side])


def _deal(state: State, side: Side, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    return offered(Deal(side))


def _discards(state: State, side: Side, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    ways = handfuls(hand, MOST)
    return Offers(len(ways), lambda place: (Discard(side, at(hand, ways[place])),))


def _commits(state: State, side: Side, hand: Cards) -> Offers[Command]:
    """Each card as whatever it may be or not at all, without those that exceed a limit."""
    limit = most(state.limits, state.turn)
    able = [(card, uses(state.deck[card], side, limit)) for card in hand]
    columns = [(None, *(Play(card, use) for use in both)) for card, both in able if both]

    def commits(place: int) -> tuple[Commit, ...]:
        plays = tuple(filter(None, combination(columns, place)))
        return (Commit(side, plays),) if within(plays, limit) else ()

    return Offers(combinations(columns), commits)


_CHOICES: dict[PhaseId, Callable[[State, Side, Cards], Offers[Command]]] = {
    "strategy": _deal,
    "tactics": _discards,
    "fight": _commits,
}
