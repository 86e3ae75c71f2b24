"""Exact sign agreement of every released BBF variant with BBF, for every number of records."""

from collections.abc import Iterable
from math import gcd
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from tqdm import tqdm

from benchlib import datasets, retention
from benchlib.datasets import build

__all__ = [
    "EPISODES",
    "MAX_N",
    "STORED_AS",
    "agreement_table",
    "condition_pairs",
    "record",
    "score_units",
]

MAX_N = 15
# A released score is the mean of this many episodes, whose scores are whole numbers of points.
EPISODES = 100
STORED_AS: Literal["float32"] = "float32"

COLUMNS = (
    "first",
    "second",
    "game",
    "n",
    "agreement",
    "error_bound",
    "tie_probability",
    "reference_gap",
)


def condition_pairs() -> tuple[tuple[str, str], ...]:
    """Return every released variant, paired with BBF at the same replay ratio.

    Returns
    -------
    tuple of (str, str)
        BBF and the variant, in the order of the table ``bbf_runs``.
    """
    conditions = datasets.load("bbf_runs")["condition"].unique()
    return tuple((f"{name[:3]} BBF", name) for name in conditions if not name.endswith(" BBF"))


def score_units() -> dict[str, float]:
    """Return, for each game, the largest unit of which all its released scores are multiples.

    Returns
    -------
    dict of str to float
        In game points. It is found among scores that their 32-bit storage resolves to less than
        a hundredth of a point.
    """
    runs = datasets.load("bbf_runs")
    scores = runs["score"].to_numpy()
    resolved = np.abs(np.spacing(scores.astype(STORED_AS))) < 1 / EPISODES
    totals = np.rint(runs["score"][resolved] * EPISODES).astype(np.int64)
    return {
        game: (gcd(*values.tolist()) or EPISODES) / EPISODES
        for game, values in totals.groupby(runs["game"][resolved])
    }


def agreement_table(
    pairs: Iterable[tuple[str, str]] | None = None, *, max_n: int = MAX_N, workers: int = 1
) -> pd.DataFrame:
    """Compute exact agreement for pairs of conditions, every game and up to `max_n` records.

    Parameters
    ----------
    pairs : iterable of (str, str), optional
        Pairs of conditions; `condition_pairs` by default.
    max_n : int, optional
        Largest number of retained records; fewer where a pool is smaller.
    workers : int, optional
        Processes to use. The result does not depend on it.

    Returns
    -------
    DataFrame
        Columns ``first, second, game, n, agreement, error_bound, tie_probability,
        reference_gap``; one row for each pair, game and number of records. A game is left out
        of a pair where the full pools are tied, or where its stored scores cannot tell multiples
        of their unit apart.
    """
    chosen = condition_pairs() if pairs is None else tuple(pairs)
    runs = datasets.load("bbf_runs")
    pools = {key: r["score"].to_numpy() for key, r in runs.groupby(["condition", "game"])}
    units = score_units()
    tasks = [(pair, game) for pair in chosen for game in sorted(units)]
    jobs = (
        delayed(_curve)(pair, game, [pools[name, game] for name in pair], units[game], max_n)
        for pair, game in tasks
    )
    done = Parallel(n_jobs=workers, return_as="generator")(jobs)
    tables = list(tqdm(done, total=len(tasks), desc="games", unit="game"))
    return pd.DataFrame([row for table in tables for row in table], columns=COLUMNS)


def _curve(
    pair: tuple[str, str], game: str, pools: list[np.ndarray], unit: float, max_n: int
) -> list[tuple[object, ...]]:
    if any(np.abs(np.spacing(pool.astype(STORED_AS))).max() >= unit for pool in pools):
        return []
    largest = min(max_n, *map(len, pools))
    curve = retention.sign_agreement_curve(*pools, max_n=largest, unit=unit, stored_as=STORED_AS)
    if curve.reference_gap == 0:
        return []
    return [
        (*pair, game, n, agreement, bound, tie, curve.reference_gap)
        for n, agreement, bound, tie in zip(
            curve.n.tolist(),
            curve.estimate.tolist(),
            curve.error_bound.tolist(),
            curve.tie_probability.tolist(),
            strict=True,
        )
    ]


def record(*, workers: int = 1) -> Path:
    """Compute the whole table and write it to ``data/bbf_agreement.csv``.

    Parameters
    ----------
    workers : int, optional
        Processes to use.

    Returns
    -------
    pathlib.Path
        The file written.
    """
    frame = agreement_table(workers=workers)
    rows = [
        [format(value, ".12g") if isinstance(value, float) else str(value) for value in row]
        for row in frame.itertuples(index=False)
    ]
    return build.record("bbf_agreement", rows)
