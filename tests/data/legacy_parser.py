"""Record how pandas 2.3.3 parses decimals by default, into `legacy_parser.csv` beside this file.

Run it from the top of the repository, in an environment of its own: the project needs pandas 3.

    python -m venv _build/pandas2
    _build/pandas2/bin/pip install pandas==2.3.3
    _build/pandas2/bin/python tests/data/legacy_parser.py
"""

import csv
import io
from itertools import groupby
from pathlib import Path

import pandas as pd

HERE = Path(__file__).parent
TABLE = HERE.parents[1] / "data" / "bbf_runs.csv"
PER_SHAPE = 8


def shape(text):
    """What a parser may stumble over: sign, exponent, digits before and after the point."""
    mantissa, _, exponent = text.partition("e")
    whole, _, decimals = mantissa.partition(".")
    return whole.startswith("-"), exponent, len(whole), len(decimals)


def chosen(texts):
    """Return up to `PER_SHAPE` numbers of every shape, evenly spread over their sorted values."""
    for _, group in groupby(sorted(set(texts), key=lambda t: (shape(t), float(t), t)), key=shape):
        members = list(group)
        step = -(-len(members) // PER_SHAPE)
        yield from members[::step]


def main():
    """Write the text and the parsed value of the chosen normalized scores."""
    if pd.__version__ != "2.3.3":
        raise SystemExit(f"needs pandas 2.3.3, this is {pd.__version__}")
    with TABLE.open(newline="") as file:
        texts = list(chosen(row["normalized_score"] for row in csv.DictReader(file)))
    parsed = pd.read_csv(io.StringIO("value\n" + "\n".join(texts)))["value"]
    with (HERE / "legacy_parser.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["text", "parsed"])
        writer.writerows(zip(texts, map(repr, parsed.tolist()), strict=True))


if __name__ == "__main__":
    main()
