"""Chapter 4.3.1: one exchange of blows on deck: the throws, what they bring, and the prize (AMB-39 to AMB-50)."""

from collections.abc import Iterable

from msgspec import UNSET

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import tasks
from tabletop.games.ships_of_the_line.chapters.melee import (
    Fight,
    can_capture,
    captor,
    next_fight,
    total,
    weakest_first,
)
from tabletop.games.ships_of_the_line.commands import ChoosePrize
from tabletop.games.ships_of_the_line.compiled import holds_out, rules_of
from tabletop.games.ships_of_the_line.events.boarding import (
    BoardingFought,
    BoardingRoll,
    MeleeBegan,
    MeleeEnded,
    QuestionAnswered,
    QuestionAsked,
)
from tabletop.games.ships_of_the_line.events.crew import ResultNoted
from tabletop.games.ships_of_the_line.modifiers import Modifier, ModifierRule, Throw
from tabletop.games.ships_of_the_line.rule_modules import FightRules, QuestionKind
from tabletop.games.ships_of_the_line.state import Context, Melee, Question, State, side_of
from tabletop.games.ships_of_the_line.tables import Result

_DICE = 2

_RULES: dict[Result, str] = {
    "engaged": "SOTL-4.3.1-d",
    "foothold": "SOTL-20.2-c",
    "captured": "SOTL-4.3.1-e",
    "nothing": "SOTL-4.3.1-f",
    "counter_captured": "SOTL-4.3.1-g",
    "repulsed": "SOTL-4.3.1-h",
}


def fight_all(turn: Context) -> None:
    """One fight after the other, until all are fought or a winner must choose his prize."""
    while turn.state.question is None and (fight := next_fight(turn.state)):
        _fight(turn, fight)


def _fight(turn: Context, fight: Fight) -> None:
    before = turn.state
    attack, defence = _throws(turn, fight)
    result = outcome(before, fight, attack.success, defence.success)
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
    for key in rules_of(before).fights.tired(fight) if attack.dice else ():
        tasks.tire(turn, key, "boarding")
    _settle(turn, fight, result)


def _throws(turn: Context, fight: Fight) -> tuple[BoardingRoll, BoardingRoll]:
    """Attacker, then defender (AMB-39); no dice where one side is too weak to fight at all (4.3.2-c)."""
    columns = column(turn.state, fight.attackers, fight.defenders), column(turn.state, fight.defenders, fight.attackers)
    attack = _throw(turn, fight.attackers, fight.defenders, *columns)
    return attack, _throw(turn, fight.defenders, fight.attackers, *reversed(columns))


def column(state: State, ships: Iterable[str], against: Iterable[str]) -> tables.Column | None:
    """The column by which a side throws, with what leaders move it; None for who is too weak to fight (AMB-42).

    Whoever does not give up throws in the worst, as long as anybody fights.
    """
    own, columns = total(state, ships), rules_of(state).fights.columns
    found = tables.column(own, total(state, against))
    if found is None and own and any(holds_out(state, key, "boarding") for key in ships):
        found = tables.BOARDING[0]
    return tables.shifted(found, columns(state, ships, against)) if found and columns else found


def _throw(
    turn: Context,
    ships: tuple[str, ...],
    against: tuple[str, ...],
    own: tables.Column | None,
    other: tables.Column | None,
) -> BoardingRoll:
    strength = total(turn.state, ships)
    if own is None:
        return BoardingRoll(ships, strength, None, None, (), False)
    if other is None:
        return BoardingRoll(ships, strength, own.label, own.needed, (), True)
    dice = turn.roll(_DICE)
    throw = thrown(turn.state, ships, against, sum(dice))
    told = rules_of(turn.state).sums.throw.told(throw)
    return BoardingRoll(ships, strength, own.label, own.needed, dice, carries(throw, own.needed), told)


def thrown(state: State, ships: tuple[str, ...], against: tuple[str, ...], dice: int) -> Throw:
    """A side's throw as its sum reckons with it."""
    return Throw(state, ships, against, dice, shifted=rules_of(state).fights.columns is not None)


def carries(throw: Throw, needed: int) -> bool:
    """Whether a throw is enough, with all that helps or hinders it; a natural 12 never is (4.3.2-b)."""
    return tables.succeeds(needed, throw.dice, rules_of(throw.state).sums.throw.total(throw))


def _dice(throw: Throw, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier("dice", str(throw.dice), throw.dice)


THROW: tuple[ModifierRule[Throw], ...] = (ModifierRule("dice", "SOTL-4.3.1-b", _dice),)
"""What a throw comes to."""


def outcome(state: State, fight: Fight, attack: bool, defence: bool) -> Result:
    """What the two throws bring, by the rules of the battle (4.3.1-d to -h, 20.2)."""
    return rules_of(state).fights.outcome(state, fight, attack, defence)


def at_once(state: State, fight: Fight, attack: bool, defence: bool) -> Result:
    """One round decides; who may not capture only throws the others back (4.3.1-d to -h, 7-f)."""
    result = tables.OUTCOME[attack, defence]
    if result == "captured" and not can_capture(state, fight.attackers, fight.boarders):
        return "repulsed"
    if result == "counter_captured" and not can_capture(state, fight.defenders, fight.boarders):
        return "repulsed"
    return result


def _willing_at_first(fight: Fight) -> tuple[str, ...]:
    """Who boards pays at once, who is boarded against his will from the second round on (AMB-55, AMB-136)."""
    return (*fight.attackers, *fight.defenders) if fight.rounds else fight.boarders


FIGHTS = FightRules(at_once, _willing_at_first)
"""One round decides."""


def hopeless(state: State, fight: Fight) -> bool:
    """Whether one side is too weak to fight at all, so that nobody throws (4.3.2-c, AMB-42)."""
    ours, theirs = fight.attackers, fight.defenders
    return None in (column(state, ours, theirs), column(state, theirs, ours))


def _settle(turn: Context, fight: Fight, result: Result) -> None:
    default = weakest_first(turn.state, fight.targets)
    if result in ("engaged", "foothold"):
        turn.emit(MeleeBegan(melee=_continued(fight, default[0], fight.advantage + (result == "foothold"))))
        return
    for melee in turn.state.melees:
        if set(melee.attackers) & {*fight.attackers, *fight.defenders}:
            turn.emit(MeleeEnded(target=melee.target))
    if result == "captured":
        _take(turn, captor(turn.state, fight.attackers, fight.boarders), default)
    elif result == "counter_captured":
        _take(turn, captor(turn.state, fight.defenders, fight.boarders), weakest_first(turn.state, fight.attackers))


def _continued(fight: Fight, target: str, advantage: int) -> Melee:
    return Melee(
        fight.attackers,
        fight.defenders,
        target,
        fight.rounds + 1,
        fight.willing,
        boarders=fight.boarders,
        targets=fight.targets,
        advantage=advantage or UNSET,
    )


def _take(turn: Context, by: str, beaten: tuple[str, ...]) -> None:
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


def choose_prize(turn: Context, command: ChoosePrize) -> None:
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
