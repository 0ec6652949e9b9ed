"""Chapter 20.2: crews go into fights on deck, which take two rounds to win, and man prizes (AMB-183 to AMB-188)."""

from collections.abc import Iterable, Iterator

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.chapters import boarding, crew_tasks, grappling
from tabletop.games.ships_of_the_line.chapters.optional.crews import complement
from tabletop.games.ships_of_the_line.chapters.optional.crews.complement import (
    CrewsSent,
    DefendersNamed,
    PrisonersFreed,
    PrizeManned,
    check_crew_aboard,
    check_free_crews,
)
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting, order_by_initiative
from tabletop.games.ships_of_the_line.commands import Board, Defend
from tabletop.games.ships_of_the_line.events.boarding import (
    BoardingDeclared,
    MeleeBegan,
    QuestionAnswered,
    QuestionAsked,
    ShipCaptured,
    ShipRestored,
)
from tabletop.games.ships_of_the_line.hooks import Fight, FightRules, QuestionKind
from tabletop.games.ships_of_the_line.model import Context, Melee, Question, State, is_in_service, side_of
from tabletop.games.ships_of_the_line.ship import DEFENDED, Side
from tabletop.games.ships_of_the_line.tables import Result

LEAD_TO_CAPTURE = 2
"""SOTL-20.2-d: rounds by which the attackers must lead to take a ship."""
_RESULTS: dict[tuple[bool, bool], Result] = {
    (True, True): "engaged",
    (True, False): "foothold",
    (False, False): "engaged",
    (False, True): "repulsed",
}
"""SOTL-20.2-c, -d: result of a round by success of the attackers' and of the defenders' throw."""


def decide_round(state: State, fight: Fight, attack: bool, defence: bool) -> Result:
    """Return the result of a round: a lead of two rounds takes a ship of the defenders (20.2-d, AMB-187).

    `attack` and `defence` are the success of each side's throw. If a side is too weak to fight, the basic rule
    decides at once. With the lead but no ship that can be captured, the result is "engaged".
    """
    if boarding.is_hopeless(state, fight):
        return boarding.decide_at_once(state, fight, attack, defence)
    result = _RESULTS[attack, defence]
    if result != "foothold" or fight.advantage + 1 < LEAD_TO_CAPTURE:
        return result
    return "captured" if boarding.can_capture(state, fight.attackers, fight.boarders) else "engaged"


def _leader_columns(state: State, ships: Iterable[str], against: Iterable[str]) -> int:
    """Return the columns that the best leader in `ships` gives over the best in `against`, or 0.

    Only leaders with a helpful rating who fight on deck count (20.2-f, AMB-43, AMB-214).
    """
    return fleets.compute_lead(state, ships, against)[1]


FIGHT_RULES = FightRules(decide_round, lambda fight: (*fight.attackers, *fight.defenders), _leader_columns)
"""Each round tires all ships in the fight (20.2-e, AMB-187)."""


def check_board(state: State, command: Board) -> Refused | None:
    """Refuse boarding as in the basic game, or with crews that are not free; None if legal (20.2-d).

    A ship in a fight may send more crews, and a friend may join a fight of earlier rounds. Without a number, a
    new boarding needs only some crew to fight.
    """
    key = command.ship
    if refusal := check_crew_aboard(state, command) or check_fighting(state, command.side, key):
        return refusal
    if _fight_to_join(state, command):
        if refusal := _check_join(state, command):
            return refusal
    elif not _is_reinforcing(state, command):
        if refusal := boarding.check_board(state, command):
            return refusal
        if command.crews is UNSET and complement.fighting_crews(state, key):
            return None
    return check_free_crews(state, key, command.crews, "AMB-186")


def _is_reinforcing(state: State, command: Board) -> bool:
    """Return True if the ship boards in a fight that goes on and the target is an enemy in it."""
    fight = grappling.melee_of(state, command.ship)
    if fight is None or command.ship not in fight.boarders:
        return False
    own, foes = fight.attackers, fight.defenders
    return command.target in (foes if command.ship in own else own)


def _fight_to_join(state: State, command: Board) -> Melee | None:
    """Return the fight that the target is in; None if there is none or the ship is in a fight herself."""
    known = command.target in state.ships and grappling.melee_of(state, command.ship) is None
    return grappling.melee_of(state, command.target) if known else None


def _check_join(state: State, command: Board) -> Refused | None:
    """Refuse to join a fight out of reach, with an exhausted crew, or while part of another boarding.

    Rules: AMB-45, AMB-221.
    """
    key = command.ship
    if any(key in (one.ship, one.target) for one in state.boardings):
        reason = f"{state.cards[key].name} has a boarding combat of her own."
        return Refused("AMB-45", reason, "one boarding combat a turn", (key,))
    return boarding.check_reach(state, command) or crew_tasks.check_effort(state, key)


def execute_board(turn: Context, command: Board) -> None:
    """Join the target's fight, else send more crews into the own fight, else board a ship anew.

    Without a number all free crews go.
    """
    key, fight = command.ship, _fight_to_join(turn.state, command)
    crews = complement.free_crews(turn.state, key) if command.crews is UNSET else command.crews
    if fight:
        _join_fight(turn, key, fight, crews)
    elif _is_reinforcing(turn.state, command):
        turn.emit(CrewsSent(ship=key, task=complement.FIGHT, crews=crews, rule="SOTL-20.2-d"))
    else:
        boarding.execute_board(turn, command)


