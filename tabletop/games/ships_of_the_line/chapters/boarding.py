"""Chapter 4.3: who boards whom, the fights on deck, and the prizes (AMB-39 to AMB-50, AMB-132, AMB-136)."""

from collections.abc import Iterable, Iterator

from msgspec import UNSET

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import crew_tasks, grappling
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative, check_fighting, check_on_map
from tabletop.games.ships_of_the_line.commands import Board, ChoosePrize
from tabletop.games.ships_of_the_line.events.boarding import (
    BoardingDeclared,
    BoardingFought,
    BoardingRoll,
    MeleeBegan,
    MeleeEnded,
    QuestionAnswered,
    QuestionAsked,
)
from tabletop.games.ships_of_the_line.events.crew import ResultNoted
from tabletop.games.ships_of_the_line.hooks import Fight, FightRules, QuestionKind
from tabletop.games.ships_of_the_line.rule_modules import holds_out, rules_of
from tabletop.games.ships_of_the_line.ship import FOUGHT, Side
from tabletop.games.ships_of_the_line.state import Boarding, Context, Melee, Question, State, in_service, side_of
from tabletop.games.ships_of_the_line.tables import Aboard, Modifier, ModifierRule, Result, Throw


def next_fight(state: State) -> Fight | None:
    """The melees of earlier turns come first (AMB-46), then the new assaults, in order of their first attackers."""
    order = by_initiative(state, state.ships)
    return min(_going_on(state) or _assaults(state), key=lambda fight: order.index(fight.attackers[0]), default=None)


def fights(state: State) -> list[Fight]:
    """All that are still to be fought this turn."""
    return [*_going_on(state), *_assaults(state)]


def _going_on(state: State) -> list[Fight]:
    return [
        Fight(
            melee.attackers,
            melee.defenders,
            melee.boarders,
            melee.targets or (melee.target,),
            melee.rounds,
            melee.advantage or 0,
        )
        for melee in state.melees
        if not any(FOUGHT in state.ships[key].tried for key in (*melee.attackers, *melee.defenders))
    ]


def _assaults(state: State) -> list[Fight]:
    left = list(state.boardings)
    found = []
    while left:
        group = grappling.reached(_links(state, left), left[0].ship)
        found.append(_assault(state, group, [one for one in left if one.ship in group]))
        left = [one for one in left if one.ship not in group]
    return found


def _links(state: State, boardings: Iterable[Boarding]) -> list[tuple[str, str]]:
    """What joins ships into one combat: an assault, or a grapple between two that fight."""
    pairs = [(one.ship, one.target) for one in boardings]
    fighting = {key for pair in pairs for key in pair}
    held = [(one.first, one.second) for one in state.grapples]
    return pairs + [pair for pair in held if fighting.issuperset(pair)]


def _assault(state: State, group: set[str], boardings: list[Boarding]) -> Fight:
    boarders = {one.ship for one in boardings}
    side = side_of(state, by_initiative(state, boarders)[0])
    attackers = tuple(key for key in state.ships if key in group and side_of(state, key) == side)
    targets = {one.target for one in boardings if one.ship in attackers}
    return Fight(
        attackers,
        tuple(key for key in state.ships if key in group and key not in attackers),
        tuple(key for key in state.ships if key in boarders),
        tuple(key for key in state.ships if key in targets),
    )


def strength(state: State, key: str) -> int:
    """Her boarding strength; 1 once struck or captured (2.2-f, 4.4.2-c)."""
    return rules_of(state).sums.boarding.total(Aboard(state, key))


