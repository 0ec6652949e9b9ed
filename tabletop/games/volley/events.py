"""The events of Volley with every number and the rule each follows from (C-4), and one handler for each.

A handler computes nothing new: it applies an event to the state, describes the event, redacts it for a side, and names
what it reveals. Given the view and the redacted event of one side, a description holds only what that side may know.
"""

from collections.abc import Callable

from msgspec.structs import replace

from tabletop.cards import events as cards
from tabletop.cards import zones
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.zones import Cards
from tabletop.core import agreement
from tabletop.core.agreement import GameEnded
from tabletop.core.events import Event, EventHandler, describe_nothing, keep_state
from tabletop.core.phrases import join_words
from tabletop.games.volley import model


class CoinTossed(Event, frozen=True, kw_only=True):
    """The coin has decided who begins (VOL-3).

    Attributes:
        heads: True if the coin shows heads, which means that red begins.
    """

    heads: bool
    first: model.Side
    rule: str = "VOL-3"


class TurnBegan(Event, frozen=True, kw_only=True):
    """The turn of a side has begun with its manoeuvre phase (VOL-3)."""

    turn: int
    side: model.Side
    rule: str = "VOL-3"


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase of the turn has begun, and `side` must choose."""

    stage: model.Stage
    side: model.Side


class MeldPlayed(Event, frozen=True, kw_only=True):
    """A side has attacked with a meld (VOL-5).

    Attributes:
        cards: the meld from unit to morale.
        forces: the printed force of each card, in the same order.
        total: the sum of `forces`, before any answer.
    """

    side: model.Side
    troop: model.Troop
    cards: Cards
    forces: tuple[int, ...]
    total: int
    rule: str = "VOL-5"


class Passed(Event, frozen=True, kw_only=True):
    """A side has made no attack, given no answer or played no counter."""

    side: model.Side
    stage: model.Stage


class DefencePlayed(Event, frozen=True, kw_only=True):
    """A defence card was played on a card of the meld (VOL-6).

    Attributes:
        force: printed force of `target`, which counts 0 unless the defence card is countered.
        total: force of the meld with this answer.
    """

    side: model.Side
    card: str
    target: str
    force: int
    total: int
    rule: str = "VOL-6"


class CounterPlayed(Event, frozen=True, kw_only=True):
    """A counter was played on the card played just before it (VOL-7).

    Attributes:
        against: the card that the counter negates.
        answer: the defence card at the bottom of this chain of counters.
        works: True if `answer` negates its target now.
        target: the card of the meld that `answer` was played on.
        total: force of the meld now.
    """

    side: model.Side
    card: str
    against: str
    answer: str
    works: bool
    target: str
    total: int
    rule: str = "VOL-7"


class CasualtiesSuffered(Event, frozen=True, kw_only=True):
    """An attack has cost troops (VOL-9).

    Attributes:
        side: the side that lost the troops.
        shares: the casualties that each card of the meld caused.
        total: the sum of the casualties.
        before: troops before the attack.
        left: troops after the attack, never below 0 (VOL-1).
    """

    side: model.Side
    shares: tuple[model.Share, ...]
    total: int
    before: int
    left: int
    rule: str = "VOL-9"


class TableCleared(Event, frozen=True, kw_only=True):
    """The meld and all cards played on it have gone to the discards (VOL-9)."""

    cards: Cards
    rule: str = "VOL-9"


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn has ended.

    Attributes:
        quiet: turns in a row without a casualty, this one included.
    """

    side: model.Side
    quiet: int
    rule: str = "VOL-12"


def apply_shuffle(state: model.State, event: PileShuffled) -> model.State:
    """Return the state with the discards shuffled into the pile, and without `last`.

    The cards of `last` are among the discards.
    """
    return replace(cards.apply_shuffle(state, event), last=None)


def apply_meld(state: model.State, event: MeldPlayed) -> model.State:
    """Return the state with the meld on the table."""
    laid = zones.lay_out_cards(state.cards, event.side, event.cards)
    return replace(state, cards=laid, assault=model.Assault(event.side, event.cards))


def apply_defence(state: model.State, event: DefencePlayed) -> model.State:
    """Return the state with the defence card on its target."""
    return _change_answers(state, event, lambda answers: (*answers, model.Answer(event.card, event.target)))


def apply_counter(state: model.State, event: CounterPlayed) -> model.State:
    """Return the state with the counter on the last answer."""

    def add_counter(answers: tuple[model.Answer, ...]) -> tuple[model.Answer, ...]:
        return (*answers[:-1], replace(answers[-1], counters=(*answers[-1].counters, event.card)))

    return _change_answers(state, event, add_counter)


def _change_answers(
    state: model.State,
    event: DefencePlayed | CounterPlayed,
    change: Callable[[tuple[model.Answer, ...]], tuple[model.Answer, ...]],
) -> model.State:
    """Return the state with the card on the table and the answers changed by `change`."""
    assert state.assault is not None
    assault = replace(state.assault, answers=change(state.assault.answers))
    return replace(state, cards=zones.lay_out_cards(state.cards, event.side, (event.card,)), assault=assault)


def apply_casualties(state: model.State, event: CasualtiesSuffered) -> model.State:
    """Return the state with the troops lost and the attack kept as `last`."""
    toll = model.AttackResult(event.side, event.shares, event.total)
    return replace(state, troops={**state.troops, event.side: event.left}, last=toll)


