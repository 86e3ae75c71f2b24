"""A designed problem: how much maps of light cycles tell about the bot that plays on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from benchlib import _validation, information, lightcycles
from benchlib._validation import FloatArray
from benchlib.lightcycles import Bot, Map
from benchlib.results import ConfidenceInterval, Estimate

__all__ = ["MapInformation", "counted_information_bits", "map_information", "points_per_map"]


@dataclass(frozen=True)
class MapInformation:
    """What one kind of map tells about the bot that plays on it.

    Parameters
    ----------
    measure : Estimate
        Gain by the paper's measure under the convention "gaussian", from mean and standard
        deviation of the points per map, in bits.
    counted : Estimate
        Information in the points of one map, by counting them, in bits.
    """

    measure: Estimate
    counted: Estimate


def points_per_map(
    bots: Iterable[Bot | str],
    opponent: Bot | str,
    maps: Sequence[Map],
    *,
    rng: np.random.Generator | int,
) -> FloatArray:
    """Let bots play one opponent on maps, in both seats.

    Parameters
    ----------
    bots : iterable of Bot or str
        The bots, or their names.
    opponent : Bot or str
        Whom all of them play; it may be a copy of one of them.
    maps : sequence of Map
        Different maps.
    rng : numpy.random.Generator or int
        Source of the lots of bots with randomness, or a seed for it.

    Returns
    -------
    ndarray of float, shape (n_bots, n_maps)
        Points of both games on a map: 0, 0.5, 1, 1.5 or 2.

    Raises
    ------
    ValueError
        As from ``lightcycles.play_pairs``.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> from benchlib.studies import designed_maps
    >>> maps = lightcycles.generate(range(3), mirrored=False, width=8, height=6)
    >>> designed_maps.points_per_map(["voronoi", "random"], "voronoi", maps, rng=1)[0]
    array([1., 1., 1.])
    """
    rival = opponent if isinstance(opponent, Bot) else lightcycles.bot(opponent)
    # A bot may meet its copy, and records need two names.
    pairs = [(player, rival.named("opponent")) for player in bots]
    games = lightcycles.play_pairs(pairs, maps, rng=rng)
    by_seat = np.asarray(games["result"], dtype=np.float64).reshape(len(pairs), -1, 2)
    return np.asarray(by_seat.sum(axis=2), dtype=np.float64)


def counted_information_bits(points: npt.ArrayLike) -> FloatArray:
    r"""Return the mutual information between the bot and the points of one map, by counting.

    Parameters
    ----------
    points : array_like of float, shape (..., n_bots, n_maps)
        Points of each bot on each map, of which few values are different.

    Returns
    -------
    ndarray of float, shape (...)
        In bits, from 0 to log2 of the number of bots or of values, whichever is less.

    Raises
    ------
    ValueError
        If a number is not finite, or there are fewer than two bots or no maps.

    Notes
    -----
    A bot is drawn with equal chances, and a map: :math:`I = H(\bar q) - \frac1n \sum_a H(q_a)`,
    where :math:`q_a` are the shares of the values in the points of bot a and :math:`\bar q` is
    their mean. It is exact for these maps. As an estimate for all maps it is too large, by about
    :math:`(K - 1)(1 - 1/n) / (2 N \ln 2)` bits with K values and N maps.

    References
    ----------
    Cover and Thomas (2006), Elements of Information Theory, chapter 2; Miller (1955), Note on the
    bias of information estimates.

    Examples
    --------
    >>> from benchlib.studies import designed_maps
    >>> float(designed_maps.counted_information_bits([[2, 2, 1, 1], [0, 0, 1, 1]]))
    0.5
    """
    return _counted(_indicators(_checked(points))[1].mean(axis=-2))


def map_information(
    points: npt.ArrayLike,
    *,
    n_resamples: int = 400,
    rng: np.random.Generator | int,
    confidence_level: float = 0.95,
) -> MapInformation:
    """Estimate what one map tells, by the measure and by counting, with intervals over maps.

    Parameters
    ----------
    points : array_like of float, shape (n_bots, n_maps)
        Points of each bot on each map, as from `points_per_map`.
    n_resamples : int, optional
        How often the maps are drawn anew.
    rng : numpy.random.Generator or int
        Source of the resamples, or a seed for it.
    confidence_level : float, optional
        Nominal level.

    Returns
    -------
    MapInformation
        Both estimates with their intervals. A warning says if a bot took the same points on
        every map, since the measure then takes it for recognized.

    Raises
    ------
    ValueError
        If there are fewer than two bots or maps, or a number is out of range.

    Notes
    -----
    Maps are drawn with replacement, each with the points that all bots took on it. Few maps make
    bots look more different than they are, and maps drawn from few make that worse by about as
    much. So the mean excess of the resamples is taken off the estimate, and normal quantiles times
    their standard deviation give the interval. With 50 maps or fewer it holds the truth somewhat
    less often than its level says.

    References
    ----------
    Davison and Hinkley (1997), Bootstrap Methods and their Application, chapters 2 and 5.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> from benchlib.studies import designed_maps
    >>> maps = lightcycles.generate(range(40), mirrored=False, width=8, height=6)
    >>> points = designed_maps.points_per_map(["careful", "random"], "dice", maps, rng=1)
    >>> found = designed_maps.map_information(points, rng=1)
    >>> found.counted.confidence_interval.low > 0.1
    True
    """
    table = _checked(points)
    if table.ndim != 2 or table.shape[1] < 2:
        raise ValueError(
            f"points: has shape {table.shape}; expected (n_bots, n_maps) with two maps or more"
        )
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    if draws < 2:
        raise ValueError("n_resamples: one resample has no spread; give at least 2")
    level = _validation.fraction(confidence_level, "confidence_level")
    n_bots, n_maps = table.shape
    values, is_value = _indicators(table)
    weights = _validation.generator(rng).multinomial(n_maps, np.full(n_maps, 1 / n_maps), draws)
    # The first row is the maps as they were played.
    weights = np.vstack([np.ones(n_maps), weights]) / n_maps
    flat = is_value.swapaxes(0, 1).reshape(n_maps, -1)
    shares = (weights @ flat).reshape(draws + 1, n_bots, len(values))
    mean = shares @ values
    # A deviation that should be zero must not be what rounding leaves.
    spread = (shares * (values - mean[..., None]) ** 2).sum(axis=2) * n_maps / (n_maps - 1)
    sd = np.where(spread > 1e-12, np.sqrt(spread), 0.0)
    gains = information.information_bits(mean.T, sd.T, convention="gaussian")
    rows = np.flatnonzero(sd[0] == 0)
    same = (
        (
            f"bots in rows {rows.tolist()} took the same points on every map; the measure takes "
            "a bot without spread for recognized",
        )
        if rows.size
        else ()
    )
    return MapInformation(
        _corrected(gains, n_maps, level, same), _corrected(_counted(shares), n_maps, level)
    )


def _checked(points: npt.ArrayLike) -> FloatArray:
    table = _validation.real_array(points, "points")
    if table.ndim < 2 or table.shape[-2] < 2 or table.shape[-1] < 1:
        raise ValueError(
            f"points: has shape {table.shape}; expected (..., n_bots, n_maps) with two bots or more"
        )
    return table


def _indicators(table: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the values that occur, and whether each entry has each of them, (..., n_values)."""
    values = np.unique(table)
    return values, (table[..., None] == values).astype(np.float64)


