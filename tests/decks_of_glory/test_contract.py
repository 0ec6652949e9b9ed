"""What every game promises, for this one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.core.record import state_hash
from tabletop.games.decks_of_glory import GAME
from tests.contract.test_every_game import (  # noqa: F401 - they are collected here again
    ELSEWHERE,
    played,
    test_a_loaded_match_is_the_same_and_goes_on_the_same,
    test_a_record_of_a_game_that_is_not_there_is_one_sentence,
    test_an_older_record_of_a_game_tells_its_opening_and_seed,
    test_c_1_the_same_seed_and_commands_give_the_same_game,
    test_c_3_every_offered_command_passes_the_check_and_no_other_changes_anything,
    test_c_5_there_is_no_dead_end,
    test_c_9_a_side_may_concede_and_both_may_agree_on_a_draw,
    test_errors_of_a_scenario_name_their_line_and_the_schema_is_an_object,
    test_states_commands_and_events_survive_json,
    test_undo_and_redo_restore_at_every_point,
    test_views_encode_and_every_fact_can_be_told,
)
from tests.decks_of_glory.arenas import FILES

HERE = "from tabletop.games.decks_of_glory import GAME\nregister(GAME)\npath = Path(sys.argv[1])"


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def arena(request):
    return GAME, request.param.read_text(encoding="utf-8")


def test_c_1_another_process_comes_to_the_same_position(arena, tmp_path):
    match = played(arena, "saumarez", tmp_path / "record.jsonl", 60)
    other = subprocess.run(
        [sys.executable, "-c", ELSEWHERE.replace("path = Path(sys.argv[1])", HERE), str(match.path)],
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "PYTHONHASHSEED": "1805"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.split() == [state_hash(match.state), "None"]
