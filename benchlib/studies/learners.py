"""Learners on the emulator compared trial by trial, in their own points and on a common scale."""

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from benchlib import _validation, ale, compare, normalization
from benchlib._validation import FloatArray
from benchlib.results import ConfidenceInterval, Estimate
from benchlib.studies import atari_baselines

__all__ = [
    "CONTRASTS",
    "EFFECTS",
    "blind_scale",
    "factorial_effects",
    "mean_and_error",
    "mean_over_trials",
    "on_scale",
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
        If a column is missing, a game has no frozen episode, or no trial is complete.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import learners
    >>> episodes = pd.DataFrame({
    ...     "representation": ["basic", "basic", "bass", "basic"], "game": "pong",
    ...     "trial": [0, 0, 0, 1], "phase": "frozen", "score": [1, 2, 5, 9],
    ... })
    >>> learners.trial_scores(episodes, games=["pong"]).to_dict("list")
    {'basic': [1.5], 'bass': [5.0]}
    """
    needed = ("representation", "game", "trial", "phase", "score")
    missing = [name for name in needed if name not in episodes.columns]
    if missing:
        raise ValueError(f"episodes: has no column {', '.join(map(repr, missing))}")
    asked = tuple(games)
    frozen = episodes[(episodes["phase"] == "frozen") & episodes["game"].isin(asked)]
    absent = sorted(set(asked) - set(frozen["game"]))
    if absent or not asked:
        raise ValueError(f"games: no frozen episode on {', '.join(map(repr, absent)) or 'none'}")
    means = frozen.groupby(["game", "trial", "representation"])["score"].mean()
    table = means.unstack("representation")
    complete = table.notna().all(axis=1).groupby("trial").sum() == len(set(asked))
    trials = [trial for trial, is_complete in complete.items() if is_complete]
    if not trials:
        raise ValueError("episodes: no trial is there for every representation and game")
    order = pd.MultiIndex.from_product([asked, trials], names=["game", "trial"])
    return table.loc[order]


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
        With the interval :math:`\bar x \pm t_{n-1} s / \sqrt n`.

    Raises
    ------
    ValueError
        If there are fewer than two trials, or a number is not finite.

    Examples
    --------
    >>> from benchlib.studies import learners
    >>> found = learners.mean_over_trials([0.0, 1.0, 2.0])
    >>> found.estimate, round(found.confidence_interval.high, 2)
    (1.0, 3.48)
    """
    trials = _validation.pool(values, "values")
    level = _validation.fraction(confidence_level, "confidence_level")
    if len(trials) < 2:
        raise ValueError("values: one trial has no spread; give at least two")
    mean, error = mean_and_error(trials)
    half = float(stats.t.isf((1 - level) / 2, len(trials) - 1) * error)
    return Estimate(
        estimate=float(mean),
        standard_error=float(error),
        confidence_interval=ConfidenceInterval(float(mean) - half, float(mean) + half, level),
        n=len(trials),
        method="mean over trials, Student's t",
    )


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
        Hochberg over all rows. Where the difference does not vary over trials, p-values are NaN:
        there is no spread to weigh it against. The correlation is that of the two learners over
        trials; what trials share drops out of the difference if it is positive.

    Raises
    ------
    ValueError
        If a learner is missing, or there are fewer than two trials.

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
    names = {name for pair in contrasts.values() for name in pair}
    missing = sorted(names - set(scores.columns))
    if missing:
        raise ValueError(f"scores: no learner {', '.join(map(repr, missing))}")
    rows = []
    for contrast, (first, second) in contrasts.items():
        for game, own in scores.groupby(level="game", sort=False):
            a, b = (own[name].to_numpy(dtype=float) for name in (first, second))
            found = mean_over_trials(a - b)
            n, error = found.n, found.standard_error
            # Of rounding alone there is a spread that would make everything significant.
            constant = error <= _ROUNDING * max(np.abs(a).max(), np.abs(b).max())
            p_value = (
                math.nan if constant else float(2 * stats.t.sf(abs(found.estimate) / error, n - 1))
            )
            varied = np.ptp(a) > 0 and np.ptp(b) > 0
            rows.append(
                (
                    contrast, game, n, found.estimate, error, found.confidence_interval.low,
                    found.confidence_interval.high, p_value,
                    float(np.corrcoef(a, b)[0, 1]) if varied else math.nan,
                )
            )  # fmt: skip
    columns = ["contrast", "game", "n", "estimate", "standard_error", "low", "high", "p_value"]
    table = pd.DataFrame(rows, columns=[*columns, "correlation"])
    table.insert(
        len(columns),
        "adjusted",
        compare.adjust_p_values(table["p_value"], method="benjamini-hochberg"),
    )
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
        If a learner is missing, or there are fewer than two trials.

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
    missing = sorted(set(EFFECTS["pairs"]) - set(scores.columns))
    if missing:
        raise ValueError(f"scores: no learner {', '.join(map(repr, missing))}")
    by_trial = scores.groupby(level="trial").mean()
    return {
        name: mean_over_trials(sum(weight * by_trial[one] for one, weight in weights.items()))
        for name, weights in EFFECTS.items()
    }


def blind_scale(
    baselines: pd.DataFrame,
    *,
    games: Iterable[str],
    max_frames: int,
    episodes: int,
    rng: np.random.Generator | int,
) -> pd.DataFrame:
    """Find what policies that look at nothing reach in shorter episodes.

    Parameters
    ----------
    baselines : pandas.DataFrame
        The table ``ale_baselines``, or one like it.
    games : iterable of str
        The games that are asked for.
    max_frames : int
        Frames after which an episode is cut.
    episodes : int
        Episodes of each policy that is played again.
    rng : numpy.random.Generator or int
        Where their draws come from.

    Returns
    -------
    pandas.DataFrame
        Rows by game, in the order given, with the columns ``policy, action, low, high, high_error,
        replayed``. The high score is the mean of the policy that leads the screen: of its fresh
        episodes where none was longer than the cut, and of episodes played again with the cut
        elsewhere. The low one is the smallest mean of a policy.

    Raises
    ------
    ValueError
        If a game is not in the table, or a number is below 1.

    Notes
    -----
    The leader is the leader of whole episodes: with the cut another policy might lead. The low
    score is that of whole episodes as well.
    """
    asked = tuple(games)
    _validation.positive_integer(max_frames, "max_frames")
    _validation.positive_integer(episodes, "episodes")
    generator = _validation.generator(rng)
    absent = sorted(set(asked) - set(baselines["game"]))
    if absent or not asked:
        raise ValueError(f"games: no baseline on {', '.join(map(repr, absent)) or 'none'}")
    own = baselines[baselines["game"].isin(asked)]
    found = atari_baselines.baseline_set(own)
    fresh = own[own["phase"] == "fresh"]
    longest = fresh.groupby(["game", "policy", "action"])["frames"].max().to_dict()
    by_name = {(one.policy, one.action): one for one in ale.BASELINES}
    rows = []
    for game in asked:
        place = found.games.index(game)
        leader = found.leaders[place]
        high, error = float(found.fresh[place]), float(found.fresh_standard_error[place])
        replayed = longest[game, *leader] > max_frames
        if replayed:
            policy = by_name[leader]
            played = [
                ale.play(
                    ale.Emulator(game, max_frames=max_frames),
                    policy.start(generator),
                    frame_skip=policy.frame_skip,
                ).score
                for _ in range(1 if policy.deterministic else episodes)
            ]
            high = float(np.mean(played))
            n = len(played)
            error = float(np.std(played, ddof=1) / math.sqrt(n)) if n > 1 else 0.0
        rows.append((*leader, float(found.low[place]), high, error, replayed))
    columns = ["policy", "action", "low", "high", "high_error", "replayed"]
    return pd.DataFrame(rows, columns=columns, index=pd.Index(asked, name="game"))


def on_scale(scores: pd.DataFrame, scale: pd.DataFrame) -> pd.DataFrame:
    """Put the scores of trials on the scale of blind play.

    Parameters
    ----------
    scores : pandas.DataFrame
        As from `trial_scores`.
    scale : pandas.DataFrame
        Scores that become 0 and 1 in the columns ``low`` and ``high``, rows by game.

    Returns
    -------
    pandas.DataFrame
        In the form of `scores`.

    Raises
    ------
    ValueError
        If a high score is not above the low one, or a game has none.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import learners
    >>> rows = pd.MultiIndex.from_product([["pong"], range(2)], names=["game", "trial"])
    >>> scale = pd.DataFrame({"low": [-21.0], "high": [-11.0]}, index=["pong"])
    >>> learners.on_scale(pd.DataFrame({"ram": [-21.0, -6.0]}, index=rows), scale)["ram"].tolist()
    [0.0, 1.5]
    """
    games = list(dict.fromkeys(scores.index.get_level_values("game")))
    absent = [game for game in games if game not in scale.index]
    if absent:
        raise ValueError(f"scale: nothing on {', '.join(map(repr, absent))}")
    low, high = (scale.loc[games, name].to_numpy(dtype=float) for name in ("low", "high"))
    scaled = scores.astype(float)
    for name in scores.columns:
        matrix = scores[name].unstack("game")[games]
        found = normalization.normalize(matrix.to_numpy(), low=low, high=high, tasks=games)
        # Games are the outer level of the rows.
        scaled[name] = found.scores.T.ravel()
    return scaled


def mean_and_error(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and standard error over the last axis.

    Parameters
    ----------
    values : ndarray of float, shape (..., n_trials)
        Two trials or more.

    Returns
    -------
    mean, standard_error : ndarray of float, shape (...)
        In the unit of the values.
    """
    n = values.shape[-1]
    return values.mean(axis=-1), values.std(axis=-1, ddof=1) / math.sqrt(n)
