"""What can happen, with every number and the rule that it follows from (C-4); and all that is done with each event.

Nothing is worked out here: the table at the end says the state after an event, its words, who may know it, and what it
shows. Of a view and an event as seen the words tell what that side may know.
"""

from msgspec.structs import replace

from tabletop.cards import events as cards
from tabletop.cards import zones
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.zones import HIDDEN, Cards
from tabletop.core import agreement
from tabletop.core.agreement import GameEnded
from tabletop.core.events import Event, EventHandler, silent, unchanged
from tabletop.core.phrases import count
from tabletop.games.ship_duel.state import SIDES, Attack, PhaseId, Side, State, amounts, ship
from tabletop.games.ship_duel.tables import FATES, Kind, Stat


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn has begun; hands are filled up next (SLC-4)."""

    turn: int
    rule: str = "SLC-4"


class PhaseBegan(Event, frozen=True, kw_only=True):
    """Choices are asked for; those of the phase before are done with."""

    phase: PhaseId
    asked: tuple[Side, ...]
    rule: str = "SLC-3"


class ChoiceMade(Event, frozen=True, kw_only=True):
    """A side has chosen in secret; `cards` is nothing for those who may not know them (SLC-3)."""

    side: Side
    cards: Cards | None
    rule: str = "SLC-3"


class WindsRevealed(Event, frozen=True, kw_only=True):
    """Both have shown their wind cards, which are then discarded (SLC-6)."""

    winds: dict[Side, Cards]
    rule: str = "SLC-6"


class AdvantageGained(Event, frozen=True, kw_only=True):
    """The winds are counted; nobody is advantaged if both showed the same number (SLC-7)."""

    counts: dict[Side, int]
    advantaged: Side | None
    rule: str = "SLC-7"


class AttackMade(Event, frozen=True, kw_only=True):
    """A side fired; its cards are discarded and the stat of the other ship falls (SLC-8)."""

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
    """A side that might have attacked did not (SLC-8)."""

    side: Side
    rule: str = "SLC-8"


class ShipLost(Event, frozen=True, kw_only=True):
    """A ship has nothing left of a stat (SLC-2)."""

    side: Side
    ship: str
    stat: Stat
    rule: str = "SLC-2"


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn is over, and so many in a row were without damage (SLC-10)."""

    turn: int
    quiet: int
    rule: str = "SLC-10"


def chosen_by(event: ChoiceMade, side: str) -> ChoiceMade:
    """A choice as a side may know it: of the other's only that it is made."""
    return event if event.side == side else replace(event, cards=None)


def phase_began(state: State, event: PhaseBegan) -> State:
    """Others are asked; those who had chosen are not bound any more."""
    attacks = {} if event.phase == "fire" else state.attacks
    return replace(state, phase=event.phase, asked=event.asked, chosen={}, attacks=attacks)


def winds_revealed(state: State, event: WindsRevealed) -> State:
    """The winds are on the discards, and remembered by side."""
    lying = state.cards
    for side in SIDES:
        if event.winds[side]:
            lying = zones.discard_cards(lying, side, event.winds[side])
    winds = {side: tuple(map(state.deck.__getitem__, cards)) for side, cards in event.winds.items()}
    return replace(state, cards=lying, winds=winds)


def attack_made(state: State, event: AttackMade) -> State:
    """The shot is on the discards, and the ship that was hit has less."""
    target = state.ships[event.target]
    hit = replace(target, left={**target.left, event.stat: event.after})
    attack = Attack(event.kind, len(event.cards), event.stat, event.damage, event.before, event.after)
    return replace(
        state,
        ships={**state.ships, event.target: hit},
        cards=zones.discard_cards(state.cards, event.side, event.cards),
        attacks={**state.attacks, event.side: attack},
    )


def tell_dealt(state: State, event: CardsDealt) -> str:
    """To whom how many cards came, and which, as far as the reader knows them."""
    told = []
    for side in SIDES:
        cards = tuple(card for taker, card in event.to if taker == side)
        known = "" if HIDDEN in cards else f": {amounts(state, cards)}"
        told += [f"{state.ships[side].name} is dealt {count(len(cards), 'card')}{known}."] if cards else []
    return " ".join(told)


