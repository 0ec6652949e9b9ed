"""The maintainers' programs that keep documents and tests in step with the rules."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.game import games_by_id
from tests.contract.tiny_game import TinyGame

TOOLS = Path(__file__).parents[2] / "tools"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.registry
def test_the_reference_of_every_game_is_up_to_date(monkeypatch):
    monkeypatch.setattr("sys.argv", ["game_reference", "--check"])
    assert tool("game_reference").main() == 0


def test_the_reference_of_a_new_game_is_written_and_tells_every_field_that_nobody_explains(
    monkeypatch, tmp_path, capsys
):
    module = tool("game_reference")
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setattr(module, "games_by_id", lambda: {"tiny": TinyGame()})
    monkeypatch.setattr("sys.argv", ["game_reference"])
    assert module.main() == 0
    assert "tiny: State.sailed" in capsys.readouterr().out
    assert "### State" in (tmp_path / "tiny.md").read_text(encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["game_reference", "--check"])
    assert module.main() == 1
    assert "not up to date" not in capsys.readouterr().out


class Glossary(dict):
    """Remembers the words that were needed."""

    def __init__(self, words):
        super().__init__(words)
        self.needed = set()

    def get(self, word):
        self.needed |= {word} & set(self)
        return super().get(word)


@pytest.mark.parametrize("name", games_by_id())
def test_the_glossary_explains_nothing_that_the_types_explain_themselves(name):
    module = tool("game_reference")
    glossary = Glossary(module._load_glossary(name))
    module.format_page(module.games_by_id()[name], glossary)
    assert set(glossary) - glossary.needed == set()


@pytest.mark.parametrize(
    ("said", "rule", "found"),
    [
        ("test_sotl_4_2_3_b_bow_rake_doubles_dice", "SOTL-4.2.3-b", True),
        ("test_sotl_4_2_3_bow", "SOTL-4.2.3-b", False),
        ("test_sotl_14_2_3_b_x", "SOTL-4.2.3-b", False),
        ("TV-03b five hull points", "TV-03", False),
        ("SOTL-2.4bis-a bands", "SOTL-2.4bis-a", True),
        ("test_amb_126_contact", "AMB-12", False),
    ],
)
def test_a_rule_is_covered_where_its_identifier_stands(said, rule, found):
    module = tool("rule_coverage")
    assert module.is_covered(module.to_rule_slug(said), rule) is found


def test_only_tests_that_judge_and_cases_that_expect_something_cover_a_rule(tmp_path):
    module = tool("rule_coverage")
    tests = tmp_path / "test_some.py"
    tests.write_text(
        "def test_x_1_asserts(): assert 1\ndef test_x_2_is_refused(): refused(state, order, rule)\n"
        "def test_x_3_only_runs(): play(state)\n"
    )
    assert [name for name in module._list_test_names(tests) if name] == ["test_x_1_asserts", "test_x_2_is_refused"]
    cases = tmp_path / "some.yaml"
    cases.write_text(
        "title: X-4 sorts\nrule: [X-5]\ncases:\n"
        "  - {title: expects, rule: [X-6], steps: [{do: done, expect: {refused: X-6}}]}\n"
        "  - {title: only does, rule: [X-7], steps: [{do: done}]}\n"
    )
    assert list(module._list_case_names(cases)) == ["expects", "X-6"]


def test_every_identifier_of_the_rule_lists_is_there_once():
    for rules in tool("rule_coverage").load_rule_lists():
        names = [name for chapter in rules.chapters for name in chapter.rules]
        assert len(names) == len(set(names))
        assert {
            c for chapter in rules.chapters for rule in chapter.rules.values() for c in rule.category.split("/")
        } <= set("BASOI")


def test_the_sheet_of_texts_lists_what_a_player_reads_and_leaves_out_code(tmp_path, capsys):
    file = tmp_path / "screen.py"
    file.write_text(
        '"""A docstring of several words."""\n'
        'KEY = "full_screen"\n'
        'PATTERN = re.compile("a b")\n'
        'NOTICE = f"Saved {name} as {file:>3}."\n'
        'def label(event: "Some event"):\n'
        '    return "Close" if event["two words"] == "its kind" else Button(key="a key", text="Try again")\n',
        encoding="utf-8",
    )
    assert tool("texts").main([str(tmp_path)]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("- ")]
    assert lines == ["- 4: 'Saved {} as {}.'", "- 6: 'Close'", "- 6: 'Try again'"]
