"""Chapter 4.3: the fights on deck (AMB-41 to AMB-50, AMB-136)."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import fatigue
from tabletop.games.ships_of_the_line.chapters.combatants import (
    Fight,
    can_capture,
    captor,
    next_fight,
    total,
    weakest_first,
)
from tabletop.games.ships_of_the_line.commands import ChoosePrize
from tabletop.games.ships_of_the_line.events.boarding import (
    BoardingFought,
    BoardingRoll,
    MeleeBegan,
    MeleeEnded,
    QuestionAnswered,
    QuestionAsked,
)
from tabletop.games.ships_of_the_line.events.crew import ResultNoted
from tabletop.games.ships_of_the_line.rule_modules import QuestionKind
from tabletop.games.ships_of_the_line.state import Melee, Question, State, Unfolding, side_of
from tabletop.games.ships_of_the_line.tables import Result

_DICE = 2

_RULES: dict[Result, str] = {
    "engaged": "SOTL-4.3.1-d",
    "captured": "SOTL-4.3.1-e",
    "nothing": "SOTL-4.3.1-f",
    "counter_captured": "SOTL-4.3.1-g",
    "repulsed": "SOTL-4.3.1-h",
}


def fight_all(turn: Unfolding) -> None:
    """One fight after the other, until all are fought or a winner must choose his prize."""
    while turn.state.question is None and (fight := next_fight(turn.state)):
        _fight(turn, fight)


def _fight(turn: Unfolding, fight: Fight) -> None:
    before = turn.state
    attack, defence = _throws(turn, fight)
    result = outcome(before, fight, attack, defence)
    turn.emit(
        BoardingFought(
            attacker=attack,
            defender=defence,
            target=weakest_first(before, fight.targets)[0],
            willing=fight.willing,
            result=result,
            rule=_RULES[result] if attack.dice else "SOTL-4.3.2-c",
        )
    )
    for key in _tired(fight) if attack.dice else ():
        fatigue.tire(turn, key, "boarding")
    _settle(turn, fight, result)


def _throws(turn: Unfolding, fight: Fight) -> tuple[BoardingRoll, BoardingRoll]:
    """Attacker, then defender (AMB-39); no dice where one side is too weak to fight at all (4.3.2-c)."""
    ours, theirs = total(turn.state, fight.attackers), total(turn.state, fight.defenders)
    columns = tables.column(ours, theirs), tables.column(theirs, ours)
    hopeless = None in columns
    attack = _throw(turn, fight.attackers, ours, columns[0], hopeless)
    return attack, _throw(turn, fight.defenders, theirs, columns[1], hopeless)


def _throw(
    turn: Unfolding, ships: tuple[str, ...], strength: int, column: tables.Column | None, hopeless: bool
) -> BoardingRoll:
    if column is None:
        return BoardingRoll(ships, strength, None, None, (), False)
    dice = () if hopeless else turn.roll(_DICE)
    success = hopeless or tables.succeeds(column.needed, dice)
    return BoardingRoll(ships, strength, column.label, column.needed, dice, success)


def outcome(state: State, fight: Fight, attack: BoardingRoll, defence: BoardingRoll) -> Result:
    """What the two throws bring; who may not capture only throws the others back (4.3.1-d to -h, 7-f)."""
    result = tables.OUTCOME[attack.success, defence.success]
    if result == "captured" and not can_capture(state, fight.attackers, fight.boarders):
        return "repulsed"
    if result == "counter_captured" and not can_capture(state, fight.defenders, fight.boarders):
        return "repulsed"
    return result


def _tired(fight: Fight) -> tuple[str, ...]:
    """Who boards pays at once, who is boarded against his will from the second round on (AMB-55, AMB-136)."""
    return (*fight.attackers, *fight.defenders) if fight.rounds else fight.boarders


def _settle(turn: Unfolding, fight: Fight, result: Result) -> None:
    default = weakest_first(turn.state, fight.targets)
    if result == "engaged":
        turn.emit(MeleeBegan(melee=_going_on(fight, default[0])))
        return
    for melee in turn.state.melees:
        if set(melee.attackers) & {*fight.attackers, *fight.defenders}:
            turn.emit(MeleeEnded(target=melee.target))
    if result == "captured":
        _take(turn, captor(turn.state, fight.attackers, fight.boarders), default)
    elif result == "counter_captured":
        _take(turn, captor(turn.state, fight.defenders, fight.boarders), weakest_first(turn.state, fight.attackers))


def _going_on(fight: Fight, target: str) -> Melee:
    return Melee(
        fight.attackers,
        fight.defenders,
        target,
        fight.rounds + 1,
        fight.willing,
        boarders=fight.boarders,
        targets=fight.targets,
    )


def _take(turn: Unfolding, by: str, beaten: tuple[str, ...]) -> None:
    side = side_of(turn.state, by)
    if len(beaten) == 1:
        turn.emit(ResultNoted(kind="captured", ship=beaten[0], side=side, by=by, rule="AMB-50"))
    else:
        question = Question(kind="prize", side=side, ship=by, candidates=beaten)
        turn.emit(QuestionAsked(question=question, rule="AMB-45"))


def check_prize(state: State, command: ChoosePrize) -> Refused | None:
    """One of the beaten ships (AMB-45)."""
    question = state.question
    if question is None or question.kind != "prize":
        return Refused("AMB-45", "No prize is to be chosen.")
    if command.ship not in question.candidates:
        names = ", ".join(state.cards[key].name for key in question.candidates)
        return Refused("AMB-45", f"The prize can only be one of {names}.", pieces=question.candidates)
    return None


def choose_prize(turn: Unfolding, command: ChoosePrize) -> None:
    """The chosen ship will change flags with the others of this turn."""
    question = turn.state.question
    if question is None:
        raise ValueError("a prize without a question")
    turn.emit(QuestionAnswered(side=command.side, accept=True, choice=command.ship, rule="AMB-45"))
    turn.emit(ResultNoted(kind="captured", ship=command.ship, side=command.side, by=question.ship, rule="AMB-50"))


QUESTION = QuestionKind(
    id="prize",
    prompt="Which beaten ship do you take?",
    asked="{ship}'s captain may choose his prize.",
    agreed="The choice falls on {choice}.",
    answers=lambda question: (ChoosePrize(side=question.side, ship=key) for key in question.candidates),
    command="choose_prize",
)