def tell_discarded(state: State, event: CardsDiscarded) -> str:
    """What was laid down by whom."""
    return f"{ship(state, event.side).name} discards {amounts(state, event.cards) or 'nothing'}."


def tell_choice(state: State, event: ChoiceMade) -> str:
    """That a side has chosen, and to itself what."""
    name = state.ships[event.side].name
    if event.cards is None:
        return f"{name} has chosen."
    return f"{name} has chosen: {amounts(state, event.cards) or 'no cards'}."


def tell_winds(state: State, event: WindsRevealed) -> str:
    """What both have shown."""
    shown = (f"{state.ships[side].name} shows {amounts(state, event.winds[side]) or 'no winds'}" for side in SIDES)
    return f"{'; '.join(shown)}."


def tell_advantage(state: State, event: AdvantageGained) -> str:
    """Who may fire."""
    numbers = " to ".join(str(event.counts[side]) for side in SIDES)
    if event.advantaged is None:
        return f"{numbers}: equals, both may fire."
    return f"{numbers}: {state.ships[event.advantaged].name} has the advantage and alone may fire."


def tell_attack(state: State, event: AttackMade) -> str:
    """What was fired, and what it took."""
    name, target = state.ships[event.side].name, state.ships[event.target].name
    return f"{name} fires {amounts(state, event.cards)}: {event.stat} of {target} {event.before} to {event.after}."


def tell_turn_ended(state: State, event: TurnEnded) -> str:  # noqa: ARG001
    """Worth a word where nothing has happened for more than a turn."""
    return f"{event.quiet} turns in a row without damage." if event.quiet > 1 else ""


def tell_ended(state: State, event: GameEnded) -> str:
    """Why the duel is over, and who has won."""
    won = [f"{state.ships[side].name} has won." for side in SIDES if side == event.outcome.winner]
    verdict = won[0] if won else "The duel is a draw."
    return verdict if event.rule == "SLC-2" else f"{event.outcome.reason}. {verdict}"


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(WindsRevealed, winds_revealed, tell_winds, reveals="The winds were shown."),
    EventHandler(AttackMade, attack_made, tell_attack, reveals="Shot was shown."),
    EventHandler(
        FireHeld,
        apply=unchanged,
        describe=lambda state, event: f"{state.ships[event.side].name} holds her fire.",
        reveals="It was shown who held her fire.",
    ),
    EventHandler(CardsDiscarded, cards.apply_discard, tell_discarded, reveals="Discards were shown."),
    EventHandler(
        PileShuffled, cards.apply_shuffle, cards.describe_shuffle, cards.redact_shuffle, "The cards were shuffled."
    ),
    EventHandler(CardsDealt, cards.apply_deal, tell_dealt, cards.redact_deal, "Cards were dealt."),
    EventHandler(
        TurnBegan,  # hands are filled up next
        apply=lambda state, event: replace(state, turn=event.turn, phase="setup"),
        describe=lambda state, event: f"Turn {event.turn}.",  # noqa: ARG005
    ),
    EventHandler(PhaseBegan, phase_began, silent),
    EventHandler(
        ChoiceMade,
        apply=lambda state, event: replace(state, chosen={**state.chosen, event.side: event.cards}),
        describe=tell_choice,
        redact=chosen_by,
    ),
    EventHandler(AdvantageGained, unchanged, tell_advantage),
    EventHandler(ShipLost, unchanged, lambda state, event: f"{FATES[event.stat].format(ship=event.ship)}."),  # noqa: ARG005
    EventHandler(TurnEnded, lambda state, event: replace(state, quiet=event.quiet), tell_turn_ended),
    *agreement.event_handlers(lambda state, event: f"{ship(state, event.side).name} offers a draw.", tell_ended),
    EventHandler(
        GameEnded,  # nobody is asked any more; what was sealed stays unknown
        apply=lambda state, event: replace(state, outcome=event.outcome, draw_offered=None, asked=(), chosen={}),
        describe=tell_ended,
    ),
)
"""Of several events that show something, the first in this table is told."""
