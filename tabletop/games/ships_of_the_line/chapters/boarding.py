"""Chapter 4.3: who boards whom, the fights on deck, and the prizes (AMB-39 to AMB-50, AMB-132, AMB-136)."""

from collections.abc import Iterable, Iterator

from msgspec import UNSET

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import crew_tasks, grappling
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting, check_on_map, order_by_initiative
from tabletop.games.ships_of_the_line.commands import Board, ChoosePrize
from tabletop.games.ships_of_the_line.events import boarding
from tabletop.games.ships_of_the_line.events.crew import ResultNoted
from tabletop.games.ships_of_the_line.hooks import Fight, FightRules, QuestionKind
from tabletop.games.ships_of_the_line.model import Boarding, Context, Melee, Question, State, is_in_service, side_of
from tabletop.games.ships_of_the_line.rule_modules import is_steadfast, rules_of
from tabletop.games.ships_of_the_line.ship import FOUGHT, Side
from tabletop.games.ships_of_the_line.tables import Aboard, Modifier, ModifierRule, Result, Throw


def next_fight(state: State) -> Fight | None:
    """Return the next boarding combat; all fights that go on come before new assaults (AMB-46).

    Within each kind the first attacker's place in the order of initiative decides. None if all are fought.
    """
    order = order_by_initiative(state, state.ships)
    return min(
        _list_continued_fights(state) or _list_assaults(state),
        key=lambda fight: order.index(fight.attackers[0]),
        default=None,
    )


def list_fights(state: State) -> list[Fight]:
    """Return all boarding combats still to be fought this turn: those that go on, then new assaults."""
    return [*_list_continued_fights(state), *_list_assaults(state)]


def _list_continued_fights(state: State) -> list[Fight]:
    """Return the melees of earlier turns as fights, without those of which a ship has fought this turn."""
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


def _list_assaults(state: State) -> list[Fight]:
    """Return a fight for each group of ships that declarations and grapples among the fighters join."""
    left = list(state.boardings)
    found = []
    while left:
        group = grappling.find_connected_ships(_list_links(state, left), left[0].ship)
        found.append(_build_assault(state, group, [one for one in left if one.ship in group]))
        left = [one for one in left if one.ship not in group]
    return found


def _list_links(state: State, boardings: Iterable[Boarding]) -> list[tuple[str, str]]:
    """Return the pairs of ships that one combat joins: declarations, and grapples between two fighters."""
    pairs = [(one.ship, one.target) for one in boardings]
    fighting = {key for pair in pairs for key in pair}
    held = [(one.first, one.second) for one in state.grapples]
    return pairs + [pair for pair in held if fighting.issuperset(pair)]


def _build_assault(state: State, group: set[str], boardings: list[Boarding]) -> Fight:
    """Return the fight of a group; the attackers are the side of the first boarder in order of initiative."""
    boarders = {one.ship for one in boardings}
    side = side_of(state, order_by_initiative(state, boarders)[0])
    attackers = tuple(key for key in state.ships if key in group and side_of(state, key) == side)
    targets = {one.target for one in boardings if one.ship in attackers}
    return Fight(
        attackers,
        tuple(key for key in state.ships if key in group and key not in attackers),
        tuple(key for key in state.ships if key in boarders),
        tuple(key for key in state.ships if key in targets),
    )


def boarding_strength(state: State, key: str) -> int:
    """Return a ship's boarding strength after all modifiers.

    1 for a struck or captured ship (2.2-f, 4.4.2-c).
    """
    return rules_of(state).modifiers.boarding.total(Aboard(state, key))


