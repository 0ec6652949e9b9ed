"""Measures that a table may ask for, from the own hand and face-up cards alone (C-6).

The best commit is the one with the highest total for the hand and the turn (TRA-12). Chances of the cards that are
drawn after a discard are exact, by what the side knows (TRA-3).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from tabletop.cards import odds
from tabletop.cards.odds import find_unseen
from tabletop.cards.zones import Cards
from tabletop.core.errors import Refused
from tabletop.core.game import PointSource, VictorySummary
from tabletop.core.phrases import format_count, format_percent, join_words
from tabletop.games.trafalgar_cards import tally
from tabletop.games.trafalgar_cards.deck import SIDES, USE_NAMES, USES, Card, Deck, Play, Plays, Side, Use, sort_plays
from tabletop.games.trafalgar_cards.events import format_plays
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED, LimitTable, find_first_turn, find_limits, list_uses
from tabletop.games.trafalgar_cards.model import State
from tabletop.games.trafalgar_cards.rules import MOST_DRAWN, check_use


class Hand(msgspec.Struct, frozen=True):
    """The hand of a side that must commit, and the limits of the turn.

    Attributes:
        side: the side of the hand.
        cards: ids of the cards.
        deck: the print of each card.
        limits: from turn to turn.
        turn: number of the turn.
    """

    side: Side
    cards: Cards
    deck: Deck
    limits: LimitTable
    turn: int

    @property
    def limit(self) -> Mapping[Use, int]:
        """The most cards of each use this turn."""
        return find_limits(self.limits, self.turn)


class BestCommit(msgspec.Struct, frozen=True):
    """A suggested commit.

    Attributes:
        plays: the cards, in the order of the printed list.
        total: points with the own bonuses, nothing negated.
        rows: the names of the cards of each use, and their points.
        reasons: the reason for each choice, one sentence each.
    """

    plays: Plays
    total: int
    rows: tuple[tuple[str, int], ...]
    reasons: tuple[str, ...]


def find_best_commit(hand: Hand) -> BestCommit:
    """Return the commit with the highest total (TRA-12).

    Of equal totals, the one with more negating notes wins, then a fixed order decides.
    """
    places = {card: -number for number, card in enumerate(hand.deck)}
    ranked = max(_list_commits(hand), key=lambda plays: _rank_commit(hand, plays, places))
    plays = sort_plays(hand.deck, ranked)
    return BestCommit(
        plays, compute_total(hand, plays), tuple(_list_rows(hand, plays)), tuple(_list_reasons(hand, plays))
    )


def check_dead_card(view: State, side: Side, card: str) -> Refused | None:
    """Return the reason why a side cannot commit a card in any use this turn, or None (TRA-4 to TRA-6)."""
    limit, printed = find_limits(view.limits, view.turn), view.deck[card]
    return None if list_uses(printed, side, limit) else check_use(view, side, Play(card, printed.suit), limit)


def compute_total(hand: Hand, plays: Plays) -> int:
    """Return the points of a commit with its own bonuses, nothing negated."""
    return sum(tally.count_own_points(hand.deck, hand.side, plays).values())


def _rank_commit(hand: Hand, plays: Plays, places: Mapping[str, int]) -> tuple[int, int, int, list[int]]:
    """Return a sort key: total, negating notes, cards in their printed suit, and places in the list.

    No two commits have equal keys.
    """
    notes = sum(len(hand.deck[play.card].negates) for play in plays)
    printed = sum(play.use == hand.deck[play.card].suit for play in plays)
    return compute_total(hand, plays), notes, printed, sorted(places[play.card] for play in plays)


def _list_commits(hand: Hand) -> Iterator[Plays]:
    """Yield every commit that the rules allow."""
    cards = sorted(hand.cards, key=list(hand.deck).index)
    yield from _extend_commit(hand, cards, (), hand.limit)


def _extend_commit(hand: Hand, cards: Sequence[str], plays: Plays, room: Mapping[Use, int]) -> Iterator[Plays]:
    """Yield every commit that extends `plays` by some of `cards`. `room` is the rest of each limit."""
    if not cards:
        yield plays
        return
    first, *rest = cards
    for use in list_uses(hand.deck[first], hand.side, hand.limit):
        if room[use]:
            yield from _extend_commit(hand, rest, (*plays, Play(first, use)), {**room, use: room[use] - 1})
    yield from _extend_commit(hand, rest, plays, room)


# --- why


def _list_rows(hand: Hand, plays: Plays) -> Iterator[tuple[str, int]]:
    """Yield the names and the points of the cards of each use."""
    values = tally.count_own_points(hand.deck, hand.side, plays)
    for use in USES:
        row = tuple(play for play in plays if play.use == use)
        if row:
            yield format_plays(hand.deck, row), sum(values[play.card] for play in row)


def _list_reasons(hand: Hand, plays: Plays) -> Iterator[str]:
    """Yield a sentence for each bonus, then one for each card left out."""
    yield from _list_gains(hand, plays)
    played = {play.card for play in plays}
    for card in hand.cards:
        if card not in played:
            yield f"{hand.deck[card].name} is left out: {_explain_omission(hand, plays, card)}."


def _list_gains(hand: Hand, plays: Plays) -> Iterator[str]:
    """Yield a sentence for each bonus that strengthens a committed card."""
    for play in plays:
        for suit, each in hand.deck[play.card].bonus.items():
            gaining = sum(one.use == suit for one in plays)
            if gaining:
                yield f"{hand.deck[play.card].name} adds {each} to {format_count(gaining, f'{USE_NAMES[suit]} card')}."


def _explain_omission(hand: Hand, plays: Plays, card: str) -> str:
    """Return the reason why a card is left out, as a clause: ``it would add no more than Courage``."""
    printed = hand.deck[card]
    able = list_uses(printed, hand.side, hand.limit)
    if not able:
        return _explain_dead_card(hand, printed)
    if equal := _find_equal_play(hand, plays, card):
        name = hand.deck[equal].name
        if hand.deck[equal].negates:
            return f"{name} counts as much and also negates"
        return f"it would add no more than {name}"
    return f"{join_words(USE_NAMES[use] for use in able)} can do better"


def _explain_dead_card(hand: Hand, card: Card) -> str:
    if card.suit == "admiral":
        return "it belongs to the other side"
    turn = find_first_turn(hand.limits, hand.turn, card.suit)
    later = f" before turn {turn}" if turn else ""
    return f"{USE_NAMES[card.suit]} cards do not count{later}"


def _find_equal_play(hand: Hand, plays: Plays, card: str) -> str:
    """Return the id of a chosen card that `card` could replace without a change of the total, or ""."""
    best_total = compute_total(hand, plays)
    for play in plays:
        swapped = tuple(Play(card, play.use) if one == play else one for one in plays)
        if play.use in list_uses(hand.deck[card], hand.side, hand.limit) and compute_total(hand, swapped) == best_total:
            return play.card
    return ""


_ORDINALS = ("a", "a second", "a third", "a fourth", "a fifth", "a sixth", "a seventh", "an eighth")


class DrawChance(msgspec.Struct, frozen=True):
    """The chance to draw a card for one use.

    Attributes:
        use: the wanted use.
        held: number of cards for that use that stay in the hand.
        chance: chance that at least one more is drawn.
    """

    use: Use
    held: int
    chance: Fraction

    @property
    def hope(self) -> str:
        """The wanted card: ``a second Strategy card``."""
        return "your Admiral" if self.use == "admiral" else f"{_ORDINALS[self.held]} {USE_NAMES[self.use]} card"

    @property
    def words(self) -> str:
        """The chance as a phrase: ``chance to draw a second Strategy card: 41 %``."""
        return f"chance to draw {self.hope}: {format_percent(self.chance)}"


def find_draw_chances(view: State, side: Side, discarding: Cards) -> tuple[DrawChance, ...]:
    """Return the chance of one more card for every use below its limit, if these cards are discarded now.

    `view` is the view of the side. Returns () if the pile could run out during the deal, because the refill depends on
    the discards of the other side.
    """
    if not discarding or not is_pile_sufficient(view, side, len(discarding)):
        return ()
    return tuple(_list_draw_chances(view, side, discarding))


def is_pile_sufficient(view: State, side: Side, draws: int) -> bool:
    """Return True if the pile lasts for `draws` cards, whatever the other side discards.

    The British draw first (TRA-3).
    """
    before = MOST_DISCARDED if side != SIDES[0] else 0
    return draws + before <= len(view.cards.pile)


def _list_draw_chances(view: State, side: Side, discarding: Cards) -> Iterator[DrawChance]:
    """Yield the chance of one more card for each use below its limit."""
    limit = find_limits(view.limits, view.turn)
    kept = [card for card in view.cards.hands[side] if card not in discarding]
    hidden = find_unseen(view, side).loose
    able = {card: list_uses(view.deck[card], side, limit) for card in (*kept, *hidden)}
    for use in USES:
        held = sum(use in able[card] for card in kept)
        if held < limit[use]:
            wanted = sum(use in able[card] for card in hidden)
            yield DrawChance(use, held, odds.chance_of_at_least(1, len(discarding), wanted, len(hidden)))


def summarize_victory(state: State) -> VictorySummary:
    """Return how the game is won, the hands won so far, and how a hand is won (TRA-1, TRA-10)."""
    hands = format_count(state.wins_needed, "hand")
    won = f"First to win {hands} wins; {MOST_DRAWN} tied hands in a row make a draw."
    gave = tuple(PointSource(f"{one.reason}, turn {one.turn}", "1 hand", one.rule, one.side) for one in state.scores)
    would = PointSource("The higher total of a hand; with equal totals nobody wins it", "1 hand", "TRA-10")
    return VictorySummary(won, "TRA-1", gave, (would,))
