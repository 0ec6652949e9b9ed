"""What can happen, with every number and the rule that it follows from (C-4); and all that is done with each fact.

Nothing is worked out here: the table at the end says the state after a fact, its words, who may know it, and what it
shows. Of a view and a fact as seen the words tell what that side may know.
"""

from collections.abc import Callable

from msgspec.structs import replace

from tabletop.cards import events as cards
from tabletop.cards import zones
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.zones import Cards
from tabletop.core import agreement
from tabletop.core.agreement import GameEnded
from tabletop.core.facts import Fact, Happening, silent, unchanged
from tabletop.core.phrases import listed
from tabletop.games.volley.state import (
    QUIET,
    Answer,
    Assault,
    Share,
    Side,
    Stage,
    State,
    Toll,
    Troop,
    called,
    card_name,
    losses,
)


class CoinTossed(Fact, frozen=True, kw_only=True):
    """The coin has said who begins (VOL-3).

    Attributes:
        heads: heads is for red.
    """

    heads: bool
    first: Side
    rule: str = "VOL-3"


class TurnBegan(Fact, frozen=True, kw_only=True):
    """A side's turn has begun, with its manoeuvre (VOL-3)."""

    turn: int
    side: Side
    rule: str = "VOL-3"


class PhaseBegan(Fact, frozen=True, kw_only=True):
    """A phase of the turn has begun, and a side is asked."""

    stage: Stage
    side: Side


class MeldPlayed(Fact, frozen=True, kw_only=True):
    """An attack lies on the table (VOL-5).

    Attributes:
        cards: from unit to morale.
        forces: of each card, in the same order.
        total: their sum before any answer.
    """

    side: Side
    troop: Troop
    cards: Cards
    forces: tuple[int, ...]
    total: int
    rule: str = "VOL-5"


class Passed(Fact, frozen=True, kw_only=True):
    """A side has made no attack, given no answer or played no counter."""

    side: Side
    stage: Stage


class DefencePlayed(Fact, frozen=True, kw_only=True):
    """A defence card lies on a card of the meld (VOL-6).

    Attributes:
        force: of the target, negated as long as no counter works.
        total: force of the meld with this answer.
    """

    side: Side
    card: str
    target: str
    force: int
    total: int
    rule: str = "VOL-6"


class CounterPlayed(Fact, frozen=True, kw_only=True):
    """A counter lies on the card played just before it (VOL-7).

    Attributes:
        against: the card that it negates.
        answer: the defence card that it is about in the end.
        works: whether that defence card works now.
        target: the card of the meld that it is about.
        total: force of the meld now.
    """

    side: Side
    card: str
    against: str
    answer: str
    works: bool
    target: str
    total: int
    rule: str = "VOL-7"


class CasualtiesSuffered(Fact, frozen=True, kw_only=True):
    """An attack has cost troops (VOL-9).

    Attributes:
        side: that lost them.
        shares: what each card of the meld came to.
        total: the sum of what counted.
        before: troops before it.
        left: troops now, never below 0 (VOL-1).
    """

    side: Side
    shares: tuple[Share, ...]
    total: int
    before: int
    left: int
    rule: str = "VOL-9"


class TableCleared(Fact, frozen=True, kw_only=True):
    """The meld and all that was played on it have gone to the discards (VOL-9)."""

    cards: Cards
    rule: str = "VOL-9"


class TurnEnded(Fact, frozen=True, kw_only=True):
    """A turn is over.

    Attributes:
        quiet: turns in a row without a casualty, this one included.
    """

    side: Side
    quiet: int
    rule: str = "VOL-12"


def shuffled(state: State, event: PileShuffled) -> State:
    """The attack before it is forgotten with its cards."""
    return replace(cards.shuffled(state, event), last=None)


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


def tell_tossed(state: State, event: CoinTossed) -> str:
    """Who begins."""
    return f"The coin shows {'heads' if event.heads else 'tails'}: {state.names[event.first]} begins."


def tell_meld(state: State, event: MeldPlayed) -> str:
    """What is attacked with."""
    told = (f"{card_name(state, card)} {force}" for card, force in zip(event.cards, event.forces, strict=True))
    return f"{state.names[event.side]} attacks with {event.troop}: {listed(told)}, force {event.total}."


