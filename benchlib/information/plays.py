"""What plays themselves tell about the agent, which is not what the paper's measure says."""

import math

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln, xlog1py, xlogy

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.information import _kernels

__all__ = ["binned_information_bits", "play_information_bits", "win_information_bits"]

# Where a normal density turns, in standard deviations, and how far it is followed.
_TURNS = np.array([-8.5, -6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.5])
_REACH = 8.5
# Beyond this, numbers of bins are no longer told apart in floating point.
_MOST_BINS = 2**52
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


def play_information_bits(
    mean: npt.ArrayLike, sd: npt.ArrayLike, *, n_plays: int = 1
) -> FloatArray:
    r"""Return the mutual information between the agent and the mean outcome of some plays.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents, n_problems)
        Mean and standard deviation of one play, deviations above 0.
    n_plays : int, optional
        Plays whose mean is observed.

    Returns
    -------
    ndarray of float, shape (n_problems,)
        In bits, from 0 to log2(n_agents).

    Raises
    ------
    ValueError
        If shapes differ, a number is not finite, or a standard deviation is not above 0.

    Notes
    -----
    An agent is drawn with equal chances, and its mean outcome is
    :math:`x \sim N(m_a, s_a / \sqrt{g})`. Then
    :math:`I = \log_2 n + \frac1n \sum_a \mathrm{E}_a \log_2 p(a \mid x)`, by Bayes' rule. The
    expectation is an integral over pieces between the places where some agent's density turns,
    by Gauss-Legendre quadrature. The paper's gain observes means without their noise, and its
    released kernel is wider, so the two order problems differently.

    References
    ----------
    Lindley (1956), On a measure of the information provided by an experiment.

    Examples
    --------
    >>> from benchlib import information
    >>> information.play_information_bits([[0, 0], [1, 9]], [[1, 1], [1, 1]]).round(3)
    array([0.161, 1.   ])
    """
    means, deviations = _kernels.checked_table(mean, sd, "gaussian")
    if means.shape[2] != 1:
        raise ValueError("mean: expected shape (n_agents, n_problems), one measure at a time")
    if not deviations.all():
        agent, problem, _ = np.argwhere(deviations == 0)[0].tolist()
        raise ValueError(
            f"sd: agent {agent}, problem {problem} is 0; an outcome that never varies has no "
            "normal distribution, so leave the problem out or use win_information_bits"
        )
    plays = _validation.positive_integer(n_plays, "n_plays")
    scale = deviations[:, :, 0].T / math.sqrt(plays)
    top = math.log2(len(means))
    found = [
        top + float(np.mean([_expected_log_posterior(k, m, s) for k in range(len(m))]))
        for m, s in zip(means[:, :, 0].T, scale, strict=True)
    ]
    return np.asarray(np.clip(found, 0.0, top), dtype=np.float64)


def _expected_log_posterior(agent: int, mean: FloatArray, sd: FloatArray) -> float:
    """Return the mean of log2 of the belief in an agent, over outcomes of that agent."""
    # In the agent's own units; beyond its reach its outcomes have no weight.
    m, s = (mean - mean[agent]) / sd[agent], sd / sd[agent]
    turns = np.unique(np.clip(m[:, None] + s[:, None] * _TURNS, -_REACH, _REACH))
    # Pieces too narrow to hold weight are joined to the one before.
    cuts = turns[np.append(True, np.diff(turns) > 1e-6)]
    if len(cuts) < 2:
        cuts = np.array([-_REACH, _REACH])
    half = np.diff(cuts)[:, None] / 2
    outcome = (cuts[:-1, None] + half + half * _NODES).ravel()
    weight = (half * _WEIGHTS).ravel() * np.exp(-0.5 * outcome**2)
    density = -0.5 * ((outcome[:, None] - m) / s) ** 2 - np.log(s)
    top = density.max(axis=1)
    total = top + np.log(np.exp(density - top[:, None]).sum(axis=1))
    return float(weight @ (density[:, agent] - total) / weight.sum()) / math.log(2)


