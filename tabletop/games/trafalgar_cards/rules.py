"""The rules of a turn in its order, phase by phase. The table of all commands is at the end."""

from collections.abc import Mapping

from tabletop.cards import corrections, dealing
from tabletop.cards.events import CardsDiscarded
from tabletop.cards.hands import check_hand
from tabletop.core.agreement import Agreement, GameEnded
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, allow_always
from tabletop.core.decision import check_not_chosen
from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.core.phrases import format_count
from tabletop.games.trafalgar_cards import events, tally
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, USE_NAMES, USES, Play, Plays, Side, Use, add_article, sort_plays
from tabletop.games.trafalgar_cards.limits import HAND, MOST_DISCARDED, build_commit_options, is_within_limits
from tabletop.games.trafalgar_cards.model import State, card_name

MOST_DRAWN = 20
"""Number of hands drawn in a row that ends the game (TRA-13)."""


def _execute_deal(turn: CommandContext[State], command: Deal) -> None:  # noqa: ARG001
    """Deal both hands, in turn 1 after a shuffle of the deck."""
    if turn.state.turn == 1:
        dealing.shuffle(turn)
    dealing.deal(turn, SIDES * HAND, "TRA-3")
    turn.emit(events.TacticsBegan())


def _check_discard(state: State, command: Discard) -> Refused | None:
    """Return a refusal for more than four cards, or for a card that is not in the hand or named twice."""
    if len(command.cards) > MOST_DISCARDED:
        return Refused(
            "TRA-3", f"At most {MOST_DISCARDED} cards may be discarded.", f"{len(command.cards)} were chosen"
        )
    return check_hand(state, command.side, command.cards, "TRA-11", card_name)


def _execute_discard(turn: CommandContext[State], command: Discard) -> None:
    """Emit the secret choice. After the second choice, discard and deal for both sides, the British first."""
    turn.emit(events.ChoiceMade(side=command.side, choice=command))
    chosen = turn.state.chosen
    if len(chosen) < len(SIDES):
        return
    laid = {side: choice.cards for side in SIDES if isinstance(choice := chosen[side], Discard)}
    for side, cards in laid.items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="TRA-3"))
    for side, cards in laid.items():
        dealing.deal(turn, (side,) * len(cards), "TRA-3")
    turn.emit(events.FightBegan())


def _check_commit(state: State, command: Commit) -> Refused | None:
    """Return a refusal for a card that is not in the hand, a wrong use, or too many cards of one use."""
    side, plays = command.side, command.plays
    able, limit = build_commit_options(state.deck)(side, state.limits, state.turn)
    if refusal := check_hand(state, side, [play.card for play in plays], "TRA-11", card_name):
        return refusal
    for play in plays:
        if play not in able.get(play.card, ()):
            return check_use(state, side, play, limit)
    return None if is_within_limits(plays, limit) else _refuse_excess_plays(plays, limit)


def check_use(state: State, side: str, play: Play, limit: Mapping[Use, int]) -> Refused | None:
    """Return the refusal of a card in a use, without other cards, or None (TRA-4, TRA-5, TRA-6)."""
    card = state.deck[play.card]
    if card.suit == "admiral":
        if card.side != side:
            return Refused("TRA-5", f"{card.name} belongs to the other side.")
        return None if play.use == "admiral" else Refused("TRA-6", f"{card.name} counts only as an Admiral.")
    if play.use not in (card.suit, card.also_as):
        kind = "an Admiral" if play.use == "admiral" else f"a {USE_NAMES[play.use]} card"
        return Refused("TRA-6", f"{card.name} cannot be used as {kind}.")
    if not limit[play.use]:
        rule = "TRA-4" if play.use == card.suit else "TRA-6"
        return Refused(rule, f"{USE_NAMES[play.use]} cards do not count in turn {state.turn}.")
    return None


def _refuse_excess_plays(plays: Plays, limit: Mapping[Use, int]) -> Refused:
    """Return the refusal for the first use that exceeds its limit (TRA-4). There must be one."""
    used = [play.use for play in plays]
    use = next(one for one in USES if used.count(one) > limit[one])
    kind = USE_NAMES[use]
    what = format_count(limit[use], kind if use == "admiral" else f"{kind} card")
    return Refused("TRA-4", f"At most {what} may count this turn.", f"{used.count(use)} were committed")


def _execute_commit(turn: CommandContext[State], command: Commit) -> None:
    """Emit the secret choice. After the second choice, reveal both and resolve the battle."""
    turn.emit(events.ChoiceMade(side=command.side, choice=command))
    chosen = turn.state.chosen
    if len(chosen) < len(SIDES):
        return
    deck = turn.state.deck
    plays = {side: sort_plays(deck, choice.plays) for side in SIDES if isinstance(choice := chosen[side], Commit)}
    for side in SIDES:
        turn.emit(events.CommitRevealed(side=side, plays=plays[side]))
    notes = tally.resolve_notes(deck, plays)
    for note in notes:
        turn.emit(note)
    totals = tally.compute_totals(deck, plays, notes)
    turn.emit(events.TotalsReckoned(totals=totals))
    _decide_hand(turn, totals)
    _decide_game(turn)


def _decide_hand(turn: CommandContext[State], totals: dict[Side, int]) -> None:
    """Emit the winner of the hand, or a draw (TRA-10)."""
    if totals["british"] == totals["allied"]:
        turn.emit(events.HandDrawn(in_a_row=turn.state.drawn_in_a_row + 1))
        return
    winner: Side = "british" if totals["british"] > totals["allied"] else "allied"
    turn.emit(events.HandWon(side=winner, hands=turn.state.won[winner] + 1))


def _decide_game(turn: CommandContext[State]) -> None:
    """Clear the table and the hands after a battle, then end the game or begin the next turn."""
    turn.emit(events.TableCleared())
    for side in SIDES:
        turn.emit(CardsDiscarded(side=side, cards=turn.state.cards.hands[side], rule="TRA-3"))
    state = turn.state
    if winner := _find_winner(state):
        _end_game(turn, winner, f"{add_article(winner)} won {format_count(state.wins_needed, 'hand')}", "TRA-1")
    elif state.drawn_in_a_row >= MOST_DRAWN:
        _end_game(turn, None, f"{MOST_DRAWN} hands in a row were drawn", "TRA-13")
    else:
        turn.emit(events.TurnBegan(turn=state.turn + 1))


def _find_winner(state: State) -> Side | None:
    """Return the side that has won enough hands, or None (TRA-1)."""
    for side, hands in state.won.items():
        if hands >= state.wins_needed:
            return side
    return None


def _end_game(turn: CommandContext[State], winner: str | None, reason: str, rule: str) -> None:
    """End the game, with the hands that each side has won as the totals."""
    totals: dict[str, int] = {side: turn.state.won[side] for side in SIDES}
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule, totals, turn.state.scores), rule=rule))


def check_turn(state: State, command: Command) -> Refused | None:
    """Return a refusal if the side has already chosen (TRA-11)."""
    return check_not_chosen(command.side, state.chosen, "TRA-11")


AGREEMENT: Agreement[State, str] = Agreement(SIDES, lambda state, side: add_article(side), _end_game)  # noqa: ARG005

COMMAND_HANDLERS: tuple[CommandHandler[State], ...] = (
    CommandHandler(Deal, allow_always, _execute_deal),
    CommandHandler(Discard, _check_discard, _execute_discard),
    CommandHandler(Commit, _check_commit, _execute_commit),
    corrections.build_exchange_command(SIDES),
)
"""Every command with its check in its own phase and its execution."""
