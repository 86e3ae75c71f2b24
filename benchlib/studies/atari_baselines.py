"""What the baseline policies of a set of games come to, and how much of the best is luck."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from benchlib import _validation
from benchlib._validation import FloatArray

__all__ = ["BaselineSet", "baseline_set"]

IntArray = npt.NDArray[np.int64]
_COLUMNS = ("phase", "policy", "action", "game", "score")
_EPISODE = ("phase", "policy", "action", "game", "episode")


@dataclass(frozen=True)
class BaselineSet:
    """Means of every policy on every game, and the two ends of the scale that they make.

    Parameters
    ----------
    games : tuple of str
        Names in sorted order, the columns of the arrays.
    policies : tuple of (str, str)
        Kind and action in sorted order, the rows of the arrays.
    means, standard_deviations : ndarray of float, shape (n_policies, n_games)
        Of the episodes of the screen (game points).
    n_episodes : ndarray of int, shape (n_policies, n_games)
        How many they are.
    leaders : tuple of (str, str)
        For each game the policy with the largest mean.
    screen, fresh : ndarray of float, shape (n_games,)
        Mean of the leader in the episodes that chose it, and in fresh ones.
    screen_standard_error, fresh_standard_error : ndarray of float, shape (n_games,)
        Their sampling errors; 0 for a policy without chance.
    leader_standard_deviation : ndarray of float, shape (n_games,)
        Of the leader's fresh episodes (game points).
    low, low_standard_error : ndarray of float, shape (n_games,)
        Smallest mean of the screen, and its sampling error.
    """

    games: tuple[str, ...]
    policies: tuple[tuple[str, str], ...]
    means: FloatArray
    standard_deviations: FloatArray
    n_episodes: IntArray
    leaders: tuple[tuple[str, str], ...]
    screen: FloatArray
    fresh: FloatArray
    screen_standard_error: FloatArray
    fresh_standard_error: FloatArray
    leader_standard_deviation: FloatArray
    low: FloatArray
    low_standard_error: FloatArray


def baseline_set(episodes: pd.DataFrame) -> BaselineSet:
    """Summarize the table ``ale_baselines``, or one like it.

    Parameters
    ----------
    episodes : pandas.DataFrame
        One row an episode, with the columns ``phase`` (``screen`` or ``fresh``), ``policy``,
        ``action``, ``game`` and ``score``. The screen has every policy on every game; fresh
        episodes are needed of the policy that leads it. With a column ``episode``, no episode may
        stand twice.

    Returns
    -------
    BaselineSet
        The same whatever the order of the rows.

    Raises
    ------
    ValueError
        If a column, a label or a score is missing, an episode stands twice, a policy has fewer
        than two episodes on some game, or a leader has fewer than two fresh ones.

    Notes
    -----
    The largest of many means tends to be too large, since it was chosen for its luck as well; the
    mean of the same policy in fresh episodes is free of that. The smallest mean tends to be too
    small for the same reason, unless its policy has no chance in it, and is not measured again.

    Of policies that share the largest mean the first by name that has fresh episodes is taken:
    Const before Perturb.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), sections 3.1.2 and 4.1.

    Examples
    --------
    >>> from benchlib import datasets
    >>> from benchlib.studies import atari_baselines
    >>> found = atari_baselines.baseline_set(datasets.load("ale_baselines"))
    >>> found.means.shape
    (37, 55)
    """
    table = _checked(episodes)
    phases = {
        phase: rows.groupby(["policy", "action", "game"])["score"].agg(["mean", "std", "count"])
        for phase, rows in table.sort_values(list(_COLUMNS)).groupby("phase")
    }
    if set(phases) != {"screen", "fresh"}:
        raise ValueError(
            f"episodes: expected the phases screen and fresh, got {sorted(map(str, phases))}"
        )
    screen = phases["screen"].unstack("game")
    means, spread, count = (screen[name].sort_index() for name in ("mean", "std", "count"))
    few = np.argwhere(~(count.to_numpy() >= 2))
    if few.size:
        row, column = few[0].tolist()
        raise ValueError(
            f"episodes: policy {means.index[row]} has fewer than two on "
            f"{means.columns[column]!r} in phase screen"
        )
    games = tuple(map(str, means.columns))
    policies = tuple((str(kind), str(action)) for kind, action in means.index)
    value, error = means.to_numpy(), spread.to_numpy() / np.sqrt(count.to_numpy())

    measured_again = phases["fresh"].to_dict("index")
    chosen, again = [], []
    for k, game in enumerate(games):
        tied = np.flatnonzero(value[:, k] == value[:, k].max()).tolist()
        known = [row for row in tied if (*policies[row], game) in measured_again]
        if not known:
            raise ValueError(
                f"episodes: no leader of the screen on {game!r} has fresh ones; measure it again"
            )
        chosen.append(known[0])
        again.append(measured_again[*policies[known[0]], game])
    fresh = pd.DataFrame(again)
    if (fresh["count"] < 2).any():
        game = games[int((fresh["count"] < 2).to_numpy().argmax())]
        raise ValueError(f"episodes: the leader on {game!r} has fewer than two in phase fresh")
    columns = np.arange(len(games))
    lowest = value.argmin(axis=0)
    deviation = fresh["std"].to_numpy()
    return BaselineSet(
        games=games,
        policies=policies,
        means=value,
        standard_deviations=spread.to_numpy(),
        n_episodes=count.to_numpy().astype(np.int64),
        leaders=tuple(policies[row] for row in chosen),
        screen=value[chosen, columns],
        fresh=fresh["mean"].to_numpy(),
        screen_standard_error=error[chosen, columns],
        fresh_standard_error=deviation / np.sqrt(fresh["count"].to_numpy()),
        leader_standard_deviation=deviation,
        low=value[lowest, columns],
        low_standard_error=error[lowest, columns],
    )


def _checked(episodes: pd.DataFrame) -> pd.DataFrame:
    numbered = "episode" in getattr(episodes, "columns", ())
    names = (*_EPISODE, "score") if numbered else _COLUMNS
    columns = _validation.columns(episodes, names, "episodes")
    for name in names[:-1]:
        _validation.check_labels(columns[name], f"episodes: the column {name!r}")
    table = pd.DataFrame(columns)
    table["score"] = _validation.pool(columns["score"], "episodes: the column 'score'")
    if numbered:
        refuse_repeats(table, _EPISODE, "episodes")
    return table


def refuse_repeats(table: pd.DataFrame, key: Sequence[str], name: str) -> None:
    """Refuse a table, with rows numbered from 0, in which two rows have one key."""
    twice = table.duplicated(list(key))
    if twice.any():
        row = int(twice.argmax())
        labels = ", ".join(map(str, table.loc[row, list(key)]))
        raise ValueError(f"{name}: row {row} repeats ({labels}); keep one of them")
