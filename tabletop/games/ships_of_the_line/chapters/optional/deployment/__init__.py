"""Places that a scenario leaves open: ships are placed before the battle, openly or behind the curtain (AMB-147)."""

from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.games.ships_of_the_line import phases
from tabletop.games.ships_of_the_line.chapters.optional.deployment import data, events, placing
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.sides import SIDES
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words import name


def _inert(state: State) -> str:
    return "" if any(placing.open_ships(state, side) for side in SIDES) else "The scenario leaves no place open."


def _label(state: State, order: placing.PlaceShip) -> tuple[str, str]:
    return f"{name(state, order.ship)}: where she lies", f"Heading {order.heading:03}°; she may be placed elsewhere."


MODULE = RuleModule(
    id="deployment",
    rule="AMB-147",
    words="Places of the ships",
    note="Ships whose places the scenario leaves open are placed by their owners before the battle.",
    group="Ships",
    of_the_book=False,
    inert=_inert,
    command_handlers=(CommandHandler(placing.PlaceShip, placing.check, placing.place),),
    orders={phases.PREPARE.id: ("place_ship",)},
    labels=by_kind(Case(placing.PlaceShip, _label)),
    choices={phases.PREPARE.id: placing.choices},
    actors={phases.PREPARE.id: placing.ready},
    closing={phases.PREPARE.id: placing.reveal},
    event_handlers=events.EVENT_HANDLERS,
    scenario=(data.DEPLOY,),
    on_map=True,
    problems=data.problems,
    sealed=events.hidden,
    hides=events.hidden,
    view=events.view,
)
