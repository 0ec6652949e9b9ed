"""What every run of the tests tells at its end: what it sampled, and what memory its processes took."""

import resource
import sys

import pytest

from tests import sampling

_peaks: dict[str, float] = {}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """What a worker tells as it ends."""
    told = getattr(node, "workeroutput", {})
    _peaks[node.gateway.id] = told.get("peak", 0.0)
    sampling.taken.update(told.get("taken", {}))
    sampling.there.update(told.get("there", {}))


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        told = {"peak": _peak(), "taken": dict(sampling.taken), "there": dict(sampling.there)}
        session.config.workeroutput.update(told)
    else:
        _peaks["main"] = _peak()


def pytest_terminal_summary(terminalreporter):
    for name, there in sorted(sampling.there.items()):
        terminalreporter.write_line(f"{name}: {sampling.taken[name]} of {there}")
    if sampling.there:
        terminalreporter.write_line(f"{sampling.ASKED}={sampling.SEED} repeats this")
    told = ", ".join(f"{name} {peak:.0f}" for name, peak in sorted(_peaks.items()))
    terminalreporter.write_line(f"MB at most: {told}")


def _peak():
    """MB that this process took at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
