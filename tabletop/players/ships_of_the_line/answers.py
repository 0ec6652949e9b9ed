"""What an answer is worth to a question of the other side or of the rules: the best one is given."""

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.state import side_of
from tabletop.players.ships_of_the_line import boarders
from tabletop.players.ships_of_the_line.order_values import OrderValue
from tabletop.players.ships_of_the_line.situation import Situation


def answer(now: Situation, order: Command) -> OrderValue:
    """What an answer to a question is worth."""
    weigh = _ANSWERS.get(type(order))
    return weigh(now, order) if weigh else OrderValue(0.0)


def _consent(now: Situation, order: commands.Answer) -> OrderValue:
    """Accept a fight that is ours, let go one that is not."""
    question, cards = now.state.question, now.state.cards
    if question is None:
        return OrderValue(0.0)
    mine, foe = question.ship, question.other
    if side_of(now.state, question.other) == now.side:
        mine, foe = foe, mine
    better = boarders.edge(now.state, mine, foe)
    wants = better > 0.05 if question.kind == "grapple" else better < 0
    why = f"On deck {cards[mine].name} would be {'the stronger' if better > 0 else 'no stronger'}"
    return OrderValue(float(wants == order.accept), why)


def _chosen_prize(now: Situation, order: commands.ChoosePrize) -> OrderValue:
    card = now.state.cards[order.ship]
    return OrderValue(float(card.guns), f"{card.name} carries most guns")


def _defenders(now: Situation, order: commands.Defend) -> OrderValue:  # noqa: ARG001
    return OrderValue(float(order.crews), "All who are free resist")


_ANSWERS: Handlers[Situation, OrderValue] = {
    commands.Answer: _consent,
    commands.ChoosePrize: _chosen_prize,
    commands.Defend: _defenders,
}
"""By kind of order: what it is worth, a function of the state alone."""
