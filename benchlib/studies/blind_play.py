"""A common scale of games for learners: what policies reach that look at nothing."""

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd

from benchlib import _validation, ale, normalization
from benchlib.studies import atari_baselines, learners

__all__ = ["blind_scale", "on_scale"]


def blind_scale(
    baselines: pd.DataFrame,
    *,
    games: Iterable[str],
    max_frames: int,
    episodes: int,
    rng: np.random.Generator | int,
) -> pd.DataFrame:
    """Find what policies that look at nothing reach in shorter episodes.

    Parameters
    ----------
    baselines : pandas.DataFrame
        The table ``ale_baselines``, or one like it.
    games : iterable of str
        The games that are asked for.
    max_frames : int
        Frames after which an episode is cut.
    episodes : int
        Episodes of each policy that is played again.
    rng : numpy.random.Generator or int
        Where their draws come from.

    Returns
    -------
    pandas.DataFrame
        Rows by game, in the order given, with the columns ``policy, action, low, high, high_error,
        replayed``. The high score is the mean of the policy that leads the screen: of its fresh
        episodes where none was longer than the cut, and of episodes played again with the cut
        elsewhere. Its error is 0 for a policy without chance, and NaN for another one of which a
        single episode is played. The low score is the smallest mean of a policy.

    Raises
    ------
    ValueError
        If a game is named twice or is not in the table, a policy that has to be played again is
        unknown, or a number is below 1.

    Notes
    -----
    The leader is the leader of whole episodes: with the cut another policy might lead. The low
    score is that of whole episodes as well.

    The draws of a game do not depend on which others are asked for, nor on their order.
    """
    asked = _validation.each_once(games, "game")
    _validation.positive_integer(max_frames, "max_frames")
    _validation.positive_integer(episodes, "episodes")
    seed = int(_validation.generator(rng).integers(2**63))
    known = _validation.columns(baselines, ("game", "frames"), "baselines")["game"]
    absent = sorted(set(asked) - set(known.tolist()))
    if absent:
        raise ValueError(f"games: no baseline on {', '.join(map(repr, absent))}")
    own = baselines[baselines["game"].isin(asked)]
    found = atari_baselines.baseline_set(own)
    fresh = own[own["phase"] == "fresh"]
    longest = fresh.groupby(["game", "policy", "action"])["frames"].max().to_dict()
    by_name = {(one.policy, one.action): one for one in ale.BASELINES}
    rows = []
    for game in asked:
        place = found.games.index(game)
        leader = found.leaders[place]
        high, error = float(found.fresh[place]), float(found.fresh_standard_error[place])
        replayed = longest[game, *leader] > max_frames
        if replayed:
            if leader not in by_name:
                raise ValueError(
                    f"baselines: the policy {leader} leads on {game!r} and is none of "
                    "`ale.BASELINES`, so it can't be played again"
                )
            policy = by_name[leader]
            generator = np.random.default_rng([seed, *game.encode()])
            played = [
                ale.play(
                    ale.Emulator(game, max_frames=max_frames),
                    policy.start(generator),
                    frame_skip=policy.frame_skip,
                ).score
                for _ in range(1 if policy.deterministic else episodes)
            ]
            high = float(np.mean(played))
            n = len(played)
            if n > 1:
                error = float(np.std(played, ddof=1) / math.sqrt(n))
            else:
                error = 0.0 if policy.deterministic else math.nan
        rows.append((*leader, float(found.low[place]), high, error, replayed))
    columns = ["policy", "action", "low", "high", "high_error", "replayed"]
    return pd.DataFrame(rows, columns=columns, index=pd.Index(asked, name="game"))


def on_scale(scores: pd.DataFrame, scale: pd.DataFrame) -> pd.DataFrame:
    """Put the scores of trials on the scale of blind play.

    Parameters
    ----------
    scores : pandas.DataFrame
        As from `learners.trial_scores`.
    scale : pandas.DataFrame
        Scores that become 0 and 1 in the columns ``low`` and ``high``, rows by game.

    Returns
    -------
    pandas.DataFrame
        In the form of `scores`.

    Raises
    ------
    ValueError
        As in `learners.checked_scores`; or if a high score is not above the low one, or a game has
        no row in `scale` or several.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.studies import blind_play
    >>> rows = pd.MultiIndex.from_product([["pong"], range(2)], names=["game", "trial"])
    >>> scale = pd.DataFrame({"low": [-21.0], "high": [-11.0]}, index=["pong"])
    >>> blind_play.on_scale(pd.DataFrame({"ram": [-21.0, -6.0]}, index=rows), scale)["ram"].tolist()
    [0.0, 1.5]
    """
    checked = learners.checked_scores(scores)
    ends = _validation.columns(scale, ("low", "high"), "scale")
    known = scale.index
    absent = [game for game in checked.index.unique("game") if (known == game).sum() != 1]
    if absent:
        raise ValueError(f"scale: expected one row on {', '.join(map(repr, absent))}")
    scaled = checked.copy()
    for game, own in checked.groupby(level="game", sort=False):
        low, high = (ends[name][known == game] for name in ("low", "high"))
        found = normalization.normalize(
            own.to_numpy().reshape(-1, 1), low=low, high=high, tasks=[str(game)]
        )
        scaled.loc[own.index] = found.scores.reshape(own.shape)
    return scaled.loc[scores.index]
