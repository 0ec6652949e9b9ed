"""What the table may tell a side beyond the rules: from its own hand and what lies face up, nothing else (C-6).

The best hand is the commit with the highest total, from the player's own hand and the turn alone (TRA-12). The chances
of the cards that are dealt for those that one discards are exact, from what the side may know (TRA-3).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from tabletop.cards import odds
from tabletop.cards.odds import find_unseen
from tabletop.cards.zones import Cards
from tabletop.core.errors import Refused
from tabletop.core.game import PointSource, VictorySummary
from tabletop.core.phrases import count, listed, percent
from tabletop.games.trafalgar_cards import tally
from tabletop.games.trafalgar_cards.deck import SIDES, USE_NAMES, USES, Card, Deck, Play, Plays, Side, Use, in_order
from tabletop.games.trafalgar_cards.events import plays_in_words
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED, Table, most, opens, uses
from tabletop.games.trafalgar_cards.rules import MOST_DRAWN, unusable
from tabletop.games.trafalgar_cards.state import State


class Hand(msgspec.Struct, frozen=True):
    """What a side holds when it has to commit, and the limits of the turn.

    Attributes:
        side: whose it is.
        cards: ids of the cards held.
        deck: what is printed on them.
        limits: from turn to turn.
        turn: its number.
    """

    side: Side
    cards: Cards
    deck: Deck
    limits: Table
    turn: int

    @property
    def limit(self) -> Mapping[Use, int]:
        """The most cards of each use this turn."""
        return most(self.limits, self.turn)


class Best(msgspec.Struct, frozen=True):
    """A suggestion.

    Attributes:
        plays: what to commit, in the order of the printed list.
        total: what it counts with its own bonuses, nothing negated.
        rows: the cards of each suit in words, and what they count.
        reasons: why these and not others, one sentence each.
    """

    plays: Plays
    total: int
    rows: tuple[tuple[str, int], ...]
    reasons: tuple[str, ...]


def best(hand: Hand) -> Best:
    """The commit with the highest total; of equals the one with more negating notes, then always the same (TRA-12)."""
    places = {card: -number for number, card in enumerate(hand.deck)}
    ranked = max(_commits(hand), key=lambda plays: _rank(hand, plays, places))
    plays = in_order(hand.deck, ranked)
    return Best(plays, total(hand, plays), tuple(_rows(hand, plays)), tuple(_reasons(hand, plays)))


def dead(view: State, side: Side, card: str) -> Refused | None:
    """Why a side can commit a card as nothing this turn, or None (TRA-4 to TRA-6)."""
    limit, printed = most(view.limits, view.turn), view.deck[card]
    return None if uses(printed, side, limit) else unusable(view, side, Play(card, printed.suit), limit)


def total(hand: Hand, plays: Plays) -> int:
    """What a commit counts with its own bonuses, nothing negated."""
    return sum(tally.alone(hand.deck, hand.side, plays).values())


def _rank(hand: Hand, plays: Plays, places: Mapping[str, int]) -> tuple[int, int, int, list[int]]:
    """Higher is better; the number and the places of the cards in the list leave no two commits alike."""
    notes = sum(len(hand.deck[play.card].negates) for play in plays)
    printed = sum(play.use == hand.deck[play.card].suit for play in plays)
    return total(hand, plays), notes, printed, sorted(places[play.card] for play in plays)


def _commits(hand: Hand) -> Iterator[Plays]:
    """Every commit that the rules allow."""
    cards = sorted(hand.cards, key=list(hand.deck).index)
    yield from _extended(hand, cards, (), hand.limit)


def _extended(hand: Hand, cards: Sequence[str], plays: Plays, room: Mapping[Use, int]) -> Iterator[Plays]:
    if not cards:
        yield plays
        return
    first, *rest = cards
    for use in uses(hand.deck[first], hand.side, hand.limit):
        if room[use]:
            yield from _extended(hand, rest, (*plays, Play(first, use)), {**room, use: room[use] - 1})
    yield from _extended(hand, rest, plays, room)


# --- why


def _rows(hand: Hand, plays: Plays) -> Iterator[tuple[str, int]]:
    values = tally.alone(hand.deck, hand.side, plays)
    for use in USES:
        row = tuple(play for play in plays if play.use == use)
        if row:
            yield plays_in_words(hand.deck, row), sum(values[play.card] for play in row)


def _reasons(hand: Hand, plays: Plays) -> Iterator[str]:
    yield from _gains(hand, plays)
    played = {play.card for play in plays}
    for card in hand.cards:
        if card not in played:
            yield f"{hand.deck[card].name} is left out: {_why_not(hand, plays, card)}."


def _gains(hand: Hand, plays: Plays) -> Iterator[str]:
    for play in plays:
        for suit, each in hand.deck[play.card].bonus.items():
            gaining = sum(one.use == suit for one in plays)
            if gaining:
                yield f"{hand.deck[play.card].name} adds {each} to {count(gaining, f'{USE_NAMES[suit]} card')}."


def _why_not(hand: Hand, plays: Plays, card: str) -> str:
    printed = hand.deck[card]
    able = uses(printed, hand.side, hand.limit)
    if not able:
        return _dead(hand, printed)
    if equal := _equal(hand, plays, card):
        name = hand.deck[equal].name
        if hand.deck[equal].negates:
            return f"{name} counts as much and also negates"
        return f"it would add no more than {name}"
    return f"{listed(USE_NAMES[use] for use in able)} can do better"


def _dead(hand: Hand, card: Card) -> str:
    if card.suit == "admiral":
        return "it serves the other side"
    turn = opens(hand.limits, hand.turn, card.suit)
    later = f" before turn {turn}" if turn else ""
    return f"{USE_NAMES[card.suit]} cards do not count{later}"


def _equal(hand: Hand, plays: Plays, card: str) -> str:
    """A chosen card in whose place this one would make the same total; empty if there is none."""
    best_total = total(hand, plays)
    for play in plays:
        swapped = tuple(Play(card, play.use) if one == play else one for one in plays)
        if play.use in uses(hand.deck[card], hand.side, hand.limit) and total(hand, swapped) == best_total:
            return play.card
    return ""


_ORDINALS = ("a", "a second", "a third", "a fourth", "a fifth", "a sixth", "a seventh", "an eighth")


class Draw(msgspec.Struct, frozen=True):
    """One thing that could be hoped for.

    Attributes:
        use: what is wanted.
        held: how many of it are kept.
        chance: that at least one more comes.
    """

    use: Use
    held: int
    chance: Fraction

    @property
    def hope(self) -> str:
        """``a second Strategy card``."""
        return "your Admiral" if self.use == "admiral" else f"{_ORDINALS[self.held]} {USE_NAMES[self.use]} card"

    @property
    def words(self) -> str:
        """``chance to draw a second Strategy card: 41 %``."""
        return f"chance to draw {self.hope}: {percent(self.chance)}"


def hopes(view: State, side: Side, discarding: Cards) -> tuple[Draw, ...]:
    """The chance of one card more for every row that is not full, if these cards are discarded now.

    `view` is what the side may know. Nothing is told where the pile could run out before the deal is over, for then
    cards come that depend on what the other side discards.
    """
    if not discarding or not known(view, side, len(discarding)):
        return ()
    return tuple(_hopes(view, side, discarding))


def known(view: State, side: Side, draws: int) -> bool:
    """Whether the pile lasts whatever the other side discards; the British are dealt theirs first (TRA-3)."""
    before = MOST_DISCARDED if side != SIDES[0] else 0
    return draws + before <= len(view.cards.pile)


def _hopes(view: State, side: Side, discarding: Cards) -> Iterator[Draw]:
    limit = most(view.limits, view.turn)
    kept = [card for card in view.cards.hands[side] if card not in discarding]
    hidden = find_unseen(view, side).loose
    able = {card: uses(view.deck[card], side, limit) for card in (*kept, *hidden)}
    for use in USES:
        held = sum(use in able[card] for card in kept)
        if held < limit[use]:
            wanted = sum(use in able[card] for card in hidden)
            yield Draw(use, held, odds.chance_of_at_least(1, len(discarding), wanted, len(hidden)))


def stakes(state: State) -> VictorySummary:
    """How the game is won, which hands were, and what wins one (TRA-1, TRA-10)."""
    hands = count(state.wins_needed, "hand")
    won = f"Whoever first wins {hands} has won the day; {MOST_DRAWN} drawn in a row end it undecided."
    gave = tuple(PointSource(f"{one.reason}, turn {one.turn}", "1 hand", one.rule, one.side) for one in state.scores)
    would = PointSource("The higher total of a hand; equal totals win it for nobody", "1 hand", "TRA-10")
    return VictorySummary(won, "TRA-1", gave, (would,))
