"""Chapter 20.2: who goes into a fight on deck, which takes two rounds to win, and who mans the prize."""

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
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative, check_fighting
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
from tabletop.games.ships_of_the_line.ship import DEFENDED, Side
from tabletop.games.ships_of_the_line.state import Context, Melee, Question, State, in_service, side_of
from tabletop.games.ships_of_the_line.tables import Result

LEAD_TO_CAPTURE = 2
"""SOTL-20.2-d: rounds by which the attackers must lead to take a ship."""
_RESULTS: dict[tuple[bool, bool], Result] = {
    (True, True): "engaged",
    (True, False): "foothold",
    (False, False): "engaged",
    (False, True): "repulsed",
}
"""SOTL-20.2-c, -d: by whether the attackers' and the defenders' throws were enough."""


def decide_round(state: State, fight: Fight, attack: bool, defence: bool) -> Result:
    """Two rounds won take a ship; nobody takes the attackers'; who is too weak to fight is taken at once (AMB-187)."""
    if boarding.hopeless(state, fight):
        return boarding.at_once(state, fight, attack, defence)
    result = _RESULTS[attack, defence]
    if result != "foothold" or fight.advantage + 1 < LEAD_TO_CAPTURE:
        return result
    return "captured" if boarding.can_capture(state, fight.attackers, fight.boarders) else "engaged"


def _leader_columns(state: State, ships: Iterable[str], against: Iterable[str]) -> int:
    """The better leader moves his side by the difference; one of +1 counts nothing (20.2-f, AMB-43, AMB-214)."""
    return fleets.lead(state, ships, against)[1]


FIGHT_RULES = FightRules(decide_round, lambda fight: (*fight.attackers, *fight.defenders), _leader_columns)
"""Every ship of a fight is tired by each round (20.2-e, AMB-187)."""


def check_board(state: State, command: Board) -> Refused | None:
    """As in the basic game, with crews that are free; who fights already may send more, and friends join (20.2-d)."""
    key = command.ship
    if refusal := check_crew_aboard(state, command) or check_fighting(state, command.side, key):
        return refusal
    if _fight_to_join(state, command):
        if refusal := _check_join(state, command):
            return refusal
    elif not _is_reinforcing(state, command):
        if refusal := boarding.check(state, command):
            return refusal
        if command.crews is UNSET and complement.fighting_crews(state, key):
            return None
    return check_free_crews(state, key, command.crews, "AMB-186")


def _is_reinforcing(state: State, command: Board) -> bool:
    """Whether she has boarded already in a fight that goes on, and names an enemy in it."""
    fight = grappling.melee_of(state, command.ship)
    if fight is None or command.ship not in fight.boarders:
        return False
    own, foes = fight.attackers, fight.defenders
    return command.target in (foes if command.ship in own else own)


def _fight_to_join(state: State, command: Board) -> Melee | None:
    """The fight of earlier rounds that she would come into; None if her target is not in one, or she is."""
    known = command.target in state.ships and grappling.melee_of(state, command.ship) is None
    return grappling.melee_of(state, command.target) if known else None


def _check_join(state: State, command: Board) -> Refused | None:
    """A friend may come into a fight of earlier rounds, if she is in no other (AMB-221)."""
    key = command.ship
    if any(key in (one.ship, one.target) for one in state.boardings):
        reason = f"{state.cards[key].name} has a boarding combat of her own."
        return Refused("AMB-45", reason, "one boarding combat a turn", (key,))
    return boarding.check_reach(state, command) or crew_tasks.check_effort(state, key)


def execute_board(turn: Context, command: Board) -> None:
    """The boarders gather, or more of them go over."""
    key, fight = command.ship, _fight_to_join(turn.state, command)
    crews = complement.free_crews(turn.state, key) if command.crews is UNSET else command.crews
    if fight:
        _join_fight(turn, key, fight, crews)
    elif _is_reinforcing(turn.state, command):
        turn.emit(CrewsSent(ship=key, task=complement.FIGHT, crews=crews, rule="SOTL-20.2-d"))
    else:
        boarding.board(turn, command)


