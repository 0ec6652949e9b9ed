"""The Admiral's Table: age-of-sail tabletop games with every rule enforced.

`docs/api.md` describes the public names. They are loaded from `tabletop.api` when they are first used, so that
`import tabletop` loads neither games nor window.
"""

from importlib import import_module

__version__ = "0.9.0"

__all__ = [
    "Command",
    "Decision",
    "DescribedEvent",
    "Event",
    "Game",
    "Match",
    "Outcome",
    "Player",
    "Proposal",
    "RecordError",
    "Refused",
    "Replay",
    "ScenarioError",
    "ScriptedChance",
    "SeededChance",
    "describe_events",
    "list_games",
    "list_players",
    "list_scenarios",
    "list_switches",
    "load_match",
    "load_survey",
    "make_command",
    "make_player",
    "open_match",
    "open_replay",
    "play_match",
    "propose_command",
    "run_case_file",
    "save_match",
    "verify_record",
]


def __getattr__(name: str) -> object:
    """Return a public name, loaded when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module 'tabletop' has no attribute '{name}'")
    globals()[name] = value = getattr(import_module("tabletop.api"), name)
    return value


def __dir__() -> list[str]:
    """Return the names of the module, those not loaded yet too."""
    return sorted({*globals(), *__all__})
