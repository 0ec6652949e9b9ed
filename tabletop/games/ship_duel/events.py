"""Events of a duel with their numbers and rules (C-4), and the table of their handlers.

No rule is decided here. Each handler says how the event changes the state, how it is described, what a side may know of
it, and what it reveals. Descriptions of a view and a redacted event contain only what that side may know.
"""

from msgspec.structs import replace

from tabletop.cards import events as cards
from tabletop.cards import zones
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.zones import HIDDEN, Cards
from tabletop.core import agreement
from tabletop.core.agreement import GameEnded
from tabletop.core.events import Event, EventHandler, describe_nothing, keep_state
from tabletop.core.phrases import format_count
from tabletop.games.ship_duel.model import SIDES, Attack, PhaseId, Side, State, format_amounts, ship_of
from tabletop.games.ship_duel.tables import LOSS_WORDS, Kind, Stat


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn has begun. The hands are filled next (SLC-4)."""

    turn: int
    rule: str = "SLC-4"


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase has begun, and its sides must choose. Choices of the phase before are cleared."""

    phase: PhaseId
    asked: tuple[Side, ...]
    rule: str = "SLC-3"


class ChoiceMade(Event, frozen=True, kw_only=True):
    """A side has chosen in secret (SLC-3). `cards` is None for a viewer who may not know them."""

    side: Side
    cards: Cards | None
    rule: str = "SLC-3"


class WindsRevealed(Event, frozen=True, kw_only=True):
    """Both sides have shown their wind cards, which are then discarded (SLC-6)."""

    winds: dict[Side, Cards]
    rule: str = "SLC-6"


class AdvantageGained(Event, frozen=True, kw_only=True):
    """The winds are counted. No side has the advantage if both showed the same number (SLC-7)."""

    counts: dict[Side, int]
    advantaged: Side | None
    rule: str = "SLC-7"


class AttackMade(Event, frozen=True, kw_only=True):
    """A side has fired. Its cards are discarded, and a stat of the other ship falls (SLC-8)."""

    side: Side
    target: Side
    cards: Cards
    kind: Kind
    stat: Stat
    damage: int
    before: int
    after: int
    rule: str = "SLC-8"


class FireHeld(Event, frozen=True, kw_only=True):
    """A side that could attack did not (SLC-8)."""

    side: Side
    rule: str = "SLC-8"


