"""Which problems to keep: greedily, by a wider search, and what one more would add."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.information import _kernels
from benchlib.information._kernels import Convention

__all__ = ["Selection", "search_problems", "select_problems"]

# Gains that differ by less are equal but for rounding, and the name decides.
_TIE = 1e-12


@dataclass(frozen=True)
class Selection:
    """A set of problems, in the order in which they were chosen.

    Parameters
    ----------
    problems : tuple of str
        Names.
    positions : tuple of int
        Their columns in the table.
    bits : ndarray of float, shape (n_select,)
        Joint gain of the first, the first two, and so on.
    upper_bound_bits : float
        What no set can exceed, log2 of the number of agents.
    method : str
        How the set was found.
    """

    problems: tuple[str, ...]
    positions: tuple[int, ...]
    bits: FloatArray
    upper_bound_bits: float
    method: str


def select_problems(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    *,
    n_select: int,
    convention: Convention,
    problems: Sequence[str] | None = None,
) -> Selection:
    """Choose problems one after the other, each time the one that adds most.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents, n_problems) or (n_agents, n_problems, n_measures)
        Mean and standard deviation of one play.
    n_select : int
        How many to choose.
    convention : {"released", "gaussian"}
        As in `channel_matrix`.
    problems : sequence of str, optional
        Names; positions as text by default.

    Returns
    -------
    Selection
        A problem is chosen once. Of several that add equally much, the first by name is taken.

    Raises
    ------
    ValueError
        As in `channel_matrix`; or if there are not `n_select` problems, or names do not fit.

    Notes
    -----
    The joint gain of a set is that of all its measures together. It is not submodular, and under
    "released" it can even fall when a problem is added, so the greedy set need not be the best
    one; see `search_problems`.

    References
    ----------
    Stephenson and others (2020).

    Examples
    --------
    >>> from benchlib import information
    >>> mean, sd = [[0, 0, 0], [1, 0, 1], [0, 1, 1]], [[0.2] * 3] * 3
    >>> chosen = information.select_problems(
    ...     mean, sd, n_select=2, convention="gaussian", problems=["chess", "go", "hex"]
    ... )
    >>> chosen.problems, chosen.bits.round(2).tolist()
    (('chess', 'go'), [0.9, 1.56])
    """  # noqa: E501
    table = _Table(mean, sd, n_select, convention, problems)
    places, bits = table.greedy()
    return table.selection(places, bits, "greedy")


def search_problems(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    *,
    n_select: int,
    convention: Convention,
    n_restarts: int,
    rng: np.random.Generator | int,
    problems: Sequence[str] | None = None,
) -> Selection:
    """Look for a better set than the greedy one, by swaps from many starts.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents, n_problems) or (n_agents, n_problems, n_measures)
        Mean and standard deviation of one play.
    n_select, convention, problems
        As in `select_problems`.
    n_restarts : int
        Random starts besides the greedy set.
    rng : numpy.random.Generator or int
        Source of the starts, or a seed for it.

    Returns
    -------
    Selection
        The best set that was found; its joint gain is at least the greedy one's. The problems
        stand in the order in which they add most to each other.

    Raises
    ------
    ValueError
        As in `select_problems`.

    Notes
    -----
    From each start, the one swap of a chosen against another problem that raises the joint gain
    most is made until none does. Nothing says that the best of all sets is found;
    `upper_bound_bits` says how much there can be to find at most.

    Examples
    --------
    >>> from benchlib import information
    >>> mean, sd = [[0, 0, 0], [1, 0, 1], [0, 1, 1]], [[0.2] * 3] * 3
    >>> found = information.search_problems(
    ...     mean, sd, n_select=2, convention="gaussian", n_restarts=2, rng=1
    ... )
    >>> found.bits.round(2).tolist()
    [0.9, 1.56]
    """  # noqa: E501
    table = _Table(mean, sd, n_select, convention, problems)
    starts = _validation.positive_integer(n_restarts, "n_restarts")
    generator = _validation.generator(rng)
    greedy = table.greedy()
    best, most = table.swapped(greedy[0])
    for _ in range(starts):
        start = generator.choice(len(table.names), table.n_select, replace=False)
        places, found = table.swapped(tuple(int(k) for k in start))
        if found > most + _TIE:
            best, most = places, found
    order, bits = table.greedy(among=best)
    return table.selection(order, bits, f"swaps from the greedy set and {starts} random starts")


class _Table:
    """Log kernels of all problems, in the order of their names, so that names decide ties."""

    def __init__(
        self,
        mean: npt.ArrayLike,
        sd: npt.ArrayLike,
        n_select: int,
        convention: Convention,
        problems: Sequence[str] | None,
    ) -> None:
        self.rule = _kernels.checked_convention(convention)
        means, deviations = _kernels.checked_table(mean, sd, self.rule, names=problems)
        n_problems = means.shape[1]
        given = [str(k) for k in range(n_problems)] if problems is None else [*map(str, problems)]
        if len(given) != n_problems or len(set(given)) < n_problems:
            raise ValueError(
                f"problems: {len(set(given))} different names for {n_problems} problems; give "
                "each problem one name of its own"
            )
        order = (
            range(n_problems)
            if problems is None
            else sorted(range(n_problems), key=given.__getitem__)
        )
        self.order = np.array(order)
        self.names = [given[k] for k in order]
        self.n_select = _validation.positive_integer(n_select, "n_select")
        if self.n_select > n_problems:
            raise ValueError(f"n_select: {n_select} of {n_problems} problems can't be chosen")
        self.n_agents = len(means)
        self.kernels = _kernels.log_kernels(
            means[:, self.order], deviations[:, self.order], self.rule
        )

    def best(self, known: FloatArray, allowed: Iterable[int]) -> tuple[int, float]:
        """Return the allowed problem with the largest joint gain beside what is known."""
        # The gains of all are computed: leaving some out would copy the kernels of the rest.
        found = _kernels.gains(self.kernels, self.rule, known=known)
        places = np.array(sorted(allowed))
        most = found[places].max()
        return int(places[np.argmax(found[places] >= most - _TIE)]), float(most)

    def greedy(self, among: Iterable[int] | None = None) -> tuple[tuple[int, ...], FloatArray]:
        """Add one problem after the other, each time the one that adds most."""
        rest = set(range(len(self.names)) if among is None else among)
        chosen: list[int] = []
        bits: list[float] = []
        known = np.zeros(self.kernels.shape[1:])
        while len(chosen) < self.n_select:
            place, most = self.best(known, rest)
            rest.remove(place)
            chosen.append(place)
            bits.append(most)
            known = known + self.kernels[place]
        return tuple(chosen), np.array(bits)

    def swapped(self, start: tuple[int, ...]) -> tuple[tuple[int, ...], float]:
        """Make the best swap until none helps."""
        chosen, most = set(start), -math.inf
        while True:
            swaps = []
            for out in sorted(chosen):
                kept = chosen - {out}
                known = self.kernels[sorted(kept)].sum(axis=0)
                # To stay is allowed: so the first round measures the start as well.
                new, bits = self.best(known, set(range(len(self.names))) - kept)
                swaps.append((bits, out, new))
            bits, out, new = max(swaps, key=lambda swap: swap[0])
            if bits <= most + _TIE:
                return tuple(sorted(chosen)), most
            chosen, most = chosen - {out} | {new}, bits

    def selection(self, places: tuple[int, ...], bits: FloatArray, method: str) -> Selection:
        """Return the result in the caller's names and columns."""
        return Selection(
            problems=tuple(self.names[k] for k in places),
            positions=tuple(int(self.order[k]) for k in places),
            bits=bits,
            upper_bound_bits=math.log2(self.n_agents),
            method=method,
        )
