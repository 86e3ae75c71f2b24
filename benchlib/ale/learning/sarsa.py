"""SARSA(λ) with linear values over binary features.

The value of an action is the sum of one weight for each active feature. The document leaves four
things open, which `Sarsa` settles and names in its Notes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numba import njit
from numpy.typing import NDArray

from benchlib import _validation
from benchlib.ale.learning._traces import BEYOND, Traces
from benchlib.ale.learning.weights import Weights

__all__ = ["SETTINGS", "TRACE_CUT", "Sarsa", "Settings"]

#: Traces below this are dropped.
TRACE_CUT = 0.01


@dataclass(frozen=True)
class Settings:
    """Parameters of a learner.

    Parameters
    ----------
    learning_rate : float
        α, the share of an error that is corrected at once if all features are as many as ever.
    trace_decay : float
        λ, how much of an error also reaches the decision before.
    discount : float, optional
        γ, the worth of a point one decision later.
    exploration : float, optional
        ε, how often an action is drawn from all alike.

    Raises
    ------
    ValueError
        If a number is not between 0 and 1, or the learning rate is 0.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix C.

    Examples
    --------
    >>> from benchlib.ale import learning
    >>> learning.Settings(learning_rate=0.5, trace_decay=0.9)
    Settings(learning_rate=0.5, trace_decay=0.9, discount=0.999, exploration=0.05)
    """

    learning_rate: float
    trace_decay: float
    discount: float = 0.999
    exploration: float = 0.05

    def __post_init__(self) -> None:
        for name in ("learning_rate", "trace_decay", "discount", "exploration"):
            if _validation.finite(getattr(self, name), name, least=0) > 1:
                raise ValueError(f"{name}: expected at most 1, got {getattr(self, name)!r}")
        _validation.positive(self.learning_rate, "learning_rate")


_GRID = Settings(learning_rate=0.5, trace_decay=0.9)

#: The paper's parameters for each representation. The two that complete the 2 x 2 of colours and
#: pairs, which it does not have, take those of Basic and BASS.
SETTINGS: Mapping[str, Settings] = MappingProxyType(
    {
        "basic": _GRID,
        "bass": _GRID,
        "disco": Settings(learning_rate=0.1, trace_decay=0.9),
        "lsh": Settings(learning_rate=0.5, trace_decay=0.5),
        "ram": Settings(learning_rate=0.2, trace_decay=0.5),
        "basic8": _GRID,
        "bass128": _GRID,
    }
)


class Sarsa:
    """A learner that improves the ε-greedy policy that it plays.

    Parameters
    ----------
    n_actions : int
        Actions, numbered from 0.
    settings : Settings
        Its parameters.
    rng : numpy.random.Generator or int
        Where its actions come from: two numbers for each decision, explored or not.
    trace_cut : float, optional
        Traces below this are dropped; 0 keeps them all.

    Attributes
    ----------
    weights : Weights
        What it has learned, a row for each feature that it met while learning. During an episode
        some moves wait; ask `values`, which knows them.

    Raises
    ------
    ValueError
        If an input is out of range.

    Notes
    -----
    With F the active features and a the action, the error of a decision is
    δ = r + γ Σ_{i ∈ F'} w_ia' - Σ_{i ∈ F} w_ia, and every weight moves by α δ e / n, where e is
    its trace. The trace of an active feature for the action taken becomes 1; all others fade by γλ.
    The source leaves open, and here:

    - An active feature keeps its traces for *other* actions, which go on fading; the variant of
      Singh and Sutton (1996) sets them to 0. Most features of a screen stay active for many
      decisions, and clearing would let a reward reach little more than the last action.
    - n is the largest number of active features met so far. Without it a rate of 0.5 would
      correct an error many times over.
    - A trace below 0.01 is dropped. So a reward does not reach decisions that lie further back than
      log(0.01) / log(γλ): 43 of them at λ = 0.9, and 6 at 0.5. Each dropped trace would have moved
      its weight by less than 0.01 α δ / n.
    - Among actions of equal value one is drawn.

    References
    ----------
    Singh and Sutton (1996). Sutton and Barto (2018), section 12.7.
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import learning
    >>> settings = learning.Settings(learning_rate=0.5, trace_decay=0.9)
    >>> agent = learning.Sarsa(2, settings, rng=1)
    >>> action = agent.start(np.array([3, 5]))
    >>> agent.end(reward=8.0)
    >>> float(agent.values(np.array([3, 5]))[action]), float(agent.values(np.array([3]))[action])
    (4.0, 2.0)
    """

    def __init__(
        self,
        n_actions: int,
        settings: Settings,
        rng: np.random.Generator | int,
        *,
        trace_cut: float = TRACE_CUT,
    ) -> None:
        if not isinstance(settings, Settings):
            raise ValueError(f"settings: expected a Settings, got {settings!r}")
        self.weights = Weights(n_actions)
        self.settings = settings
        self._uniforms = _validation.generator(rng).random
        self._most_active = 1
        self._traces = Traces(
            self.weights.values.shape[1],
            decay=settings.discount * settings.trace_decay,
            cut=_validation.finite(trace_cut, "trace_cut", least=0),
        )
        self._action = -1  # none is under way
        self._rows = np.empty(0, np.int64)
        self._learns = True

    def start(self, active: NDArray[np.int64], *, learn: bool = True) -> int:
        """Begin an episode.

        Parameters
        ----------
        active : ndarray of int64, shape (n,)
            Indices of the features that are 1, rising.
        learn : bool, optional
            Whether to learn from this episode. Without it the policy is the same, exploration
            among it, and nothing that was learned changes.

        Returns
        -------
        int
            The first action.

        Raises
        ------
        ValueError
            If the features are no array of rising whole numbers of at least 0.
        ArithmeticError
            If the values have grown beyond all numbers.
        """
        # Without features it does not begin, and the episode before is over all the same.
        self._action = -1
        self._learns = bool(learn)
        self._traces.clear(self.weights.values)
        self.weights.forget_last()
        self._rows, _, self._action = self._look(active)
        return self._action

    def step(self, reward: float, active: NDArray[np.int64]) -> int:
        """Learn from a decision, and make the next one.

        Parameters
        ----------
        reward : float
            Points since the last decision.
        active : ndarray of int64, shape (n,)
            Indices of the features that are 1 now, rising.

        Returns
        -------
        int
            The next action.

        Raises
        ------
        ValueError
            If no episode has been started, the reward is not finite, or the features are no
            array of rising whole numbers of at least 0.
        ArithmeticError
            If the values have grown beyond all numbers.
        """
        reward = self._reward(reward)
        rows, value, action = self._look(active)
        if self._learns:
            self._learn(reward + self.settings.discount * value)
        self._rows, self._action = rows, action
        return action

    def end(self, reward: float, active: NDArray[np.int64] | None = None) -> None:
        """Learn from the last decision of an episode.

        Parameters
        ----------
        reward : float
            Points since the last decision.
        active : ndarray of int64, shape (n,), optional
            For an episode that was cut and would have gone on: indices of the features that are 1
            now, rising. Without it nothing more was to be had.

        Raises
        ------
        ValueError
            If no episode has been started, the reward is not finite, or the features are no
            array of rising whole numbers of at least 0.
        ArithmeticError
            If the values have grown beyond all numbers.
        """
        if active is not None:
            self.step(reward, active)
        else:
            reward = self._reward(reward)
            if self._learns:
                self._learn(reward)
        self._traces.clear(self.weights.values)
        self._action = -1

    def values(self, active: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the value of each action.

        Parameters
        ----------
        active : ndarray of int64, shape (n,)
            Indices of the features that are 1, rising.

        Returns
        -------
        ndarray of float, shape (n_actions,)
            The discounted points that the learner expects.

        Raises
        ------
        ValueError
            If the features are no array of rising whole numbers of at least 0.
        ArithmeticError
            If the values have grown beyond all numbers.
        """
        rows = self.weights.rows(active, add=False)
        values = self._traces.action_values(self.weights.values, rows)
        if not np.isfinite(values).all():
            raise ArithmeticError(BEYOND)
        return values

    def _reward(self, reward: float) -> float:
        if self._action < 0:
            raise ValueError("the learner is in no episode; call start first")
        return _validation.finite(reward, "reward")

    def _look(self, active: NDArray[np.int64]) -> tuple[NDArray[np.int64], float, int]:
        """Return the rows of the active features, and the value and number of the next action."""
        rows = self.weights.rows(active, add=self._learns)
        if self._learns:
            self._most_active = max(self._most_active, rows.size)
        values = self._traces.action_values(self.weights.values, rows)
        action = _choose(values, self.settings.exploration, self._uniforms(), self._uniforms())
        if action < 0:
            raise ArithmeticError(BEYOND)
        return rows, float(values[action]), action

    def _learn(self, target: float) -> None:
        self._traces.correct(
            self.weights.values,
            self._rows,
            self._action,
            target=target,
            step_size=self.settings.learning_rate / self._most_active,
        )


# Compiled as numpy needs longer for the call than for 18 numbers.
@njit(cache=True)
def _choose(values: NDArray[np.float64], exploration: float, explore: float, pick: float) -> int:
    """Return the ε-greedy action that two uniform numbers lead to, or -1 if a value is none."""
    n_actions = values.size
    best = -np.inf
    n_best = 0
    for action in range(n_actions):
        if not np.isfinite(values[action]):
            return -1
        if values[action] > best:
            best = values[action]
            n_best = 0
        n_best += values[action] == best
    if explore < exploration:
        return int(pick * n_actions)
    wanted = int(pick * n_best)
    for action in range(n_actions):
        if values[action] == best:
            if wanted == 0:
                return action
            wanted -= 1
    return -1
