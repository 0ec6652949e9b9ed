"""Chapter 13: Spanish ships nail their colours to the mast and fight on (AMB-98, AMB-167 to AMB-169, AMB-221).

A ship with nailed colours that sank or captured an enemy must board the next one: her duty (13-d).
"""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler, describe_nothing
from tabletop.games.ships_of_the_line import commands, model, positions
from tabletop.games.ships_of_the_line.chapters import boarding, movement
from tabletop.games.ships_of_the_line.chapters.optional.collision import CollisionRolled
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting, offer_for_each_ship
from tabletop.games.ships_of_the_line.chapters.sailing import evaluate_plan
from tabletop.games.ships_of_the_line.commands import Sail, ShipCommand
from tabletop.games.ships_of_the_line.events.boarding import BoardingDeclared, ShipCaptured
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, OfficerHit, ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Mark, Occasion, Phase
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import MASTS, Nailing, Ship, Side, Unaided
from tabletop.games.ships_of_the_line.tables import Check, Modifier, ModifierRule, ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.words import describe_by, format_throw, name_of


class NailingRolled(model.ShipEvent, frozen=True, kw_only=True):
    """A Spanish crew was asked to nail the colours to the mast, and rolled (13-b).

    `modifiers` run from the die to the modified result, which must be at most `needed`.
    """

    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    success: bool
    rule: str = "SOTL-13-b"


class NailingEnded(model.ShipEvent, frozen=True, kw_only=True):
    """Nailed colours come down: the officer is dead, or the ship is captured (13-e)."""

    rule: str = "SOTL-13-e"


class EnemyHarmed(model.ShipEvent, frozen=True, kw_only=True):
    """A ship with nailed colours cost the enemy `other` hull points in this turn (AMB-221)."""

    other: str
    rule: str = "AMB-221"


class DutyBegan(model.ShipEvent, frozen=True, kw_only=True):
    """A ship with nailed colours captured or sank an enemy and must board the next (13-d)."""

    rule: str = "SOTL-13-d"


class DutyMarked(model.ShipEvent, frozen=True, kw_only=True):
    """A ship with a duty must make for the enemy `mark` in this turn (AMB-169)."""

    mark: str
    rule: str = "AMB-169"


class DutyEnded(model.ShipEvent, frozen=True, kw_only=True):
    """A ship with a duty boards an enemy, which ends the duty (AMB-169)."""

    rule: str = "AMB-169"


def nailing_of(state: model.State, key: str) -> Nailing:
    """Return the marks of nailing of a ship; those of a ship that never tried have the state `over`."""
    found = state.ships[key].nailing
    return Nailing("over") if found is UNSET else found


def _change_nailing(state: model.State, key: str, **marks: object) -> model.State:
    """Return the state with fields of the ship's nailing replaced."""
    return model.with_ship(state, key, nailing=replace(nailing_of(state, key), **marks))


def _apply_nailing_rolled(state: model.State, event: NailingRolled) -> model.State:
    """Set the nailing to "nailed" or "failed", without a duty."""
    return model.with_ship(state, event.ship, nailing=Nailing("nailed" if event.success else "failed"))


def _apply_nailing_ended(state: model.State, event: NailingEnded) -> model.State:
    """Set the nailing to "over", ended in this turn; a duty ends with it."""
    return model.with_ship(state, event.ship, nailing=Nailing("over", ended=state.turn))


def _apply_enemy_harmed(state: model.State, event: EnemyHarmed) -> model.State:
    """Add the enemy to those harmed in this turn; enemies harmed in earlier turns are forgotten."""
    nailing = nailing_of(state, event.ship)
    before = nailing.harmed if nailing.harmed_turn == state.turn else ()
    return _change_nailing(state, event.ship, harmed=(*before, event.other), harmed_turn=state.turn)


def _describe_nailing_rolled(state: model.State, event: NailingRolled) -> str:
    """Return the log sentence with the throw, the number needed and the outcome."""
    end = "they are nailed to the mast" if event.success else "they refuse"
    crew = f"{name_of(state, event.ship)}'s crew is asked to nail her colours to the mast"
    return f"{crew}: {format_throw(event.modifiers)}, needed {event.needed} or less; {end}."


