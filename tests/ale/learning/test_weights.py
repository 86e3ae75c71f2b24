import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib.ale.learning import Weights

SETS = st.lists(st.sets(st.integers(0, 411_000_000) | st.integers(0, 40), max_size=30), max_size=12)


@settings(max_examples=60, deadline=None)
@given(sets=SETS, adds=st.lists(st.booleans(), min_size=12, max_size=12))
def test_it_is_a_dictionary(sets, adds):
    weights, known = Weights(2), {}
    for met, add in zip(sets, adds, strict=False):
        ordered = sorted(met)
        if add:
            for feature in ordered:
                known.setdefault(feature, len(known))
        rows = weights.rows(np.array(ordered, np.int64), add=add)
        assert rows.tolist() == [known.get(feature, -1) for feature in ordered]
        assert weights.n_rows == len(known)


def test_it_grows_by_doubling_and_keeps_what_it_holds():
    rng = np.random.default_rng(1)
    weights, known = Weights(3), {}
    for _ in range(30):
        met = np.unique(rng.integers(411_000_000, size=500))
        for feature in met.tolist():
            known.setdefault(feature, len(known))
        rows = weights.rows(met, add=True)
        weights.values[rows, 1] = met
    capacity = weights.values.shape[0]
    assert weights.n_rows == len(known) <= capacity < 2 * len(known)
    assert capacity & (capacity - 1) == 0
    everything = np.array(sorted(known))
    rows = weights.rows(everything, add=False)
    assert rows.tolist() == [known[feature] for feature in everything.tolist()]
    assert np.array_equal(weights.values[rows, 1], everything)
    assert not weights.values[weights.n_rows :].any()
    # Three weights of 8 bytes a row, and two places of 16 bytes.
    assert weights.n_bytes == capacity * (3 * 8 + 2 * 16)


def test_features_that_share_a_place_are_told_apart():
    # Multiples of a large power of two are the hardest for a table whose size is one.
    weights = Weights(1)
    met = np.arange(500) << 40
    assert weights.rows(met, add=True).tolist() == list(range(500))
    assert weights.rows(met[::-1].copy()[:1], add=False).tolist() == [499]
    assert weights.rows(met + 1, add=False).tolist() == [-1] * 500


def test_an_array_that_is_written_to_later_does_no_harm():
    weights = Weights(1)
    met = np.array([1, 2])
    weights.rows(met, add=True)
    met[:] = [3, 4]
    assert weights.rows(np.array([1, 3]), add=False).tolist() == [0, -1]


@pytest.mark.parametrize("bad", [0, -1, 1.5, True, "2"])
def test_hostile_input(bad):
    with pytest.raises(ValueError, match="n_actions: expected a whole number of at least 1"):
        Weights(bad)
