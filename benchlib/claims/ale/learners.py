"""Claims about the learners: their settings, and what our own smaller experiment says."""

from functools import cache, partial

import pandas as pd

from benchlib import aggregate, ale, datasets
from benchlib.ale import features, learning
from benchlib.claims.answers import Scaled, Setting
from benchlib.claims.ledger import claim
from benchlib.results import Estimate
from benchlib.studies import ale_experiments, blind_play, learners, palette_rule

_HERE = "benchlib.claims.ale.learners"
_BUDGET = "benchlib.ale.learning.budget"
_OURS: dict[str, int] = learning.learner_tables.__kwdefaults__ or {}
_FEWEST = 2
_CROSSING = tuple(features.PALETTE_DESIGN)
# Episodes of the blind policies that are played again with our shorter episodes.
_REPLAYS, _SEED = 4, 1

#: Settings of each learner, as the experiment uses them.
LEARNING_RATES = {name: one.learning_rate for name, one in learning.SETTINGS.items()}
TRACE_DECAYS = {name: one.trace_decay for name, one in learning.SETTINGS.items()}
_FROM = "taken from benchlib.ale.learning.sarsa:SETTINGS"


def protocol(name: str, ours: int) -> Setting:
    """Point to a number of the protocol, and say what our experiment has instead."""
    return Setting(
        f"{_BUDGET}:{name}",
        f"of the full protocol, whose cost is worked out from it; our own experiment has {ours}, "
        f"in episodes cut at {_OURS['max_decisions']:,} decisions",
    )


for _identifier, _name, _ours in (
    ("ale-train-episodes", "_TRAINING_EPISODES", _OURS["training_episodes"]),
    ("ale-eval-episodes", "_FROZEN_EPISODES", _OURS["frozen_episodes"]),
    ("ale-trials", "_TRIALS", ale_experiments.TRIALS),
):
    claim(_identifier)(partial(protocol, _name, _ours))


@claim("ale-gamma")
def discount() -> Setting:
    return Setting("benchlib.ale.learning.sarsa:Settings.discount", "of all learners")


@claim("ale-epsilon")
def exploration() -> Setting:
    return Setting(
        "benchlib.ale.learning.sarsa:Settings.exploration",
        "of all learners, in training and in frozen episodes; for these the document leaves it "
        "open",
    )


for _learner in ("basic", "disco", "ram", "lsh"):
    for _short, _table in (("alpha", "LEARNING_RATES"), ("lambda", "TRACE_DECAYS")):
        claim(f"ale-{_short}-{_learner}")(partial(Setting, f"{_HERE}:{_table}[{_learner}]", _FROM))


@cache
def scores(games: tuple[str, ...], names: tuple[str, ...]) -> pd.DataFrame | None:
    """Return the frozen scores of these learners, or None while there are too few trials."""
    episodes = datasets.load("ale_learners")
    own = episodes[episodes["representation"].isin(names) & episodes["game"].isin(games)]
    counts = own.groupby(["representation", "game"])["trial"].nunique()
    if len(counts) < max(1, len(names) * len(games)) or counts.min() < _FEWEST:
        return None
    return learners.trial_scores(own, games=games)


@cache
def scale() -> pd.DataFrame:
    """Return the scores of blind play in episodes as long as ours, on all games with learners."""
    return blind_play.blind_scale(
        datasets.load("ale_baselines"),
        games=played_games(),
        max_frames=_OURS["max_decisions"] * ale.FRAME_SKIP,
        episodes=_REPLAYS,
        rng=_SEED,
    )


def played_games() -> tuple[str, ...]:
    return ale.DESIGN_GAMES + ale_experiments.learner_testing_games()


@claim("ale-lsh-median")
def median_of_lsh() -> Scaled:
    games = played_games()
    found = scores(games, features.REPRESENTATIONS)
    if found is None:
        raise ValueError("there are too few trials")
    scaled = blind_play.on_scale(found, scale())
    medians, means = {}, {}
    for name in features.REPRESENTATIONS:
        # Of each trial by itself, so that every trial gives one number.
        by_trial = scaled[name].unstack("game").to_numpy()[:, None, :]
        medians[name], means[name] = aggregate.median(by_trial), aggregate.mean(by_trial)
    others = [name for name in medians if name != "lsh"]
    best = max(others, key=lambda name: medians[name].mean())
    lead = learners.mean_over_trials(medians["lsh"] - medians[best])
    first = max(means, key=lambda name: means[name].mean())
    return Scaled(
        lead.estimate <= 0,
        lead.estimate,
        lead.confidence_interval.low,
        lead.confidence_interval.high,
        f"median of LSH minus that of {best}, the best other learner, where 0 is the worst and 1 "
        f"the best of our blind policies; {_of(lead)} {len(games)} games of our experiment, the "
        f"median taken over games in every trial. The leader by the mean is {first}. The other "
        "learner was chosen by the same trials, which favours it, and the interval leaves out how "
        "well the scale is known. " + _how_small(),
    )


@claim("ale-confound-check")
def palette_or_pairs() -> Scaled:
    found = _planned()
    if found is None:
        raise ValueError("the plan's number of trials is not reached")
    ruling = palette_rule.apply_rule(learners.paired_contrasts(found))
    scaled = blind_play.on_scale(found, scale())
    effects = learners.factorial_effects(scaled)
    pairs, palette = effects["pairs"], effects["palette"]
    findings = ", ".join(
        f"{name}: {ruling.better[name]} up and {ruling.worse[name]} down"
        for name in learners.CONTRASTS
    )
    return Scaled(
        ruling.verdict != palette_rule.TOO_FEW,
        pairs.estimate,
        pairs.confidence_interval.low,
        pairs.confidence_interval.high,
        "what pairs add, where 0 is the worst and 1 the best of our blind policies; "
        f"{_of(pairs)} {len(ale.DESIGN_GAMES)} design games. 128 colours instead of 8 add "
        f"{palette.estimate:.3g} ({palette.confidence_interval.low:.3g} to "
        f"{palette.confidence_interval.high:.3g}). It holds if the rule that was written down "
        f"before is able to judge: after {len(set(found.index.get_level_values('trial')))} trials "
        f"it says that {ruling.verdict}. Design games with a finding: {findings}. "
        f"{_confirmation(ruling)}{''.join(f'Note: {w}. ' for w in ruling.warnings)}" + _how_small(),
    )


def _planned() -> pd.DataFrame | None:
    found = scores(ale.DESIGN_GAMES, _CROSSING)
    if found is None:
        return None
    (looks,) = palette_rule.plan().looks
    return palette_rule.planned_trials(found, n_trials=looks)


def _confirmation(ruling: palette_rule.Ruling) -> str:
    found = scores(ale_experiments.learner_testing_games(), _CROSSING)
    if not ruling.repeatable or found is None:
        return ""
    (looks,) = palette_rule.plan().looks
    planned = palette_rule.planned_trials(found, n_trials=looks)
    if planned is None:
        return ""
    outcomes = palette_rule.confirm(ruling, learners.paired_contrasts(planned))["outcome"]
    counted = ", ".join(f"{(outcomes == word).sum()} {word}" for word in palette_rule.OUTCOMES)
    return f"On the testing games: {counted}. "


def _of(found: Estimate) -> str:
    return f"mean and 95% t interval over {found.n} trials, on the"


def _how_small() -> str:
    return (
        f"Trials of {_OURS['training_episodes']} training and {_OURS['frozen_episodes']} frozen "
        f"episodes, cut at {_OURS['max_decisions']:,} decisions; with so few trials the interval "
        "speaks of these games only"
    )