def _join_fight(turn: Context, key: str, fight: Melee, crews: int) -> None:
    """Emit that the crews and the ship join her side of a fight; on the defending side she does not board.

    Rule: AMB-221.
    """
    if side_of(turn.state, key) == side_of(turn.state, fight.attackers[0]):
        turn.emit(CrewsSent(ship=key, task=complement.FIGHT, crews=crews, rule="AMB-221"))
        more = replace(fight, attackers=(*fight.attackers, key), boarders=(*fight.boarders, key))
    else:
        turn.emit(DefendersNamed(ship=key, crews=crews, rule="AMB-221"))
        more = replace(fight, defenders=(*fight.defenders, key))
    turn.emit(MeleeBegan(melee=more, rule="AMB-221"))


def gather_boarders(turn: Context, event: BoardingDeclared) -> None:
    """Emit the crews that go into a fight just declared; nothing if there are none (AMB-186).

    Without a number in the event: all free crews, or in an agreed fight as many as serve the guns.
    """
    key = event.ship
    usual = complement.count_manned_decks if event.rule == "AMB-133" else complement.free_crews
    crews = event.crews or min(usual(turn.state, key), complement.free_crews(turn.state, key))
    if crews:
        turn.emit(CrewsSent(ship=key, task=complement.FIGHT, crews=crews, rule="SOTL-20.2-a"))


def ask_for_defenders(turn: Context) -> None:
    """Ask the side of one boarded ship with free crews how many of them resist (AMB-186).

    Emits one `QuestionAsked`, by initiative, for the first ship that has not answered; nothing while a question
    is open. The step is repeated until all have answered, before any throw.
    """
    for key in order_by_initiative(turn.state, _find_boarded_ships(turn.state)):
        crews = complement.free_crews(turn.state, key)
        if crews and turn.state.question is None:
            question = Question(kind="defend", side=side_of(turn.state, key), ship=key, most=crews)
            turn.emit(QuestionAsked(question=question, rule="SOTL-20.2-b"))


def _find_boarded_ships(state: State) -> list[str]:
    """Return the ships in service that are boarded, do not board, and have not named defenders yet.

    The order is not defined. Ships in a fight that goes on count as boarded.
    """
    targets = {one.target for one in state.boardings} - {one.ship for one in state.boardings}
    for fight in state.melees:
        targets |= {*fight.attackers, *fight.defenders} - set(fight.boarders)
    return [key for key in targets if is_in_service(state, key) and DEFENDED not in state.ships[key].tried]


def check_defend(state: State, command: Defend) -> Refused | None:
    """Refuse if no question for defenders is open, or unless 0 to all free crews are named (AMB-186)."""
    question = state.question
    if question is None or question.kind != "defend":
        return Refused("SOTL-20.2-b", "No defenders are needed now.")
    most = complement.free_crews(state, question.ship)
    if not 0 <= command.crews <= most:
        by = f"{command.crews} ordered, {most} free"
        return Refused(
            "AMB-186", (f"{state.cards[question.ship].name} does not have that many crews."), by, (question.ship,)
        )
    return None


def execute_defend(turn: Context, command: Defend) -> None:
    """Emit the answer to the question, then the defenders. Raises ValueError without a question."""
    question = turn.state.question
    if question is None:
        raise ValueError("defenders without a question")
    turn.emit(QuestionAnswered(side=command.side, accept=True, rule="SOTL-20.2-b"))
    turn.emit(DefendersNamed(ship=question.ship, crews=command.crews))


DEFEND_QUESTION = QuestionKind(
    id="defend",
    prompt="{ship} is boarded: how many crews resist?",
    asked="{ship} is boarded and calls her crews to resist.",
    agreed="",
    answers=lambda question: (Defend(side=question.side, crews=crews) for crews in range(question.most or 0, -1, -1)),
    command="defend",
)


def man_prize(turn: Context, event: ShipCaptured) -> None:
    """Emit that one crew of the captor mans the prize; 0 crews if the captor cannot keep one (AMB-188).

    Only free crews and fighters can go.
    """
    spared = complement.free_crews(turn.state, event.by) + complement.crew_tasks(turn.state, event.by).get(
        complement.FIGHT, 0
    )
    crews = max(0, min(complement.PRIZE_CREW, spared, complement.crews_aboard(turn.state, event.by) - 1))
    turn.emit(PrizeManned(ship=event.ship, by=event.by, crews=crews))


def free_prisoners(turn: Context, event: ShipRestored) -> None:
    """Emit that the own crews of a restored ship are free, if she has prisoners; the prize crew is lost."""
    duties = turn.state.ships[event.ship].duties
    if duties and duties.prisoners:
        turn.emit(PrisonersFreed(ship=event.ship, crews=duties.prisoners))


def list_boardings(state: State, side: Side, key: str) -> Iterator[Board]:
    """Yield boardings of each enemy in reach with each number of crews: fewer than all for a new fight.

    In a fight that goes on the number may be all free crews, and each other ship in the fight is a target.
    Legality is not checked.
    """
    fight = grappling.melee_of(state, key)
    if fight is None and not grappling.find_grappled_ships(state, key):
        return iter(())
    foes = boarding.decks_in_reach(state, key) if fight is None else {*fight.attackers, *fight.defenders} - {key}
    numbers = range(1, complement.free_crews(state, key) + (fight is not None))
    return (Board(side, key, target=target, crews=crews) for target in sorted(foes) for crews in numbers)
