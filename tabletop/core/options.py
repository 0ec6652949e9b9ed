"""What players set otherwise than a scenario does, looked at before a game opens."""

from collections.abc import Callable, Iterable, Mapping

from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.naming import did_you_mean

Wrong = Callable[[str, object], str]
"""Why an option cannot be set so; empty if it can."""


def stated(options: Mapping[str, object], wrong: Wrong) -> dict[str, object]:
    """The options that are set; those that are None are left as the scenario has them.

    Raises:
        ScenarioError: with every option that cannot be set so.
    """
    found = {name: value for name, value in options.items() if value is not None}
    problems = [why for name, value in found.items() if (why := wrong(name, value))]
    if problems:
        raise ScenarioError(Problem("options", 1, 1, why) for why in problems)
    return found


def unknown(name: str, known: Iterable[str]) -> str:
    """That there is no such option, and which one may have been meant."""
    return f"unknown option '{name}'{did_you_mean(name, known)}"
