"""Run all tests and end with one line for the whole: `python -m tools.run_tests`.

The tests of the window run in a second process, so that its pictures and the caches of all other tests never share
the memory of one process. Both halves always run. Further arguments go to pytest in both of them.
"""

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

HALVES = (("--ignore", "tests/ui"), ("tests/ui",))
PYTEST = (sys.executable, "-m", "pytest", "-q", "--numprocesses", "auto", "--dist", "worksteal")
NO_TESTS = 5
"""The exit code of pytest if it has collected no test."""


def main(words: Sequence[str] | None = None) -> int:
    """Run both halves, print the sum of their results, and return 1 if anything failed, else 0."""
    arguments = sys.argv[1:] if words is None else words
    total, codes = Counter[str](), []
    with tempfile.TemporaryDirectory() as folder:
        for number, half in enumerate(HALVES):
            report = Path(folder) / f"{number}.xml"
            codes.append(subprocess.run((*PYTEST, f"--junitxml={report}", *half, *arguments), check=False).returncode)
            total += count_results(report)
    failed = has_failed(codes, total)
    print(f"\nboth halves: {'FAILED' if failed else 'all is well'}")
    print(f"tests: {total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped", flush=True)
    return int(failed)


def has_failed(codes: Sequence[int], total: Counter[str]) -> bool:
    """Return True if a half failed or no test ran; a half in which nothing was selected is no failure."""
    return any(code not in (0, NO_TESTS) for code in codes) or not total["passed"]


def count_results(report: Path) -> Counter[str]:
    """Return how many tests passed, failed and were skipped by a JUnit report; errors count as failed.

    A half that ended before it wrote its report counts as one failure.
    """
    if not report.is_file():
        return Counter(failed=1)
    found = Counter[str]()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        counts = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
        failed = counts["failures"] + counts["errors"]
        passed = counts["tests"] - failed - counts["skipped"]
        found += Counter(passed=passed, failed=failed, skipped=counts["skipped"])
    return found


if __name__ == "__main__":
    sys.exit(main())
