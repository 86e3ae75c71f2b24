"""References by hand, sampling error by simulation, and references that are no scale."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchlib import normalization

TASKS = ("go", "hex")
TOLD = {"tasks": TASKS, "protocol": "5 minutes, no sticky actions", "source": "made up"}


def test_four_references_by_hand():
    scores = [[20.0, 3.0]]
    made = {
        "random": normalization.reference("random", random=[10, 2], **TOLD),
        "human": normalization.reference("human", random=[10, 2], human=[30, 4], **TOLD),
        "baselines": normalization.reference("baselines", policies=[[0, 1], [40, 5]], **TOLD),
        "systems": normalization.reference("systems", policies=[[20, 3], [10, 5]], **TOLD),
    }
    expected = {"random": [2, 1.5], "human": [0.5, 0.5], "baselines": [0.5, 0.5], "systems": [1, 0]}
    for name, reference in made.items():
        found = normalization.normalize(scores, reference=reference)
        np.testing.assert_allclose(found.scores, [expected[name]])
        assert found.reference.protocol == TOLD["protocol"]
        assert found.warnings == ()
        np.testing.assert_array_equal(found.reference_standard_error, 0)


@given(st.floats(-50, 50), st.floats(0.5, 90), st.floats(-100, 100))
def test_low_becomes_0_and_high_1(low, span, score):
    arguments = {"low": [low], "high": [low + span]}
    assert normalization.normalize([[low]], **arguments).scores[0, 0] == 0
    assert normalization.normalize([[low + span]], **arguments).scores[0, 0] == pytest.approx(1)
    found = normalization.normalize([[score]], **arguments).scores[0, 0]
    assert low + found * (low + span - low) == pytest.approx(score, abs=1e-8)
    clipped = normalization.normalize([[score]], **arguments, clip=True)
    assert clipped.scores[0, 0] == min(max(found, 0), 1)
    assert "clipped" in clipped.warnings[0]


def test_the_error_of_a_reference_by_simulation():
    rng = np.random.default_rng(11)
    reference = normalization.reference(
        "human", random=[10, 2], human=[60, 9], random_standard_error=[2, 0.2],
        human_standard_error=[3, 0.4], **TOLD,
    )  # fmt: skip
    found = normalization.normalize([[110.0, 5.0]], reference=reference)
    low = rng.normal([10, 2], [2, 0.2], size=(200_000, 2))
    high = rng.normal([60, 9], [3, 0.4], size=(200_000, 2))
    drawn = (np.array([110.0, 5.0]) - low) / (high - low)
    np.testing.assert_allclose(found.reference_standard_error[0], drawn.std(axis=0), rtol=0.03)


def test_the_error_of_the_best_baseline_is_carried_along():
    reference = normalization.reference(
        "baselines", policies=[[0, 5], [40, 1]], policies_standard_error=[[1, 2], [3, 4]], **TOLD
    )
    np.testing.assert_array_equal(reference.low, [0, 1])
    np.testing.assert_array_equal(reference.low_standard_error, [1, 4])
    np.testing.assert_array_equal(reference.high_standard_error, [3, 2])
    found = normalization.normalize([[1.0, 1.0]], reference=reference)
    assert len(found.warnings) == 1
    assert "'hex': the range 4 of reference 'baselines' is less than 3 times" in found.warnings[0]


def test_tasks_are_looked_up_by_name():
    reference = normalization.reference("human", random=[0, 100], human=[10, 200], **TOLD)
    found = normalization.normalize([[150.0, 5.0]], reference=reference, tasks=["hex", "go"])
    np.testing.assert_allclose(found.scores, [[0.5, 0.5]])
    one = normalization.normalize([[150.0]], reference=reference, tasks=["hex"])
    np.testing.assert_allclose(one.scores, [[0.5]])
    with pytest.raises(ValueError, match="the reference does not know 'chess'"):
        normalization.normalize([[1.0]], reference=reference, tasks=["chess"])


def test_another_system_moves_the_scores_of_all():
    table = [[20.0, 3.0], [10.0, 5.0]]
    before = normalization.reference("systems", policies=table, **TOLD)
    after = normalization.reference("systems", policies=[*table, [80.0, 9.0]], **TOLD)
    first = normalization.normalize(table, reference=before).scores
    second = normalization.normalize(table, reference=after).scores
    assert first.max() == 1
    assert (second.max(axis=0) < 1).all()


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("random", {}, "random: is missing"),
        ("human", {"random": [1, 2]}, "human: is missing"),
        ("systems", {}, "policies: is missing"),
        ("best", {}, "name: expected 'random'"),
        ("random", {"random": [1, 0]}, "on 'hex' the high score 0 is not above the low one 0"),
        ("random", {"random": [1, -3]}, "on 'hex' the high score -3 is not above"),
        ("human", {"random": [1, 2], "human": [1, 3]}, "on 'go' the high score 1 is not above"),
        ("random", {"random": [1, 2, 3]}, "random: has 3 columns for 2 tasks"),
        ("random", {"random": [1, math.nan]}, "run 0, task 'hex' is nan"),
        ("random", {"random": [1, 2], "random_standard_error": [1, -1]}, "task 'hex' is -1"),
        ("random", {"random": [1, 2], "protocol": " "}, "protocol: is empty"),
        ("random", {"random": [1, 2], "tasks": ["go", "go"]}, "'go' stands twice"),
        ("random", {"random": [1, 2], "tasks": "go"}, "expected a sequence of names"),
        (
            "systems",
            {"policies": [[1, 2]], "policies_standard_error": [[1, 2], [3, 4]]},
            "has shape",
        ),
    ],
)
def test_references_that_are_no_scale(name, change, message):
    with pytest.raises(ValueError, match=message):
        normalization.reference(name, **(TOLD | change))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "give either a reference, or both low and high"),
        ({"low": [1.0, 2.0]}, "give either a reference, or both low and high"),
        ({"low": [1.0, 2.0], "high": [2.0, 2.0]}, "on '1' the high score 2 is not above"),
        ({"low": [[1.0]], "high": [[2.0]]}, "low: expected one score a task"),
        ({"low": [1.0], "high": [2.0]}, "has 2 columns for 1 tasks"),
        ({"reference": "human"}, "reference: expected a normalization.Reference"),
    ],
)
def test_impossible_arguments(change, message):
    with pytest.raises(ValueError, match=message):
        normalization.normalize([[1.0, 2.0]], **change)


def test_the_error_of_policies_level_at_an_end_does_not_hang_on_their_order():
    options = {"tasks": ["a"], "protocol": "p", "source": "s"}
    scores, errors = [[0], [0], [9]], [[0.0], [2.0], [1.0]]
    for order in ([0, 1, 2], [1, 0, 2], [2, 1, 0]):
        found = normalization.reference(
            "baselines",
            policies=[scores[k] for k in order],
            policies_standard_error=[errors[k] for k in order],
            **options,
        )
        assert (found.low_standard_error[0], found.high_standard_error[0]) == (2, 1)
    with pytest.raises(ValueError, match=r"policies_standard_error: row 1, task 'a' is -1\.0"):
        normalization.reference(
            "systems", policies=scores, policies_standard_error=[[0], [-1], [1]], **options
        )


def test_names_of_frames_and_series_must_agree():
    low, high = pd.Series({"go": 0, "hex": 10}), pd.Series({"go": 10, "hex": 20})
    frame = pd.DataFrame({"go": [5.0], "hex": [15.0]})
    found = normalization.normalize(frame, low=low, high=high)
    assert (found.scores.tolist(), found.tasks) == ([[0.5, 0.5]], ("go", "hex"))
    turned = high[["hex", "go"]]
    with pytest.raises(ValueError, match="high: its own name at position 0 is 'hex'"):
        normalization.normalize([[5.0, 15.0]], low=low, high=turned)
    with pytest.raises(ValueError, match="scores: its own name at position 0 is 'hex'"):
        normalization.normalize(frame[["hex", "go"]], low=[0, 1], high=[2, 3], tasks=["go", "hex"])
    human = normalization.reference(
        "human", tasks=["go", "hex"], random=low, human=high, protocol="p", source="s"
    )
    with pytest.raises(ValueError, match="scores: its own name"):
        normalization.normalize(frame[["hex", "go"]], reference=human)
    with pytest.raises(ValueError, match="human: its own name"):
        normalization.reference(
            "human", tasks=["go", "hex"], random=low, human=turned, protocol="p", source="s"
        )


@pytest.mark.parametrize("bad", [np.ma.masked_equal([0, 9], 9), [True, 1], ["0", 1], [None, 1]])
def test_what_is_no_score_is_refused(bad):
    with pytest.raises(ValueError, match=r"^low: "):
        normalization.normalize([[1, 2]], low=bad, high=[10, 20])
    with pytest.raises(ValueError, match=r"^scores: "):
        normalization.normalize(np.ma.masked_equal([[1, 2]], 2), low=[0, 0], high=[1, 1])
