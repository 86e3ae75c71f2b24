"""The rule of the plan "palette or pairs", and how often it would speak."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats
from scipy.special import nctdtr

from benchlib import _validation, compare, datasets, preregistration
from benchlib.studies import atari_baselines
from benchlib.studies.learners import CONTRASTS, EFFECTS, checked_scores

__all__ = [
    "OUTCOMES",
    "RULE",
    "SUPPORTED",
    "TOO_FEW",
    "UNDERMINED",
    "Ruling",
    "apply_rule",
    "confirm",
    "plan",
    "planned_trials",
    "simulated_rulings",
    "trials_needed",
]

#: Name of the rule in ``data/plans.jsonl``.
RULE = "palette or pairs"

#: What a testing game can say about a repeatable contrast.
OUTCOMES = ("confirmed", "contradicted", "open")

# The three ways in which the plan's rule can end, in its own words.
UNDERMINED = "an explanation by pairs alone is undermined"
SUPPORTED = "an explanation by pairs is supported"
TOO_FEW = "the trials are too few to say"

_PAIRS = ("pairs at 8 colours", "pairs at 128 colours")
_PALETTE = "palette without pairs"
_GAMES_FOR_REPEATABLE = 2

# Further out the noncentral distribution can't be computed in double precision.
_LARGEST_EFFECT, _SMALLEST_ALPHA = 1e4, 1e-15


def plan() -> preregistration.Rule:
    """Read the rule as it was written before anything was measured.

    Returns
    -------
    benchlib.preregistration.Rule
        Its text, and in `looks` the one number of trials after which it speaks.

    Raises
    ------
    ValueError
        If the ledger of plans is missing, was changed or lacks the rule.
    """
    rules = preregistration.read(datasets.folder() / "plans.jsonl").rules
    if RULE not in rules:
        raise ValueError(f"plans: there is no rule {RULE!r}")
    return rules[RULE]


def planned_trials(scores: pd.DataFrame, *, n_trials: int) -> pd.DataFrame | None:
    """Return the trials at which the plan looks.

    Parameters
    ----------
    scores : pandas.DataFrame
        As from `learners.trial_scores`.
    n_trials : int
        The number that the plan names.

    Returns
    -------
    pandas.DataFrame or None
        The first so many, or None if there are fewer: then nothing is to be judged yet.

    Raises
    ------
    ValueError
        As in `learners.checked_scores`, or if `n_trials` is below 1.
    """
    planned = _validation.positive_integer(n_trials, "n_trials")
    trials = checked_scores(scores).index.unique("trial")[:planned]
    if len(trials) < planned:
        return None
    return scores[scores.index.get_level_values("trial").isin(trials)]


@dataclass(frozen=True)
class Ruling:
    """What the rule of the plan says.

    Parameters
    ----------
    verdict : str
        `UNDERMINED`, `SUPPORTED` or `TOO_FEW`.
    repeatable : dict of str to int
        The repeatable contrasts, with the sign of their findings.
    better, worse : dict of str to int
        For each contrast, games with a finding above 0 and below 0.
    warnings : tuple of str
        What the reader must know before using it.
    """

    verdict: str
    repeatable: dict[str, int]
    better: dict[str, int]
    worse: dict[str, int]
    warnings: tuple[str, ...] = ()


def apply_rule(found: pd.DataFrame, *, alpha: float = 0.05) -> Ruling:
    """Apply the rule "palette or pairs" to the design games.

    Parameters
    ----------
    found : pandas.DataFrame
        As from `paired_contrasts`.
    alpha : float, optional
        Adjusted p-values below it are findings.

    Returns
    -------
    Ruling
        Whatever the number of trials; the plan allows one look, at the number that it names.

    Raises
    ------
    ValueError
        If a column or one of the four contrasts is missing, on one game or on all; if a row stands
        twice or its numbers are impossible; or if `alpha` is not between 0 and 1.

    Notes
    -----
    The plan calls an effect repeatable whatever its sign. So pairs that lose points repeatably
    end in "supported" by its words, and a warning says that it is a loss.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import learners, palette_rule
    >>> rows = [(c, g, 1.0, 0.001) for c in learners.CONTRASTS for g in ("pong", "hero")]
    >>> table = pd.DataFrame(rows, columns=["contrast", "game", "estimate", "adjusted"])
    >>> palette_rule.apply_rule(table).verdict
    'an explanation by pairs is supported'
    """
    level = _validation.fraction(alpha, "alpha")
    _check_rows(found, ("estimate", "adjusted"), CONTRASTS)
    estimates = _validation.real_array(found["estimate"], "found: the column 'estimate'")
    p_values = _validation.real_array(found["adjusted"], "found: the column 'adjusted'", nan=True)
    bad = (p_values < 0) | (p_values > 1) | ~np.isfinite(estimates)
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(
            f"found: row {row} has the adjusted p-value {p_values[row]}; give one from 0 to 1, or "
            "NaN where there is none"
        )
    findings = found[p_values < level]
    counts = {
        sign: {
            name: int(((findings["contrast"] == name) & (sign * findings["estimate"] > 0)).sum())
            for name in CONTRASTS
        }
        for sign in (1, -1)
    }
    return _ruling(counts[1], counts[-1])


def _ruling(better: dict[str, int], worse: dict[str, int]) -> Ruling:
    repeatable = {
        name: 1 if better[name] else -1
        for name in CONTRASTS
        if max(better[name], worse[name]) >= _GAMES_FOR_REPEATABLE
        and min(better[name], worse[name]) == 0
    }
    if any(name in repeatable for name in _PAIRS):
        verdict = SUPPORTED
    else:
        verdict = UNDERMINED if _PALETTE in repeatable else TOO_FEW
    warnings = tuple(
        f"{name}: the repeatable effect is a loss of points, which the rule does not tell from a "
        "gain"
        for name, sign in repeatable.items()
        if sign < 0
    )
    return Ruling(verdict, repeatable, better, worse, warnings)


def _check_rows(found: pd.DataFrame, needed: Sequence[str], contrasts: Iterable[str]) -> None:
    """Refuse a table that does not have each of some contrasts once on every game."""
    columns = _validation.columns(found, ("contrast", "game", *needed), "found")
    rows = pd.DataFrame({name: columns[name] for name in ("contrast", "game")})
    atari_baselines.refuse_repeats(rows, ("contrast", "game"), "found")
    games = rows["game"].unique()
    for name in contrasts:
        own = set(rows["game"][rows["contrast"] == name])
        absent = [str(game) for game in games if game not in own]
        if absent:
            raise ValueError(
                f"found: no contrast {name!r} on {', '.join(map(repr, absent))}; compute all "
                "contrasts on all games at once"
            )


def confirm(ruling: Ruling, found: pd.DataFrame) -> pd.DataFrame:
    """Look for the repeatable contrasts on the testing games.

    Parameters
    ----------
    ruling : Ruling
        What the design games gave.
    found : pandas.DataFrame
        As from `paired_contrasts`, of the testing games.

    Returns
    -------
    pandas.DataFrame
        Rows of `found` with the column ``outcome``: ``confirmed`` where the unadjusted interval
        has the same sign, ``contradicted`` where it has the other, else ``open``. A difference
        that does not vary has no interval and leaves it open.

    Raises
    ------
    ValueError
        If a column is missing, a row stands twice, an interval ends before it begins, or a
        repeatable contrast is missing on some game.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import learners, palette_rule
    >>> rows = [(c, g, 1.0, 0.001, 0.5, 1.5) for c in learners.CONTRASTS for g in ("pong", "hero")]
    >>> columns = ["contrast", "game", "estimate", "adjusted", "low", "high"]
    >>> table = pd.DataFrame(rows, columns=columns)
    >>> outcomes = palette_rule.confirm(palette_rule.apply_rule(table), table)["outcome"]
    >>> outcomes.unique().tolist()
    ['confirmed']
    """
    _check_rows(found, ("low", "high"), ruling.repeatable)
    low, high = (
        _validation.real_array(found[name], f"found: the column {name!r}", nan=True)
        for name in ("low", "high")
    )
    bad = (low > high) | (np.isnan(low) != np.isnan(high))
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(
            f"found: row {row} has an interval from {low[row]} to {high[row]}; give its lower end "
            "first"
        )
    rows = found[found["contrast"].isin(ruling.repeatable)]
    sign = rows["contrast"].map(ruling.repeatable)
    same = np.where(sign > 0, rows["low"] > 0, rows["high"] < 0)
    other = np.where(sign > 0, rows["high"] < 0, rows["low"] > 0)
    outcome = np.select([same, other], OUTCOMES[:2], OUTCOMES[2])
    return rows.assign(outcome=outcome)


def trials_needed(
    effect: float, standard_deviation: float, *, power: float = 0.8, alpha: float = 0.05
) -> int:
    r"""Find how many trials a paired t test needs.

    Parameters
    ----------
    effect : float
        True mean of the differences; not 0.
    standard_deviation : float
        Of the difference of one trial.
    power : float, optional
        Wanted probability of a significant result with the sign of the effect.
    alpha : float, optional
        Level of the two-tailed test.

    Returns
    -------
    int
        The smallest number of trials, at least 2.

    Raises
    ------
    ValueError
        If a number is out of range, or the effect is below a thousandth of the deviation or more
        than ten thousand times as large, or `alpha` is below 1e-15.

    Notes
    -----
    Of n trials the statistic has the noncentral t distribution with n - 1 degrees of freedom and
    noncentrality :math:`\sqrt n\,|\delta| / \sigma`.

    References
    ----------
    NIST/SEMATECH, *e-Handbook of Statistical Methods*, section 7.2.2.2.

    Examples
    --------
    >>> from benchlib.studies import palette_rule
    >>> palette_rule.trials_needed(1.0, 1.0)
    10
    """
    size = abs(_validation.finite(effect, "effect"))
    deviation = _validation.positive(standard_deviation, "standard_deviation")
    wanted, level = _validation.fraction(power, "power"), _validation.fraction(alpha, "alpha")
    if level < _SMALLEST_ALPHA:
        raise ValueError(f"alpha: expected at least {_SMALLEST_ALPHA:g}, got {alpha!r}")
    ratio = size / deviation
    if not 1e-3 <= ratio <= _LARGEST_EFFECT:
        side = "small" if ratio < 1 else "large"
        raise ValueError(
            f"effect: {effect!r} is too {side} beside the deviation {deviation:g}; expected from "
            f"0.001 to {_LARGEST_EFFECT:,.0f} deviations"
        )

    def enough(n: int) -> bool:
        reach = stats.t.isf(level / 2, n - 1)
        return bool(1 - nctdtr(n - 1, math.sqrt(n) * ratio, reach) >= wanted)

    below, above = 1, 2
    while not enough(above):
        below, above = above, 2 * above
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if enough(middle) else (middle, above)
    return above


def simulated_rulings(
    *,
    pairs: float,
    palette: float,
    n_trials: int,
    n_games: int,
    n_simulations: int,
    rng: np.random.Generator | int,
    correlation: float = 0.0,
    alpha: float = 0.05,
) -> dict[str, float]:
    """Apply the plan's rule to experiments whose truth is known.

    Parameters
    ----------
    pairs, palette : float
        What pairs and 128 colours add on every game, in standard deviations of a trial.
    n_trials, n_games : int
        Size of an experiment; at least 2 trials.
    n_simulations : int
        Experiments.
    rng : numpy.random.Generator or int
        Where the draws come from.
    correlation : float, optional
        Of the scores of two learners in one trial, from 0 to below 1.
    alpha : float, optional
        As for `apply_rule`.

    Returns
    -------
    dict of str to float
        Share of the experiments that end with each of the three verdicts.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    Scores are normal, and effects add up: there is no interaction.

    Examples
    --------
    >>> from benchlib.studies import palette_rule
    >>> size = {"n_trials": 5, "n_games": 5, "n_simulations": 100, "rng": 1}
    >>> palette_rule.simulated_rulings(pairs=8.0, palette=0.0, **size)[palette_rule.SUPPORTED]
    1.0
    """
    gain = _validation.finite(pairs, "pairs"), _validation.finite(palette, "palette")
    shared = _validation.finite(correlation, "correlation", least=0)
    if shared >= 1:
        raise ValueError(f"correlation: expected a number below 1, got {correlation!r}")
    n, k, m = (
        _validation.positive_integer(value, name)
        for value, name in (
            (n_trials, "n_trials"), (n_games, "n_games"), (n_simulations, "n_simulations"),
        )
    )  # fmt: skip
    if n < 2:
        raise ValueError("n_trials: one trial has no spread; take at least two")
    level = _validation.fraction(alpha, "alpha")
    generator = _validation.generator(rng)
    own = {
        name: math.sqrt(1 - shared) * generator.standard_normal((m, k, n))
        # The signs of the main effects say which learners have pairs and which 128 colours.
        + sum(g * (EFFECTS[e][name] > 0) for g, e in zip(gain, ("pairs", "palette"), strict=True))
        for name in EFFECTS["pairs"]
    }
    differences = np.stack([own[a] - own[b] for a, b in CONTRASTS.values()], axis=1)
    mean = differences.mean(axis=-1)
    error = differences.std(axis=-1, ddof=1) / math.sqrt(n)
    p_values = 2 * stats.t.sf(np.abs(mean) / error, n - 1)
    counts = dict.fromkeys((UNDERMINED, SUPPORTED, TOO_FEW), 0)
    for estimates, p in zip(mean, p_values, strict=True):
        adjusted = compare.adjust_p_values(p.ravel(), method="benjamini-hochberg").reshape(p.shape)
        better, worse = (
            dict(zip(CONTRASTS, ((adjusted < level) & side).sum(axis=1).tolist(), strict=True))
            for side in (estimates > 0, estimates < 0)
        )
        counts[_ruling(better, worse).verdict] += 1
    return {verdict: count / m for verdict, count in counts.items()}
