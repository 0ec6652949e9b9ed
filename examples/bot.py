"""A bot of thirty lines plays Volley against the computer: python examples/bot.py [LEVEL [MATCHES]]."""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import tabletop


class Gambler(tabletop.Player[Any]):
    """Plays commands out from guesses of what is hidden, and takes the one that leads to the most troops."""

    most_commands, games, depth = 16, 8, 6

    def consider(self, view: Any) -> Iterator[tabletop.Proposal]:
        """Yield each command that does better than those before it."""
        random, best = self.make_random(), float("-inf")
        choices = list(self.game.choices(view))
        for command in random.sample(choices, min(self.most_commands, len(choices))):
            lead = sum(self.play_out(view, command, random) for _ in range(self.games)) / self.games
            if lead > best:
                best = lead
                yield tabletop.Proposal(command, f"It leads to {lead:+.1f} troops.")

    def play_out(self, view: Any, command: tabletop.Command, random: Random) -> int:
        """Return the lead in troops after `command` and a few commands that use many cards."""
        chance = tabletop.SeededChance(str(random.random()))
        state = self.game.guess(view, self.side, chance)
        for _ in range(self.depth):
            state = self.game.decide(state, command, chance).state
            choices = [choice for _ in range(4) if (choice := self.game.choices(state).pick(random))]
            if not choices:
                break
            command = max(choices, key=lambda choice: len(getattr(choice, "cards", ())))
        return sum(troops if side == self.side else -troops for side, troops in state.troops.items())


def main(level: str = "midshipman", matches: str = "2") -> None:
    """Play some matches, and print who won each."""
    for number in range(int(matches)):
        match = tabletop.open_match("volley", "skirmish", seed=f"bot {number}")
        bot = Gambler(match.game, "red", seed=str(number))
        computer = tabletop.make_player("volley", "blue", level, seed=str(number))
        outcome = tabletop.play_match(match, {"red": bot, "blue": computer})
        winner = outcome.winner if outcome else None
        names = {"red": "the bot wins", "blue": f"the {level} wins", None: "nobody wins"}
        print(f"Match {number + 1}: {names[winner]} after {len(match.moves)} commands.")


if __name__ == "__main__":
    main(*sys.argv[1:])
