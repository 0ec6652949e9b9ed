"""`python -m tools.benchmarks.late [WIDTH]`: play the session in a window and list each late frame."""

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import FrameType

from tools.benchmarks import processes, window
from tools.benchmarks.session import WINDOWS, ScriptedHand, ScriptedSession, measure_cpu_seconds

EVERY = 0.0005
"""Seconds between two samples of the call stack."""
TOLD = 0.08
"""Share of a frame from which on a function is listed."""
OURS = "tabletop/"
PART = "from tools.benchmarks import late\nlate.play_session({})"
Stack = tuple[str, ...]
"""Functions of the program on the call stack, the outermost first."""


class StackSampler:
    """A sampler of the call stack.

    Attributes:
        seen: the sampled stacks, each with its number of samples.
    """

    def __init__(self) -> None:
        self.seen = Counter[Stack]()
        signal.signal(signal.SIGALRM, self._look)

    def _look(self, _number: int, frame: FrameType | None) -> None:
        self.seen[tuple(_list_frames_on_stack(frame))[::-1]] += 1

    def measure_cpu_seconds(self, doing: Callable[[], object]) -> float:
        """Call `doing` and sample the stack; return the processor seconds of the call."""
        self.seen.clear()
        signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
        try:
            return measure_cpu_seconds(doing)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def format_tree(self) -> str:
        """Return a tree of the functions that took most of the time."""
        return "\n".join(_format_tree(list(self.seen.items()), sum(self.seen.values()) * TOLD, 1))


def _list_frames_on_stack(frame: FrameType | None) -> Iterator[str]:
    while frame is not None:
        path, code = frame.f_code.co_filename, frame.f_code
        if OURS in path:
            yield f"{path.rpartition(OURS)[2]}:{frame.f_lineno} {code.co_qualname}"
        frame = frame.f_back


def _format_tree(seen: Iterable[tuple[Stack, int]], least: float, depth: int) -> Iterator[str]:
    """Yield the functions at one depth of the stacks, each followed by the functions it called."""
    calls = Counter[str]()
    for stack, count in seen:
        if stack:
            calls[stack[0]] += count
    for call, count in calls.most_common():
        if count < least:
            return
        yield f"{'  ' * depth}{count * TOLD / least:4.0%} {call}"
        yield from _format_tree([(stack[1:], one) for stack, one in seen if stack[:1] == (call,)], least, depth + 1)


class SampledHand(ScriptedHand):
    """A scripted hand that prints each frame of more than `within` milliseconds."""

    within = 0.0

    def step(self) -> None:
        """Run one frame."""
        frames = self.frames.setdefault(self.part, [])
        frames.append(1e3 * SAMPLER.measure_cpu_seconds(self.app.step))
        if frames[-1] > self.within:
            print(f"{self.part}, {self.doing}, frame {len(frames)}: {frames[-1]:.1f} ms\n{SAMPLER.format_tree()}")


SAMPLER = StackSampler()


def play_session(width: int) -> None:
    """Play the session in a window of this process; print each late frame."""
    size, within = next(one for one in WINDOWS if one[0][0] == width)
    session = ScriptedSession(size)
    session.hand = SampledHand(session.stage.app)
    session.hand.within = within
    frames = session.run()
    late = {part: sum(one > within for one in took) for part, took in frames.items()}
    print(f"{sum(late.values())} of {sum(map(len, frames.values()))} late: {late}")


def main() -> int:
    """Play the session in a process with a window of its own."""
    width = int(sys.argv[1]) if sys.argv[1:] else WINDOWS[0][0][0]
    with window.open_virtual_screen(next(one for one, _ in WINDOWS if one[0] == width)) as display:
        print(
            processes.run_code(PART.format(width), DISPLAY=display, SDL_VIDEODRIVER="x11", SDL_VIDEO_WINDOW_POS="0,0")
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