def _printed(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    strength = crew.state.cards[crew.ship].boarding
    return Modifier("boarding crew", str(strength), strength)


def _beaten(crew: Aboard, so_far: int) -> Modifier | None:  # noqa: ARG001 - however strong she was
    left = tables.PRIZE_STRENGTH
    return None if in_service(crew.state, crew.ship) else Modifier("struck or a prize", str(left), left)


STRENGTH: tuple[ModifierRule[Aboard], ...] = (
    ModifierRule("crew", "SOTL-2.2-f", _printed),
    ModifierRule("beaten", "SOTL-4.4.2-c", _beaten),
)
"""Boarding strength of one ship."""


def total(state: State, keys: Iterable[str]) -> int:
    """The strength of a group (4.3.1-c)."""
    return sum(strength(state, key) for key in keys)


def can_capture(state: State, keys: Iterable[str], boarders: Iterable[str]) -> bool:
    """Whether one of a side's ships wants to board and is not exhausted (7-f, AMB-136)."""
    return any(not crew_tasks.exhausted(state, key) for key in keys if key in set(boarders))


def captor(state: State, winners: Iterable[str], boarders: Iterable[str]) -> str:
    """The ship whose crew takes the prize: the strongest of the boarders, then the first in key order (AMB-120)."""
    able = [key for key in winners if key in set(boarders)]
    return min(able, key=lambda key: -strength(state, key))


def weakest_first(state: State, keys: Iterable[str]) -> tuple[str, ...]:
    """Ships that could be taken, the default first: lowest strength, then key order (AMB-45)."""
    return tuple(sorted(keys, key=lambda key: strength(state, key)))


def gather_agreed(turn: Context) -> None:
    """Ships that agreed to a grapple this turn must board each other, if their crews still can (AMB-133)."""
    for grapple in turn.state.grapples:
        if grapple.agreed and grapple.turn == turn.state.turn:
            for key in by_initiative(turn.state, (grapple.first, grapple.second)):
                _gather(turn, key, grapple.other(key))


def _gather(turn: Context, key: str, target: str) -> None:
    order = Board(side=side_of(turn.state, key), ship=key, target=target)
    if check(turn.state, order) is None:
        turn.emit(BoardingDeclared(ship=key, target=target, rule="AMB-133"))


def check(state: State, command: Board) -> Refused | None:
    """A fresh enough ship in service, and an enemy deck that her boarders can reach (4.3-a, 7-e)."""
    key, target = command.ship, command.target
    return check_reach(state, command) or _check_free(state, key, target) or crew_tasks.check_effort(state, key)


def check_reach(state: State, command: Board) -> Refused | None:
    """A ship in service, and an enemy deck that her boarders can reach (4.3-a)."""
    key, target = command.ship, command.target
    return check_fighting(state, command.side, key) or check_on_map(state, target) or _check_target(state, key, target)


def _check_target(state: State, key: str, target: str) -> Refused | None:
    names = f"{state.cards[key].name} and {state.cards[target].name}"
    if state.ships[target].status == "struck":
        reason = f"{state.cards[target].name} has struck; a grapple is all it takes."
        return Refused("AMB-48", reason, pieces=(target,))
    if grappling.friends(state, key, target):
        return Refused("SOTL-4.3-a", f"{names} are on the same side.", pieces=(key, target))
    if target not in within_reach(state, key):
        return Refused("SOTL-4.3-a", f"{names} are not grappled.", pieces=(key, target))
    return None


def _check_free(state: State, key: str, target: str) -> Refused | None:
    for fighter in (key, target):
        if grappling.melee_of(state, fighter):
            reason = f"{state.cards[fighter].name} is engaged in a fight on deck already."
            return Refused("AMB-45", reason, "one boarding combat a turn", (fighter,))
    if Boarding(key, target) in state.boardings:
        reason = f"The boarders of {state.cards[key].name} are gathered already."
        return Refused("SOTL-4.3-a", reason, pieces=(key, target))
    return None


def within_reach(state: State, key: str) -> set[str]:
    """Ships whose decks her boarders reach: grappled to her, or to friends that she is grappled to (4.3-a)."""
    if not grappling.held_by(state, key):
        return set()
    reached, frontier = {key}, [key]
    while frontier:
        for other in grappling.held_by(state, frontier.pop()):
            if other not in reached:
                reached.add(other)
                frontier += [other] if grappling.friends(state, key, other) else []
    return reached - {key}


def board(turn: Context, command: Board) -> None:
    """The boarders gather; the fight comes when both sides have spoken."""
    turn.emit(BoardingDeclared(ship=command.ship, target=command.target, crews=command.crews))


def choices_of(state: State, side: Side, key: str) -> Iterator[Board]:
    """Whatever a ship could board."""
    return (Board(side=side, ship=key, target=target) for target in sorted(within_reach(state, key)))


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
        crew_tasks.tire(turn, key, "boarding")
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
