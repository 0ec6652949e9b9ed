"""Who is asked what now, and what could be answered."""

from collections.abc import Iterable, Iterator

from tabletop.core.agreement import accepting
from tabletop.core.decision import Decision, to_choose
from tabletop.games.trafalgar_cards.chapters.tactics import MOST
from tabletop.games.trafalgar_cards.commands import Command, Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, Play, Plays, Side, Use
from tabletop.games.trafalgar_cards.limits import most, uses
from tabletop.games.trafalgar_cards.phases import PHASES
from tabletop.games.trafalgar_cards.state import State


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


def choices(state: State) -> Iterator[Command]:
    """Some legal commands of the side that is asked; they follow from what it knows."""
    if state.outcome is not None:
        return
    side = asked(state)
    if state.phase == "strategy":
        yield Deal(side)
    elif state.phase == "tactics":
        hand = state.cards.hands[side]
        yield from (Discard(side, hand[-count:] if count else ()) for count in range(min(MOST, len(hand)) + 1))
    else:
        yield from (Commit(side, plays) for plays in _hands(state, side))


def _hands(state: State, side: Side) -> Iterator[Plays]:
    """The cards as they come up to the limits, first as printed, then as what else they may be."""
    limit = most(state.limits, state.turn)
    able = [(card, uses(state.deck[card], side, limit)) for card in state.cards.hands[side]]
    yield _filled(able, limit)
    yield _filled([(card, both[::-1]) for card, both in reversed(able)], limit)
    yield ()


def _filled(able: Iterable[tuple[str, tuple[Use, ...]]], limit: dict[Use, int]) -> Plays:
    room, plays = dict(limit), []
    for card, both in able:
        for use in both:
            if room[use]:
                room[use] -= 1
                plays.append(Play(card, use))
                break
    return tuple(plays)
