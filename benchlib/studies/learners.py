"""Learners on the emulator compared trial by trial."""

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from benchlib import _validation, compare
from benchlib.compare.welch import run_summary
from benchlib.results import ConfidenceInterval, Estimate
from benchlib.studies import atari_baselines

__all__ = [
    "CONTRASTS",
    "EFFECTS",
    "checked_scores",
    "factorial_effects",
    "mean_over_trials",
    "paired_contrasts",
    "trial_scores",
]

#: The four contrasts of the plan "palette or pairs": the first learner minus the second, which
#: differ in one thing.
CONTRASTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "pairs at 8 colours": ("bass", "basic8"),
        "pairs at 128 colours": ("bass128", "basic"),
        "palette without pairs": ("basic", "basic8"),
        "palette with pairs": ("bass128", "bass"),
    }
)

#: Weights of the four learners in the two main effects and in the interaction, which is what
#: pairs add at 128 colours more than at 8.
EFFECTS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "pairs": {"basic8": -0.5, "basic": -0.5, "bass": 0.5, "bass128": 0.5},
        "palette": {"basic8": -0.5, "basic": 0.5, "bass": -0.5, "bass128": 0.5},
        "interaction": {"basic8": 1.0, "basic": -1.0, "bass": -1.0, "bass128": 1.0},
    }
)

# Means of equal scores may differ in the last digits.
_ROUNDING = 1e-12

_PHASES = ("training", "frozen")
_EPISODE = ("representation", "game", "trial", "phase", "episode")


def trial_scores(episodes: pd.DataFrame, *, games: Iterable[str]) -> pd.DataFrame:
    """Return the score of every trial: the mean of its frozen episodes.

    Parameters
    ----------
    episodes : pandas.DataFrame
        The table ``ale_learners``, or one like it.
    games : iterable of str
        The games that are asked for.

    Returns
    -------
    pandas.DataFrame
        A column for each representation; rows by game, in the order given, and trial. Trials that
        some representation does not have on some of the games are left out.

    Raises
    ------
    ValueError
        If a column, a label or a score is missing, a phase is unknown, an episode stands twice, a
        game is named twice or has no frozen episode, or no trial is complete.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import learners
    >>> episodes = pd.DataFrame({
    ...     "representation": ["basic", "basic", "bass", "basic"], "game": "pong",
    ...     "trial": [0, 0, 0, 1], "phase": "frozen", "episode": [0, 1, 0, 0],
    ...     "score": [1, 2, 5, 9],
    ... })
    >>> learners.trial_scores(episodes, games=["pong"]).to_dict("list")
    {'basic': [1.5], 'bass': [5.0]}
    """
    columns = _validation.columns(episodes, (*_EPISODE, "score"), "episodes")
    for name in _EPISODE:
        _validation.check_labels(columns[name], f"episodes: the column {name!r}")
    rows = pd.DataFrame(columns)
    rows["score"] = _validation.pool(columns["score"], "episodes: the column 'score'")
    unknown = ~rows["phase"].isin(_PHASES)
    if unknown.any():
        row = int(unknown.argmax())
        raise ValueError(
            f"episodes: row {row} has the phase {rows['phase'][row]!r}; expected one of {_PHASES}"
        )
    atari_baselines.refuse_repeats(rows, _EPISODE, "episodes")
    asked = _validation.each_once(games, "game")
    frozen = rows[(rows["phase"] == "frozen") & rows["game"].isin(asked)]
    absent = sorted(set(asked) - set(frozen["game"]))
    if absent:
        raise ValueError(
            f"games: no frozen episode on {', '.join(map(repr, absent))}; measure it, or leave it "
            "out"
        )
    # In one order, so that not even the last bit of a mean depends on that of the rows.
    frozen = frozen.sort_values(list(_EPISODE))
    means = frozen.groupby(["game", "trial", "representation"])["score"].mean()
    table = means.unstack("representation")
    complete = table.notna().all(axis=1).groupby("trial").sum() == len(asked)
    trials = [trial for trial, is_complete in complete.items() if is_complete]
    if not trials:
        raise ValueError("episodes: no trial is there for every representation and game")
    order = pd.MultiIndex.from_product([asked, trials], names=["game", "trial"])
    return table.loc[order]