def win_information_bits(win_rates: npt.ArrayLike, *, n_plays: int = 1) -> FloatArray:
    r"""Return the mutual information between the agent and its number of wins, exactly.

    Parameters
    ----------
    win_rates : array_like of float, shape (n_agents, n_problems)
        True win rates.
    n_plays : int, optional
        Plays whose wins are counted.

    Returns
    -------
    ndarray of float, shape (n_problems,)
        In bits; with one play at most 1, since a play ends in a win or not.

    Raises
    ------
    ValueError
        If a rate is not between 0 and 1.

    Notes
    -----
    The number of wins is binomial: :math:`I = H(W) - \frac1n \sum_a H(W \mid a)`.

    References
    ----------
    Cover and Thomas (2006), Elements of Information Theory, chapter 2.

    Examples
    --------
    >>> from benchlib import information
    >>> information.win_information_bits([[0.0, 0.5], [1.0, 0.5]])
    array([1., 0.])
    """
    rates = _validation.real_array(win_rates, "win_rates", nan=True)
    if rates.ndim != 2 or rates.size == 0:
        raise ValueError(f"win_rates: expected shape (n_agents, n_problems), got {rates.shape}")
    bad = ~((rates >= 0) & (rates <= 1))
    if bad.any():
        agent, problem = np.argwhere(bad)[0].tolist()
        raise ValueError(
            f"win_rates: agent {agent}, problem {problem} is {rates[agent, problem]}; give a rate "
            "from 0 to 1"
        )
    plays = _validation.positive_integer(n_plays, "n_plays")
    wins = np.arange(plays + 1)
    ways = gammaln(plays + 1) - gammaln(wins + 1) - gammaln(plays - wins + 1)
    gain = np.empty(rates.shape[1])
    # One problem at a time: all at once would take gigabytes where plays are many.
    for k, p in enumerate(rates.T[:, :, None]):
        chance = np.exp(ways + xlogy(wins, p) + xlog1py(plays - wins, -p))
        own = -xlogy(chance, chance).sum(axis=1).mean()
        mixed = chance.mean(axis=0)
        gain[k] = (-xlogy(mixed, mixed).sum() - own) / math.log(2)
    return np.maximum(0.0, gain)


def binned_information_bits(mean: npt.ArrayLike, *, width: float) -> FloatArray:
    """Return the information of means that are put into bins, as if they had no noise.

    Parameters
    ----------
    mean : array_like of float, shape (n_agents, n_problems)
        Mean of each agent.
    width : float
        Width of a bin; bins start at multiples of it.

    Returns
    -------
    ndarray of float, shape (n_problems,)
        Entropy of the bins over agents, in bits. It has nothing to do with whether two means
        would be found in two bins again, which is why the paper rejects it.

    Raises
    ------
    ValueError
        If the shape is wrong, a mean is not finite, or the width is not above 0 or far too small.

    Examples
    --------
    >>> from benchlib import information
    >>> information.binned_information_bits([[0.494, 0.1], [0.501, 0.9]], width=0.01)
    array([1., 1.])
    """
    size = _validation.positive(width, "width")
    given = _validation.real_array(mean, "mean", nan=True)
    means, _ = _kernels.checked_table(given, np.ones_like(given), "gaussian")
    if means.shape[2] != 1:
        raise ValueError("mean: expected shape (n_agents, n_problems)")
    with np.errstate(over="ignore"):
        most = np.abs(means).max() / size
    if most > _MOST_BINS:
        raise ValueError(f"width: {width!r} makes more bins than a number can count; widen it")
    found = []
    for column in np.floor(means[:, :, 0].T / size + 1e-9):
        share = np.unique(column, return_counts=True)[1] / len(column)
        found.append(float(-(share * np.log2(share)).sum()) + 0.0)
    return np.array(found)
