"""Each game as an environment of PettingZoo, whose agents take turns (AEC).

Needs the extra `learning`.
An agent is a side. It observes its view as JSON in bytes, and its action is the number of one of the offered commands.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import scenario as scenarios
from tabletop.core.commands import Command
from tabletop.core.game import AnyGame, Outcome, find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.tournaments.fixture import find_scenario_file

MAX_ORDERS = 512
"""The most commands that are offered at a time; of more, a random sample is offered."""
VIEW_BYTES = 1 << 18
"""The size of an observed view in bytes, padded with 0; a longer view is cut off."""
MAX_COMMANDS = 5000
"""The number of commands after which a match is truncated."""


class AECEnvironment(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc] # it has no types
    """One scenario of a game.

    The reward at the end is 1 for the winner, -1 for the loser and 0 after a draw.
    ``infos[agent]["orders"]`` are the offered commands by number, ``infos[agent]["view"]`` is the view of the agent.
    """

    def __init__(self, game: str, scenario: str, options: Mapping[str, object] | None = None) -> None:
        """Read the scenario. A match begins with `reset`.

        Args:
            game: the id of the game.
            scenario: the name of a bundled scenario, or the path of a file.
            options: values of switches that differ from the scenario's, by id.
        """
        super().__init__()
        self.metadata = {"name": f"{game}/{scenario}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [side.id for side in find_game(game).meta.sides]
        self._game: AnyGame = find_game(game)
        path = find_scenario_file(game, scenario)
        self._text = scenarios.load_text(path)
        self._source = path.name
        self._options = dict(options or {})
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (VIEW_BYTES,), np.uint8),
                "action_mask": spaces.MultiBinary(MAX_ORDERS),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(MAX_ORDERS) for agent in self.possible_agents}
        self._fresh = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the observations of `agent`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the actions of `agent`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - its options are those of the match
        """Begin a new match. The same `seed` gives the same deal, dice and offers; `options` are ignored."""
        if seed is not None:
            self._fresh = Random(seed)
        drawn = f"{self._fresh.getrandbits(64):x}"
        self._fancy = Random(drawn)
        self._match = Match.new(MatchSetup(self._game, self._text, self._source, drawn, self._options))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._update_offers()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match, or None while the match is going on."""
        return self._game.outcome(self._match.state)

    def _update_offers(self) -> None:
        """Set the agent to move, its offered commands and the infos of all agents."""
        decision = self._game.decision(self._match.state)
        self._offered = self._sample_offers() if decision else []
        if decision:
            self.agent_selection = decision.side
        self.infos = {agent: self._build_info(agent) for agent in self.agents}

    def _sample_offers(self) -> list[Command]:
        found = list(self._game.choices(self._match.state))
        return found if len(found) <= MAX_ORDERS else self._fancy.sample(found, MAX_ORDERS)

    def _build_info(self, agent: str) -> dict[str, Any]:
        asked = agent == self.agent_selection
        return {"view": self._match.view(agent), "orders": list(self._offered) if asked else []}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the view of `agent` as bytes, and a mask of the actions that are legal now."""
        told = np.frombuffer(msgspec.json.encode(self._match.view(agent))[:VIEW_BYTES], np.uint8)
        seen, mask = np.zeros(VIEW_BYTES, np.uint8), np.zeros(MAX_ORDERS, np.int8)
        seen[: len(told)] = told
        mask[: len(self._offered) if agent == self.agent_selection else 0] = 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Submit the offered command with the number `action`; None is for an agent that is terminated.

        Raises:
            IndexError: if no offered command has that number.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._match.submit(self._offered[action])
        self._update_rewards()
        self._update_offers()
        self._accumulate_rewards()

    def _update_rewards(self) -> None:
        outcome = self.outcome
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if outcome and outcome.winner:
            self.rewards = {agent: 1.0 if agent == outcome.winner else -1.0 for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, outcome is not None)
        self.truncations = dict.fromkeys(self.agents, outcome is None and len(self._match.moves) >= MAX_COMMANDS)

    def render(self) -> str:
        """Return a headline of the position, e.g. the turn and the phase."""
        return self._game.headline(self._match.state)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""
