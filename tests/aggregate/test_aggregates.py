"""Aggregates by hand, against scipy, on released runs, and under what must not change them."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.stats import mannwhitneyu, trim_mean

from benchlib import aggregate, datasets
from benchlib import scores as tables

HAND = [[0, 1, 2, 5], [0.5, 1, 3, 50], [1, 0.2, 2.5, 7]]
MATRICES = arrays.arrays(
    np.float64,
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
    elements=st.integers(-9, 9).map(float),
)
POINTS = (aggregate.mean, aggregate.median, aggregate.iqm, aggregate.optimality_gap)


def test_by_hand():
    assert aggregate.mean(HAND) == pytest.approx(73.2 / 12)
    # Task means 0.5, 2.2/3, 2.5 and 62/3.
    assert aggregate.median(HAND) == pytest.approx((2.2 / 3 + 2.5) / 2)
    # Twelve scores, three cut from each end: 0.5, 1, 1, 1, 2, 2.5... sorted they are
    # 0 .2 .5 | 1 1 1 2 2.5 3 | 5 7 50, so the middle six sum to 10.5.
    assert aggregate.iqm(HAND) == pytest.approx(10.5 / 6)
    # Short of 1 are 0, 0.5 and 0.2, by 1, 0.5 and 0.8.
    assert aggregate.optimality_gap(HAND) == pytest.approx(2.3 / 12)


def test_released_runs():
    runs = datasets.load("bbf_runs")
    matrix = tables.read_matrix(
        runs[runs["condition"] == "RR8 BBF"], score="normalized_score", n_runs=15
    )
    assert matrix.scores.shape == (15, 55)
    expected = (1.4800979, 0.6933333, 0.6675673, 0.4446985)
    for aggregate_of, value in zip(POINTS, expected, strict=True):
        assert float(aggregate_of(matrix.scores)) == pytest.approx(value, abs=5e-8)


@given(MATRICES, st.sampled_from([0, 0.1, 0.25, 0.4]))
def test_trimmed_mean_against_scipy(scores, proportion):
    found = aggregate.trimmed_mean(scores, proportion=proportion)
    assert found == pytest.approx(trim_mean(scores.ravel(), proportion), abs=1e-12)


@given(MATRICES, st.randoms(use_true_random=False))
def test_order_does_not_matter_and_axes_in_front_are_kept(scores, random):
    rows, columns = list(range(len(scores))), list(range(scores.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    stack = np.stack([scores, scores + 1, 2 * scores])
    for aggregate_of in POINTS:
        found = aggregate_of(scores)
        assert aggregate_of(scores[rows][:, columns]) == pytest.approx(found, abs=1e-12)
        together = aggregate_of(stack)
        assert together.shape == (3,)
        np.testing.assert_allclose(together, [aggregate_of(one) for one in stack], atol=1e-12)


@given(MATRICES, st.floats(-3, 3), st.floats(0.1, 9))
def test_shift_and_scale(scores, shift, factor):
    for aggregate_of in (aggregate.mean, aggregate.median, aggregate.iqm):
        expected = factor * aggregate_of(scores) + shift
        assert aggregate_of(factor * scores + shift) == pytest.approx(expected, abs=1e-9)


@given(MATRICES, st.lists(st.integers(-10, 10), min_size=1, max_size=6))
def test_score_distribution_counts(scores, thresholds):
    found = aggregate.score_distribution(scores, thresholds=thresholds)
    expected = [(scores >= level).mean() for level in thresholds]
    np.testing.assert_allclose(found, expected)
    stack = aggregate.score_distribution(np.stack([scores, -scores]), thresholds=thresholds)
    np.testing.assert_allclose(stack[0], found)
    # Thresholds that fall, as in the paper's figure, make a curve that rises.
    falling = aggregate.score_distribution(scores, thresholds=sorted(thresholds, reverse=True))
    assert (np.diff(falling) >= 0).all()


@given(MATRICES, MATRICES)
def test_probability_of_improvement_against_mann_whitney(x, y):
    n_tasks = min(x.shape[1], y.shape[1])
    x, y = x[:, :n_tasks], y[:, :n_tasks]
    found = aggregate.probability_of_improvement(x, y)
    each = [mannwhitneyu(x[:, k], y[:, k]).statistic for k in range(n_tasks)]
    assert found == pytest.approx(np.mean(each) / (len(x) * len(y)))
    assert found + aggregate.probability_of_improvement(y, x) == pytest.approx(1)
    stack = aggregate.probability_of_improvement(np.stack([x, x]), np.stack([y, y]))
    np.testing.assert_allclose(stack, found)


def test_influence_of_a_single_task():
    found = aggregate.single_task_influence([[1, 2, 30], [3, 2, 30]], tasks=["a", "b", "zaxxon"])
    assert found.tasks == ("zaxxon", "a", "b")
    np.testing.assert_allclose(found.without, [2, 16, 16])
    np.testing.assert_allclose(found.share, [30 / 34, 2 / 34, 2 / 34])
    assert found.mean == pytest.approx(34 / 3)
    nothing = aggregate.single_task_influence([[1, -1]], tasks=["a", "b"])
    assert np.isnan(nothing.share).all()
    with pytest.raises(ValueError, match="tasks: 1 names for scores of shape"):
        aggregate.single_task_influence([[1, 2]], tasks=["a"])


def test_groups_of_tasks():
    groups = aggregate.task_groups(["a", "b", "c"], design=["c", "a"])
    assert list(groups) == ["testing", "design", "all"]
    assert [places.tolist() for places in groups.values()] == [[1], [0, 2], [0, 1, 2]]
    assert list(aggregate.task_groups(["a"], design=["a"])) == ["design", "all"]
    with pytest.raises(ValueError, match="design: 'd' is not among the tasks"):
        aggregate.task_groups(["a"], design=["d"])


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1, 2, 3], r"got \(3,\); write one run as"),
        ([[1, 2], [3]], "expected a matrix of numbers"),
        ([["a", "b"]], "expected a matrix of numbers"),
        ([[True, False]], "expected a matrix of numbers"),
        ([[]], "expected shape"),
        ([[1, math.nan]], "run 0, task 1 is nan"),
        ([[1, math.inf], [1, -math.inf]], "run 0, task 1 is inf"),
    ],
)
def test_impossible_scores(scores, message):
    for aggregate_of in POINTS:
        with pytest.raises(ValueError, match=message):
            aggregate_of(scores)


def test_impossible_arguments():
    with pytest.raises(ValueError, match="proportion: expected"):
        aggregate.trimmed_mean([[1.0]], proportion=0.5)
    with pytest.raises(ValueError, match="target: expected"):
        aggregate.optimality_gap([[1.0]], target=math.nan)
    with pytest.raises(ValueError, match="thresholds: expected"):
        aggregate.score_distribution([[1.0]], thresholds=[])
    with pytest.raises(ValueError, match="y: has 2 tasks and x has 1"):
        aggregate.probability_of_improvement([[1.0]], [[1.0, 2.0]])


MASKED = np.ma.masked_array([[1.0, 999.0], [2.0, 4.0]], [[False, True], [False, False]])


@pytest.mark.parametrize(
    "statistic",
    [
        aggregate.mean,
        aggregate.median,
        aggregate.iqm,
        aggregate.optimality_gap,
        lambda s: aggregate.score_distribution(s, thresholds=[1]),
        lambda s: aggregate.probability_of_improvement(s, s),
        lambda s: aggregate.probability_of_improvement([[1, 2]], s),
        lambda s: aggregate.single_task_influence(s, tasks=["a", "b"]),
    ],
)
@pytest.mark.parametrize("scores", [MASKED, [[True, 2.0]], [["1", 2.0]], [[None, 2.0]]])
def test_what_is_no_score_is_refused(statistic, scores):
    with pytest.raises(ValueError, match=r"^(scores|x|y): (entry .* is masked|expected a matrix)"):
        statistic(scores)


@pytest.mark.parametrize("statistic", [aggregate.mean, aggregate.iqm, aggregate.median])
def test_sums_that_overflow_are_refused(statistic):
    with pytest.raises(ValueError, match="scores: too large"):
        statistic([[1e308, 1e308]])


@pytest.mark.parametrize("value", ["0.1", True, None, math.nan])
def test_options_that_are_no_numbers(value):
    with pytest.raises(ValueError, match="proportion: expected"):
        aggregate.trimmed_mean([[1.0]], proportion=value)
    with pytest.raises(ValueError, match="target: expected"):
        aggregate.optimality_gap([[1.0]], target=value)
    with pytest.raises(ValueError, match="thresholds: "):
        aggregate.score_distribution([[1.0]], thresholds=[value])


def test_a_score_of_32_bits_reaches_the_threshold_that_it_is():
    scores = np.array([[0.7, 0.1]], dtype=np.float32)
    assert aggregate.score_distribution(scores, thresholds=[0.7]).tolist() == [0.5]
    assert float(aggregate.probability_of_improvement(scores, [[0.7, 0.1]])) == 0.5


def test_shares_are_exact():
    scores = [list(range(10))]
    found = aggregate.score_distribution(scores, thresholds=range(11))
    assert found.tolist() == [(10 - k) / 10 for k in range(11)]


def test_frames_with_columns_in_another_order_are_refused():
    frame = pd.DataFrame({"go": [1.0, 2.0], "hex": [3.0, 4.0]})
    turned = frame[["hex", "go"]]
    assert float(aggregate.probability_of_improvement(frame, frame.copy())) == 0.5
    with pytest.raises(ValueError, match="y: its own name at position 0 is 'hex'"):
        aggregate.probability_of_improvement(frame, turned)
    with pytest.raises(ValueError, match="scores: its own name at position 0 is 'hex'"):
        aggregate.single_task_influence(turned, tasks=["go", "hex"])


def test_shares_of_means_that_cancel_out_are_undefined():
    found = aggregate.single_task_influence([[0.1, 0.2, -0.3]], tasks=["a", "b", "c"])
    assert np.isnan(found.share).all()
    for tasks, words in ((["a", "b", "a"], "stands twice"), ("abc", "sequence of names")):
        with pytest.raises(ValueError, match=f"tasks: .*{words}"):
            aggregate.single_task_influence([[0.1, 0.2, 0.3]], tasks=tasks)
    for groups in ({"tasks": "go", "design": []}, {"tasks": ["go"], "design": "go"}):
        with pytest.raises(ValueError, match="expected a sequence of names"):
            aggregate.task_groups(groups["tasks"], design=groups["design"])


def test_axes_in_front_that_do_not_fit():
    with pytest.raises(ValueError, match=r"y: has the axes \(5,\) in front and x has \(2,\)"):
        aggregate.probability_of_improvement(np.zeros((2, 3, 4)), np.zeros((5, 3, 4)))
