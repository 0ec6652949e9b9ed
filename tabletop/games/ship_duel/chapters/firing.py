"""The Fire Phase: attacks, and ships that are lost by them (SLC-2, SLC-8)."""

from collections.abc import Iterator

from tabletop.cards.zones import Cards
from tabletop.core.agreement import GameEnded
from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.games.ship_duel.chapters.turn import Unfolding, begin_next, choices
from tabletop.games.ship_duel.commands import Fire
from tabletop.games.ship_duel.events import AttackMade, FireHeld, ShipLost
from tabletop.games.ship_duel.state import OTHER, SIDES, Side, State, of_kind
from tabletop.games.ship_duel.tables import FATES, KINDS, STATS, WINDS, Stat


def check(state: State, command: Fire) -> Refused | None:
    """Only shot, and all of one kind (SLC-8)."""
    played = {state.deck[card] for card in command.cards}
    kinds = [kind for kind in KINDS if kind in played]
    for kind in kinds:
        if kind in WINDS:
            return Refused("SLC-8", f"{KINDS[kind].name} is not shot.", pieces=of_kind(state, command.cards, kind))
    if len(kinds) > 1:
        pair = " and ".join(KINDS[kind].many for kind in kinds[:2])
        strange = of_kind(state, command.cards, kinds[1])
        return Refused("SLC-8", f"An attack is of one kind of shot: {pair} cannot be mixed.", pieces=strange)
    return None


def fire(turn: Unfolding) -> None:
    """All attacks hit together; a ship with nothing left of a stat is lost (SLC-8, SLC-2)."""
    for side, cards in choices(turn.state).items():
        turn.emit(attack(turn.state, side, cards) if cards else FireHeld(side=side))
    lost = tuple(losses(turn.state))
    for side, stat in lost:
        turn.emit(ShipLost(side=side, ship=turn.state.ships[side].name, stat=stat))
    if lost:
        turn.emit(GameEnded(outcome=_outcome(turn.state, lost), rule="SLC-2"))
    else:
        begin_next(turn)


def attack(state: State, side: Side, cards: Cards) -> AttackMade:
    """What these cards of one kind do to the other ship."""
    kind = state.deck[cards[0]]
    stat = KINDS[kind].takes
    assert stat, "only shot is fired"
    target = OTHER[side]
    before = state.ships[target].left[stat]
    after = max(before - len(cards), 0)
    return AttackMade(
        side=side, target=target, cards=cards, kind=kind, stat=stat, damage=before - after, before=before, after=after
    )


def losses(state: State) -> Iterator[tuple[Side, Stat]]:
    """Sides and stats of which nothing is left (SLC-2)."""
    return ((side, stat) for side in SIDES for stat in STATS if state.ships[side].left[stat] <= 0)


def _outcome(state: State, lost: tuple[tuple[Side, Stat], ...]) -> Outcome:
    losers = {side for side, _ in lost}
    winner = None if len(losers) == len(SIDES) else OTHER[losers.pop()]
    reason = ". ".join(FATES[stat].format(ship=state.ships[side].name) for side, stat in lost)
    return Outcome(winner, reason, "SLC-2")
