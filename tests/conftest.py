"""What holds for every test: no screen fails unforeseen. And what every run tells at its end: samples and memory."""

import atexit
import ctypes
import gc
import os
import sys
from contextlib import suppress
from itertools import count

import pytest
from hypothesis import HealthCheck, settings

from tabletop.core import guarded_file, state_cache, user_folders
from tabletop.ui import error_log
from tabletop.ui.frame_budget import FRAME_BUDGET, FrameBudget
from tabletop.ui.motion import MOTION, Motion
from tabletop.ui.sound.kinds import LOUDNESS, Loudness
from tests import games, kept_pictures, sampling
from tests.example import example, examples  # noqa: F401 - fixtures for all
from tools.benchmarks.processes import peak_memory, resident_memory

# A busy machine draws examples slowly; how long that takes says nothing of the rules.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

_MMAP_THRESHOLD = -3
"""What `mallopt` calls `M_MMAP_THRESHOLD`."""
MEMORY = 400
"""MB that a process which runs tests may take at most; more is told in red."""
MARGIN = 1.2
"""Times as much fails a run of samples: which tests come together in a process hangs on their pace."""
GROWN = 48
"""MB by which it has grown when what nobody needs any more is given back."""
LAST = 2
"""The collector's generation of all things."""
IMPORTED = 1.05
"""Times the objects that it held when what stays was last set aside, after which that is done again."""
FULL = 210
"""MB above which by as much again what is kept for the tests to come goes with what nobody needs."""
CALM = 235
"""MB beyond which all pictures and answers go, and a new module asks again for what the last could not give back."""
NEAR, LITTLE = 280, 24
"""MB from which so little is enough for that: a table in a large window takes 110 to 170 besides."""
LARGE = 1 << 20
"""Bytes from which a piece of memory is one of its own, which is given back as soon as it is let go, e.g. a picture.

Left to itself the C library of GNU soon takes pieces of up to 32 MB from what it keeps, where they leave holes. From
8 MB, each picture of a window comes 2 ms sooner, but a process came to hold 425 MB.
"""
_settled = [0.0]
"""MB that it took when that was done last."""
_weighed = [0.0]
"""MB that it took at least since the collector looked at everything."""
_wanted = [False]
"""Whether the process has grown so much since then that a full collection is due."""
_aside = [0]
"""Objects that it held when what stays was last set aside."""
_module_over = [False]
"""Whether what the fixtures of a module held has been let go since the last test."""

_number = count()
"""Of the tests, for each of which there is a home of its own."""
_peaks: dict[str, float] = {}


@pytest.fixture(autouse=True)
def untroubled(request, monkeypatch):
    """A screen that fails unforeseen fails the test, here or in a program that the test has started.

    Tests of what becomes of such a failure are marked `trouble`.
    """
    report, met = error_log.log_error, []
    monkeypatch.setattr(error_log, "log_error", lambda *what: (met.append(sys.exception()), report(*what)))
    yield
    if request.node.get_closest_marker("trouble"):
        return
    if met:
        raise AssertionError("a screen failed unforeseen") from met[0]
    for log in _logs(request.node.funcargs.get("tmp_path")):
        assert "a screen failed" not in log.read_text(encoding="utf-8"), f"{log} tells of a screen that failed"


@pytest.fixture(autouse=True, scope="session")
def _homes(tmp_path_factory):
    """What the player of this machine keeps is neither read nor written."""
    homes = tmp_path_factory.getbasetemp() / "homes"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(user_folders.HOME, str(homes / "of_modules"))
        patch.setattr(guarded_file, "_SYNC_WHOLE", None)  # on macOS, where tests stand in for `os.fsync` as elsewhere
        yield homes


@pytest.fixture(autouse=True)
def _usual_world(_homes, monkeypatch):
    """What one test wished of pace and sound, by a key or on a page, or left at home, no other finds."""
    vars(MOTION).update(vars(Motion()))
    vars(LOUDNESS).update(vars(Loudness()))
    vars(FRAME_BUDGET).update(vars(FrameBudget()))
    monkeypatch.setenv(user_folders.HOME, str(_homes / str(next(_number))))


def _logs(folder):
    found = folder.rglob("tabletop.log") if folder and folder.is_dir() else ()
    return [log for log in found if log.is_file()]


def pytest_addoption(parser):
    parser.addoption("--game", default="", help="run whole, without samples, all that is about one registered game")


def _about(item):
    """Return the ids of the games that a test is about, by its parameters and by its folder."""
    params = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return games.games_of(*params, item.nodeid.partition("::")[0])


@pytest.fixture(autouse=True)
def _new_games_run_whole(request, monkeypatch):
    """Let a test of a new game draw no samples."""
    monkeypatch.setattr(sampling, "whole_now", bool(_about(request.node) - games.SAMPLED))


