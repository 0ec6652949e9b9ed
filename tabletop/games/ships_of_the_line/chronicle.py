"""The chronicle of a battle: ships lost and damaged, dice rolled, distances sailed."""

from collections.abc import Mapping

from tabletop.core.chronicle import Chronicler, Damage, Notice, NoticeFunction, PieceInfo, Shot, Throw
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import BatteryFired
from tabletop.games.ships_of_the_line.events import boarding, combat, movement
from tabletop.games.ships_of_the_line.model import ShipEvent, State, clock
from tabletop.games.ships_of_the_line.ship import enemy_of
from tabletop.games.ships_of_the_line.survey.odds import chance_to_hit
from tabletop.geometry.measure import distance


def _notice_broadside(state: State, event: combat.BroadsideFired) -> Notice:
    """Return the hull points noted, the dice against the expected hits, and the shot if any die hit."""
    harms = (Damage(event.ship, event.target, event.hull),) if event.hull else ()
    shot = Shot(event.ship, event.target, event.distance) if event.hits else None
    threw = _build_throw(state.cards[event.ship].side, event.rolls, event.hits, event.needed)
    return Notice(harms=harms, threw=threw, shot=shot)


def _notice_battery(state: State, event: BatteryFired) -> Notice:
    """Return the damage that a battery did, without an author: a battery is no piece of a fleet.

    Its dice count for the enemy of the target.
    """
    harms = (Damage("", event.target, event.hull),) if event.hull else ()
    return Notice(
        harms=harms, threw=_build_throw(enemy_of(state.cards[event.target].side), event.rolls, event.hits, event.needed)
    )


def _build_throw(side: str, rolls: tuple[int, ...], hits: int, needed: int) -> Throw:
    """Return the dice of a side with hits, expected hits and their variance."""
    each = float(chance_to_hit(needed))
    return Throw(side, len(rolls), hits, len(rolls) * each, len(rolls) * each * (1 - each))


def _notice_hull_loss(state: State, event: combat.HullLost) -> Notice:  # noqa: ARG001
    """Return the damage of a hull loss, without an author; none for gunfire, noticed when it was fired."""
    return Notice(harms=() if event.cause == "gunfire" else (Damage("", event.ship, event.points),))


def _notice_ship(mark: str, *, lost: bool = False) -> NoticeFunction:
    """Return a function that marks an event on its ship with `mark`, and counts her as lost if `lost`."""

    def noticed(state: State, event: ShipEvent) -> Notice:  # noqa: ARG001
        return Notice(mark=mark, about=(event.ship,), lost=(event.ship,) if lost else ())

    return noticed


def _notice_boarding(state: State, event: boarding.BoardingFought) -> Notice:  # noqa: ARG001
    """Return a mark for a fight on deck, about the target and all attackers."""
    return Notice(mark="boarding", about=tuple(dict.fromkeys((event.target, *event.attacker.ships))))


def _notice_move(state: State, event: movement.ShipSailed) -> Notice:  # noqa: ARG001
    """Return the distance sailed ahead in UM, as the log counts it; turns add nothing."""
    ahead = [distance(leg.start.point, leg.end.point) for leg in event.legs if leg.kind == "advance"]
    return Notice(sailed={event.ship: sum(ahead)})


NOTICES: Mapping[type[Event], NoticeFunction] = {
    combat.BroadsideFired: _notice_broadside,
    BatteryFired: _notice_battery,
    combat.HullLost: _notice_hull_loss,
    combat.MastFell: _notice_ship("mast"),
    combat.FireStarted: _notice_ship("fire"),
    combat.ColoursStruck: _notice_ship("struck", lost=True),
    combat.ShipSunk: _notice_ship("sunk", lost=True),
    combat.ShipExploded: _notice_ship("exploded", lost=True),
    boarding.BoardingFought: _notice_boarding,
    boarding.ShipCaptured: _notice_ship("struck", lost=True),
    boarding.ShipRestored: lambda state, event: Notice(back=(event.ship,)),  # noqa: ARG005
    movement.ShipLeft: lambda state, event: Notice(  # noqa: ARG005
        mark="fled" if event.fled else "", about=(event.ship,), lost=(event.ship,) if event.fled else ()
    ),
    movement.ShipSailed: _notice_move,
}


def _build_pieces(state: State) -> dict[str, PieceInfo]:
    """Return name, first side and division of each ship, by key."""
    titles = fleets.divisions(state)
    return {key: PieceInfo(card.name, card.side, titles.get(card.division, "")) for key, card in state.cards.items()}


CHRONICLER = Chronicler(
    notices=NOTICES,
    score=victory.total_points,
    pieces=_build_pieces,
    clock=clock,
    harm="hull points",
    measure="UM",
    throws="broadsides",
    nobody="no ship: fire, collision, grounding",
)
