"""What our own run of the simple policies says about claims on them.

It is a measurement of ours on today's emulator, so it reproduces no printed score; where the
paper's own is not released, it is named beside it.
"""

import math
from functools import cache, partial

import numpy as np
import pandas as pd
from scipy import stats

from benchlib import datasets
from benchlib.claims.ale.planning import rows_of_search, titles
from benchlib.claims.ale.published import DOCUMENT, NEAT, REFERENCES, score
from benchlib.claims.answers import NotCheckable, Scaled
from benchlib.claims.ledger import claim
from benchlib.studies import atari_baselines

_LEVEL = 0.95
_RANDOM = ("random", "DQN random")
_CLOSE = 2  # standard errors


@cache
def measured() -> atari_baselines.BaselineSet:
    """Return the summary of our own run."""
    return atari_baselines.baseline_set(datasets.load("ale_baselines"))


@cache
def idle_and_random() -> pd.DataFrame:
    """Return, for each game, doing nothing, the best button, Random, its error and the lowest."""
    found = measured()
    rows = {policy: row for row, policy in enumerate(found.policies)}
    buttons = [row for (kind, _), row in rows.items() if kind == "const"]
    random = rows["random", "any"]
    n = found.n_episodes[random]
    screen = datasets.load("ale_baselines").query("phase == 'screen'")
    return pd.DataFrame(
        {
            "idle": found.means[rows["const", "NOOP"]],
            "button": found.means[buttons].max(axis=0),
            "random": found.means[random],
            "error": found.standard_deviations[random] / np.sqrt(n),
            "n": n,
            "lowest": screen.groupby("game")["score"].min()[list(found.games)],
        },
        index=list(found.games),
    )


@claim("ale-nonplaying")
def doing_nothing() -> Scaled:
    table = idle_and_random()
    negative, others = table[table["lowest"] < 0], table[table["lowest"] >= 0]
    lead = negative["idle"] - negative["random"]
    # All games at once: each at a level that makes one error in any of them rare enough.
    tail = (1 - _LEVEL) / 2 / len(negative)
    reach = stats.t.isf(tail, negative["n"] - 1) * negative["error"]
    surely, possibly = int((lead > reach).sum()), int((lead > -reach).sum())
    above = lead.index[lead > 0]
    return Scaled(
        holds=surely > 0,
        measured=int((lead > 0).sum()),
        low=surely,
        high=possibly,
        why=(
            f"games in which doing nothing has more than random play, of {len(negative)} with a "
            f"negative score in some episode: {titles(above)}. Ours, 37 policies on today's "
            f"emulator; Random has {int(negative['n'].min())} episodes, doing nothing has no "
            f"chance in it. The ends count the games where it is sure, and where it is not "
            f"excluded, with {_LEVEL:.0%} for all of them at once. Holding the best button has "
            f"more in {int((negative['button'] > negative['random']).sum())}. In the other "
            f"{len(others)} games doing nothing has more in "
            f"{int((others['idle'] > others['random']).sum())}"
        ),
    )


@claim("ale-learn-40")
def games_in_which_learning_leads() -> NotCheckable:
    found = rows_of_search()
    beyond = found.index[found["all"] > found[["search", "learner"]].max(axis=1) + 0.5]
    ours, error = _fresh(list(found.index))
    wins = int((found["learner"] > ours).sum())
    close = int(((found["learner"] - ours).abs() <= _CLOSE * error).sum())
    idle = idle_and_random()["idle"]
    same = [game for game in beyond if abs(idle[game] - found["all"][game]) <= 0.05]
    return NotCheckable(
        "the paper's simple policies are not in the released tables, except where one of them "
        f"seems to be the best of its row: in {titles(beyond)}, where they are ahead of all "
        f"learners; doing nothing has exactly that score in our own run in "
        f"{titles(same) or 'none'}. Against the best of our 37 policies, in fresh episodes on "
        "today's emulator, the "
        f"best learner is ahead in {wins} of {len(found)} games, and within {_CLOSE} standard "
        f"errors of it in {close}; Skiing is not among them"
    )


@claim("ale-random-hero")
def random_play_on_hero() -> NotCheckable:
    others = {
        **{f"{name} of {REFERENCES}": score(REFERENCES, name, "hero") for name in _RANDOM},
        f"random of {NEAT}": score(NEAT, "random", "hero"),
    }
    named = ", ".join(f"{value:g} ({name})" for name, value in others.items())
    row = idle_and_random().loc["hero"].astype(float)
    apart = (score(DOCUMENT, "random", "hero") - row["random"]) / (math.sqrt(2) * row["error"])
    return NotCheckable(
        "the paper's own random scores are not in the released tables, and other random "
        f"references can't stand in for them, as they disagree: {named}. Our own run has "
        f"{row['random']:,.0f} with a standard error of {row['error']:,.0f} from "
        f"{row['n']:.0f} episodes; with as many on the other side the printed number would be "
        f"{apart:.1f} standard errors away"
    )


@claim("ale-baseline-zaxxon")
def best_policy_on_zaxxon() -> NotCheckable:
    found = measured()
    place = found.games.index("zaxxon")
    kind, action = found.leaders[place]
    ours = (
        f"the best of {len(found.policies)} ({kind} {action}) has {found.fresh[place]:.1f} points "
        f"in fresh episodes, with a standard error of {found.fresh_standard_error[place]:.1f}, "
        f"after {found.screen[place]:.1f} in those that chose it"
    )
    played = datasets.load("ale_baselines").query("game == 'zaxxon'")["score"]
    if (played == 0).all():
        ours = f"none of {len(found.policies)} has a point in any of {len(played)} episodes"
    return NotCheckable(
        f"the simple policies are not in the released tables. In our own run of them {ours}"
    )


def skiing() -> NotCheckable:
    """Say why our scores of Skiing are no comparison."""
    best = _fresh(["skiing"])[0]["skiing"]
    random = score(REFERENCES, "random", "skiing")
    return NotCheckable(
        "Skiing is absent from the released copies. In our own run the best simple policy has "
        f"{best:,.0f} there, and a published random reference {random:,.0f}: the time on the "
        "slope, negative. The printed numbers near zero are another score"
    )


for _identifier in ("ale-skiing-fulltree", "ale-skiing-uct"):
    claim(_identifier)(partial(skiing))


def _fresh(games: list[str]) -> tuple[pd.Series, pd.Series]:
    """Return the fresh mean of the best policy of each game, and its standard error."""
    found = measured()
    table = pd.DataFrame(
        {"mean": found.fresh, "error": found.fresh_standard_error}, index=list(found.games)
    )
    return table.loc[games, "mean"], table.loc[games, "error"]
