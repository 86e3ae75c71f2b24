"""The information gain measure of the paper, for one problem or many."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.information import _kernels
from benchlib.information._kernels import Convention

__all__ = [
    "channel_information_bits",
    "channel_matrix",
    "covariance_channel_matrix",
    "information_bits",
    "joint_information_bits",
]


def channel_matrix(mean: npt.ArrayLike, sd: npt.ArrayLike, *, convention: Convention) -> FloatArray:
    r"""Return how strongly the mean of each agent points to every agent.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents,) or (n_agents, n_measures)
        Mean and standard deviation of one play of each agent on one problem; several columns are
        several measures of the same play, such as result and score, or several problems.
    convention : {"released", "gaussian"}
        "released" adds deviations, as the paper and its program do; "gaussian" adds variances, as
        independent normal noise does.

    Returns
    -------
    ndarray of float, shape (n_agents, n_agents)
        Row a holds the belief in each agent after the mean of agent a was observed. Rows sum to
        one, but for the replaced entries of "released".

    Raises
    ------
    ValueError
        If there are fewer than two agents, shapes differ, a number is not finite, or a standard
        deviation is negative; or is zero under "released".

    Notes
    -----
    .. math:: p(b \mid a) \propto \prod_k \frac{1}{v_k}
       \exp\left(-\frac{(m_{ak} - m_{bk})^2}{2 v_k^2}\right)

    with :math:`v_k = s_{ak} + s_{bk}` under "released" and :math:`v_k^2 = s_{ak}^2 + s_{bk}^2`
    under "gaussian". All is computed with logarithms, so nothing underflows. "released" then
    replaces every probability below :math:`2^{-1074}`, the least that a double can hold, by
    :math:`10^{-5}`, as the paper's program does, and leaves the row as it is. Under "gaussian",
    agents that never vary share the belief with those that never vary around the same mean.

    References
    ----------
    Stephenson and others (2020).

    Examples
    --------
    >>> from benchlib import information
    >>> information.channel_matrix([0.1, 0.5, 0.9], [0.1, 0.1, 0.1], convention="gaussian").round(3)
    array([[0.982, 0.018, 0.   ],
           [0.018, 0.965, 0.018],
           [0.   , 0.018, 0.982]])
    """
    rule = _kernels.checked_convention(convention)
    means, deviations = _one_problem(mean, "mean"), _one_problem(sd, "sd")
    table = _kernels.checked_table(means, deviations, rule)
    return _kernels.beliefs(_kernels.log_kernels(*table, rule)[0], rule)


def _one_problem(values: npt.ArrayLike, name: str) -> FloatArray:
    array = _validation.real_array(values, name, nan=True)
    if array.ndim not in (1, 2):
        raise ValueError(
            f"{name}: expected shape (n_agents,) or (n_agents, n_measures), got {array.shape}"
        )
    return array.reshape(len(array), 1, -1) if array.size else array


def covariance_channel_matrix(mean: npt.ArrayLike, covariance: npt.ArrayLike) -> FloatArray:
    r"""Return the beliefs when measures of a play depend on each other.

    Parameters
    ----------
    mean : array_like of float, shape (n_agents, n_measures)
        Mean of each measure of one play.
    covariance : array_like of float, shape (n_agents, n_measures, n_measures)
        Covariance matrix of the measures of one play.

    Returns
    -------
    ndarray of float, shape (n_agents, n_agents)
        As `channel_matrix`; rows sum to one.

    Raises
    ------
    ValueError
        If the shapes do not fit, or the sum of two covariance matrices is not positive definite.

    Notes
    -----
    Variances are added, as in the "gaussian" convention, and the scaled gap becomes the
    Mahalanobis distance :math:`(m_a - m_b)^\top (S_a + S_b)^{-1} (m_a - m_b)`. The paper names this
    version and could not use it, since only means and deviations are released. It needs records of
    single plays.

    References
    ----------
    Mahalanobis (1936); Stephenson and others (2020).

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib import information
    >>> same = np.array([[1.0, 0.9], [0.9, 1.0]])  # result and score nearly say the same
    >>> information.covariance_channel_matrix([[0, 0], [2, 2]], [same, same]).round(2)
    array([[0.74, 0.26],
           [0.26, 0.74]])
    """
    means = _validation.real_array(mean, "mean")
    matrices = _validation.real_array(covariance, "covariance")
    if means.ndim != 2 or matrices.shape != (*means.shape, means.shape[1]) or len(means) < 2:
        raise ValueError(
            f"covariance: has shape {matrices.shape} and mean has {means.shape}; expected "
            "(n_agents, n_measures, n_measures) and (n_agents, n_measures), two agents or more"
        )
    if not np.allclose(matrices, matrices.swapaxes(1, 2), rtol=1e-9, atol=0):
        raise ValueError("covariance: a matrix is not symmetric; use numpy.cov of single plays")
    joint = matrices[:, None] + matrices[None]
    gap = means[:, None] - means[None]
    try:
        factor = np.linalg.cholesky(joint)
        # What a measure adds to those before it, as a share of its variance.
        own = np.diagonal(factor, axis1=-2, axis2=-1) ** 2
        if (own <= 1e-12 * np.diagonal(joint, axis1=-2, axis2=-1)).any():
            raise np.linalg.LinAlgError
    except np.linalg.LinAlgError:
        raise ValueError(
            "covariance: the sum of two matrices is not positive definite; leave out a measure "
            "that never varies or that repeats another"
        ) from None
    whitened = np.linalg.solve(factor, gap[..., None])[..., 0]
    log_spread = np.log(np.diagonal(factor, axis1=-2, axis2=-1)).sum(axis=-1)
    return _kernels.beliefs(-0.5 * (whitened**2).sum(axis=-1) - log_spread, "gaussian")


def information_bits(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    *,
    convention: Convention,
    problems: Sequence[str] | None = None,
) -> FloatArray:
    r"""Return the information gain of every problem by itself.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents, n_problems) or (n_agents, n_problems, n_measures)
        Mean and standard deviation of one play; the measures of a problem are combined.
    convention : {"released", "gaussian"}
        As in `channel_matrix`.
    problems : sequence of str, optional
        Names, only used in messages.

    Returns
    -------
    ndarray of float, shape (n_problems,)
        Gains in bits, from 0 to log2(n_agents).

    Raises
    ------
    ValueError
        As in `channel_matrix`.

    Notes
    -----
    :math:`\log_2 n + \frac1n \sum_{a,b} p(b \mid a) \log_2 p(b \mid a)`: the entropy of a uniform
    belief minus the mean entropy of the belief after an agent's mean was observed. See
    `channel_information_bits` and `play_information_bits` for what it is not.

    References
    ----------
    Stephenson and others (2020).

    Examples
    --------
    >>> from benchlib import information
    >>> mean = [[0.40, 0.1], [0.50, 0.9]]  # two agents, alike on one problem but not on the other
    >>> spread = [[0.1, 0.1], [0.1, 0.1]]
    >>> information.information_bits(mean, spread, convention="gaussian").round(3)
    array([0.011, 1.   ])
    """  # noqa: E501
    rule = _kernels.checked_convention(convention)
    table = _kernels.checked_table(mean, sd, rule, names=problems)
    return _kernels.gains(_kernels.log_kernels(*table, rule), rule)


def joint_information_bits(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    *,
    convention: Convention,
    chosen: Iterable[int] | None = None,
) -> float:
    """Return the information gain of several problems together.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents, n_problems) or (n_agents, n_problems, n_measures)
        As in `information_bits`.
    convention : {"released", "gaussian"}
        As in `channel_matrix`.
    chosen : iterable of int, optional
        Positions of the problems, all of them by default. A position that stands twice counts
        twice, which the measure takes for new evidence.

    Returns
    -------
    float
        The gain in bits, from 0 to log2(n_agents).

    Raises
    ------
    ValueError
        As in `channel_matrix`; or if a position does not exist.

    Examples
    --------
    >>> from benchlib import information
    >>> mean, sd = [[0, 0], [0, 1], [1, 0], [1, 1]], [[0.1, 0.1]] * 4
    >>> information.information_bits(mean, sd, convention="gaussian").round(3)
    array([1., 1.])
    >>> round(information.joint_information_bits(mean, sd, convention="gaussian"), 3)
    2.0
    """  # noqa: E501
    rule = _kernels.checked_convention(convention)
    means, deviations = _kernels.checked_table(mean, sd, rule)
    n_problems = means.shape[1]
    everything = range(n_problems) if chosen is None else chosen
    places = _kernels.positions(everything, n_problems, "chosen")
    if not places:
        raise ValueError("chosen: is empty; give the position of at least one problem")
    kernels = _kernels.log_kernels(means[:, places], deviations[:, places], rule)
    return float(_kernels.gains(kernels.sum(axis=0, keepdims=True), rule)[0])


def channel_information_bits(matrix: npt.ArrayLike) -> float:
    r"""Return the mutual information between agent and belief, for a uniform choice of the agent.

    Parameters
    ----------
    matrix : array_like of float, shape (n_agents, n_agents)
        Beliefs, one row for each true agent, rows that sum to one.

    Returns
    -------
    float
        In bits.

    Raises
    ------
    ValueError
        If the matrix is not square or a row does not sum to one.

    Notes
    -----
    :math:`H(\bar p) - \frac1n \sum_a H(p(\cdot \mid a))` with :math:`\bar p` the mean row. The
    paper's gain puts the entropy of a uniform belief in place of :math:`H(\bar p)`, and is larger
    by how far the mean row is from uniform.

    References
    ----------
    Cover and Thomas (2006), Elements of Information Theory, chapter 2.

    Examples
    --------
    >>> from benchlib import information
    >>> information.channel_information_bits([[1, 0], [1, 0]])  # the belief never moves
    0.0
    """
    rows = _validation.real_array(matrix, "matrix", nan=True)
    if rows.ndim != 2 or rows.shape[0] != rows.shape[1] or rows.size == 0:
        raise ValueError(f"matrix: expected a square matrix, got shape {rows.shape}")
    off = ~(np.abs(rows.sum(axis=1) - 1) < 1e-9) | (rows < 0).any(axis=1)
    if off.any():
        row = int(off.argmax())
        raise ValueError(
            f"matrix: row {row} sums to {rows[row].sum():.9g}; give probabilities that sum to "
            "one, dividing each row by its sum if it has replaced entries"
        )
    return max(0.0, _entropy_bits(rows.mean(axis=0)) - float(np.mean([*map(_entropy_bits, rows)])))


def _entropy_bits(belief: FloatArray) -> float:
    positive = belief[belief > 0]
    return float(-(positive * np.log2(positive)).sum())
