"""The log: every fact in a sentence with its numbers."""

from tabletop.core.agreement import DrawOffered, GameEnded
from tabletop.core.phrases import listed
from tabletop.games.volley.events import (
    CasualtiesSuffered,
    CoinTossed,
    CounterPlayed,
    DefencePlayed,
    MeldPlayed,
    Passed,
    TurnBegan,
    TurnEnded,
)
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.state import QUIET, Share, Stage, State, called, card_name, losses


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3, defence``."""
    if state.outcome is not None:
        return f"Turn {state.turn}, over"
    return f"Turn {state.turn}, {PHASES[state.stage].id}" if state.turn else "Before the deal"


def tossed(state: State, event: CoinTossed) -> str:
    """Who begins."""
    return f"The coin shows {'heads' if event.heads else 'tails'}: {state.names[event.first]} begins."


def turn_began(state: State, event: TurnBegan) -> str:
    """Whose turn it is."""
    return f"Turn {event.turn}: {state.names[event.side]}."


def meld(state: State, event: MeldPlayed) -> str:
    """What is attacked with."""
    told = (f"{card_name(state, card)} {force}" for card, force in zip(event.cards, event.forces, strict=True))
    return f"{state.names[event.side]} attacks with {event.troop}: {listed(told)}, force {event.total}."


_PASSED: dict[Stage, str] = {
    "attack": "{side} makes no attack.",
    "defence": "{side} gives no answer.",
    "counter": "{side} plays no counter.",
}


def passed(state: State, event: Passed) -> str:
    """What was not done."""
    return _PASSED[event.stage].format(side=state.names[event.side])


def defence(state: State, event: DefencePlayed) -> str:
    """The answer, and what it leaves."""
    card, target = card_name(state, event.card), card_name(state, event.target)
    return f"{state.names[event.side]} answers with {card}: {target} {event.force} counts for 0, force {event.total}."


def counter(state: State, event: CounterPlayed) -> str:
    """The counter, and what it leaves."""
    against, answer = card_name(state, event.against), card_name(state, event.answer)
    verdict = "works after all" if event.works else "is negated"
    return (
        f"{state.names[event.side]} counters {against} with {card_name(state, event.card)}: "
        f"{answer} on {card_name(state, event.target)} {verdict}, force {event.total}."
    )


def suffered(state: State, event: CasualtiesSuffered) -> str:
    """What an attack has cost."""
    parts = listed(_share(state, share) for share in event.shares)
    left = f"{event.left} of {event.before} troops left"
    return f"{state.names[event.side]} suffers {losses(event.total)}: {parts}. {left.capitalize()}."


def _share(state: State, share: Share) -> str:
    cause = f" ({card_name(state, share.negated_by)})" if share.negated_by else ""
    return f"{card_name(state, share.card)} {share.counted}{cause}"


def turn_ended(state: State, event: TurnEnded) -> str:  # noqa: ARG001
    """Worth a word only as the guard of VOL-12 comes near."""
    if event.quiet < QUIET // 2:
        return ""
    return f"{event.quiet} turns in a row without a casualty; {QUIET} end the game."


def ended(state: State, event: GameEnded) -> str:
    """Why it is over, and who has won."""
    winner = event.outcome.winner
    verdict = "The game is drawn." if winner is None else f"{called(state, winner)} has won."
    return f"{event.outcome.reason}. {verdict}"


def offered(state: State, event: DrawOffered) -> str:
    """Who offers a draw."""
    return f"{called(state, event.side)} offers a draw."
