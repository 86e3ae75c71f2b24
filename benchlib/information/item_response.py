"""Item response theory on the same table: ability of agents, difficulty of problems."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from benchlib import _validation
from benchlib._validation import FloatArray

__all__ = ["ItemResponse", "fit_item_response"]


@dataclass(frozen=True)
class ItemResponse:
    """A two-parameter logistic model of wins.

    Parameters
    ----------
    ability : ndarray of float, shape (n_agents,)
        Of each agent, on a scale whose prior is standard normal.
    difficulty : ndarray of float, shape (n_problems,)
        The ability with an even chance to win.
    discrimination : ndarray of float, shape (n_problems,)
        How steeply the chance rises with ability; negative where able agents win less.
    n : int
        Plays.
    method : str
        How it was fitted.
    """

    ability: FloatArray
    difficulty: FloatArray
    discrimination: FloatArray
    n: int
    method: str


def fit_item_response(
    wins: npt.ArrayLike, n_plays: npt.ArrayLike, *, effective_plays: float | None = None
) -> ItemResponse:
    r"""Fit a two-parameter logistic item response model to numbers of wins.

    Parameters
    ----------
    wins : array_like of float, shape (n_agents, n_problems)
        Plays won.
    n_plays : array_like of float, shape (n_agents, n_problems)
        Plays; 0 leaves a cell out.
    effective_plays : float, optional
        Count every cell as this many plays, so that no agent or problem outweighs the others.

    Returns
    -------
    ItemResponse
        At the maximum of likelihood times prior. The sign of the scale is such that ability
        rises with the mean win rate.

    Raises
    ------
    ValueError
        If shapes differ, a cell has more wins than plays, an agent or a problem has no plays, or
        `effective_plays` is not above 0.
    RuntimeError
        If the fit does not converge.

    Notes
    -----
    Agent a wins problem g with chance :math:`\mathrm{logit}^{-1}(\alpha_g \theta_a - \beta_g)`,
    with priors :math:`\theta_a \sim N(0, 1)`, :math:`\alpha_g \sim N(0, 2)` and
    :math:`\beta_g \sim N(0, 5)` that keep problems finite which everybody wins or loses. One
    ability is all that an agent has here: the model asks how well a problem measures *that*, while
    the information gain asks whether agents differ on a problem at all, in whatever way.

    References
    ----------
    Birnbaum (1968), in Lord and Novick, Statistical Theories of Mental Test Scores.

    Examples
    --------
    >>> from benchlib import information
    >>> fit = information.fit_item_response([[9, 8], [5, 2], [1, 0]], [[10, 10]] * 3)
    >>> fit.ability.round(1).tolist() == sorted(fit.ability.round(1).tolist(), reverse=True)
    True
    """
    won = _validation.real_array(wins, "wins", nan=True)
    plays = _validation.real_array(n_plays, "n_plays", nan=True)
    if won.ndim != 2 or won.shape != plays.shape or won.shape[0] < 2 or won.shape[1] == 0:
        raise ValueError(
            f"wins: has shape {won.shape} and n_plays {plays.shape}; expected both "
            "(n_agents, n_problems), two agents or more"
        )
    bad = ~((won >= 0) & (won <= plays) & np.isfinite(plays))
    if bad.any():
        agent, problem = np.argwhere(bad)[0].tolist()
        raise ValueError(
            f"wins: agent {agent}, problem {problem} has {won[agent, problem]:g} wins in "
            f"{plays[agent, problem]:g} plays; give from none to all of them"
        )
    for played, what in ((plays.any(axis=1), "agent"), (plays.any(axis=0), "problem")):
        if not played.all():
            raise ValueError(f"n_plays: {what} {int(played.argmin())} has no plays; leave it out")
    same = effective_plays
    if same is not None:
        same = _validation.positive(same, "effective_plays")
    # In the order of their totals, so that the fit does not hang on the order of the rows.
    agents = np.argsort([math.fsum(row) for row in won.tolist()], kind="stable")
    problems = np.argsort([math.fsum(row) for row in won.T.tolist()], kind="stable")
    won, plays = won[agents][:, problems], plays[agents][:, problems]
    rate = np.divide(won, plays, out=np.zeros_like(won), where=plays > 0)
    weight = plays if same is None else np.where(plays > 0, same, 0.0)
    n_agents, n_problems = won.shape

    def split(x: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        return x[:n_agents], x[n_agents : n_agents + n_problems], x[n_agents + n_problems :]

    def loss(x: FloatArray) -> tuple[float, FloatArray]:
        theta, alpha, beta = split(x)
        logit = np.outer(theta, alpha) - beta
        value = -(weight * (rate * log_expit(logit) + (1 - rate) * log_expit(-logit))).sum()
        slope = weight * (expit(logit) - rate)
        value += (theta**2).sum() / 2 + (alpha**2).sum() / 8 + (beta**2).sum() / 50
        gradient = np.concatenate(
            [slope @ alpha + theta, theta @ slope + alpha / 4, -slope.sum(axis=0) + beta / 25]
        )
        return float(value), gradient

    # Over the problems that an agent played: a cell without plays is no rate of zero.
    mean_rate = rate.sum(axis=1) / (plays > 0).sum(axis=1)
    spread = mean_rate - mean_rate.mean()
    start = spread / (spread.std() or 1.0)
    found = minimize(
        loss,
        np.concatenate([start, np.ones(n_problems), np.zeros(n_problems)]),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": 5000, "maxfun": 20000, "ftol": 1e-13, "gtol": 1e-6},
    )
    if not found.success:
        raise RuntimeError(
            f"the item response model did not converge ({found.message}); give effective_plays, "
            "such as 100, so that cells of thousands of plays weigh less"
        )
    theta, alpha, beta = split(found.x)
    sign = 1.0 if (theta - theta.mean()) @ spread >= 0 else -1.0
    ability, discrimination, difficulty = np.empty(n_agents), *np.full((2, n_problems), np.nan)
    ability[agents], discrimination[problems] = sign * theta, sign * alpha
    np.divide(beta, sign * alpha, out=beta, where=alpha != 0)
    difficulty[problems] = np.where(alpha != 0, beta, np.nan)
    return ItemResponse(
        ability=ability,
        difficulty=difficulty,
        discrimination=discrimination,
        n=int(plays.sum()),
        method="two-parameter logistic model, maximum of likelihood times normal priors",
    )