def _leave_out_other_games(config, items, game):
    """Keep the tests that are about one game, and those that look at all games in one test."""
    kept = {item for item in items if game in _about(item) or item.get_closest_marker("registry")}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def pytest_collection_modifyitems(config, items):
    """Leave out what the samples leave out, and what is not about the game that is asked for."""
    if game := config.getoption("game", ""):
        _leave_out_other_games(config, items, game)
    cases = {}
    for item in items:
        if item.get_closest_marker("sampled"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left = set()
    for name, several in cases.items():
        few = several[0].get_closest_marker("sampled").args[0]
        taken = sampling.sample(several, few, name.rpartition("/")[2])
        left.update(item for item in set(several) - set(taken) if not _about(item) - games.SAMPLED)
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = sorted((item for item in items if item not in left), key=_stays)
    if getattr(config, "workerinput", {}).get("workerid", "gw0") != "gw0":
        sampling.forget()  # every worker takes the same of these, and one tells of it


def _stays(item):
    """What is never given back whole comes last: the memory of the largest hostile files, and what draws the charts."""
    return item.nodeid.startswith(("tests/hostile/", "tests/ui/test_report"))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """What a worker tells as it ends."""
    told = getattr(node, "workeroutput", {})
    _peaks[node.gateway.id] = told.get("peak", 0.0)
    sampling.taken.update(told.get("taken", {}))
    sampling.there.update(told.get("there", {}))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        told = {"peak": peak_memory(), "taken": dict(sampling.taken), "there": dict(sampling.there)}
        session.config.workeroutput.update(told)
        return
    _peaks["main"] = peak_memory()
    if _too_large() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _too_large():
    """Whether a process took more than it may; where nothing is left out the largest windows are looked at too."""
    return max(_peaks.values()) > MEMORY * MARGIN and sampling.SEED != sampling.ALL


def pytest_terminal_summary(terminalreporter):
    for name, there in sorted(sampling.there.items()):
        terminalreporter.write_line(f"{name}: {sampling.taken[name]} of {there}")
    if sampling.there:
        terminalreporter.write_line(f"{sampling.ASKED}={sampling.SEED} repeats this")
    told = ", ".join(f"{name} {peak:.0f}" for name, peak in sorted(_peaks.items()))
    fails = ": too much, which fails the run" if _too_large() else ""
    terminalreporter.write_line(f"MB at most, of {MEMORY}: {told}{fails}", red=max(_peaks.values()) > MEMORY)


def pytest_configure(config):
    """Check the game that is asked for; let pictures of large windows leave no memory behind."""
    if game := config.getoption("game", ""):
        if game not in games.games_by_id():
            raise pytest.UsageError(f"no game '{game}' is registered; there are {', '.join(games.games_by_id())}")
        sampling.SEED = os.environ[sampling.ASKED] = sampling.ALL
    with suppress(AttributeError, OSError):  # elsewhere memory is kept otherwise
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    """A worker tells how each test went as it goes; its own reporter, which never prints, would keep all that."""
    if hasattr(item.config, "workerinput"):
        item.config.pluginmanager.get_plugin("terminalreporter").stats.clear()


def pytest_collection_finish():
    """What was imported and collected stays to the end; the collector need not look at it again and again.

    It looks at all else only once that has grown by a quarter, but then more often than usual, for a screen that was
    left is made of little but holds large pictures.
    """
    _set_aside()
    gc.set_threshold(1000, 10, 1)
    if hasattr(ctypes, "pythonapi"):
        gc.callbacks.extend((_weigh, _defer_collection()))
        atexit.register(gc.callbacks.clear)  # what the deferred call needs is gone before the last collection


@pytest.fixture(autouse=True, scope="module")
def _given_back(request):
    """What the fixtures of a module held is given back with them, and what it remembers between its tests."""
    yield
    for remembering in vars(request.module).values():
        if type(remembering) is kept_pictures.REMEMBERING and remembering.__module__ == request.module.__name__:
            remembering.cache_clear()
    _module_over[0] = True


def _weigh(phase, told):
    """Ask for a full collection if the process has grown much since the last one.

    A table that a test has let go is a cycle of a thousand objects: few by count, but they hold ten megabytes.
    """
    if phase == "stop":
        now = resident_memory()
        _weighed[0] = now if told["generation"] == LAST else min(_weighed[0], now)
        _wanted[0] = now > _weighed[0] + (GROWN if now < NEAR else LITTLE)


@ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
def _collect_if_wanted(_nothing):
    """Run the full collection that `_weigh` asked for."""
    if _wanted[0]:
        gc.collect()
        if resident_memory() > NEAR:
            _trim()
    return 0


class _CollectIfWanted:
    """An argument type that passes `_collect_if_wanted`, whatever the caller passes."""

    @classmethod
    def from_param(cls, _phase):
        return _collect_if_wanted


class _Null:
    """An argument type that passes NULL, whatever the caller passes."""

    @classmethod
    def from_param(cls, _told):
        return None


def _defer_collection():
    """Return a callback for the collector that calls `_collect_if_wanted` once the collector is done.

    The collector ignores calls of itself from a callback. A callback in Python that adds the pending call runs it
    before the callback ends, so this one is the C function itself. Python 3.13 never repeats a pending call that
    adds itself once more.
    """
    add = ctypes.PYFUNCTYPE(ctypes.c_int, _CollectIfWanted, _Null)
    return add(("Py_AddPendingCall", ctypes.pythonapi))


def pytest_runtest_logfinish():
    """Screens are circles of references whose pictures weigh nothing to the collector, in windows of all sizes."""
    if _module_over[0]:
        state_cache.clear_caches()
        _settled[0] = min(_settled[0], CALM)
    if resident_memory() > max(_settled[0] + LITTLE, FULL + GROWN):
        _give_back()
    if _module_over[0] and sys.getallocatedblocks() > IMPORTED * _aside[0]:
        _set_aside()
    _module_over[0] = False


def _set_aside():
    """What is there now stays, e.g. modules that were first needed by a test: the collector looks at it no more."""
    gc.unfreeze()  # what was set aside before may have been let go since
    gc.collect()
    gc.freeze()
    gc.collect()  # and it counts without that what has grown
    _aside[0] = sys.getallocatedblocks()


def _give_back():
    kept_pictures.relieve()
    _collect()
    if resident_memory() > CALM:
        kept_pictures.forget()
        state_cache.clear_caches()
        _collect()
    _settled[0] = resident_memory()


def _collect():
    gc.collect()
    _trim()


def _trim():
    with suppress(AttributeError):  # only the C library of GNU keeps what was freed in pieces
        ctypes.CDLL(None).malloc_trim(0)