def _add_printed_strength(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the boarding strength printed on the ship's card."""
    strength = crew.state.cards[crew.ship].boarding
    return Modifier("boarding crew", str(strength), strength)


def _limit_beaten_strength(crew: Aboard, so_far: int) -> Modifier | None:  # noqa: ARG001 - however strong she was
    """Return the line that sets the strength of a struck or captured ship to 1.

    None for a ship in service.
    """
    left = tables.PRIZE_STRENGTH
    return None if is_in_service(crew.state, crew.ship) else Modifier("struck or a prize", str(left), left)


STRENGTH: tuple[ModifierRule[Aboard], ...] = (
    ModifierRule("crew", "SOTL-2.2-f", _add_printed_strength),
    ModifierRule("beaten", "SOTL-4.4.2-c", _limit_beaten_strength),
)
"""Boarding strength of one ship."""


def total_strength(state: State, keys: Iterable[str]) -> int:
    """Return the sum of the boarding strengths of `keys` (4.3.1-c)."""
    return sum(boarding_strength(state, key) for key in keys)


def can_capture(state: State, keys: Iterable[str], boarders: Iterable[str]) -> bool:
    """Return True if one of `keys` is among `boarders` and her crew is not exhausted (7-f, AMB-136)."""
    return any(not crew_tasks.is_exhausted(state, key) for key in keys if key in set(boarders))


def choose_captor(state: State, winners: Iterable[str], boarders: Iterable[str]) -> str:
    """Return the strongest of the winners that chose to board, the first of equals (AMB-120).

    Raises:
        ValueError: if none of the winners chose to board.
    """
    able = [key for key in winners if key in set(boarders)]
    return min(able, key=lambda key: -boarding_strength(state, key))


def sort_by_weakness(state: State, keys: Iterable[str]) -> tuple[str, ...]:
    """Return the ships by rising boarding strength, equals in their given order (AMB-45)."""
    return tuple(sorted(keys, key=lambda key: boarding_strength(state, key)))


def gather_agreed_boarders(turn: Context) -> None:
    """Emit for each grapple agreed to this turn that both ships board each other, if each may (AMB-133)."""
    for grapple in turn.state.grapples:
        if grapple.agreed and grapple.turn == turn.state.turn:
            for key in order_by_initiative(turn.state, (grapple.first, grapple.second)):
                _gather_boarders(turn, key, grapple.other_ship(key))


def _gather_boarders(turn: Context, key: str, target: str) -> None:
    """Emit the declaration of `key` to board `target` if `check_board` allows it; else do nothing."""
    order = Board(side=side_of(turn.state, key), ship=key, target=target)
    if check_board(turn.state, order) is None:
        turn.emit(boarding.BoardingDeclared(ship=key, target=target, rule="AMB-133"))


def check_board(state: State, command: Board) -> Refused | None:
    """Return the refusal of a boarding, or None (4.3-a, 7-e).

    Refused: a ship that may not fight, a deck out of reach, a ship already in a fight, a second declaration of the
    same assault, and an exhausted crew.
    """
    key, target = command.ship, command.target
    return check_reach(state, command) or _check_free(state, key, target) or crew_tasks.check_effort(state, key)


def check_reach(state: State, command: Board) -> Refused | None:
    """Return the refusal if the ship may not fight or the target is no enemy deck in reach (4.3-a).

    None if she may board so far; fights and fatigue are not considered.
    """
    key, target = command.ship, command.target
    return check_fighting(state, command.side, key) or check_on_map(state, target) or _check_target(state, key, target)


def _check_target(state: State, key: str, target: str) -> Refused | None:
    """Return the refusal for a struck ship, a friend, or a ship not reached over grapples; else None."""
    names = f"{state.cards[key].name} and {state.cards[target].name}"
    if state.ships[target].status == "struck":
        reason = f"{state.cards[target].name} has struck; a grapple is enough to take her."
        return Refused("AMB-48", reason, pieces=(target,))
    if grappling.are_friends(state, key, target):
        return Refused("SOTL-4.3-a", f"{names} are on the same side.", pieces=(key, target))
    if target not in decks_in_reach(state, key):
        return Refused("SOTL-4.3-a", f"{names} are not grappled.", pieces=(key, target))
    return None


def _check_free(state: State, key: str, target: str) -> Refused | None:
    """Return the refusal if either ship is in a fight that goes on, or this assault is already declared."""
    for fighter in (key, target):
        if grappling.melee_of(state, fighter):
            reason = f"{state.cards[fighter].name} is already in a fight on deck."
            return Refused("AMB-45", reason, "one boarding combat a turn", (fighter,))
    if Boarding(key, target) in state.boardings:
        reason = f"{state.cards[key].name} has already declared boarding."
        return Refused("SOTL-4.3-a", reason, pieces=(key, target))
    return None


def decks_in_reach(state: State, key: str) -> set[str]:
    """Return the ships that a crew reaches over grapples, directly or across decks of friends (4.3-a).

    Friends are among them; the ship herself is not.
    """
    if not grappling.find_grappled_ships(state, key):
        return set()
    reached, frontier = {key}, [key]
    while frontier:
        for other in grappling.find_grappled_ships(state, frontier.pop()):
            if other not in reached:
                reached.add(other)
                frontier += [other] if grappling.are_friends(state, key, other) else []
    return reached - {key}


def execute_board(turn: Context, command: Board) -> None:
    """Emit the declaration of the assault; the combat is fought when both sides are done."""
    turn.emit(boarding.BoardingDeclared(ship=command.ship, target=command.target, crews=command.crews))


def list_boardings(state: State, side: Side, key: str) -> Iterator[Board]:
    """Yield a command to board each ship in reach, friends included, in order of keys as text, unchecked."""
    return (Board(side=side, ship=key, target=target) for target in sorted(decks_in_reach(state, key)))


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
    """Fight all boarding combats in order; stop if a question waits, such as the choice of a prize."""
    while turn.state.question is None and (fight := next_fight(turn.state)):
        _fight(turn, fight)


def _fight(turn: Context, fight: Fight) -> None:
    """Roll for both sides, emit the fight with its result, tire the crews if dice fell, and settle it."""
    before = turn.state
    attack, defence = _throw_both(turn, fight)
    result = decide_outcome(before, fight, attack.success, defence.success)
    turn.emit(
        boarding.BoardingFought(
            attacker=attack,
            defender=defence,
            target=sort_by_weakness(before, fight.targets)[0],
            willing=fight.willing,
            result=result,
            rule=_RULES[result] if attack.dice else "SOTL-4.3.2-c",
        )
    )
    for key in rules_of(before).fights.tired(fight) if attack.dice else ():
        crew_tasks.tire_crew(turn, key, "boarding")
    _settle_fight(turn, fight, result)


def _throw_both(turn: Context, fight: Fight) -> tuple[boarding.BoardingRoll, boarding.BoardingRoll]:
    """Roll for attacker, then defender (AMB-39). Nobody rolls if either side has no column (4.3.2-c)."""
    columns = (
        find_column(turn.state, fight.attackers, fight.defenders),
        find_column(turn.state, fight.defenders, fight.attackers),
    )
    attack = _throw(turn, fight.attackers, fight.defenders, *columns)
    return attack, _throw(turn, fight.defenders, fight.attackers, *reversed(columns))


def find_column(state: State, ships: Iterable[str], against: Iterable[str]) -> tables.Column | None:
    """Return the column of the ratio of strengths, moved by leaders; None if worse than 1-5 (AMB-42).

    If a ship of the side does not give up when boarded, the side rolls in the worst column instead of None, as long
    as it has any strength.
    """
    own, columns = total_strength(state, ships), rules_of(state).fights.columns
    found = tables.column(own, total_strength(state, against))
    if found is None and own and any(is_steadfast(state, key, "boarding") for key in ships):
        found = tables.BOARDING[0]
    return tables.shift_column(found, columns(state, ships, against)) if found and columns else found


def _throw(
    turn: Context,
    ships: tuple[str, ...],
    against: tuple[str, ...],
    own: tables.Column | None,
    other: tables.Column | None,
) -> boarding.BoardingRoll:
    """Roll two dice for one side of a fight, and return the throw.

    No dice are rolled if either column is None: without an `own` column the side fails; if only the `other` side
    has none, it succeeds.
    """
    strength = total_strength(turn.state, ships)
    if own is None:
        return boarding.BoardingRoll(ships, strength, None, None, (), False)
    if other is None:
        return boarding.BoardingRoll(ships, strength, own.label, own.needed, (), True)
    dice = turn.roll(_DICE)
    throw = build_throw(turn.state, ships, against, sum(dice))
    told = rules_of(turn.state).modifiers.throw.list_event_lines(throw)
    return boarding.BoardingRoll(ships, strength, own.label, own.needed, dice, is_success(throw, own.needed), told)


def build_throw(state: State, ships: tuple[str, ...], against: tuple[str, ...], dice: int) -> Throw:
    """Return the input of the table `throw`: `ships` against `against` with `dice`, the sum of two dice."""
    return Throw(state, ships, against, dice, shifted=rules_of(state).fights.columns is not None)


def is_success(throw: Throw, needed: int) -> bool:
    """Return True if the throw is at most `needed` after modifiers; a natural 12 always fails (4.3.2-b)."""
    return tables.is_successful_throw(needed, throw.dice, rules_of(throw.state).modifiers.throw.total(throw))


def _add_dice(throw: Throw, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the sum of the two dice."""
    return Modifier("dice", str(throw.dice), throw.dice)


THROW: tuple[ModifierRule[Throw], ...] = (ModifierRule("dice", "SOTL-4.3.1-b", _add_dice),)
"""The total of a throw."""


def decide_outcome(state: State, fight: Fight, attack: bool, defence: bool) -> Result:
    """Return the result of the throws `attack` and `defence` (True: success) by the battle's fight rules."""
    return rules_of(state).fights.outcome(state, fight, attack, defence)


def decide_at_once(state: State, fight: Fight, attack: bool, defence: bool) -> Result:
    """Return the printed result of a single round (4.3.1-d to -h).

    A capture by a side without a boarder that is not exhausted becomes "repulsed" (7-f).
    """
    result = tables.OUTCOME[attack, defence]
    if result == "captured" and not can_capture(state, fight.attackers, fight.boarders):
        return "repulsed"
    if result == "counter_captured" and not can_capture(state, fight.defenders, fight.boarders):
        return "repulsed"
    return result


def _find_tired_ships(fight: Fight) -> tuple[str, ...]:
    """Return the ships that a round tires: in the first round boarders, later all (AMB-55, AMB-136)."""
    return (*fight.attackers, *fight.defenders) if fight.rounds else fight.boarders


FIGHTS = FightRules(decide_at_once, _find_tired_ships)
"""One round decides."""


def is_hopeless(state: State, fight: Fight) -> bool:
    """Return True if either side has no column, so that nobody rolls (4.3.2-c, AMB-42)."""
    ours, theirs = fight.attackers, fight.defenders
    return None in (find_column(state, ours, theirs), find_column(state, theirs, ours))


def _settle_fight(turn: Context, fight: Fight, result: Result) -> None:
    """Carry out a result: continue the fight, or end its melees and take the prize of the winner, if any."""
    default = sort_by_weakness(turn.state, fight.targets)
    if result in ("engaged", "foothold"):
        turn.emit(boarding.MeleeBegan(melee=_build_melee(fight, default[0], fight.advantage + (result == "foothold"))))
        return
    for melee in turn.state.melees:
        if set(melee.attackers) & {*fight.attackers, *fight.defenders}:
            turn.emit(boarding.MeleeEnded(target=melee.target))
    if result == "captured":
        _take_prize(turn, choose_captor(turn.state, fight.attackers, fight.boarders), default)
    elif result == "counter_captured":
        _take_prize(
            turn,
            choose_captor(turn.state, fight.defenders, fight.boarders),
            sort_by_weakness(turn.state, fight.attackers),
        )


def _build_melee(fight: Fight, target: str, advantage: int) -> Melee:
    """Return the fight as a melee of the next Crew Phase, with one round more."""
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


def _take_prize(turn: Context, by: str, beaten: tuple[str, ...]) -> None:
    """Note the capture of the only beaten ship by `by`; of several, ask the winning side to choose."""
    side = side_of(turn.state, by)
    if len(beaten) == 1:
        turn.emit(ResultNoted(kind="captured", ship=beaten[0], side=side, by=by, rule="AMB-50"))
    else:
        question = Question(kind="prize", side=side, ship=by, candidates=beaten)
        turn.emit(boarding.QuestionAsked(question=question, rule="AMB-45"))


def check_prize(state: State, command: ChoosePrize) -> Refused | None:
    """Return the refusal if no prize is to be chosen or the ship is not a candidate; else None (AMB-45)."""
    question = state.question
    if question is None or question.kind != "prize":
        return Refused("AMB-45", "There is no prize to choose.")
    if command.ship not in question.candidates:
        names = ", ".join(state.cards[key].name for key in question.candidates)
        return Refused("AMB-45", f"The prize must be one of {names}.", pieces=question.candidates)
    return None


def execute_choose_prize(turn: Context, command: ChoosePrize) -> None:
    """Answer the question and note the capture of the chosen ship, which changes flags later in the turn.

    Raises:
        ValueError: if no question waits.
    """
    question = turn.state.question
    if question is None:
        raise ValueError("a prize without a question")
    turn.emit(boarding.QuestionAnswered(side=command.side, accept=True, choice=command.ship, rule="AMB-45"))
    turn.emit(ResultNoted(kind="captured", ship=command.ship, side=command.side, by=question.ship, rule="AMB-50"))


QUESTION = QuestionKind(
    id="prize",
    prompt="Which beaten ship do you take as your prize?",
    asked="{ship}'s captain may choose his prize.",
    agreed="The captain takes {choice}.",
    answers=lambda question: (ChoosePrize(side=question.side, ship=key) for key in question.candidates),
    command="choose_prize",
)
