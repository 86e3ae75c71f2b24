"""Error rates and expected length of a sequential test, by simulation."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.sequential import _hypotheses
from benchlib.sequential._hypotheses import Hypotheses, Model
from benchlib.sequential.bounds import wald_bounds
from benchlib.sequential.gsprt import ZERO_COUNT, checked_zero_count

__all__ = ["OperatingCharacteristics", "operating_characteristics"]

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class OperatingCharacteristics:
    """How simulated tests ended.

    Parameters
    ----------
    accept_h0, accept_h1, undecided : float
        Shares of the tests; those that reached `max_steps` between the bounds are undecided.
    standard_error : float
        Monte Carlo standard error of `accept_h1`.
    mean_steps, mean_steps_standard_error : float
        Games, or pairs, until the end; an undecided test counts as `max_steps`.
    n : int
        Simulated tests.
    decision : ndarray of int, shape (n,)
        -1 for H0, 1 for H1, 0 for undecided.
    steps : ndarray of int, shape (n,)
        Games, or pairs, of each test.
    counts : ndarray of int, shape (n, 3) or (n, 5)
        What each test had seen at its end.
    llr : ndarray of float, shape (n,)
        The log-likelihood ratio at the end.
    warnings : tuple of str
        Whether tests were cut off.
    """

    accept_h0: float
    accept_h1: float
    undecided: float
    standard_error: float
    mean_steps: float
    mean_steps_standard_error: float
    n: int
    decision: IntArray
    steps: IntArray
    counts: IntArray
    llr: FloatArray
    warnings: tuple[str, ...] = ()


def operating_characteristics(
    probabilities: npt.ArrayLike,
    *,
    elo0: float,
    elo1: float,
    model: Model,
    alpha: float,
    beta: float,
    n_simulations: int,
    max_steps: int,
    rng: np.random.Generator | int,
    steps_per_look: int = 1,
    zero_count: float = ZERO_COUNT,
) -> OperatingCharacteristics:
    """Simulate many sequential tests with known truth.

    Parameters
    ----------
    probabilities : array_like of float, shape (3,) or (5,)
        True probabilities of the outcomes of a game, or of a pair; see `game_probabilities` and
        `pair_probabilities`.
    elo0, elo1, model, alpha, beta, zero_count
        As in `gsprt`.
    n_simulations : int
        Number of tests.
    max_steps : int
        Games, or pairs, after which a test is cut off; a multiple of `steps_per_look`.
    rng : numpy.random.Generator or int
        Source of the outcomes, or a seed for it.
    steps_per_look : int, optional
        Games, or pairs, between two looks at the bounds.

    Returns
    -------
    OperatingCharacteristics
        With every simulated test.

    Raises
    ------
    ValueError
        If an argument is impossible in `gsprt`, probabilities do not sum to 1, or `max_steps` is
        not a multiple of `steps_per_look`.

    Notes
    -----
    All tests move together, one look at a time, so that each look is one computation on arrays;
    tests that have seen the same counts share it.

    Examples
    --------
    >>> from benchlib import sequential
    >>> game = sequential.game_probabilities(0, draw_rate=0.2)
    >>> result = sequential.operating_characteristics(
    ...     game, elo0=0, elo1=200, model="logistic", alpha=0.1, beta=0.1,
    ...     n_simulations=500, max_steps=1000, rng=1,
    ... )
    >>> result.accept_h1 < 0.2, result.undecided
    (True, 0.0)
    """
    hypotheses = _hypotheses.checked_hypotheses(elo0, elo1, model)
    bounds = wald_bounds(alpha=alpha, beta=beta)
    truth = _hypotheses.checked_probabilities(probabilities, "probabilities")
    n = _validation.positive_integer(n_simulations, "n_simulations")
    most = _validation.positive_integer(max_steps, "max_steps")
    look = _validation.positive_integer(steps_per_look, "steps_per_look")
    if most % look:
        raise ValueError(
            f"max_steps: {most} is not a multiple of steps_per_look = {look}; "
            f"take {most - most % look or look}"
        )
    generator = _validation.generator(rng)
    size = checked_zero_count(zero_count)
    counts = np.zeros((n, len(truth)), dtype=np.int64)
    steps, decision, llr = np.full(n, most), np.zeros(n, dtype=np.int64), np.zeros(n)
    active = np.arange(n)
    for step in range(look, most + 1, look):
        counts[active] += generator.multinomial(look, truth, size=len(active))
        now = _ratios(counts[active], step, hypotheses, size)
        llr[active] = now
        ended = np.where(now >= bounds.upper, 1, np.where(now <= bounds.lower, -1, 0))
        decision[active] = ended
        steps[active[ended != 0]] = step
        active = active[ended == 0]
        if not len(active):
            break
    shares = [float(np.mean(decision == side)) for side in (-1, 1, 0)]
    cut = f"{len(active)} of {n} tests were cut off after {most} steps: lengths are too short"
    return OperatingCharacteristics(
        accept_h0=shares[0],
        accept_h1=shares[1],
        undecided=shares[2],
        standard_error=float(np.sqrt(shares[1] * (1 - shares[1]) / n)),
        mean_steps=float(steps.mean()),
        mean_steps_standard_error=float(steps.std(ddof=1) / np.sqrt(n)) if n > 1 else np.nan,
        n=n,
        decision=decision,
        steps=steps,
        counts=counts,
        llr=llr,
        warnings=(cut,) if len(active) else (),
    )


def _ratios(counts: IntArray, step: int, hypotheses: Hypotheses, zero_count: float) -> FloatArray:
    """Return the log-likelihood ratios, each different row of counts computed once."""
    base = step + 1
    if base ** counts.shape[1] >= 2**63:  # rows do not fit into one number; few are alike anyway
        return _hypotheses.log_likelihood_ratios(counts.astype(float), hypotheses, zero_count)
    keys = counts @ base ** np.arange(counts.shape[1])
    _, first, back = np.unique(keys, return_index=True, return_inverse=True)
    different = counts[first].astype(float)
    ratios = _hypotheses.log_likelihood_ratios(different, hypotheses, zero_count)
    return np.asarray(ratios[back])
