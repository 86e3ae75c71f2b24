"""Seat advantage and draws as parameters beside the strengths; also the plain model's scores.

Parameters are the log strengths, then the seat advantage and the logarithm of Davidson's draw
parameter where they are fitted. Everything is dense: panels, not ladders.
"""

import math
from typing import Any

import numpy as np
from scipy.linalg import cho_solve
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack
from scipy.special import expit, logsumexp

from benchlib._validation import FloatArray
from benchlib.bradley_terry import _solvers
from benchlib.bradley_terry._games import Comparisons, IntArray

_ITERATIONS = 1000
_TOLERANCE = 1e-9


class Model:
    """The likelihood of added-up games, with the options chosen."""

    def __init__(
        self, rows: Comparisons, component: IntArray, prior: float, draws: bool, seat: bool
    ) -> None:
        self.rows, self.component, self.draws, self.seat = rows, component, draws, seat
        n = self.n = len(rows.bots)
        pairs = np.unique(rows.first * n + rows.second) if prior else np.empty(0, dtype=np.int64)
        added = np.full(len(pairs), prior)
        # The prior's games come after the rows: as many wins as losses, no draws, in no seat.
        self.first = np.concatenate([rows.first, pairs // n])
        self.second = np.concatenate([rows.second, pairs % n])
        self.games = np.concatenate([rows.games, 2 * added])
        self.points = np.concatenate([rows.points, added])
        self.drawn = np.concatenate([rows.draws, 0 * added])
        self.side = np.concatenate([rows.seat, 0 * added])
        self.size = n + seat + draws

    def split(self, parameters: FloatArray) -> tuple[FloatArray, float, float]:
        """Return log strengths, seat advantage and draw parameter, NaN if not fitted."""
        seat = float(parameters[self.n]) if self.seat else math.nan
        return parameters[: self.n], seat, math.exp(parameters[-1]) if self.draws else math.nan

    def design(self) -> csr_array:
        """Return how the log-odds of each row depend on the parameters."""
        row = np.arange(len(self.games))
        entries = [(np.ones(len(row)), self.first), (-np.ones(len(row)), self.second)]
        if self.seat:
            entries.append((self.side, np.full(len(row), self.n)))
        data, column = (np.concatenate(part) for part in zip(*entries, strict=True))
        return csr_array((data, (np.tile(row, len(entries)), column)), (len(row), self.size))

    def moments(self, parameters: FloatArray) -> tuple[FloatArray, ...]:
        """Return expected points and draws of a game, and their variances and covariance."""
        gap = parameters[self.first] - parameters[self.second]
        if self.seat:
            gap = gap + parameters[self.n] * self.side
        if not self.draws:
            expected = expit(gap)
            nothing = np.zeros(len(gap))
            return expected, nothing, expected * (1 - expected), nothing, nothing
        logs = np.stack([gap / 2, np.full(len(gap), parameters[-1]), -gap / 2])
        win, draw, loss = np.exp(logs - logsumexp(logs, axis=0))
        variance = (win + loss - (win - loss) ** 2) / 4
        return win + draw / 2, draw, variance, draw * (1 - draw), -(win - loss) * draw / 2

    def scores(self, parameters: FloatArray) -> csr_array:
        """Return each cluster's part in the gradient, one row a cluster; one for all if none."""
        expected, draw, *_ = self.moments(parameters)
        cluster = np.maximum(self.rows.cluster, 0)
        shape = (max(self.rows.n_clusters, 1), len(self.games))
        adds: Any = csr_array((np.ones(shape[1]), (cluster, np.arange(shape[1]))), shape)
        result = adds @ self.design().multiply((self.points - self.games * expected)[:, None])
        if self.draws:
            of_draws = adds @ (self.drawn - self.games * draw)
            where = (np.arange(shape[0]), np.full(shape[0], self.size - 1))
            last: Any = csr_array((of_draws, where), (shape[0], self.size))
            result = result + last
        return csr_array(result)

    def gradient(self, parameters: FloatArray) -> FloatArray:
        """Return the first derivatives of the log-likelihood."""
        expected, draw, *_ = self.moments(parameters)
        result: FloatArray = self.design().T @ (self.points - self.games * expected)
        if self.draws:
            result[-1] = (self.drawn - self.games * draw).sum()
        return result

    def information(self, parameters: FloatArray) -> FloatArray:
        """Return the negative second derivatives of the log-likelihood."""
        _, _, variance, of_draws, covariance = self.moments(parameters)
        design = self.design()
        weighted = design.multiply((self.games * variance)[:, None])
        matrix: FloatArray = (design.T @ weighted).toarray()
        if self.draws:
            matrix[-1] = matrix[:, -1] = design.T @ (self.games * covariance)
            matrix[-1, -1] = self.games @ of_draws
        return matrix

    def constants(self) -> FloatArray:
        """Return the directions that change nothing: a constant in each component."""
        found = np.zeros((self.size, int(self.component.max()) + 1))
        found[np.arange(self.n), self.component] = 1
        return np.asarray(found / np.linalg.norm(found, axis=0))

    def pinned(self, matrix: FloatArray) -> FloatArray:
        """Make the information invertible by pinning the constants."""
        constants = self.constants() * math.sqrt(float(np.trace(matrix)) / self.size)
        result: FloatArray = matrix + constants @ constants.T
        return result

    def inverse(self, parameters: FloatArray) -> FloatArray:
        """Invert the information on everything that the games can tell."""
        centre = np.eye(self.size) - self.constants() @ self.constants().T
        factor = _solvers.factored(self.pinned(self.information(parameters)))
        result: FloatArray = centre @ cho_solve(factor, np.eye(self.size)) @ centre
        return result

    def fit(self) -> tuple[FloatArray, int]:
        """Fit by Newton's method, after a check that a finite best fit exists."""
        self._check()
        parameters = np.zeros(self.size)
        for iteration in range(1, _ITERATIONS + 1):
            gradient = self.gradient(parameters)
            factor = _solvers.factored(self.pinned(self.information(parameters)))
            step = cho_solve(factor, gradient)
            reach = np.abs(self.design() @ step)
            if self.draws:
                reach = reach / 2 + np.maximum(reach / 2, abs(step[-1]))
            parameters = parameters + _solvers.step_length(float(reach.max())) * step
            if reach.max() < _TOLERANCE:
                parameters[: self.n] = _solvers.centred(parameters[: self.n], self.component)
                return parameters, iteration
        raise RuntimeError("the fit did not converge; play more games or raise prior")

    def _check(self) -> None:
        """Refuse data whose best fit is not unique or lies at infinity."""
        if self.draws and not self.rows.from_table:
            raise ValueError(
                "points_or_games: a matrix of points does not say which games were drawn; give a "
                "table of games, or write draws='half'"
            )
        if self.draws and not self.rows.draws.any():
            raise ValueError(
                "points_or_games: holds no draw, so a draw parameter has no finite estimate; "
                "write draws='half'"
            )
        if self.draws and not (self.games > self.drawn).any():
            raise ValueError(
                "points_or_games: every game is a draw, so a draw parameter has no finite "
                "estimate; write draws='half'"
            )
        design = self.design()
        if self.seat:
            rank = np.linalg.matrix_rank((design.T @ design).toarray(), hermitian=True)
            if rank < self.n + 1 - (int(self.component.max()) + 1):
                raise ValueError(
                    "points_or_games, column 'seat': the seats follow from the pairs, so the seat "
                    "advantage cannot be told from strength; let bots change seats"
                )
        if self._separated(design):
            raise ValueError(
                "points_or_games: the best fit lies at infinity, since some strengths, seat and "
                "draws together explain every result without doubt; play more games or fit fewer "
                "options (a prior bounds strengths only)"
            )

    def _separated(self, design: Any) -> bool:
        """Find out by linear programming whether the likelihood rises for ever in a direction.

        It does if every result that occurred loses nothing against the others along it.
        """
        shape = design.shape
        last = np.full(shape[0], self.size - 1)
        draw: Any = csr_array(
            (np.full(shape[0], float(self.draws)), (np.arange(shape[0]), last)), shape
        )
        drawn = self.drawn if self.draws else np.zeros(shape[0])
        won = self.points - drawn / 2
        lost = self.games - won - drawn
        # A half point in the plain model is a win and a loss at once.
        gains = [(won > 0, design), (lost > 0, -design)]
        if self.draws:
            gains += [
                (won > 0, design / 2 - draw), (lost > 0, -design / 2 - draw),
                (drawn > 0, draw - design / 2), (drawn > 0, draw + design / 2),
            ]  # fmt: skip
        gain: Any = csr_array(vstack([matrix[seen] for seen, matrix in gains]))
        found = linprog(-gain.sum(axis=0), A_ub=-gain, b_ub=np.zeros(gain.shape[0]), bounds=(-1, 1))
        if found.status != 0:
            raise RuntimeError(f"the check for a finite fit failed: {found.message}")
        return bool(float(found.fun or 0) < -1e-7)
