import numpy as np
import pytest

from benchlib.lightcycles import late_moves


def test_every_move_is_counted_and_compared_with_the_limit():
    found = late_moves(1, n_moves=7, limit_seconds=1e-9, load=0.5)
    assert (found.n_workers, found.n_moves, found.n_late, found.share) == (1, 7, 7, 1.0)
    assert found.seconds.shape == (1, 7)
    assert (found.seconds > 0).all()
    assert found.n_late == int(np.sum(found.seconds > found.limit_seconds))


@pytest.mark.parametrize(
    ("n_workers", "options", "words"),
    [
        (0, {}, "n_workers: expected a whole number"),
        (1, {"n_moves": 0}, "n_moves: expected a whole number"),
        (1, {"limit_seconds": -1}, "limit_seconds: expected a positive number"),
        (1, {"load": 1.5}, "load: expected a number between 0 and 1"),
    ],
)
def test_impossible_input_is_refused(n_workers, options, words):
    with pytest.raises(ValueError, match=words):
        late_moves(n_workers, **options)
