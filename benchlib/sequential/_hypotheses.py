"""The two hypotheses of a test, and checked counts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.sequential._likelihood import expectation_loss, t_value_loss

__all__ = ["Hypotheses", "checked_counts", "checked_hypotheses", "log_likelihood_ratios"]

Model = Literal["logistic", "normalized"]

OUTCOMES = {
    3: ("a loss", "a draw", "a win"),
    5: ("0 points", "half a point", "1 point", "1.5 points", "2 points"),
}
# Beyond this, less than one point in 100,000 goes to the weaker bot, and 1 - score loses digits.
_LARGEST_ELO = 2000.0
# Normalized Elo of 800 / ln 10 is a mean of one standard deviation above one half.
_NORMALIZED = math.log(10) / 800
_CHUNK = 20_000


@dataclass(frozen=True)
class Hypotheses:
    """Two values of Elo and the model that says what Elo means."""

    elo0: float
    elo1: float
    model: Model

    def parameters(self, n_outcomes: int) -> tuple[float, float]:
        """Return both as mean scores (logistic) or t values (normalized)."""
        return tuple(parameter_of_elo(e, self.model, n_outcomes) for e in (self.elo0, self.elo1))  # type: ignore[return-value]


def parameter_of_elo(elo: float, model: Model, n_outcomes: int) -> float:
    """Return the mean score of a game, or the t value of a game or a pair."""
    if model == "logistic":
        return 1 / (1 + 10 ** (-elo / 400))
    return elo * _NORMALIZED * (math.sqrt(2) if n_outcomes == 5 else 1)


def elo_of_parameter(parameter: float, model: Model, n_outcomes: int) -> float:
    """Undo `parameter_of_elo`; a score of 0 or less, or 1 or more, is an infinite Elo."""
    if model == "normalized":
        return parameter / parameter_of_elo(1.0, model, n_outcomes)
    if not 0 < parameter < 1:
        return -math.inf if parameter <= 0 else math.inf
    return 400 * math.log10(parameter / (1 - parameter))


def checked_model(model: Any) -> Model:
    """Return the model, or say which ones there are."""
    if not isinstance(model, str) or model not in get_args(Model):
        raise ValueError(
            f"model: expected 'logistic' or 'normalized', got {model!r}; "
            "the two give Elo different meanings, so neither is the default"
        )
    return model  # type: ignore[return-value]


def checked_elo(value: Any, name: str) -> float:
    """Return one finite value of Elo that a match can tell from infinity."""
    real = isinstance(value, Real) and not isinstance(value, bool | np.bool)
    if not real or not abs(value) <= _LARGEST_ELO:
        raise ValueError(
            f"{name}: expected a number from {-_LARGEST_ELO:g} to {_LARGEST_ELO:g}, got {value!r}"
        )
    return float(value)


def checked_hypotheses(elo0: Any, elo1: Any, model: Any) -> Hypotheses:
    """Return two different hypotheses in rising order."""
    low, high = checked_elo(elo0, "elo0"), checked_elo(elo1, "elo1")
    if not low < high:
        raise ValueError(
            f"elo1: expected more than elo0 = {low:g}, got {high:g}; "
            "elo0 is the smaller gain, to be told from elo1"
        )
    return Hypotheses(low, high, checked_model(model))


def checked_counts(counts: npt.ArrayLike, name: str = "counts") -> FloatArray:
    """Return whole counts of three or five outcomes, at least one of them above zero."""
    found = _validation.pool(counts, name)
    if len(found) not in OUTCOMES:
        raise ValueError(
            f"{name}: expected 3 numbers (losses, draws, wins) or 5 (pairs with 0, 0.5, 1, 1.5, "
            f"2 points), got {len(found)}"
        )
    for row, count in enumerate(found):
        if count < 0 or count != math.floor(count) or count > 2**53:
            raise ValueError(
                f"{name}: row {row} ({OUTCOMES[len(found)][row]}) is {count:g}; "
                "give how often it occurred, a whole number"
            )
    if not found.any():
        raise ValueError(f"{name}: all are zero; play at least one game before testing")
    return found


def scores_of(n_outcomes: int) -> FloatArray:
    """Return the score of each outcome, as a share of the points at stake."""
    return np.linspace(0, 1, n_outcomes)


def regularized(counts: FloatArray, zero_count: float) -> FloatArray:
    """Replace counts of zero, so that no outcome is held to be impossible."""
    return np.where(counts == 0, zero_count, counts)


def log_likelihood_ratios(
    counts: FloatArray, hypotheses: Hypotheses, zero_count: float
) -> FloatArray:
    """Return log L(H1) - log L(H0), each maximal under its hypothesis, for rows of counts."""
    n_outcomes = counts.shape[1]
    scores = scores_of(n_outcomes)
    loss = expectation_loss if hypotheses.model == "logistic" else t_value_loss
    theta0, theta1 = hypotheses.parameters(n_outcomes)
    ratios = np.empty(len(counts))
    for start in range(0, len(counts), _CHUNK):  # bounds the memory of the search
        filled = regularized(counts[start : start + _CHUNK], zero_count)
        n = filled.sum(axis=1)
        shares = filled / n[:, None]
        ratios[start : start + _CHUNK] = n * (
            loss(shares, scores, theta0) - loss(shares, scores, theta1)
        )
    return ratios


def checked_probabilities(values: npt.ArrayLike, name: str) -> FloatArray:
    """Return the probabilities of three or five outcomes."""
    found = _validation.pool(values, name)
    if len(found) not in OUTCOMES:
        raise ValueError(
            f"{name}: expected 3 probabilities (loss, draw, win) or 5 (a pair with 0, 0.5, 1, 1.5, "
            f"2 points), got {len(found)}"
        )
    for row, value in enumerate(found):
        if value < 0:
            raise ValueError(f"{name}: row {row} is {value:g}; no probability is negative")
    if abs(found.sum() - 1) > 1e-9:
        raise ValueError(f"{name}: they sum to {found.sum():.10g}; divide them by their sum")
    return np.asarray(found / found.sum())


def replaced(counts: FloatArray, zero_count: float) -> Sequence[str]:
    """Say which outcomes never occurred and what they count as."""
    missing = [OUTCOMES[len(counts)][row] for row in np.flatnonzero(counts == 0)]
    return [f"{', '.join(missing)}: never seen, counted as {zero_count:g} each"] if missing else []
