"""A panel's fit with its residuals, and the noise that they are made of."""

from typing import Any

import numpy as np
from scipy.linalg import cho_solve
from scipy.sparse import csr_array
from scipy.special import expit

from benchlib._validation import FloatArray
from benchlib.bradley_terry import _games, _graph, _solvers
from benchlib.bradley_terry._games import Comparisons, IntArray
from benchlib.bradley_terry.ratings import fitted_strengths

# Units are taken in blocks of about this many numbers.
_BLOCK = 4_000_000


class PanelFit:
    """Ratings, residuals of pairs, and the covariance of what the residuals are made of."""

    def __init__(self, points_or_games: Any, by: str | None, prior: float) -> None:
        name = "points_or_games"
        if by is not None and not isinstance(by, str):
            raise ValueError(f"by: expected the name of a column, or None, got {by!r}")
        rows = _games.read(points_or_games, name)
        if rows.from_table:
            rows = _games.read(points_or_games, name, by=by, each_game=by is None)
        elif by is not None:
            raise ValueError(
                f"{name}: a matrix of points does not say which games share a map; give a table "
                "of games, or write by=None"
            )
        self._set(rows, prior, by)

    def _set(self, rows: Comparisons, prior: float, by: str | None) -> None:
        self.rows, self.prior, self.by = rows, prior, by
        pairs, self.pair = rows.by_pair()
        self.pairs = pairs
        self.component = _graph.components(pairs, prior, "points_or_games")
        self.log_strength, _ = fitted_strengths(pairs, self.component, prior)
        gap = self.log_strength[pairs.first] - self.log_strength[pairs.second]
        self.gap = gap
        expected = expit(gap)
        self.residual = pairs.points - pairs.games * expected
        self.weight = pairs.games * expected * (1 - expected)
        added = 2 * prior * expected * (1 - expected)
        matrix = _solvers.grounded(pairs.first, pairs.second, self.weight + added, self.component)
        self.factor = _solvers.factored(matrix)
        self.warnings: tuple[str, ...] = ()
        if not rows.from_table:
            self.method = "independent games without draws"
            self.warnings = ("a matrix of points shows neither draws nor maps",)
            return
        self.method = f"spread between units of {by or 'game'!r}"
        units = np.bincount(self.pair, minlength=len(pairs.first))
        if units.min() < 2:
            self.warnings = (
                f"{int((units < 2).sum())} pairs met on one {by or 'game'} only, which has no "
                "spread: theirs is taken from the model, with independent games without draws",
            )

    def part(self, bots: IntArray) -> "PanelFit":
        """Fit some of the bots to the games among them."""
        chosen = np.isin(self.rows.first, bots) & np.isin(self.rows.second, bots)
        place = np.zeros(len(self.rows.bots), dtype=np.int64)
        place[bots] = np.arange(len(bots))
        kept = self.rows
        rows = Comparisons(
            tuple(kept.bots[k] for k in bots), place[kept.first[chosen]],
            place[kept.second[chosen]], kept.points[chosen], kept.games[chosen],
            kept.draws[chosen], kept.seat[chosen], kept.cluster[chosen], kept.n_clusters,
            from_table=kept.from_table,
        )  # fmt: skip
        panel = PanelFit.__new__(PanelFit)
        panel._set(rows, self.prior, self.by)
        return panel

    def explained(self, noise: FloatArray) -> FloatArray:
        """Return the part of noise in the points, one row a draw, that ratings take up."""
        first, second, n = self.pairs.first, self.pairs.second, len(self.pairs.bots)
        row = np.arange(len(first))
        ends = csr_array(
            (np.r_[np.ones(len(row)), -np.ones(len(row))], (np.r_[row, row], np.r_[first, second])),
            (len(row), n),
        )
        shift = cho_solve(self.factor, ends.T @ noise.T)
        result: FloatArray = (self.weight[:, None] * (ends @ shift)).T
        return result

    def units(self) -> csr_array:
        """Return the noise of each unit around the pair's own rate, shape (n_units, n_pairs).

        Around the pair's rate and not the model's, so that a cycle is no noise. For a matrix of
        points, the units are the pairs, with the spread of independent games.
        """
        pairs = self.pairs
        n_pairs = len(pairs.first)
        rate = pairs.points / pairs.games
        if not self.rows.from_table:
            spread = np.sqrt(self.weight)
            return csr_array((spread, (np.arange(n_pairs), np.arange(n_pairs))))
        count = np.bincount(self.pair, minlength=n_pairs).astype(np.float64)
        spread = np.sqrt(count / np.maximum(count - 1, 1))
        values = (self.rows.points - self.rows.games * rate[self.pair]) * spread[self.pair]
        _, unit = np.unique(self.rows.cluster, return_inverse=True)
        # A pair that met in one unit only is one by itself, with the model's spread.
        alone = np.flatnonzero(count == 1)
        n_units = int(unit.max()) + 1
        row = np.concatenate([unit, n_units + np.arange(len(alone))])
        column = np.concatenate([self.pair, alone])
        entries = np.concatenate([values, np.sqrt(self.weight[alone])])
        return csr_array((entries, (row, column)), (n_units + len(alone), n_pairs))

    def noise(self) -> tuple[FloatArray, FloatArray]:
        """Return the variances of residuals, and of points that the ratings take up."""
        units = self.units()
        step = max(1, _BLOCK // units.shape[1])
        left, taken = np.zeros(units.shape[1]), np.zeros(units.shape[1])
        for start in range(0, units.shape[0], step):
            whole = units[start : start + step].toarray()
            explained = self.explained(whole)
            left += ((whole - explained) ** 2).sum(axis=0)
            taken += (explained**2).sum(axis=0)
        return left, taken

    def draws(self, n_resamples: int, rng: np.random.Generator) -> FloatArray:
        """Draw the weighted sum of squared residuals that noise alone would leave."""
        units = self.units()
        result = np.empty(n_resamples)
        step = max(1, _BLOCK // sum(units.shape))
        for start in range(0, n_resamples, step):
            size = min(step, n_resamples - start)
            noise = (units.T @ rng.standard_normal((size, units.shape[0])).T).T
            left = noise - self.explained(noise)
            result[start : start + size] = (left**2 / self.weight).sum(axis=1)
        return result