def checked_scores(scores: pd.DataFrame, needed: Iterable[str] = ()) -> pd.DataFrame:
    """Return scores of trials as numbers, trials in ascending order, or say what is wrong.

    Parameters
    ----------
    scores : pandas.DataFrame
        As from `trial_scores`: a column for each learner, rows by game and trial.
    needed : iterable of str, optional
        Learners that must be there.

    Returns
    -------
    pandas.DataFrame
        Games in the order in which they first appear.

    Raises
    ------
    ValueError
        If the rows are not by game and trial, a row stands twice, a score or a learner is missing,
        or a game lacks a trial that another one has.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import learners
    >>> rows = pd.MultiIndex.from_tuples([("pong", 1), ("pong", 0)], names=["game", "trial"])
    >>> learners.checked_scores(pd.DataFrame({"ram": [4, 3]}, index=rows))["ram"].tolist()
    [3.0, 4.0]
    """
    if not isinstance(scores, pd.DataFrame) or list(scores.index.names) != ["game", "trial"]:
        raise ValueError("scores: expected rows by game and trial, as from `trial_scores`")
    if scores.empty or not scores.columns.is_unique:
        raise ValueError("scores: expected at least one row, and a column for each learner once")
    missing = sorted(set(needed) - set(scores.columns))
    if missing:
        raise ValueError(f"scores: no learner {', '.join(map(repr, missing))}")
    twice = scores.index.duplicated()
    if twice.any():
        game, trial = scores.index[int(twice.argmax())]
        raise ValueError(f"scores: trial {trial} on {game!r} stands twice; keep one of the rows")
    labels = [f"trial {trial} on {game!r}" for game, trial in scores.index]
    checked = pd.DataFrame(
        {
            name: _validation.pool(scores[name], f"scores: {name!r}", rows=labels)
            for name in scores.columns
        },
        index=scores.index,
    )
    games, trials = (scores.index.unique(level) for level in ("game", "trial"))
    order = pd.MultiIndex.from_product([games, trials.sort_values()], names=["game", "trial"])
    absent = ~order.isin(scores.index)
    if absent.any():
        game, trial = order[int(absent.argmax())]
        raise ValueError(
            f"scores: no trial {trial} on {game!r}; measure it, or leave it out on every game"
        )
    return checked.loc[order]


def mean_over_trials(values: npt.ArrayLike, *, confidence_level: float = 0.95) -> Estimate:
    r"""Estimate a mean from a few trials, with Student's t.

    Parameters
    ----------
    values : array_like of float, shape (n_trials,)
        One number for each trial, two or more.
    confidence_level : float, optional
        Nominal level of the interval.

    Returns
    -------
    Estimate
        With the interval :math:`\bar x \pm t_{n-1} s / \sqrt n`; it has no length where the
        numbers are all equal, and is NaN for one trial, and `warnings` says so.

    Raises
    ------
    ValueError
        If there is no trial, or a number is not finite.

    Examples
    --------
    >>> from benchlib.studies import learners
    >>> found = learners.mean_over_trials([0.0, 1.0, 2.0])
    >>> found.estimate, round(found.confidence_interval.high, 2)
    (1.0, 3.48)
    """
    level = _validation.fraction(confidence_level, "confidence_level")
    trials = _validation.pool(values, "values")
    if len(trials) > 1:
        mean, deviation, n = run_summary(trials, "values")
        error = deviation / math.sqrt(n)
        half = float(stats.t.isf((1 - level) / 2, n - 1) * error)
        warnings = () if error else ("the trials are all equal: there is no spread to judge by",)
    else:
        mean, error, half, n = float(trials[0]), math.nan, math.nan, 1
        warnings = ("one trial has no spread to judge by",)
    return Estimate(
        estimate=mean,
        standard_error=error,
        confidence_interval=ConfidenceInterval(mean - half, mean + half, level),
        n=n,
        method="mean over trials, Student's t",
        warnings=warnings,
    )


def _with_spread(scores: pd.DataFrame, needed: Iterable[str]) -> pd.DataFrame:
    """Return checked scores of two trials or more."""
    checked = checked_scores(scores, needed)
    if checked.index.unique("trial").size < 2:
        raise ValueError("scores: one trial has no spread; give at least two")
    return checked


