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
from benchlib.cli import ale

if TYPE_CHECKING:
    import pandas as pd

# Each names a function that writes its tables, and says whether it saves records on its way.
_STUDIES = {
    "bbf-agreement": ("benchlib.studies.bbf_agreement:record", False),
    "ale-learners": ("benchlib.studies.ale_experiments:record_learners", True),
    "ale-planners": ("benchlib.studies.ale_experiments:record_planners", True),
}
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
    study.add_argument(
        "--checkpoints", type=Path, metavar="DIR", help="where records are saved, for those of ale"
    )
    study.set_defaults(run=_study)

    ale.add_commands(commands.add_parser("ale", help="play Atari games on the emulator"))
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
    target, resumable = _STUDIES[options.name]
    if resumable != (options.checkpoints is not None):
        need = "needs" if resumable else "takes no"
        raise ValueError(f"{options.name} {need} --checkpoints DIR")
    module, function = target.split(":")
    folder = {"checkpoints": options.checkpoints} if resumable else {}
    print(getattr(importlib.import_module(module), function)(workers=options.workers, **folder))
    return 0
