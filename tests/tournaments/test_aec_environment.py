"""Each game as an environment of PettingZoo, by PettingZoo's own tests; and the examples of the page about players."""

import re
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from tabletop.tournaments.aec_environment import MAX_ORDERS, AECEnvironment
from tests.sampling import sample

PAGE = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
EACH = (
    ("volley", "skirmish"),
    ("ship_duel", "standard"),
    ("trafalgar_cards", "standard"),
    ("decks_of_glory", "duel"),
    ("ships_of_the_line", "duel_of_two_74s"),
)


def test_pettingzoo_finds_nothing_amiss():
    for game, scenario in sample(EACH, 2, "environments"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its tests import games of its own; and it would rather see arrays
            from pettingzoo.test import api_test, seed_test

            api_test(AECEnvironment(game, scenario), num_cycles=30)
            seed_test(lambda: AECEnvironment(game, scenario), num_cycles=15)  # noqa: B023 - it is over with the test


def test_an_agent_sees_its_view_and_no_more():
    environment = AECEnvironment("volley", "skirmish")
    environment.reset(seed=3)
    for agent in environment.possible_agents:
        seen = environment.observe(agent)["observation"]
        told = msgspec.json.decode(bytes(seen[: int(np.flatnonzero(seen)[-1]) + 1]))
        assert told == msgspec.json.decode(msgspec.json.encode(environment.infos[agent]["view"]))
    waiting = next(one for one in environment.agents if one != environment.agent_selection)
    assert not environment.observe(waiting)["action_mask"].any()
    assert environment.infos[waiting]["orders"] == []


def test_what_is_offered_is_bounded_and_a_number_beyond_it_is_no_order():
    environment = AECEnvironment("volley", "standard")
    environment.reset(seed=3)
    asked = environment.agent_selection
    assert 0 < len(environment.infos[asked]["orders"]) <= MAX_ORDERS
    with pytest.raises(IndexError):
        environment.step(len(environment.infos[asked]["orders"]))


def test_whoever_wins_is_rewarded_and_whoever_loses_pays():
    environment, fancy = AECEnvironment("ship_duel", "standard"), Random("hood")
    environment.reset(seed=1)
    while not any(environment.terminations.values()):
        environment.step(fancy.randrange(len(environment.infos[environment.agent_selection]["orders"])))
    winner = environment.outcome.winner
    assert environment.rewards == {agent: 1.0 if agent == winner else -1.0 for agent in ("port", "starboard")}


def test_the_example_of_an_environment_runs():
    environment = EXAMPLES[1].replace("200", "40")
    exec(compile(environment, "docs/players.md", "exec"), {})


def test_the_player_of_the_page_has_thirty_lines_and_plays_from_where_it_lies(tmp_path):
    (tmp_path / "my_players.py").write_text(EXAMPLES[0], encoding="utf-8")
    assert len(EXAMPLES[0].strip().splitlines()) <= 30
    asked = "tournament volley/skirmish --red my_players:Gambler --blue casual --games 1 --processes 1"
    done = subprocess.run(
        [sys.executable, "-m", "tabletop", *asked.split()], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "red my_players:Gambler v blue casual" in done.stdout
    assert '"faults":[]' in (tmp_path / "results.jsonl").read_text(encoding="utf-8")