EVENT_HANDLERS: tuple[EventHandler[model.State], ...] = (
    EventHandler(NailingRolled, _apply_nailing_rolled, _describe_nailing_rolled),
    EventHandler(NailingEnded, _apply_nailing_ended, describe_by("{ship}'s colours are no longer nailed.")),
    EventHandler(EnemyHarmed, _apply_enemy_harmed, describe_nothing),
    EventHandler(
        DutyBegan,
        lambda state, event: _change_nailing(state, event.ship, duty=True, mark=""),
        describe_by("{ship}, her colours nailed, looks for the next enemy to board."),
    ),
    EventHandler(
        DutyMarked,
        lambda state, event: _change_nailing(state, event.ship, mark=event.mark),
        describe_by("{ship} must make for {mark}."),
    ),
    EventHandler(
        DutyEnded, lambda state, event: _change_nailing(state, event.ship, duty=False, mark=""), describe_nothing
    ),
)


def has_nailed_colours(state: model.State, key: str) -> bool:
    """Return True if the colours of the ship are nailed to the mast now."""
    return nailing_of(state, key).state == "nailed"


def note_officer_hit(turn: model.Context, event: OfficerHit) -> None:
    """Emit `NailingEnded` if the officer of a ship with nailed colours is dead (13-e)."""
    if event.condition == "dead" and has_nailed_colours(turn.state, event.ship):
        turn.emit(NailingEnded(ship=event.ship))


def note_capture(turn: model.Context, event: ShipCaptured) -> None:
    """End the nailing of a captured ship, and begin the duty of her captor (AMB-168, AMB-169)."""
    if has_nailed_colours(turn.state, event.ship):
        turn.emit(NailingEnded(ship=event.ship, rule="AMB-168"))
    _begin_duty(turn, event.by)


def note_broadside(turn: model.Context, event: BroadsideFired) -> None:
    """Note that the target of a broadside will lose hull points, if it is a ship.

    Batteries cannot be boarded and do not count; nor do broadsides without a hull point.
    """
    if event.hull > 0 and event.target in turn.state.ships:
        _note_harm(turn, event.ship, event.target)


def note_collision(turn: model.Context, event: CollisionRolled) -> None:
    """Note both ships of a collision as harmed by each other; nothing if they scraped past."""
    if event.collided:
        _note_harm(turn, event.ship, event.other)
        _note_harm(turn, event.other, event.ship)


def _note_harm(turn: model.Context, key: str, other: str) -> None:
    """Emit `EnemyHarmed` if the ship `key` has nailed colours and `other` is of the other side."""
    if has_nailed_colours(turn.state, key) and model.side_of(turn.state, key) != model.side_of(turn.state, other):
        turn.emit(EnemyHarmed(ship=key, other=other))


def note_sinking(turn: model.Context, event: ShipSunk | ShipExploded) -> None:
    """Begin the duty of ships that harmed, in this turn, an enemy that sinks or explodes (AMB-221)."""
    for key in turn.state.ships:
        nailing = nailing_of(turn.state, key)
        if nailing.harmed_turn == turn.state.turn and event.ship in nailing.harmed:
            _begin_duty(turn, key)


def _begin_duty(turn: model.Context, key: str) -> None:
    """Emit `DutyBegan` for a ship in service with nailed colours that has no duty yet; else nothing."""
    if (
        model.is_in_service(turn.state, key)
        and has_nailed_colours(turn.state, key)
        and not nailing_of(turn.state, key).duty
    ):
        turn.emit(DutyBegan(ship=key))


def end_duty(turn: model.Context, event: BoardingDeclared) -> None:
    """Emit `DutyEnded` if the ship that boards has a duty."""
    if nailing_of(turn.state, event.ship).duty:
        turn.emit(DutyEnded(ship=event.ship))


def mark_enemies(turn: model.Context) -> None:
    """Emit `DutyMarked` with the nearest enemy for each ship in service with a duty (AMB-169).

    Runs as the Movement Phase opens. Nothing for a ship if no enemy is in service.
    """
    for key in turn.state.ships:
        if (
            model.is_in_service(turn.state, key)
            and nailing_of(turn.state, key).duty
            and (mark := _nearest_enemy(turn.state, key))
        ):
            turn.emit(DutyMarked(ship=key, mark=mark))


def _nearest_enemy(state: model.State, key: str) -> str:
    """Return the nearest enemy in service, the first in key order of several, or ""."""
    own = model.side_of(state, key)
    foes = (other for other in state.ships if model.is_in_service(state, other) and model.side_of(state, other) != own)
    return min(foes, key=lambda foe: positions.distance_between(state, key, foe), default="")


