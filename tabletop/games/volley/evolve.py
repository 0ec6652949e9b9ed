"""How each fact of the game's own changes the state; nothing is worked out here."""

from collections.abc import Callable

from msgspec.structs import replace

from tabletop.cards import unseen, zones
from tabletop.cards.events import PileShuffled
from tabletop.games.volley.events import (
    CasualtiesSuffered,
    CoinTossed,
    CounterPlayed,
    DefencePlayed,
    MeldPlayed,
    PhaseBegan,
    TableCleared,
    TurnBegan,
    TurnEnded,
)
from tabletop.games.volley.state import Answer, Assault, State, Toll


def shuffled(state: State, event: PileShuffled) -> State:
    """The attack before it is forgotten with its cards."""
    return replace(unseen.shuffled(state, event), last=None)


def turn_began(state: State, event: TurnBegan) -> State:
    """A side manoeuvres."""
    return replace(state, turn=event.turn, active=event.side, asked=event.side, stage="manoeuvre")


def meld_played(state: State, event: MeldPlayed) -> State:
    """The meld lies on the table."""
    laid = zones.laid_out(state.cards, event.side, event.cards)
    return replace(state, cards=laid, assault=Assault(event.side, event.cards))


def defence_played(state: State, event: DefencePlayed) -> State:
    """An answer lies on the meld."""
    return _answered(state, event, lambda answers: (*answers, Answer(event.card, event.target)))


def counter_played(state: State, event: CounterPlayed) -> State:
    """A counter lies on the last answer."""

    def countered(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        return (*answers[:-1], replace(answers[-1], counters=(*answers[-1].counters, event.card)))

    return _answered(state, event, countered)


def _answered(
    state: State,
    event: DefencePlayed | CounterPlayed,
    change: Callable[[tuple[Answer, ...]], tuple[Answer, ...]],
) -> State:
    assert state.assault is not None
    assault = replace(state.assault, answers=change(state.assault.answers))
    return replace(state, cards=zones.laid_out(state.cards, event.side, (event.card,)), assault=assault)


def casualties_suffered(state: State, event: CasualtiesSuffered) -> State:
    """Troops are gone."""
    toll = Toll(event.side, event.shares, event.total)
    return replace(state, troops={**state.troops, event.side: event.left}, last=toll)


def table_cleared(state: State, event: TableCleared) -> State:  # noqa: ARG001
    """Nothing lies on the table."""
    return replace(state, cards=zones.cleared(state.cards), assault=None)


def coin_tossed(state: State, event: CoinTossed) -> State:
    """It is known who begins."""
    return replace(state, first=event.first)


def phase_began(state: State, event: PhaseBegan) -> State:
    """A side is asked."""
    return replace(state, stage=event.stage, asked=event.side)


def turn_ended(state: State, event: TurnEnded) -> State:
    """So many turns were without a casualty."""
    return replace(state, quiet=event.quiet)
