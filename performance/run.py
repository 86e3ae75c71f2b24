"""Measure every topic and write results.md: `make performance`."""

import platform
import sys
from importlib import import_module, metadata
from pathlib import Path

from harness import Case, Measured, compare, measure

HERE = Path(__file__).resolve().parent
# A topic is a module of this folder.
TOPICS = (
    "retention",
    "bradley_terry",
    "matches",
    "lightcycles",
    "information",
    "aggregates",
    "emulator",
    "features",
    "learning",
    "planning",
    "tables",
)
HEADER = ("what", "ours", "peer", "peer / ours", "peak memory, ours", "required", "notes")
VERSIONS = ("numpy", "scipy", "pandas", "statsmodels", "numba", "ale-py")


def row(case: Case, ours: Measured, peer: Measured | None) -> list[str]:
    """Return one row of the table."""
    required = [
        f"at most {limit:g} {unit}: {'met' if found <= limit else '**missed**'}"
        for found, limit, unit in requirements(case, ours, peer)
    ]
    return [
        case.what,
        f"{two_digits(ours.seconds)} s",
        f"{two_digits(peer.seconds)} s ({case.peer_name})" if peer else "none",
        two_digits(peer.seconds / ours.seconds) if peer else "",
        f"{ours.peak_mb:.0f} MB",
        "; ".join(required),
        case.note,
    ]


def requirements(
    case: Case, ours: Measured, peer: Measured | None
) -> list[tuple[float, float, str]]:
    """Return what was found, what is allowed and in which unit, for each requirement."""
    found = []
    if case.limit_seconds is not None:
        found.append((ours.seconds, case.limit_seconds, "s"))
    if case.limit_ratio is not None and peer is not None:
        found.append((ours.seconds / peer.seconds, case.limit_ratio, "of the peer's time"))
    return found


def two_digits(value: float) -> str:
    """Return a number with two significant digits, or as a whole number."""
    return f"{value:.0f}" if value >= 10 else f"{value:#.2g}"


def main() -> int:
    """Measure, print and write; return 1 if a requirement is missed."""
    rows, missed = [], False
    for topic in TOPICS:
        for position, case in enumerate(import_module(topic).CASES):
            print(f"{topic}: {case.what}", file=sys.stderr)
            ours = measure(topic, position, "ours")
            peer = measure(topic, position, "peer") if case.peer else None
            if peer:
                compare(case, ours, peer)
            missed |= any(found > limit for found, limit, _ in requirements(case, ours, peer))
            rows.append(row(case, ours, peer))
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in VERSIONS)
    lines = [
        "# Speed and memory",
        "",
        "Written by `make performance`.",
        "Each time is the median of several repetitions, each in a fresh process with one thread; "
        "imports are not counted.",
        "Peak memory is that of the whole process, with Python and the libraries.",
        "Where there is a peer, both must come to the same result, or the command stops.",
        "",
        f"Measured with Python {platform.python_version()}, {versions}, "
        f"on {platform.system()} {platform.machine()}.",
        "Seconds depend on the machine; look at the ratio first.",
        "How the greedy ten of `information` grows with problems and agents: "
        "`information_growth.svg`.",
        "",
        *("| " + " | ".join(cells) + " |" for cells in (HEADER, ["---"] * len(HEADER), *rows)),
    ]
    text = "\n".join(lines) + "\n"
    (HERE / "results.md").write_text(text, encoding="utf-8")
    print(text)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