def duty_mark(state: model.State, key: str) -> str:
    """Return the enemy that the ship must make for now, or "" without a duty or if that enemy is lost.

    A mark that is no longer in service counts as lost; so does the duty of a ship not in service or not nailed.
    """
    nailing = nailing_of(state, key)
    bound = model.is_in_service(state, key) and nailing.state == "nailed" and nailing.duty and nailing.mark
    return nailing.mark if bound and model.is_in_service(state, nailing.mark) else ""


def list_duty_moves(state: model.State, key: str) -> Iterator[commands.SideCommand]:
    """Yield commands that bring the ship straight towards her mark; none without a mark.

    Commands are not checked.
    """
    if mark := duty_mark(state, key):
        yield from movement.list_commands_towards(state, key, movement.bearing_to(state, key, mark))


def list_duty_grapples(state: model.State, key: str) -> Iterator[commands.SideCommand]:
    """Yield a throw of grapples at the mark at any distance; none without a mark."""
    if mark := duty_mark(state, key):
        yield commands.GrappleShip(side=model.side_of(state, key), ship=key, target=mark)


def list_duty_boardings(state: model.State, key: str) -> Iterator[commands.SideCommand]:
    """Yield boarding of the mark if it is within reach."""
    mark = duty_mark(state, key)
    if mark and mark in boarding.decks_in_reach(state, key):
        yield commands.Board(side=model.side_of(state, key), ship=key, target=mark)


def check_duty_course(state: model.State, command: commands.Sail) -> Refused | None:
    """Refuse a plan that ends farther from the mark although a straight course comes nearer (AMB-149).

    Both are compared with the distance at the start of the move. Returns None for a ship without a mark.
    """
    key = command.ship
    mark = duty_mark(state, key)
    if not mark:
        return None
    return movement.check_course(
        state,
        evaluate_plan(state, key, command.plan),
        movement.bearing_to(state, key, mark),
        lambda pose: positions.gap_from(state, key, pose, mark).distance,
        state.cards[mark].name,
    )


DUTY_FOLLOW_UPS: tuple[FollowUp[model.State], ...] = (
    FollowUp(OfficerHit, note_officer_hit),
    FollowUp(ShipCaptured, note_capture),
    FollowUp(BroadsideFired, note_broadside),
    FollowUp(CollisionRolled, note_collision),
    FollowUp(ShipSunk, note_sinking),
    FollowUp(ShipExploded, note_sinking),
    FollowUp(BoardingDeclared, end_duty),
)

NAILING_NEEDED = 2
"""SOTL-13-b: the colours are nailed if the modified die is at most this."""

EXAMPLE_MODIFIER = -1
"""SOTL-13-b: change of the die if another ship has nailed her colours."""

NAIL_PHASE = Phase(
    "nail",
    "Combat",
    "initiative_first",
    ("nail_colours",),
    "Nail the colours?",
    "SOTL-13-a",
    after=("initiative", "wind", "signals"),
)

_STATE_WORDS = {"failed": "the crew refused", "nailed": "nailed to the mast", "over": "no longer nailed"}


class NailColours(ShipCommand, frozen=True):
    """Ask a Spanish crew to nail the colours to the mast, once in a battle (13-a)."""

    leader: Unaided | UnsetType = UNSET


def check_nail_colours(state: model.State, command: NailColours) -> Refused | None:
    """Refuse unless the ship is Spanish, may fight, is damaged, was never asked and has a living officer.

    Rule: AMB-167. Returns None if legal.
    """
    key = command.ship
    return check_fighting(state, command.side, key) or _check_crew(state, key)


def _check_crew(state: model.State, key: str) -> Refused | None:
    """Refuse unless the ship is Spanish, never tried, has a living officer and is damaged."""
    ship, card = state.ships[key], state.cards[key]
    if card.nation != "spain":
        return Refused("SOTL-13-a", f"{card.name} is not Spanish.", pieces=(key,))
    if ship.nailing is not UNSET:
        return Refused("AMB-98", f"{card.name}'s crew has been asked before.", "once in a battle", (key,))
    if ship.officer == "dead":
        return Refused("SOTL-13-a", f"{card.name}'s captain is dead.", pieces=(key,))
    if not _is_damaged(ship, card.hull):
        return Refused("AMB-167", f"{card.name} is undamaged.", pieces=(key,))
    return None