def _join_fight(turn: Context, key: str, fight: Melee, crews: int) -> None:
    """She has the part of her side, and its lead; who relieves those that resist can only throw boarders back."""
    if side_of(turn.state, key) == side_of(turn.state, fight.attackers[0]):
        turn.emit(CrewsSent(ship=key, task=complement.FIGHT, crews=crews, rule="AMB-221"))
        more = replace(fight, attackers=(*fight.attackers, key), boarders=(*fight.boarders, key))
    else:
        turn.emit(DefendersNamed(ship=key, crews=crews, rule="AMB-221"))
        more = replace(fight, defenders=(*fight.defenders, key))
    turn.emit(MeleeBegan(melee=more, rule="AMB-221"))


def gather_boarders(turn: Context, event: BoardingDeclared) -> None:
    """All free crews go where nothing else is said; in a fight that was agreed on, all gun crews (AMB-186)."""
    key = event.ship
    usual = complement.count_manned_decks if event.rule == "AMB-133" else complement.free_crews
    crews = event.crews or min(usual(turn.state, key), complement.free_crews(turn.state, key))
    if crews:
        turn.emit(CrewsSent(ship=key, task=complement.FIGHT, crews=crews, rule="SOTL-20.2-a"))


def ask_for_defenders(turn: Context) -> None:
    """Who is boarded and does not board says how many resist, before any throw (AMB-186)."""
    for key in by_initiative(turn.state, _find_boarded_ships(turn.state)):
        crews = complement.free_crews(turn.state, key)
        if crews and turn.state.question is None:
            question = Question(kind="defend", side=side_of(turn.state, key), ship=key, most=crews)
            turn.emit(QuestionAsked(question=question, rule="SOTL-20.2-b"))


def _find_boarded_ships(state: State) -> list[str]:
    targets = {one.target for one in state.boardings} - {one.ship for one in state.boardings}
    for fight in state.melees:
        targets |= {*fight.attackers, *fight.defenders} - set(fight.boarders)
    return [key for key in targets if in_service(state, key) and DEFENDED not in state.ships[key].tried]


def check_defend(state: State, command: Defend) -> Refused | None:
    """Some of her crews that are free, or none."""
    question = state.question
    if question is None or question.kind != "defend":
        return Refused("SOTL-20.2-b", "Nobody asks for defenders.")
    most = complement.free_crews(state, question.ship)
    if not 0 <= command.crews <= most:
        by = f"{command.crews} ordered, {most} free"
        return Refused("AMB-186", f"{state.cards[question.ship].name} has not so many crews.", by, (question.ship,))
    return None


def execute_defend(turn: Context, command: Defend) -> None:
    """They are named, and the next ship is asked."""
    question = turn.state.question
    if question is None:
        raise ValueError("defenders without a question")
    turn.emit(QuestionAnswered(side=command.side, accept=True, rule="SOTL-20.2-b"))
    turn.emit(DefendersNamed(ship=question.ship, crews=command.crews))


DEFEND_QUESTION = QuestionKind(
    id="defend",
    prompt="{ship} is boarded: how many crews resist?",
    asked="{ship} is boarded and calls her crews.",
    agreed="",
    answers=lambda question: (Defend(side=question.side, crews=crews) for crews in range(question.most or 0, -1, -1)),
    command="defend",
)


def man_prize(turn: Context, event: ShipCaptured) -> None:
    """One crew of the captor goes aboard, a free one or else a fighter, if she keeps one (AMB-188)."""
    spared = complement.free_crews(turn.state, event.by) + complement.crew_tasks(turn.state, event.by).get(
        complement.FIGHT, 0
    )
    crews = max(0, min(complement.PRIZE_CREW, spared, complement.crews_aboard(turn.state, event.by) - 1))
    turn.emit(PrizeManned(ship=event.ship, by=event.by, crews=crews))


def free_prisoners(turn: Context, event: ShipRestored) -> None:
    """Her own crews work her again, and the prize crew is lost (AMB-188)."""
    duties = turn.state.ships[event.ship].duties
    if duties and duties.prisoners:
        turn.emit(PrisonersFreed(ship=event.ship, crews=duties.prisoners))


def list_boardings(state: State, side: Side, key: str) -> Iterator[Board]:
    """Into a fight with fewer than all, or more into one that goes on."""
    fight = grappling.melee_of(state, key)
    if fight is None and not grappling.held_by(state, key):
        return iter(())
    foes = boarding.within_reach(state, key) if fight is None else {*fight.attackers, *fight.defenders} - {key}
    numbers = range(1, complement.free_crews(state, key) + (fight is not None))
    return (Board(side, key, target=target, crews=crews) for target in sorted(foes) for crews in numbers)
