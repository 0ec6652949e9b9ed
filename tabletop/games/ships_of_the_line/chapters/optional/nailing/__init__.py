"""Chapter 13: Spanish ships nail their colours to the mast and fight on (AMB-98, AMB-167 to AMB-169)."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters.optional.nailing import duty
from tabletop.games.ships_of_the_line.chapters.optional.nailing.events import EVENT_HANDLERS, NailingRolled, nailing_of
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting, each_ship
from tabletop.games.ships_of_the_line.commands import Sail, ShipCommand
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.modifiers import Check, Modifier, ModifierRule, ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.phases import Phase
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension, Mark, Occasion, RuleModule
from tabletop.games.ships_of_the_line.ship import MASTS, Ship, Unaided
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, on_map
from tabletop.games.ships_of_the_line.words import name

NEEDED = 2
"""SOTL-13-b: at most this nails them."""

EXAMPLE = -1
"""SOTL-13-b: another ship has nailed hers."""

STEP = Phase(
    "nail",
    "Combat",
    "initiative_first",
    ("nail_colours",),
    "Nail the colours?",
    "SOTL-13-a",
    after=("initiative", "wind", "signals"),
)

_STATES = {"failed": "nobody would nail them", "nailed": "nailed to the mast", "over": "nailed no longer"}


class NailColours(ShipCommand, frozen=True):
    """Call upon a Spanish crew to nail the colours to the mast; once in a battle (13-a)."""

    leader: Unaided | UnsetType = UNSET


def check(state: State, command: NailColours) -> Refused | None:
    """Spanish, in service, damaged, with a living officer, and never tried (AMB-167)."""
    key = command.ship
    return check_fighting(state, command.side, key) or _check_crew(state, key)


def _check_crew(state: State, key: str) -> Refused | None:
    ship, card = state.ships[key], state.cards[key]
    if card.nation != "spain":
        return Refused("SOTL-13-a", f"{card.name} is not Spanish.", pieces=(key,))
    if ship.nailing is not UNSET:
        return Refused("AMB-98", f"{card.name}'s crew has been called upon before.", "once in a battle", (key,))
    if ship.officer == "dead":
        return Refused("SOTL-13-a", f"{card.name}'s officer is dead.", pieces=(key,))
    if not _damaged(ship, card.hull):
        return Refused("AMB-167", f"{card.name} is undamaged.", pieces=(key,))
    return None


def _damaged(ship: Ship, hull: int) -> bool:
    marked = ship.rudder_lost or ship.officer == "wounded" or ship.fires > 0
    return marked or ship.hull < hull or len(ship.masts) < len(MASTS)


def _may_nail(state: State, side: Side, key: str) -> Iterator[NailColours]:
    """Of a Spanish ship."""
    if state.cards[key].nation == "spain":
        yield NailColours(side, key)


def nail(turn: Context, command: NailColours) -> None:
    """Roll at once (AMB-167)."""
    roll = Check(turn.state, command.ship, "nail", turn.d6(), leader=command.leader)
    modifiers = rules_of(turn.state).sums.check.working(roll)
    turn.emit(
        NailingRolled(
            ship=command.ship,
            die=roll.die,
            modifiers=modifiers,
            needed=NEEDED,
            success=modifiers[-1].value <= NEEDED,
        )
    )


def _example(roll: Check, so_far: int) -> Modifier | None:
    if roll.kind != "nail":
        return None
    others = (key for key in roll.state.ships if key != roll.ship and on_map(roll.state, key))
    given = any(duty.nailed(roll.state, key) for key in others)
    return Modifier("another ship has nailed hers", "−1", so_far + EXAMPLE) if given else None


def steadfast(state: State, key: str, occasion: Occasion) -> bool:
    """Nailed colours do not come down; at the death of her officer none of her crew thinks of it yet (13-c, -e)."""
    if occasion == "officer":
        return nailing_of(state, key).ended == state.turn
    return duty.nailed(state, key)


def _label(state: State, order: NailColours) -> tuple[str, str]:
    working = rules_of(state).sums.check
    good = sum(
        working.total(Check(state, order.ship, "nail", die, leader=order.leader)) <= NEEDED for die in range(1, 7)
    )
    how = f"{good} of 6. She fights on without surrendering until her officer dies; her crew is asked once only."
    return f"Nail the colours of {name(state, order.ship)}", how


def _marks(state: State, key: str) -> Iterator[Mark]:
    if state.ships[key].nailing is not UNSET:
        value = _STATES[nailing_of(state, key).state]
        yield Mark("Colours", value, MODULE.note, "SOTL-13-c", "N" if duty.nailed(state, key) else "")


def _inert(state: State) -> str:
    spaniards = any(card.nation == "spain" for card in state.cards.values())
    return "" if spaniards else "No Spanish ship is in this battle."


MODULE = RuleModule(
    id="nailing",
    rule="SOTL-13",
    words="Nailing the colours",
    note="Damaged Spanish ships may nail their colours to the mast and fight on without surrendering.",
    group="People",
    inert=_inert,
    phases=(STEP,),
    opening={"movement": duty.fix_marks},
    steadfast=steadfast,
    duties={"movement": duty.sail, "grapple": duty.throw, "board": duty.board},
    command_handlers=(CommandHandler(NailColours, check, nail),),
    labels=by_kind(Case(NailColours, _label)),
    amendments=(CommandExtension(Sail, check=duty.check_course),),
    choices={STEP.id: each_ship(_may_nail)},
    event_handlers=EVENT_HANDLERS,
    sequels=duty.SEQUELS,
    marks=_marks,
    sums=ModifierTables(
        check=ModifierTable((ModifierRule("example", "SOTL-13-b", _example, after=("die", "leader")),))
    ),
)
