"""Time a piece of work and its peer, each repetition in a fresh process.

A fresh process is what a reader starts, it makes the peak of memory meaningful, and no cache is
warm from an earlier repetition. A topic is a module of this folder with a list `CASES`. It may
import only the standard library and this module at its top: a peer can live in an environment
where the package is not installed, so everything else is imported in the work itself.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
# One thread a process: the work is compared, not the number of cores.
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "agg"}

# What a work returns is compared between ours and the peer's.
Outcome = Sequence[float]


@dataclass(frozen=True)
class Work:
    """A piece of work: `prepare` loads what it needs, untimed, and returns what is timed.

    `share` is the part of the whole that is carried out; the time is divided by it.
    """

    prepare: Callable[[], Callable[[], Outcome]]
    share: float = 1.0
    repetitions: int = 5


@dataclass(frozen=True)
class Case:
    """Our work beside a peer's, with the largest difference that counts as the same result.

    `limit_seconds` and `limit_ratio` are required: our seconds, and our seconds over the peer's.
    """

    what: str
    ours: Work
    peer: Work | None = None
    peer_name: str = ""
    peer_needs: tuple[str, ...] = ()
    tolerance: float = 0.0
    limit_seconds: float | None = None
    limit_ratio: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Measured:
    """Median seconds for the whole work, and the largest peak of memory."""

    seconds: float
    peak_mb: float
    outcome: Outcome


def measure(topic: str, position: int, side: str) -> Measured:
    """Measure one side of a case."""
    case = import_module(topic).CASES[position]
    work = getattr(case, side)
    python = interpreter(case.peer_needs) if side == "peer" else sys.executable
    command = [python, __file__, topic, str(position), side]
    runs = []
    for _ in range(work.repetitions):
        done = subprocess.run(
            command, env=os.environ | ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True
        )
        runs.append(json.loads(done.stdout.splitlines()[-1]))
    if any(run["outcome"] != runs[0]["outcome"] for run in runs):
        raise RuntimeError(f"{case.what}: two repetitions of {side} gave different results")
    return Measured(
        statistics.median(run["seconds"] for run in runs) / work.share,
        max(run["peak_mb"] for run in runs),
        runs[0]["outcome"],
    )


def compare(case: Case, ours: Measured, peer: Measured) -> None:
    """Stop if the two did not come to the same result."""
    if len(ours.outcome) != len(peer.outcome) or not ours.outcome:
        raise RuntimeError(f"{case.what}: the results cannot be compared")
    worst = max(abs(a - b) for a, b in zip(ours.outcome, peer.outcome, strict=True))
    if not worst <= case.tolerance:
        raise RuntimeError(f"{case.what}: the results differ by {worst}, not the same work")


def interpreter(needs: tuple[str, ...]) -> str:
    """Return a Python that has the packages a peer needs, in an environment of its own."""
    if not needs:
        return sys.executable
    folder = HERE / ".venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.is_file():
        venv.create(folder, with_pip=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *needs]
    subprocess.run(install, check=True)
    return str(python)


def run_once(topic: str, position: int, side: str) -> dict[str, object]:
    """Carry out one side of a case in this process."""
    work = getattr(import_module(topic).CASES[position], side)
    timed = work.prepare()
    start = time.perf_counter()
    outcome = timed()
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux counts in kibibytes, macOS in bytes.
    peak_mb = peak / (2**20 if sys.platform == "darwin" else 2**10)
    return {"seconds": seconds, "peak_mb": peak_mb, "outcome": [float(x) for x in outcome]}


if __name__ == "__main__":
    print(json.dumps(run_once(sys.argv[1], int(sys.argv[2]), sys.argv[3])))
