"""The command line: ``benchlib claims``, ``data``, ``study`` and ``ale``.

Exit code 0 says that all is as accepted, 1 that a claim moved, 2 that the command failed.
"""

import argparse
import importlib
import json
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import benchlib

if TYPE_CHECKING:
    import pandas as pd

# Each module has a function record(workers=...) that writes its table.
_STUDIES = {"bbf-agreement": "benchlib.studies.bbf_agreement"}
_UNREMARKABLE = ("reproduced", "holds", "setting")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows the program's name; taken from the command line by default.

    Returns
    -------
    int
        The exit code.
    """
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except (ValueError, OSError, ImportError) as error:
        print(f"benchlib: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchlib", description="Measure game-playing agents.")
    parser.add_argument("--version", action="version", version=f"benchlib {benchlib.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    claims = commands.add_parser(
        "claims", help="recompute the claims and compare with the accepted verdicts"
    )
    claims.add_argument("--document", metavar="D", help="one document's id instead of all")
    claims.add_argument("--json", action="store_true", help="print every row as JSON")
    claims.add_argument("--update", action="store_true", help="accept the verdicts as they are")
    claims.set_defaults(run=_claims)

    data = commands.add_parser("data", help="make or check the tables")
    actions = data.add_subparsers(required=True, metavar="ACTION")
    build = actions.add_parser("build", help="make the tables from upstream files")
    build.add_argument("--source", type=Path, metavar="DIR", help="folder of upstream files")
    build.add_argument("--output", type=Path, metavar="DIR", help="where to write")
    build.set_defaults(run=_build)
    accept = actions.add_parser("accept", help="list the checksum of a table changed by hand")
    accept.add_argument("name", metavar="NAME", help="name of the table")
    accept.set_defaults(run=_accept)
    verify = actions.add_parser("verify", help="check the tables against their checksums")
    verify.set_defaults(run=_verify)

    study = commands.add_parser("study", help="run an experiment of ours and record its table")
    study.add_argument("name", choices=sorted(_STUDIES), metavar="NAME", help=", ".join(_STUDIES))
    study.add_argument("--workers", type=int, default=1, metavar="N", help="processes to use")
    study.set_defaults(run=_study)

    ale = commands.add_parser("ale", help="play Atari games on the emulator")
    experiments = ale.add_subparsers(required=True, metavar="EXPERIMENT")
    baselines = experiments.add_parser(
        "baselines",
        help="measure the 37 baseline policies, and the best of each game again",
        description="Plays every baseline policy, then the best of each game on fresh episodes. "
        "The same command goes on after a stop. For data/ale_baselines.csv as the output, follow "
        "it with `benchlib data accept ale_baselines`.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = baselines.add_argument
    add("--games", nargs="+", default=["all"], metavar="G", help="names, or all, design, testing")
    kinds = ("random", "const", "perturb")
    add("--policies", nargs="+", default=kinds, choices=kinds, metavar="P", help="kinds to play")
    add("--episodes", type=int, default=10, metavar="N", help="episodes of each Perturb policy")
    add("--random-episodes", type=int, default=30, metavar="N", help="episodes of Random")
    add("--best", type=int, default=3, metavar="N", help="policies of a game to measure again")
    add("--fresh-episodes", type=int, default=20, metavar="N", help="episodes of each of those")
    add("--max-frames", type=int, default=18_000, metavar="N", help="longest episode")
    add("--seed", type=int, default=1, metavar="N", help="seed of the whole run")
    add("--workers", type=int, default=1, metavar="N", help="processes to use")
    # Suppressed, a default that is none is not shown.
    for name, metavar, told in (
        ("--checkpoints", "DIR", "where records are saved"),
        ("--output", "FILE", "the table to write"),
    ):
        add(name, type=Path, required=True, default=argparse.SUPPRESS, metavar=metavar, help=told)
    baselines.set_defaults(run=_ale_baselines)
    return parser


def _claims(options: argparse.Namespace) -> int:
    # Imported here, so that `--version` and `--help` don't wait for pandas.
    from benchlib import claims

    if options.update and options.document:
        raise ValueError("--update accepts all documents at once; leave out --document")
    frame = claims.evaluate(options.document)
    documents = (options.document,) if options.document else claims.DOCUMENTS
    moves = claims.moved(frame, claims.read_lock(), documents=documents)
    if options.json:
        print(json.dumps(frame.to_dict("records"), indent=1, ensure_ascii=False))
    else:
        print(_report(frame))
    if options.update:
        claims.write_lock(frame)
        print(f"accepted, {len(moves)} of them new", file=sys.stderr)
        return 0
    for move in moves:
        print(f"{move.id}: {move.old} -> {move.new}", file=sys.stderr)
    if moves:
        print(f"{len(moves)} moved; `benchlib claims --update` accepts them", file=sys.stderr)
    return 1 if moves else 0


def _report(frame: "pd.DataFrame") -> str:
    """List what is not simply as printed, then the counts."""
    from benchlib import claims
    from benchlib.claims.ledger import IN_PREPARATION

    waiting = frame["why"] == IN_PREPARATION
    remarkable = frame[~frame["verdict"].isin(_UNREMARKABLE) & ~waiting]
    columns = ["id", "printed", "recomputed", "verdict"]
    widths = [max(map(len, [name, *remarkable[name]])) for name in columns]
    room = max(30, shutil.get_terminal_size((140, 24)).columns - sum(widths) - 2 * len(widths))
    head = [] if remarkable.empty else [[*columns, "why"]]
    lines = []
    for row in [*head, *remarkable[[*columns, "why"]].to_numpy().tolist()]:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines.append(
            "  ".join([*cells, textwrap.shorten(row[-1], room, placeholder=" …")]).rstrip()
        )
    for document in frame.loc[waiting, "document"].unique():
        lines.append(f"{document}: {IN_PREPARATION}")
    counts = claims.headline(frame)
    verdicts = ", ".join(f"{counts[name]} {name}" for name in claims.VERDICTS if counts[name])
    lines += ["", f"{counts['total']} claims: {verdicts}"]
    lines += [f"{counts['recomputed']} of them were recomputed; the others are settings and such"]
    return "\n".join(lines)


def _build(options: argparse.Namespace) -> int:
    from benchlib.datasets.build import build_all

    for path in build_all(source=options.source, output=options.output):
        print(path)
    return 0


def _verify(_: argparse.Namespace) -> int:
    from benchlib import datasets

    print(f"{len(datasets.verify())} tables verified")
    return 0


def _accept(options: argparse.Namespace) -> int:
    from benchlib.datasets.build import accept

    print(accept(options.name))
    return 0


def _study(options: argparse.Namespace) -> int:
    module = importlib.import_module(_STUDIES[options.name])
    print(module.record(workers=options.workers))
    return 0


def _ale_baselines(options: argparse.Namespace) -> int:
    from benchlib import ale

    sets = {"all": tuple(ale.GAMES), "design": ale.DESIGN_GAMES, "testing": ale.TESTING_GAMES}
    table = ale.baseline_table(
        [game for name in options.games for game in sets.get(name, (name,))],
        checkpoints=options.checkpoints,
        seed=options.seed,
        policies=[baseline for baseline in ale.BASELINES if baseline.policy in options.policies],
        episodes=options.episodes,
        random_episodes=options.random_episodes,
        best=options.best,
        fresh_episodes=options.fresh_episodes,
        max_frames=options.max_frames,
        workers=options.workers,
    )
    options.output.parent.mkdir(parents=True, exist_ok=True)
    draft = options.output.with_name(f"{options.output.name}.part")
    table.to_csv(draft, index=False, lineterminator="\n")
    print(draft.replace(options.output))
    return 0
