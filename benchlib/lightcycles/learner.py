"""A bot that tunes itself, and can only choose among what the original would consider."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.lightcycles._batch import boards, match_key, mean_points
from benchlib.lightcycles.bots import FEATURES, Bot
from benchlib.lightcycles.maps import Map
from benchlib.lightcycles.roster import known


@dataclass(frozen=True)
class Tuning:
    """What hill climbing tried and kept.

    Parameters
    ----------
    bot : Bot
        The learner with the weights kept last.
    weights : ndarray of float, shape (n_steps + 1, 7)
        The weights kept after each step, those of the start first.
    reward : ndarray of float, shape (n_steps + 1,)
        Training reward of the weights kept: share of the points taken from the opponent on the
        training maps. It never falls, because falls are not kept.
    tried : ndarray of float, shape (n_steps,)
        Training reward of the weights tried in each step.
    n_games : int
        Games played in all.
    """

    bot: Bot
    weights: FloatArray
    reward: FloatArray
    tried: FloatArray
    n_games: int

    def at(self, step: int) -> Bot:
        """Return the learner as it was after a step.

        Parameters
        ----------
        step : int
            0 for the start.

        Returns
        -------
        Bot
            The learner, named after the step.

        Raises
        ------
        ValueError
            If there is no such step.
        """
        if isinstance(step, bool) or not 0 <= step < len(self.weights):
            raise ValueError(f"step: expected 0 to {len(self.weights) - 1}, got {step!r}")
        weights = tuple(self.weights[step].tolist())
        return replace(self.bot, name=f"{self.bot.name}_{step}", weights=weights)


def learner(
    original: Bot | str = "voronoi",
    *,
    weights: Sequence[float] | None = None,
    top_k: int = 2,
    name: str = "learner",
) -> Bot:
    """Return a bot that ranks the best moves of an original by weights of its own.

    Parameters
    ----------
    original : Bot or str, optional
        The bot that proposes the moves; it breaks ties without lots and does not look ahead.
    weights : sequence of float, shape (7,), optional
        The learner's weights; by default those of the original, which it then plays like.
    top_k : int, optional
        How many of the original's best moves it may choose from, 1 to 4.
    name : str, optional
        Its name.

    Returns
    -------
    Bot
        The learner.

    Raises
    ------
    ValueError
        If an argument is not as described.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> (board,) = lightcycles.generate(1, mirrored=False)
    >>> pair = lightcycles.learner("voronoi"), lightcycles.bot("voronoi")
    >>> games = [lightcycles.play(bot, "cutter", board, rng=1) for bot in pair]
    >>> games[0].moves == games[1].moves
    True
    """
    first = known(original, "original")
    if first.is_random or first.lookahead or first.top_k:
        raise ValueError(
            f"original: {first.name!r} draws lots, looks ahead or re-ranks itself; take a bot that "
            "takes its best move by its weights alone"
        )
    kept = _validation.positive_integer(top_k, "top_k")
    own = first.weights if weights is None else tuple(weights)
    return replace(first, name=name, weights=own, top_k=kept, proposer=first.weights)


def tune(
    opponent: Bot | str,
    maps: Sequence[Map],
    *,
    original: Bot | str = "voronoi",
    n_steps: int,
    top_k: int = 2,
    step_size: float = 1.0,
    rng: np.random.Generator | int,
    name: str = "learner",
) -> Tuning:
    """Tune a learner against one opponent by hill climbing.

    Parameters
    ----------
    opponent : Bot or str
        Whom it plays against; with the original as opponent it trains on its own mirror.
    maps : sequence of Map
        Training maps, each played in both seats.
    original : Bot or str, optional
        As for `learner`.
    n_steps : int
        Changes to try.
    top_k : int, optional
        As for `learner`.
    step_size : float, optional
        Largest standard deviation of a change to the weights.
    rng : numpy.random.Generator or int
        Source of the changes and of lots, or a seed for it.
    name : str, optional
        The learner's name.

    Returns
    -------
    Tuning
        Weights and rewards step by step.

    Raises
    ------
    ValueError
        If an argument is not as described.

    Notes
    -----
    It starts as the original. Each step adds normal noise to the weights and keeps the change if
    the share of the points on the training maps does not fall. The size of the noise is drawn
    anew for each step, log-uniformly from a hundredth of `step_size` up to it. All steps play the
    same maps with the same lots.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> maps = lightcycles.generate(range(5), mirrored=True, n_walls=10)
    >>> tuning = lightcycles.tune("voronoi", maps, n_steps=20, rng=1)
    >>> float(tuning.reward[0]), bool(tuning.reward[-1] > 0.5)
    (0.5, True)
    """
    other = known(opponent, "opponent")
    steps = _validation.positive_integer(n_steps, "n_steps")
    size = _validation.positive(step_size, "step_size")
    generator = _validation.generator(rng)
    key, pieces = match_key(generator), boards(maps)
    weights = np.empty((steps + 1, len(FEATURES)))
    player = learner(original, top_k=top_k, name=name)
    weights[0] = player.weights
    reward, tried = np.empty(steps + 1), np.empty(steps)
    reward[0] = mean_points(player, other, pieces, key)
    for step in range(steps):
        scale = size * 10 ** generator.uniform(-2, 0)
        candidate = weights[step] + scale * generator.normal(size=len(FEATURES))
        player = replace(player, weights=tuple(candidate.tolist()))
        tried[step] = mean_points(player, other, pieces, key)
        better = tried[step] >= reward[step]
        weights[step + 1] = candidate if better else weights[step]
        reward[step + 1] = tried[step] if better else reward[step]
    return Tuning(
        bot=replace(player, weights=tuple(weights[-1].tolist())),
        weights=weights,
        reward=reward,
        tried=tried,
        n_games=2 * len(maps) * (steps + 1),
    )
