import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchlib.sequential import elo_of, game_probabilities, pair_probabilities


def test_by_hand():
    # 400 log10(3) Elo is a score of 3/4; with 20 % draws, wins are 0.75 - 0.1.
    game = game_probabilities(400 * math.log10(3), draw_rate=0.2)
    assert game == pytest.approx([0.15, 0.2, 0.65])
    # Two coins: LL; LD, DL; DD, LW, WL; ...
    assert pair_probabilities([0.5, 0.5, 0]) == pytest.approx([0.25, 0.5, 0.25, 0, 0])
    assert pair_probabilities([1, 0, 0], [0, 0, 1]) == pytest.approx([0, 0, 1, 0, 0])


@given(st.floats(-300, 300), st.floats(0, 0.2))
def test_a_pair_is_as_strong_as_its_games(elo, draws):
    game = game_probabilities(elo, draw_rate=draws)
    pair = pair_probabilities(game)
    assert elo_of(game, model="logistic") == pytest.approx(elo, abs=1e-6)
    assert elo_of(pair, model="logistic") == pytest.approx(elo, abs=1e-6)
    # Independent games: the spread of a pair's score is smaller by the square root of two.
    single = elo_of(game, model="normalized")
    assert elo_of(pair, model="normalized") == pytest.approx(single, rel=1e-6, abs=1e-6)


def test_normalized_elo_by_hand():
    # Mean 3/4, variance 3/16: t = (1/4) / (sqrt(3)/4) = 1 / sqrt(3).
    found = elo_of([0.25, 0, 0.75], model="normalized")
    assert found == pytest.approx(800 / math.log(10) / math.sqrt(3))


def test_without_spread():
    assert elo_of([0, 0, 1], model="logistic") == math.inf
    assert elo_of([1, 0, 0], model="logistic") == -math.inf
    assert elo_of([0, 0, 1], model="normalized") == math.inf
    assert math.isnan(elo_of([0, 1, 0], model="normalized"))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: game_probabilities(200, draw_rate=0.6), "draw_rate: 0.6 is more than"),
        (lambda: game_probabilities(0, draw_rate=1), "draw_rate: expected a number from 0 to"),
        (lambda: game_probabilities(0, draw_rate=None), "draw_rate: expected a number from 0 to"),
        (lambda: game_probabilities(0, draw_rate=np.nan), "draw_rate: expected a number from 0 to"),
        (lambda: game_probabilities(np.inf, draw_rate=0), "elo: expected a number from -2000"),
        (lambda: pair_probabilities([0.2] * 5), "first: expected 3 probabilities"),
        (lambda: pair_probabilities([0.5, 0.5, 0], [1, 1, 0]), "second: they sum to 2"),
        (lambda: elo_of([0.5, 0.5], model="logistic"), "probabilities: expected 3 probabilities"),
        (lambda: elo_of([0.5, 0, 0.5], model="x"), "model: expected"),
    ],
)
def test_refused(call, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        call()
