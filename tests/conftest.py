"""What holds for every test: no screen fails unforeseen. And what every run tells at its end: samples and memory."""

import resource
import sys

import pytest

from tabletop.ui import trouble
from tests import sampling

_peaks: dict[str, float] = {}


@pytest.fixture(autouse=True)
def untroubled(request, monkeypatch):
    """A screen that fails unforeseen fails the test, here or in a program that the test has started.

    Tests of what becomes of such a failure are marked `trouble`.
    """
    report, met = trouble.report, []
    monkeypatch.setattr(trouble, "report", lambda: (met.append(sys.exception()), report()))
    yield
    if request.node.get_closest_marker("trouble"):
        return
    if met:
        raise AssertionError("a screen failed unforeseen") from met[0]
    for log in _logs(request.node.funcargs.get("tmp_path")):
        assert "a screen failed" not in log.read_text(encoding="utf-8"), f"{log} tells of a screen that failed"


def _logs(folder):
    return folder.rglob("tabletop.log") if folder and folder.is_dir() else ()


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
