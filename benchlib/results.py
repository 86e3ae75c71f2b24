"""Frozen results that several statistics share."""

from dataclasses import dataclass

__all__ = ["ConfidenceInterval", "Estimate"]


@dataclass(frozen=True)
class ConfidenceInterval:
    """An interval with its nominal level.

    Parameters
    ----------
    low, high : float
        The ends, in the unit of the estimate.
    confidence_level : float
        Nominal coverage, between 0 and 1.
    """

    low: float
    high: float
    confidence_level: float


@dataclass(frozen=True)
class Estimate:
    """A number with what is known about its error.

    Parameters
    ----------
    estimate : float
        The estimate; NaN where it is not defined, with the reason in `warnings`.
    standard_error : float
        In the unit of the estimate.
    confidence_interval : ConfidenceInterval
        The interval by `method`.
    n : int
        How many independent observations it rests on.
    method : str
        How the error was computed.
    warnings : tuple of str
        What the reader must know before using it.
    """

    estimate: float
    standard_error: float
    confidence_interval: ConfidenceInterval
    n: int
    method: str
    warnings: tuple[str, ...] = ()
