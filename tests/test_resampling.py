"""Bootstrap intervals: exact small cases, coverage, what is drawn, and hostile input."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from benchlib import aggregate, resampling


def test_runs_within_tasks_against_all_resamples():
    # Two runs on two tasks: each task's mean is one of (a, m, m, b), all 16 are listed.
    scores = np.array([[0.0, 10.0], [2.0, 30.0]])
    means = [
        (scores[[i, j], 0].mean() + scores[[k, m], 1].mean()) / 2
        for i, j, k, m in product(range(2), repeat=4)
    ]
    found = resampling.bootstrap_interval(
        scores, aggregate.mean, n_resamples=40_000, rng=1, confidence_level=0.9
    )
    assert found.estimate == 10.5
    assert found.standard_error == pytest.approx(np.std(means), rel=0.02)
    assert (found.low, found.high) == (min(means), max(means))
    assert found.drawn == "runs"


def test_whole_tasks_are_the_same_for_all_systems():
    rng = np.random.default_rng(2)
    task = rng.normal(size=(1, 12))
    x, y = task + 1, task + 0.25
    gap = resampling.bootstrap_interval(
        (x, y), lambda a, b: aggregate.mean(a) - aggregate.mean(b),
        n_resamples=500, rng=1, strata=None, clusters="tasks",
    )  # fmt: skip
    assert gap.drawn == "tasks"
    assert gap.standard_error == pytest.approx(0, abs=1e-12)
    one = resampling.bootstrap_interval(
        x, aggregate.mean, n_resamples=4000, rng=1, strata=None, clusters="tasks"
    )
    assert one.standard_error == pytest.approx(task.std() / math.sqrt(12), rel=0.05)


def test_tasks_and_runs_add_up():
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(20, 30)) + 2 * rng.normal(size=(1, 30))
    errors = {
        key: resampling.bootstrap_interval(
            scores, aggregate.mean, n_resamples=4000, rng=1, **key_arguments
        ).standard_error
        for key, key_arguments in {
            "runs": {},
            "tasks": {"strata": None, "clusters": "tasks"},
            "both": {"clusters": "tasks"},
        }.items()
    }
    assert errors["both"] == pytest.approx(math.hypot(errors["runs"], errors["tasks"]), rel=0.05)


@pytest.mark.parametrize(("n_runs", "close"), [(20, True), (3, False)])
def test_coverage_of_the_mean(n_runs, close):
    # The claim of the warning: with three runs the interval holds the truth much less often.
    rng, n, held = np.random.default_rng(4), 300, 0
    for _ in range(n):
        scores = rng.normal(size=(n_runs, 4))
        found = resampling.bootstrap_interval(scores, aggregate.mean, n_resamples=400, rng=rng)
        held += found.low <= 0 <= found.high
    test = binomtest(held, n, 0.95)
    assert (test.pvalue > 1e-3) == close
    if not close:
        assert held / n < 0.9
        assert "3 runs" in found.warnings[0]
    else:
        assert found.warnings == ()


def test_a_curve_has_an_interval_at_every_point():
    scores = np.random.default_rng(5).normal(size=(10, 8))

    def profile(s):
        return aggregate.score_distribution(s, thresholds=[-1, 0, 1])

    found = resampling.bootstrap_interval(scores, profile, n_resamples=300, rng=1)
    assert found.low.shape == found.estimate.shape == (3,)
    assert (found.low <= found.estimate).all()
    with pytest.raises(ValueError, match="the statistic is a curve"):
        _ = found.confidence_interval


def test_same_seed_same_interval_whatever_the_blocks(monkeypatch):
    scores = np.random.default_rng(6).normal(size=(5, 6))
    first = resampling.bootstrap_interval(scores, aggregate.iqm, n_resamples=200, rng=7)
    again = resampling.bootstrap_interval(scores, aggregate.iqm, n_resamples=200, rng=7)
    assert first == again
    monkeypatch.setattr(resampling, "_BLOCK", 30 * 50)
    blocks = resampling.bootstrap_interval(scores, aggregate.iqm, n_resamples=200, rng=7)
    assert blocks.confidence_interval == first.confidence_interval
    basic = resampling.bootstrap_interval(
        scores, aggregate.iqm, n_resamples=200, rng=7, method="basic"
    )
    assert basic.low == pytest.approx(2 * first.estimate - first.high)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"strata": None}, "nothing would be drawn"),
        ({"strata": "games"}, "strata: expected 'tasks' or None"),
        ({"clusters": "runs"}, "clusters: expected 'tasks' or None"),
        ({"method": "bca"}, "method: expected"),
        ({"n_resamples": 1}, "one resample has no spread"),
        ({"rng": None}, "rng: expected"),
        ({"confidence_level": 95}, "confidence_level: expected"),
        ({"scores": [1.0, 2.0]}, r"scores: expected numbers of shape \(n_runs, n_tasks\)"),
        ({"scores": [[1.0, math.nan]]}, "run 0, task 1 is nan"),
        ({"scores": ([[1.0]], [[1.0, 2.0]])}, r"the systems have \[1, 2\] tasks"),
        ({"statistic": np.mean}, "it must keep axes in front"),
    ],
)
def test_impossible_arguments(change, message):
    arguments = {
        "scores": [[1.0, 2.0], [3.0, 4.0]],
        "statistic": aggregate.mean,
        "n_resamples": 20,
        "rng": 1,
    } | change
    if isinstance(arguments["scores"], tuple):
        arguments["statistic"] = aggregate.probability_of_improvement
    with pytest.raises(ValueError, match=message):
        resampling.bootstrap_interval(
            arguments.pop("scores"), arguments.pop("statistic"), **arguments
        )


def test_one_run_or_one_task_has_no_spread():
    # Every resample would be the same, and the interval of width 0.
    for options in ({}, {"clusters": "tasks"}):
        with pytest.raises(ValueError, match="scores: one run has no spread"):
            resampling.bootstrap_interval(
                [[1.0, 2.0]], aggregate.mean, n_resamples=9, rng=1, **options
            )
    with pytest.raises(ValueError, match="scores, system 1: one run"):
        resampling.bootstrap_interval(
            ([[1.0], [2.0]], [[1.0]]), aggregate.probability_of_improvement, n_resamples=9, rng=1
        )
    with pytest.raises(ValueError, match="clusters: one task has no spread"):
        resampling.bootstrap_interval(
            [[1.0], [2.0]], aggregate.mean, n_resamples=9, rng=1, strata=None, clusters="tasks"
        )
    tasks = {"strata": None, "clusters": "tasks"}
    found = resampling.bootstrap_interval([[1, 2]], aggregate.mean, n_resamples=50, rng=1, **tasks)
    assert found.low < found.high


def test_an_undefined_statistic_is_told():
    def ratio(s):
        low, high = s[..., 0].mean(axis=-1), s[..., 1].mean(axis=-1)
        return np.divide(high, low, out=np.full(np.shape(low), np.nan), where=low != 0)

    scores = np.column_stack([np.arange(12) == 3, np.arange(12)]).astype(float)
    found = resampling.bootstrap_interval(scores, ratio, n_resamples=100, rng=1)
    assert math.isnan(found.low)
    assert any("undefined on" in told for told in found.warnings)


def test_a_statistic_that_sorts_in_place_spoils_nothing():
    def least(s):
        s.sort(axis=-2)
        return s[..., 0, 0]

    scores = np.array([[3.0, 1.0], [2.0, 0.0], [5.0, 9.0]])
    before = scores.copy()
    found = resampling.bootstrap_interval(scores, least, n_resamples=40, rng=1)
    plain = resampling.bootstrap_interval(
        scores, lambda s: s[..., 0].min(axis=-1), n_resamples=40, rng=1
    )
    assert (found.low, found.high) == (plain.low, plain.high)
    assert (scores == before).all()


def test_frames_with_columns_in_another_order_are_refused():
    frame = pd.DataFrame({"go": [1.0, 2.0], "hex": [3.0, 4.0]})
    options = {"n_resamples": 9, "rng": 1}
    both = (frame, frame[["hex", "go"]])
    with pytest.raises(ValueError, match="scores: systems 0 and 1 name their columns"):
        resampling.bootstrap_interval(both, aggregate.probability_of_improvement, **options)
    for scores in (np.ma.masked_less(frame.to_numpy(), 2), [[True, 2], [3, 4]], [[1e200], [1]]):
        with pytest.raises(ValueError, match=r"^scores: "):
            resampling.bootstrap_interval(scores, aggregate.mean, **options)
    with pytest.raises(ValueError, match="statistic: expected a function"):
        resampling.bootstrap_interval(frame, "mean", **options)