class ShipLost(Event, frozen=True, kw_only=True):
    """A ship has no points left of a stat (SLC-2)."""

    side: Side
    ship: str
    stat: Stat
    rule: str = "SLC-2"


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn has ended. `quiet` counts the turns in a row without damage (SLC-10)."""

    turn: int
    quiet: int
    rule: str = "SLC-10"


def redact_choice(event: ChoiceMade, side: str) -> ChoiceMade:
    """Return the choice as `side` may know it: without the cards if the other side chose."""
    return event if event.side == side else replace(event, cards=None)


def apply_phase_began(state: State, event: PhaseBegan) -> State:
    """Return the state in which the sides of the phase must choose, with earlier choices cleared.

    The fire phase also clears the attacks of the turn before.
    """
    attacks = {} if event.phase == "fire" else state.attacks
    return replace(state, phase=event.phase, asked=event.asked, chosen={}, attacks=attacks)


def apply_winds_revealed(state: State, event: WindsRevealed) -> State:
    """Return the state with the winds on the discards and their kinds kept by side."""
    lying = state.cards
    for side in SIDES:
        if event.winds[side]:
            lying = zones.discard_cards(lying, side, event.winds[side])
    winds = {side: tuple(map(state.deck.__getitem__, cards)) for side, cards in event.winds.items()}
    return replace(state, cards=lying, winds=winds)


def apply_attack(state: State, event: AttackMade) -> State:
    """Return the state with the shot on the discards and fewer points for the ship that was hit."""
    target = state.ships[event.target]
    hit = replace(target, left={**target.left, event.stat: event.after})
    attack = Attack(event.kind, len(event.cards), event.stat, event.damage, event.before, event.after)
    return replace(
        state,
        ships={**state.ships, event.target: hit},
        cards=zones.discard_cards(state.cards, event.side, event.cards),
        attacks={**state.attacks, event.side: attack},
    )


def describe_deal(state: State, event: CardsDealt) -> str:
    """Return a sentence for each side that was dealt cards, with the cards that the reader may know."""
    told = []
    for side in SIDES:
        cards = tuple(card for taker, card in event.to if taker == side)
        known = "" if HIDDEN in cards else f": {format_amounts(state, cards)}"
        told += [f"{state.ships[side].name} is dealt {format_count(len(cards), 'card')}{known}."] if cards else []
    return " ".join(told)


def describe_discard(state: State, event: CardsDiscarded) -> str:
    """Return a sentence with the ship and the cards that it discards."""
    return f"{ship_of(state, event.side).name} discards {format_amounts(state, event.cards) or 'nothing'}."


def describe_choice(state: State, event: ChoiceMade) -> str:
    """Return a sentence that a side has chosen, with the cards if the reader may know them."""
    name = state.ships[event.side].name
    if event.cards is None:
        return f"{name} has chosen."
    return f"{name} has chosen: {format_amounts(state, event.cards) or 'no cards'}."


def describe_winds(state: State, event: WindsRevealed) -> str:
    """Return a sentence with the winds that each side has shown."""
    shown = (
        f"{state.ships[side].name} shows {format_amounts(state, event.winds[side]) or 'no winds'}" for side in SIDES
    )
    return f"{'; '.join(shown)}."


def describe_advantage(state: State, event: AdvantageGained) -> str:
    """Return a sentence with the number of winds of each side and who may fire."""
    numbers = " to ".join(str(event.counts[side]) for side in SIDES)
    if event.advantaged is None:
        return f"{numbers}: a tie, both may fire."
    return f"{numbers}: {state.ships[event.advantaged].name} has the advantage, and only she may fire."


def describe_attack(state: State, event: AttackMade) -> str:
    """Return a sentence with the shot and the points of the target before and after."""
    name, target = state.ships[event.side].name, state.ships[event.target].name
    return (
        f"{name} fires {format_amounts(state, event.cards)}: {event.stat} of {target} {event.before} to {event.after}."
    )


def describe_turn_end(state: State, event: TurnEnded) -> str:  # noqa: ARG001
    """Return the number of turns without damage if there is more than one, else ""."""
    return f"{event.quiet} turns in a row without damage." if event.quiet > 1 else ""


def describe_game_end(state: State, event: GameEnded) -> str:
    """Return the reason for the end of the duel and the winner."""
    won = [f"{state.ships[side].name} has won." for side in SIDES if side == event.outcome.winner]
    verdict = won[0] if won else "The duel is a draw."
    return verdict if event.rule == "SLC-2" else f"{event.outcome.reason}. {verdict}"


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(WindsRevealed, apply_winds_revealed, describe_winds, reveals="The winds were revealed."),
    EventHandler(AttackMade, apply_attack, describe_attack, reveals="The shot was revealed."),
    EventHandler(
        FireHeld,
        apply=keep_state,
        describe=lambda state, event: f"{state.ships[event.side].name} holds her fire.",
        reveals="The choice to hold fire was revealed.",
    ),
    EventHandler(CardsDiscarded, cards.apply_discard, describe_discard, reveals="Discards were revealed."),
    EventHandler(
        PileShuffled, cards.apply_shuffle, cards.describe_shuffle, cards.redact_shuffle, "The cards were shuffled."
    ),
    EventHandler(CardsDealt, cards.apply_deal, describe_deal, cards.redact_deal, "Cards were dealt."),
    EventHandler(
        TurnBegan,  # hands are filled up next
        apply=lambda state, event: replace(state, turn=event.turn, phase="setup"),
        describe=lambda state, event: f"Turn {event.turn}.",  # noqa: ARG005
    ),
    EventHandler(PhaseBegan, apply_phase_began, describe_nothing),
    EventHandler(
        ChoiceMade,
        apply=lambda state, event: replace(state, chosen={**state.chosen, event.side: event.cards}),
        describe=describe_choice,
        redact=redact_choice,
    ),
    EventHandler(AdvantageGained, keep_state, describe_advantage),
    EventHandler(ShipLost, keep_state, lambda state, event: f"{LOSS_WORDS[event.stat].format(ship=event.ship)}."),  # noqa: ARG005
    EventHandler(TurnEnded, lambda state, event: replace(state, quiet=event.quiet), describe_turn_end),
    *agreement.build_event_handlers(
        lambda state, event: f"{ship_of(state, event.side).name} offers a draw.", describe_game_end
    ),
    EventHandler(
        GameEnded,  # nobody is asked any more; what was sealed stays unknown
        apply=lambda state, event: replace(state, outcome=event.outcome, draw_offered=None, asked=(), chosen={}),
        describe=describe_game_end,
    ),
)
"""Of several events that reveal something, the player reads the reveal of the first one in this table."""