_PASSED: dict[Stage, str] = {
    "attack": "{side} makes no attack.",
    "defence": "{side} gives no answer.",
    "counter": "{side} plays no counter.",
}


def tell_passed(state: State, event: Passed) -> str:
    """What was not done."""
    return _PASSED[event.stage].format(side=state.names[event.side])


def tell_defence(state: State, event: DefencePlayed) -> str:
    """The answer, and what it leaves."""
    card, target = card_name(state, event.card), card_name(state, event.target)
    return f"{state.names[event.side]} answers with {card}: {target} {event.force} counts for 0, force {event.total}."


def tell_counter(state: State, event: CounterPlayed) -> str:
    """The counter, and what it leaves."""
    against, answer = card_name(state, event.against), card_name(state, event.answer)
    verdict = "works after all" if event.works else "is negated"
    return (
        f"{state.names[event.side]} counters {against} with {card_name(state, event.card)}: "
        f"{answer} on {card_name(state, event.target)} {verdict}, force {event.total}."
    )


def tell_suffered(state: State, event: CasualtiesSuffered) -> str:
    """What an attack has cost."""
    parts = listed(_share(state, share) for share in event.shares)
    left = f"{event.left} of {event.before} troops left"
    return f"{state.names[event.side]} suffers {losses(event.total)}: {parts}. {left.capitalize()}."


def _share(state: State, share: Share) -> str:
    cause = f" ({card_name(state, share.negated_by)})" if share.negated_by else ""
    return f"{card_name(state, share.card)} {share.counted}{cause}"


def tell_turn_ended(state: State, event: TurnEnded) -> str:  # noqa: ARG001
    """Worth a word only as the guard of VOL-12 comes near."""
    if event.quiet < QUIET // 2:
        return ""
    return f"{event.quiet} turns in a row without a casualty; {QUIET} end the game."


def tell_ended(state: State, event: GameEnded) -> str:
    """Why it is over, and who has won."""
    winner = event.outcome.winner
    verdict = "The game is drawn." if winner is None else f"{called(state, winner)} has won."
    return f"{event.outcome.reason}. {verdict}"


_DEALT, _CARDS, _CARD = "Cards were dealt.", "Cards were shown.", "A card was shown."

FACTS: tuple[Happening[State], ...] = (
    Happening(CardsDealt, cards.dealt, cards.tell_dealt(called, card_name), cards.dealt_to, _DEALT),
    Happening(PileShuffled, shuffled, cards.tell_shuffled, cards.shuffled_unseen, _DEALT),
    Happening(CardsDiscarded, cards.discarded, cards.tell_discarded(called, card_name), shows=_CARDS),
    Happening(MeldPlayed, meld_played, tell_meld, shows=_CARDS),
    Happening(DefencePlayed, defence_played, tell_defence, shows=_CARD),
    Happening(CounterPlayed, counter_played, tell_counter, shows=_CARD),
    Happening(CoinTossed, lambda state, event: replace(state, first=event.first), tell_tossed),
    Happening(
        TurnBegan,
        apply=lambda state, event: replace(
            state, turn=event.turn, active=event.side, asked=event.side, stage="manoeuvre"
        ),
        words=lambda state, event: f"Turn {event.turn}: {state.names[event.side]}.",
    ),
    Happening(PhaseBegan, lambda state, event: replace(state, stage=event.stage, asked=event.side), silent),
    Happening(Passed, unchanged, tell_passed),
    Happening(CasualtiesSuffered, casualties_suffered, tell_suffered),
    Happening(
        TableCleared,
        apply=lambda state, event: replace(state, cards=zones.cleared(state.cards), assault=None),  # noqa: ARG005
        words=silent,
    ),
    Happening(TurnEnded, lambda state, event: replace(state, quiet=event.quiet), tell_turn_ended),
    *agreement.facts(lambda state, event: f"{called(state, event.side)} offers a draw.", tell_ended),
)
"""Of several facts that show something, the first in this table is told."""
