"""Loading the tables and judging the claims: no peer, but every chapter waits for them."""

from harness import Case, Work


def load():
    """Prepare nothing: checking and exact parsing are part of the work."""
    from benchlib import datasets

    def work():
        return [len(datasets.load("bbf_runs"))]

    return work


def read():
    """Prepare the peer: pandas reads the same file, neither checked nor described."""
    import pandas as pd

    from benchlib import datasets

    path = datasets.folder() / "bbf_runs.csv"

    def work():
        return [len(pd.read_csv(path))]

    return work


def judge():
    """Prepare nothing: the study behind the claims is part of the work."""
    from benchlib import claims

    def work():
        return [len(claims.evaluate())]

    return work


CASES = [
    Case(
        what='`datasets.load("bbf_runs")`: checksum, keys, exact decimals',
        ours=Work(load),
        peer=Work(read),
        peer_name="bare `pandas.read_csv`",
        note="the peer checks nothing",
    ),
    Case(
        what="`claims.evaluate()`: every claim of the ledger",
        ours=Work(judge, repetitions=3),
        note="its studies are carried out, nothing is cached between processes",
    ),
]