def _counted(shares: FloatArray) -> FloatArray:
    """Return the information in shares of values, shape (..., n_bots, n_values)."""
    # Rounding can leave less than nothing.
    found = _entropy(shares.mean(axis=-2)) - _entropy(shares).mean(axis=-1)
    return np.asarray(np.maximum(found, 0.0), dtype=np.float64)


def _entropy(shares: FloatArray) -> FloatArray:
    logs = np.log2(shares, where=shares > 0, out=np.zeros_like(shares))
    return np.asarray(-(shares * logs).sum(axis=-1))


def _corrected(
    found: FloatArray, n_maps: int, level: float, warnings: tuple[str, ...] = ()
) -> Estimate:
    """Return the first value less the mean excess of the others, with their spread."""
    plain, sample = float(found[0]), found[1:]
    estimate, error = 2 * plain - float(sample.mean()), float(sample.std(ddof=1))
    reach = float(ndtri((1 + level) / 2)) * error
    # Information is never below zero.
    ends = max(0.0, estimate - reach), max(0.0, estimate + reach)
    return Estimate(
        estimate=max(0.0, estimate),
        standard_error=error,
        confidence_interval=ConfidenceInterval(*ends, level),
        n=n_maps,
        method=f"resampling of maps, less its mean excess, {len(sample)} resamples",
        warnings=warnings,
    )
