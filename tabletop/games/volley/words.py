"""The game in words: what is printed on a card, and the log, every fact in a sentence with its numbers."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tabletop.cards.words import narrators
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.facts import Fact
from tabletop.core.phrases import listed
from tabletop.games.volley.chapters.casualties import losses
from tabletop.games.volley.events import (
    CardsDealt,
    CardsDiscarded,
    CasualtiesSuffered,
    CoinTossed,
    CounterPlayed,
    DefencePlayed,
    MeldPlayed,
    Passed,
    PhaseBegan,
    PileShuffled,
    Share,
    TableCleared,
    TurnBegan,
    TurnEnded,
)
from tabletop.games.volley.melds import SUIT_WORDS, a
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.state import QUIET, Card, Negated, Stage, State, card_name

_NEGATES: dict[Negated, str] = {
    suit: f"Negates {a(SUIT_WORDS[suit])} of the meld: its force is 0."
    for suit in ("infantry_weapon", "cavalry_weapon", "artillery_weapon", "leader", "strategy", "morale")
}


def card_text(card: Card) -> str:
    """What a card does, as the rules do it."""
    if card.negates == "defence":
        return "Negates the defence card that was played just before it."
    if card.negates is not None:
        return _NEGATES[card.negates]
    return _TEXTS.get(card.suit, f"Joins any meld, one {SUIT_WORDS[card.suit]} at most.")


_TEXTS: dict[str, str] = {
    **{f"{kind}_unit": f"Attacks with {a(kind)} weapon." for kind in ("infantry", "cavalry", "artillery")},
    **{f"{kind}_weapon": f"Arms {a(kind)} unit." for kind in ("infantry", "cavalry", "artillery")},
}


def narrate(state: State, event: Fact) -> str:
    """The fact in words, `state` being the one before it; empty for bookkeeping."""
    return WORDS[type(event)](state, event)


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3, defence``."""
    if state.outcome is not None:
        return f"Turn {state.turn}, over"
    return f"Turn {state.turn}, {PHASES[state.stage].id}" if state.turn else "Before the deal"


@cache
def _common(names: tuple[tuple[str, str], ...]) -> dict[type, Callable[[Any, Any], str]]:
    return narrators(dict(names), card_name)


def _of_cards(state: State, event: PileShuffled | CardsDealt | CardsDiscarded) -> str:
    return _common(tuple(state.names.items()))[type(event)](state, event)


def _tossed(state: State, event: CoinTossed) -> str:
    return f"The coin shows {'heads' if event.heads else 'tails'}: {state.names[event.first]} begins."


def _turn_began(state: State, event: TurnBegan) -> str:
    return f"Turn {event.turn}: {state.names[event.side]}."


def _meld(state: State, event: MeldPlayed) -> str:
    told = (f"{card_name(state, card)} {force}" for card, force in zip(event.cards, event.forces, strict=True))
    return f"{state.names[event.side]} attacks with {event.troop}: {listed(told)}, force {event.total}."


_PASSED: dict[Stage, str] = {
    "attack": "{side} makes no attack.",
    "defence": "{side} gives no answer.",
    "counter": "{side} plays no counter.",
}


def _passed(state: State, event: Passed) -> str:
    return _PASSED[event.stage].format(side=state.names[event.side])


def _defence(state: State, event: DefencePlayed) -> str:
    card, target = card_name(state, event.card), card_name(state, event.target)
    return f"{state.names[event.side]} answers with {card}: {target} {event.force} counts for 0, force {event.total}."


def _counter(state: State, event: CounterPlayed) -> str:
    against, answer = card_name(state, event.against), card_name(state, event.answer)
    verdict = "works after all" if event.works else "is negated"
    return (
        f"{state.names[event.side]} counters {against} with {card_name(state, event.card)}: "
        f"{answer} on {card_name(state, event.target)} {verdict}, force {event.total}."
    )


def _casualties(state: State, event: CasualtiesSuffered) -> str:
    parts = listed(_share(state, share) for share in event.shares)
    left = f"{event.left} of {event.before} troops left"
    return f"{state.names[event.side]} suffers {losses(event.total)}: {parts}. {left.capitalize()}."


def _share(state: State, share: Share) -> str:
    cause = f" ({card_name(state, share.negated_by)})" if share.negated_by else ""
    return f"{card_name(state, share.card)} {share.counted}{cause}"


def _turn_ended(state: State, event: TurnEnded) -> str:  # noqa: ARG001
    """Worth a word only as the guard of VOL-12 comes near."""
    if event.quiet < QUIET // 2:
        return ""
    return f"{event.quiet} turns in a row without a casualty; {QUIET} end the game."


def _nothing(state: State, event: PhaseBegan | TableCleared) -> str:  # noqa: ARG001
    return ""


def _winner(state: State, winner: str) -> str:
    return next(name for side, name in state.names.items() if side == winner)


def _ended(state: State, event: GameEnded) -> str:
    winner = event.outcome.winner
    verdict = "The game is drawn." if winner is None else f"{_winner(state, winner)} has won."
    return f"{event.outcome.reason}. {verdict}"


WORDS: dict[type, Callable[[State, Any], str]] = {
    PileShuffled: _of_cards,
    CardsDealt: _of_cards,
    CardsDiscarded: _of_cards,
    CoinTossed: _tossed,
    TurnBegan: _turn_began,
    PhaseBegan: _nothing,
    MeldPlayed: _meld,
    Passed: _passed,
    DefencePlayed: _defence,
    CounterPlayed: _counter,
    CasualtiesSuffered: _casualties,
    TableCleared: _nothing,
    TurnEnded: _turn_ended,
    DrawOffered: lambda state, event: f"{state.names[event.side]} offers a draw.",
    DrawLapsed: lambda state, event: "The offer of a draw lapses.",  # noqa: ARG005
    GameEnded: _ended,
}
