"""Policies that look at nothing: the simplest references that a learner should beat."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchlib import _validation
from benchlib.ale.emulator import ACTIONS, FRAME_SKIP, Emulator, Policy

__all__ = [
    "BASELINES",
    "REPEAT_PROBABILITY",
    "Baseline",
    "constant_policy",
    "perturbed_policy",
    "random_policy",
]

#: How often Perturb keeps to its action.
REPEAT_PROBABILITY = 0.95


def random_policy(*, rng: np.random.Generator | int) -> Policy:
    """Return a policy that draws every action from all 18 alike.

    Parameters
    ----------
    rng : numpy.random.Generator or int
        Where the draws come from.

    Returns
    -------
    callable
        As `play` takes it.

    Examples
    --------
    >>> from benchlib import ale
    >>> emulator = ale.Emulator("pong", max_frames=10)
    >>> ale.play(emulator, ale.random_policy(rng=1), frame_skip=1)
    Episode(score=0, frames=10)
    """
    generator = _validation.generator(rng)

    def draws() -> Iterator[int]:
        while True:  # many at once: this policy decides on every frame
            yield from generator.integers(len(ACTIONS), size=1000).tolist()

    actions = draws()
    return lambda _: next(actions)


def constant_policy(action: int) -> Policy:
    """Return a policy that always chooses the same action.

    Parameters
    ----------
    action : int
        Place in `ACTIONS`.

    Returns
    -------
    callable
        As `play` takes it.

    Raises
    ------
    ValueError
        If there is no such action.

    Examples
    --------
    >>> from benchlib import ale
    >>> emulator = ale.Emulator("pong", max_frames=10)
    >>> ale.play(emulator, ale.constant_policy(0))
    Episode(score=0, frames=10)
    """
    chosen = _action(action)
    return lambda _: chosen


def perturbed_policy(
    action: int, *, probability: float = REPEAT_PROBABILITY, rng: np.random.Generator | int
) -> Policy:
    """Return a policy that mostly chooses the same action, and otherwise any.

    Parameters
    ----------
    action : int
        Place in `ACTIONS`.
    probability : float, optional
        How often it keeps to its action without a draw. A draw is from all 18, its own among
        them.
    rng : numpy.random.Generator or int
        Where the draws come from.

    Returns
    -------
    callable
        As `play` takes it.

    Raises
    ------
    ValueError
        If there is no such action, or the probability is not between 0 and 1.

    Examples
    --------
    >>> from benchlib import ale
    >>> policy = ale.perturbed_policy(2, rng=1)
    >>> emulator = ale.Emulator("pong")
    >>> sum(policy(emulator) == 2 for _ in range(1000))
    945
    """
    chosen = _action(action)
    share = _validation.fraction(probability, "probability")
    generator = _validation.generator(rng)
    uniform, draw = generator.random, generator.integers

    def choose(_: Emulator) -> int:
        return chosen if uniform() < share else int(draw(len(ACTIONS)))

    return choose


@dataclass(frozen=True)
class Baseline:
    """One policy of the baseline set.

    Parameters
    ----------
    policy : {"random", "const", "perturb"}
        Its kind.
    action : str
        Name of the action that it keeps to; ``any`` for Random.
    """

    policy: str
    action: str

    @property
    def frame_skip(self) -> int:
        """Frames between two decisions."""
        return 1 if self.policy == "random" else FRAME_SKIP

    @property
    def deterministic(self) -> bool:
        """Whether every episode is the same."""
        return self.policy == "const"

    def start(self, rng: np.random.Generator) -> Policy:
        """Return the policy for one episode."""
        if self.policy == "random":
            return random_policy(rng=rng)
        action = ACTIONS.index(self.action)
        if self.policy == "const":
            return constant_policy(action)
        return perturbed_policy(action, rng=rng)


#: The 37 policies of the baseline set: Random, and Const and Perturb with each of 18 actions.
#: Random decides every frame, as the source says. For Perturb it leaves this open: here it
#: decides every five frames, like any other agent. For Const it makes no difference.
BASELINES = (
    Baseline("random", "any"),
    *(Baseline("const", action) for action in ACTIONS),
    *(Baseline("perturb", action) for action in ACTIONS),
)


def _action(action: int) -> int:
    if action not in range(len(ACTIONS)):
        raise ValueError(f"action: expected a number from 0 to 17, got {action!r}")
    return int(action)