def describe_coin_toss(state: model.State, event: CoinTossed) -> str:
    """Return the sentence that says who begins."""
    return f"The coin shows {'heads' if event.heads else 'tails'}: {state.names[event.first]} begins."


def describe_meld(state: model.State, event: MeldPlayed) -> str:
    """Return the sentence that lists the cards of the attack with their force."""
    told = (
        f"{model.get_card_name(state, card)} {force}" for card, force in zip(event.cards, event.forces, strict=True)
    )
    return f"{state.names[event.side]} attacks with {event.troop}: {join_words(told)}, force {event.total}."


_PASSED: dict[model.Stage, str] = {
    "attack": "{side} passes: no attack.",
    "defence": "{side} passes: no answer.",
    "counter": "{side} passes: no counter.",
}


def describe_pass(state: model.State, event: Passed) -> str:
    """Return the sentence that says what the side did not do."""
    return _PASSED[event.stage].format(side=state.names[event.side])


def describe_defence(state: model.State, event: DefencePlayed) -> str:
    """Return the sentence that names the defence card, its target and the force left."""
    card, target = model.get_card_name(state, event.card), model.get_card_name(state, event.target)
    return f"{state.names[event.side]} answers with {card}: {target} {event.force} counts 0, force {event.total}."


def describe_counter(state: model.State, event: CounterPlayed) -> str:
    """Return the sentence that names the counter, its effect and the force left."""
    against, answer = model.get_card_name(state, event.against), model.get_card_name(state, event.answer)
    verdict = "counts again" if event.works else "is negated"
    return (
        f"{state.names[event.side]} counters {against} with {model.get_card_name(state, event.card)}: "
        f"{answer} on {model.get_card_name(state, event.target)} {verdict}, force {event.total}."
    )


def describe_casualties(state: model.State, event: CasualtiesSuffered) -> str:
    """Return the sentences that list the casualties by card and the troops left."""
    parts = join_words(_format_share(state, share) for share in event.shares)
    left = f"{event.left} of {event.before} troops left"
    return f"{state.names[event.side]} suffers {model.format_casualties(event.total)}: {parts}. {left.capitalize()}."


def _format_share(state: model.State, share: model.Share) -> str:
    cause = f" ({model.get_card_name(state, share.negated_by)})" if share.negated_by else ""
    return f"{model.get_card_name(state, share.card)} {share.counted}{cause}"


def describe_turn_end(state: model.State, event: TurnEnded) -> str:  # noqa: ARG001
    """Return a warning once half the quiet turns of VOL-12 have passed, else ""."""
    if event.quiet < model.MAX_QUIET_TURNS // 2:
        return ""
    return f"{event.quiet} turns in a row without a casualty; {model.MAX_QUIET_TURNS} end the game."


def describe_game_end(state: model.State, event: GameEnded) -> str:
    """Return the sentences that say why the game is over and who has won."""
    winner = event.outcome.winner
    verdict = "The game is a draw." if winner is None else f"{model.get_side_name(state, winner)} has won."
    return f"{event.outcome.reason}. {verdict}"


_DEALT, _CARDS, _CARD = "Cards were dealt.", "Cards were revealed.", "A card was revealed."

EVENT_HANDLERS: tuple[EventHandler[model.State], ...] = (
    EventHandler(
        CardsDealt,
        cards.apply_deal,
        cards.build_deal_description(model.get_side_name, model.get_card_name),
        cards.redact_deal,
        _DEALT,
    ),
    EventHandler(PileShuffled, apply_shuffle, cards.describe_shuffle, cards.redact_shuffle, _DEALT),
    EventHandler(
        CardsDiscarded,
        cards.apply_discard,
        cards.build_discard_description(model.get_side_name, model.get_card_name),
        reveals=_CARDS,
    ),
    EventHandler(MeldPlayed, apply_meld, describe_meld, reveals=_CARDS),
    EventHandler(DefencePlayed, apply_defence, describe_defence, reveals=_CARD),
    EventHandler(CounterPlayed, apply_counter, describe_counter, reveals=_CARD),
    EventHandler(CoinTossed, lambda state, event: replace(state, first=event.first), describe_coin_toss),
    EventHandler(
        TurnBegan,
        apply=lambda state, event: replace(
            state, turn=event.turn, active=event.side, asked=event.side, stage="manoeuvre"
        ),
        describe=lambda state, event: f"Turn {event.turn}: {state.names[event.side]}.",
    ),
    EventHandler(
        PhaseBegan, lambda state, event: replace(state, stage=event.stage, asked=event.side), describe_nothing
    ),
    EventHandler(Passed, keep_state, describe_pass),
    EventHandler(CasualtiesSuffered, apply_casualties, describe_casualties),
    EventHandler(
        TableCleared,
        apply=lambda state, event: replace(state, cards=zones.clear_table(state.cards), assault=None),  # noqa: ARG005
        describe=describe_nothing,
    ),
    EventHandler(TurnEnded, lambda state, event: replace(state, quiet=event.quiet), describe_turn_end),
    *agreement.build_event_handlers(
        lambda state, event: f"{model.get_side_name(state, event.side)} offers a draw.", describe_game_end
    ),
)
"""One handler for each event. Of several events that reveal something, the first in this table is reported."""