def paired_contrasts(
    scores: pd.DataFrame, *, contrasts: Mapping[str, tuple[str, str]] = CONTRASTS
) -> pd.DataFrame:
    """Subtract learners from each other trial by trial, on every game.

    Parameters
    ----------
    scores : pandas.DataFrame
        As from `trial_scores`.
    contrasts : mapping of str to (str, str), optional
        By name, the learner that is subtracted from and the one that is subtracted.

    Returns
    -------
    pandas.DataFrame
        One row a contrast and game, with the columns ``contrast, game, n, estimate,
        standard_error, low, high, p_value, adjusted, correlation``. The interval is the 95% t
        interval of the mean difference; p-values are two-tailed, and adjusted by Benjamini and
        Hochberg over all rows. Where the difference does not vary over trials, the interval and
        the p-values are NaN, as there is no spread to weigh it against; the row still counts as
        one of the tests that are adjusted for. The correlation is that of the two learners over
        trials, NaN where one does not vary; what trials share drops out of the difference if it
        is positive.

    Raises
    ------
    ValueError
        As in `checked_scores`; or if there is no contrast, or there are fewer than two trials.

    References
    ----------
    Benjamini and Hochberg (1995).

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import learners
    >>> scores = pd.DataFrame(
    ...     {"basic": [1.0, 2.0, 4.0], "bass": [3.0, 5.0, 8.0]},
    ...     index=pd.MultiIndex.from_product([["pong"], range(3)], names=["game", "trial"]),
    ... )
    >>> found = learners.paired_contrasts(scores, contrasts={"BASS over Basic": ("bass", "basic")})
    >>> found[["estimate", "p_value"]].round(3).to_numpy().tolist()
    [[3.0, 0.035]]
    """
    if not contrasts:
        raise ValueError("contrasts: name at least one")
    checked = _with_spread(scores, {name for pair in contrasts.values() for name in pair})
    rows = []
    for contrast, (first, second) in contrasts.items():
        for game, own in checked.groupby(level="game", sort=False):
            a, b = (own[name].to_numpy() for name in (first, second))
            found = mean_over_trials(a - b)
            n, error = found.n, found.standard_error
            low, high = found.confidence_interval.low, found.confidence_interval.high
            # Of rounding alone there is a spread that would make everything significant.
            least = _ROUNDING * max(np.abs(a).max(), np.abs(b).max())
            if error <= least:
                low = high = p_value = math.nan
            else:
                p_value = float(2 * stats.t.sf(abs(found.estimate) / error, n - 1))
            varied = np.ptp(a) > least and np.ptp(b) > least
            correlation = float(np.corrcoef(a, b)[0, 1]) if varied else math.nan
            rows.append((contrast, game, n, found.estimate, error, low, high, p_value, correlation))
    columns = ["contrast", "game", "n", "estimate", "standard_error", "low", "high", "p_value"]
    table = pd.DataFrame(rows, columns=[*columns, "correlation"])
    # The tests are those that were planned: a difference that can't be tested is no evidence, and
    # does not make the others stronger.
    adjusted = compare.adjust_p_values(table["p_value"].fillna(1.0), method="benjamini-hochberg")
    table.insert(len(columns), "adjusted", np.where(table["p_value"].isna(), math.nan, adjusted))
    return table


def factorial_effects(scores: pd.DataFrame) -> dict[str, Estimate]:
    """Estimate the two main effects and the interaction, over games and trials.

    Parameters
    ----------
    scores : pandas.DataFrame
        As from `trial_scores`, on a common scale of the games.

    Returns
    -------
    dict of str to Estimate
        Keys as in `EFFECTS`. Each trial gives one number, its mean over the games; the interval
        is over trials, so it speaks of these games.

    Raises
    ------
    ValueError
        As in `checked_scores`; or if there are fewer than two trials.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import learners
    >>> scores = pd.DataFrame(
    ...     {"basic8": [0.0, 1.0], "basic": [1.0, 2.0], "bass": [3.0, 4.0], "bass128": [4.0, 5.0]},
    ...     index=pd.MultiIndex.from_product([["pong"], range(2)], names=["game", "trial"]),
    ... )
    >>> {name: e.estimate for name, e in learners.factorial_effects(scores).items()}
    {'pairs': 3.0, 'palette': 1.0, 'interaction': 0.0}
    """
    by_trial = _with_spread(scores, EFFECTS["pairs"]).groupby(level="trial").mean()
    return {
        name: mean_over_trials(sum(weight * by_trial[one] for one, weight in weights.items()))
        for name, weights in EFFECTS.items()
    }