def _is_damaged(ship: Ship, hull: int) -> bool:
    """Return True after any loss of hull points, masts or rudder, a wounded officer, or with a fire.

    `hull` is the printed number of hull points.
    """
    marked = ship.rudder_lost or ship.officer == "wounded" or ship.fires > 0
    return marked or ship.hull < hull or len(ship.masts) < len(MASTS)


def _list_nailings(state: model.State, side: Side, key: str) -> Iterator[NailColours]:
    """Yield the attempt for a Spanish ship; other conditions are not checked."""
    if state.cards[key].nation == "spain":
        yield NailColours(side, key)


def execute_nail_colours(turn: model.Context, command: NailColours) -> None:
    """Roll a die, modify it as the check `nail`, and emit `NailingRolled` (AMB-167).

    The colours are nailed if the result is at most `NAILING_NEEDED`. The command may forgo the leader's help.
    """
    roll = Check(turn.state, command.ship, "nail", turn.d6(), leader=command.leader)
    modifiers = rules_of(turn.state).modifiers.check.working(roll)
    turn.emit(
        NailingRolled(
            ship=command.ship,
            die=roll.die,
            modifiers=modifiers,
            needed=NAILING_NEEDED,
            success=modifiers[-1].value <= NAILING_NEEDED,
        )
    )


def _example_modifier(roll: Check, so_far: int) -> Modifier | None:
    """Subtract 1 from the roll `nail` if another ship on the map has nailed colours, else None (13-b)."""
    if roll.kind != "nail":
        return None
    others = (key for key in roll.state.ships if key != roll.ship and model.is_on_map(roll.state, key))
    given = any(has_nailed_colours(roll.state, key) for key in others)
    return Modifier("another ship has nailed hers", "−1", so_far + EXAMPLE_MODIFIER) if given else None


def is_steadfast(state: model.State, key: str, occasion: Occasion) -> bool:
    """Return True if a ship does not surrender on this occasion (13-c, 13-e).

    Ships with nailed colours never do. On the occasion "officer" only the end of the nailing in this turn
    counts, since the nailing ends as the officer dies.
    """
    if occasion == "officer":
        return nailing_of(state, key).ended == state.turn
    return has_nailed_colours(state, key)


def _label_nail_colours(state: model.State, order: NailColours) -> tuple[str, str]:
    """Return title and explanation of the button, with the chance in sixths."""
    working = rules_of(state).modifiers.check
    good = sum(
        working.total(Check(state, order.ship, "nail", die, leader=order.leader)) <= NAILING_NEEDED
        for die in range(1, 7)
    )
    how = f"{good} of 6. She never surrenders until her captain dies. Her crew can be asked only once."
    return f"Nail the colours of {name_of(state, order.ship)}", how


def _list_marks(state: model.State, key: str) -> Iterator[Mark]:
    """Yield a mark for a ship whose crew was asked to nail the colours, with the outcome."""
    if state.ships[key].nailing is not UNSET:
        value = _STATE_WORDS[nailing_of(state, key).state]
        yield Mark("Colours", value, MODULE.note, "SOTL-13-c", "N" if has_nailed_colours(state, key) else "")


def _explain_no_effect(state: model.State) -> str:
    """Return a sentence if no Spanish ship is in this battle, else ""."""
    spaniards = any(card.nation == "spain" for card in state.cards.values())
    return "" if spaniards else "No Spanish ship is in this battle."


MODULE = RuleModule(
    id="nailing",
    rule="SOTL-13",
    title="Nailing the colours",
    note="Damaged Spanish ships may nail their colours to the mast and fight on without surrendering.",
    group="People",
    inert=_explain_no_effect,
    phases=(NAIL_PHASE,),
    phase_start_rules={"movement": mark_enemies},
    is_steadfast=is_steadfast,
    duties={"movement": list_duty_moves, "grapple": list_duty_grapples, "board": list_duty_boardings},
    command_handlers=(CommandHandler(NailColours, check_nail_colours, execute_nail_colours),),
    labels=build_handlers(KindHandler(NailColours, _label_nail_colours)),
    command_extensions=(CommandExtension(Sail, check=check_duty_course),),
    choices={NAIL_PHASE.id: offer_for_each_ship(_list_nailings)},
    event_handlers=EVENT_HANDLERS,
    follow_ups=DUTY_FOLLOW_UPS,
    marks=_list_marks,
    modifiers=ModifierTables(
        check=ModifierTable((ModifierRule("example", "SOTL-13-b", _example_modifier, after=("die", "leader")),))
    ),
)
