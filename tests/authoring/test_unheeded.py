"""What a scenario says for rules that are off is told of, with the option that it needs."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from tabletop.authoring.draft import Draft, SetField, switch_on
from tabletop.cli.commands import app
from tabletop.core import resources
from tabletop.core.game import find_game, games_by_id
from tabletop.core.scenario import load_text
from tabletop.core.unheeded import find_warnings
from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules

SEA = "ships_of_the_line"
EDGES = {"west": -20, "south": -20, "east": 20, "north": 20}
LAND = [[-5, -5], [-4, -5], [-4, -4]]
ZONE = [[-3, -3], [3, -3], [3, 3], [-3, 3]]
SHIP = {
    "key": "B1",
    "nation": "britain",
    "number": 1,
    "name": "Mars",
    "class": "III",
    "guns": 74,
    "at": [0, 0],
    "heading": 0,
}
OTHER = {**SHIP, "key": "F1", "nation": "france", "name": "Hercule", "at": [9, 9]}
OF_THE_WHOLE: Mapping[str, tuple[str, object]] = {
    "land": ("coastal", [LAND]),
    "fairways": ("coastal", [ZONE]),
    "rings": ("coastal", 1.5),
    "deploy": ("deployment", {"zones": [{"side": "british", "area": ZONE}]}),
    "fouled": ("collision", [["B1", "F1"]]),
    "undecided": ("dumanoir", ["F1"]),
    "flagship": ("dumanoir", "F1"),
}
OF_A_SHIP: Mapping[str, tuple[str, object]] = {
    "sail": ("sail_states", "full"),
    "shot": ("ammo", {"port": "chain"}),
    "leader": ("leaders", {"name": "Nelson"}),
    "veteran": ("veterans", True),
}


def written(**said: object) -> str:
    whole = {
        "game": SEA, "title": "Off", "wind": {"from": "W"}, "map": EDGES,
        "ships": [SHIP, OTHER],
    }  # fmt: skip
    return yaml.safe_dump({**whole, **said}, sort_keys=False)


def with_ship(**said: object) -> str:
    return written(ships=[{**SHIP, **said}, OTHER])


def warnings(text: str) -> list[str]:
    game = find_game(SEA)
    return [str(one) for one in find_warnings(game, game.read(text, "off.yaml"), text, "off.yaml")]


@pytest.mark.parametrize("key", [*OF_THE_WHOLE, *OF_A_SHIP])
def test_what_needs_rules_that_are_off_is_told_of_with_its_option(key: str) -> None:
    switch, value = {**OF_THE_WHOLE, **OF_A_SHIP}[key]
    text = written(**{key: value}) if key in OF_THE_WHOLE else with_ship(**{key: value})
    told = [one for one in warnings(text) if f"'{switch}'" in one]
    assert len(told) == 1
    assert key in told[0]
    assert "warning: " in told[0]
    line = int(told[0].split(":")[1])
    assert text.splitlines()[line - 1].strip().startswith(key)
    on = yaml.safe_dump({**yaml.safe_load(text), "options": {switch: True}}, sort_keys=False)
    assert not [one for one in warnings(on) if f"'{switch}'" in one]


def test_every_key_that_a_rule_module_brings_is_looked_at() -> None:
    told = {key: switch for key, (switch, _) in {**OF_THE_WHOLE, **OF_A_SHIP}.items()}
    for name, module in load_rule_modules().items():
        keys = {entry.key for entry in (*module.scenario, *module.ship)} | set(module.card_fields)
        assert not keys or name in told.values(), f"no case for {name}"


def test_a_file_that_says_that_rules_are_off_means_it_but_for_what_lies_on_the_map() -> None:
    assert warnings(written(options={"veterans": False}, ships=[{**SHIP, "veteran": True}, OTHER])) == []
    (told,) = warnings(written(options={"coastal": False}, land=[LAND]))
    assert "land without effect: the option 'coastal' (Coast and batteries) is off" in told


def test_leaders_have_an_effect_where_lines_of_battle_are_broken() -> None:
    text = written(options={"line_breaking": True}, ships=[{**SHIP, "leader": {"name": "Nelson"}}, OTHER])
    assert warnings(text) == []


def test_no_scenario_that_comes_with_the_program_says_anything_without_effect() -> None:
    for name, game in games_by_id().items():
        for path in resources.list_scenarios(name):
            text = load_text(path)
            assert find_warnings(game, game.read(text, path.name), text, path.name) == (), path.name


def test_validate_warns_and_still_passes(tmp_path: Path) -> None:
    path = tmp_path / "off.yaml"
    path.write_text(written(land=[LAND]), encoding="utf-8")
    answer = CliRunner().invoke(app, ["validate", str(path)])
    assert answer.exit_code == 0
    assert answer.stdout == "1 file: no errors, 1 warning\n"
    assert answer.stderr.startswith(f"{path}:")
    assert ": warning: land without effect: the option 'coastal'" in answer.stderr


def test_a_draft_notes_it_with_the_switch_that_mends_it() -> None:
    draft = Draft(SEA, written(land=[LAND], options={"coastal": False}), "off.yaml")
    note = next(one for one in draft.hints if one.switch)
    assert (note.title, note.switch, note.rule, note.pieces) == (
        "No effect: land",
        "coastal",
        "SOTL-22",
        ("land:0",),
    )
    (change,) = switch_on(draft, note.switch)
    assert change == SetField(("options", "coastal"), True)
    draft.apply(change)
    assert not [one for one in draft.hints if one.switch]
    assert switch_on(draft, "coastal") == ()
