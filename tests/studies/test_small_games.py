"""A game in tables, and the game of two prizes, whose best action is known."""

import numpy as np
import pytest

from benchlib.ale import planning
from benchlib.studies import small_games


def test_a_game_follows_its_tables():
    game = small_games.TableGame([[1, 0], [1, 2], [2, 2]], [[1, 2], [3, 4], [0, 0]],
                                 terminal=[2], start=0)  # fmt: skip
    saved = game.save()
    assert [game.act(action) for action in (1, 0, 0, 1)] == [2, 1, 3, 4]
    assert game.over
    assert game.frames_emulated == 4
    game.restore(saved)
    assert not game.over
    assert game.key(game.save()) == 0
    assert game.frames_emulated == 4


@pytest.mark.parametrize("distance", [1, 2, 4, 6])
def test_full_tree_turns_round_when_it_reaches_the_large_prize(distance):
    frames = {}
    for budget in range(2, 200):
        game = small_games.two_prizes(distance=distance)
        decision = planning.full_tree(game, frames=budget, rng=1)
        frames.setdefault(decision.depth, decision.action)
        if decision.depth > distance:
            break
    # With fewer levels it goes for the small prize as soon as it sees it; beyond, for the large.
    assert frames[distance + 1] == 1
    if distance > 3:
        assert frames[3] == 0


def test_values_of_two_prizes_by_hand():
    game = small_games.two_prizes(near=1, far=10, distance=2)
    left, right = planning.full_tree(game, frames=6, rng=1).values
    assert left == pytest.approx(planning.DISCOUNT * 1)
    assert right == pytest.approx(planning.DISCOUNT * 10)
    assert np.count_nonzero(game.rewards) == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: small_games.TableGame([[0]], [[0, 1]], terminal=[], start=0), "one shape"),
        (lambda: small_games.TableGame([[1]], [[0]], terminal=[], start=0), "states are 0 to 0"),
        (lambda: small_games.TableGame([[0]], [[0]], terminal=[3], start=0), "states are 0 to 0"),
        (lambda: small_games.two_prizes(distance=0), "distance"),
        (lambda: small_games.two_prizes(far=np.nan), "far"),
        (lambda: small_games.TableGame([[0]], [[np.inf]], terminal=[], start=0), "rewards"),
        # Python would count it from the end.
        (lambda: small_games.two_prizes().act(-1), "action: expected a number from 0 to 1, got -1"),
        (lambda: small_games.two_prizes().act(2), "action"),
        (lambda: small_games.TableGame([[0]], [[0]], terminal=[0], start=0).act(0), "over"),
    ],
)
def test_hostile_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
