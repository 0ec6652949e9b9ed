"""What happens to cards in words that any side may read; cards that the reader knows are named."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from tabletop.cards import events, unseen
from tabletop.cards.events import CardPlayed, CardsCleared, CardsDealt, CardsDiscarded, PileShuffled, SideAsked
from tabletop.cards.state import CardState, Dealt
from tabletop.cards.zones import HIDDEN
from tabletop.core.agreement import DrawOffered, GameEnded
from tabletop.core.agreement import facts as agreed
from tabletop.core.facts import Happening, silent
from tabletop.core.phrases import count, listed

S = TypeVar("S", bound=Dealt)
C = TypeVar("C", bound=CardState)

Name = Callable[[S, str], str]
"""From a state and the id of a card or of a side to its name; that of a side as sentences begin with it."""


def shuffled(state: Dealt, event: PileShuffled) -> str:  # noqa: ARG001
    """That the pile lies in a new order."""
    return "The discards are shuffled and become the pile." if state.cards.discards else "The deck is shuffled."


def dealt(side: Name[S], card: Name[S]) -> Callable[[S, CardsDealt], str]:
    """To whom how many cards came, and which, as far as the reader knows them."""

    def words(state: S, event: CardsDealt) -> str:
        hands: dict[str, list[str]] = {one: [] for one in state.cards.hands}
        for taker, one in event.to:
            hands[taker].append(one)
        return " ".join(_dealt(state, taker, cards) for taker, cards in hands.items() if cards)

    def _dealt(state: S, taker: str, cards: list[str]) -> str:
        known = "" if HIDDEN in cards else f": {listed(card(state, one) for one in cards)}"
        return f"{side(state, taker)}: dealt {count(len(cards), 'card')}{known}."

    return words


def discarded(side: Name[S], card: Name[S]) -> Callable[[S, CardsDiscarded], str]:
    """What was laid down by whom."""

    def words(state: S, event: CardsDiscarded) -> str:
        if not event.cards:
            return f"{side(state, event.side)}: nothing discarded."
        return f"{side(state, event.side)}: discarded {listed(card(state, one) for one in event.cards)}."

    return words


def facts(names: Mapping[str, str], card: Callable[[str], str]) -> tuple[Happening[C], ...]:
    """The facts of a game in which cards are played one at a time, and of its end, for the game's table.

    Args:
        names: of the sides, as sentences begin with them.
        card: from the id of a card to its name.
    """

    def side(state: C, one: str) -> str:  # noqa: ARG001
        return names[one]

    def name(state: C, one: str) -> str:  # noqa: ARG001
        return card(one)

    def played(state: C, event: CardPlayed) -> str:  # noqa: ARG001
        return f"{names[event.side]}: {card(event.card)}."

    def offered(state: C, event: DrawOffered) -> str:  # noqa: ARG001
        return f"{names[event.side]}: a draw is offered."

    def ended(state: C, event: GameEnded) -> str:  # noqa: ARG001
        winner, reason = event.outcome.winner, event.outcome.reason
        return f"{reason}. {f'{names[winner]} has won' if winner else 'The game is drawn'}."

    return (
        Happening(CardPlayed, events.played, played, shows="A card was shown."),
        Happening(CardsDiscarded, events.discarded, discarded(side, name), shows="Cards were shown."),
        Happening(CardsDealt, events.dealt, dealt(side, name), events.dealt_to, "Cards were dealt."),
        Happening(PileShuffled, unseen.shuffled, shuffled, events.shuffled_unseen, "The cards were shuffled."),
        Happening(CardsCleared, events.cleared, silent),
        Happening(SideAsked, events.asked, silent),
        *agreed(offered, ended),
    )
