import numpy as np
import pytest

from benchlib import lightcycles
from benchlib.lightcycles import bot, generate, learner, replay, tune

MAPS = generate(range(12), mirrored=True, width=8, height=6, n_walls=4)
SMALL = generate(range(100, 115), mirrored=False, width=8, height=6, n_walls=4)


@pytest.fixture(scope="module")
def tuning():
    return tune("careful", MAPS, original="careful", n_steps=25, rng=3)


def test_with_the_weights_of_the_original_it_is_the_original():
    for name in ("voronoi", "careful_lfrb", "space_filler"):
        games = [
            lightcycles.play_pairs([(player, "cutter")], SMALL, rng=1)["moves"].tolist()
            for player in (learner(name), bot(name))
        ]
        assert games[0] == games[1]


@pytest.mark.parametrize("top_k", [1, 2])
def test_it_never_leaves_the_proposals_of_the_original(top_k):
    stubborn = learner("careful", weights=(-1, 1, 0, 0, 0, 1000, 0), top_k=top_k)
    differs = 0
    for board in SMALL:
        game = lightcycles.play(stubborn, "careful_rblf", board, rng=1)
        for position in replay(board, game.moves)[:-1]:
            seen = lightcycles.choose("careful", position, seat=1)
            best = sorted(seen.scores.values(), reverse=True)[:top_k]
            found = lightcycles.choose(stubborn, position, seat=1)
            assert set(found.scores) <= set(seen.scores)
            assert len(found.scores) == len(best)
            if best:
                assert seen.scores[found.move] >= best[-1]
                differs += found.move != seen.move
    assert (differs > 0) == (top_k > 1)


def test_the_reward_is_that_of_the_weights_kept_and_never_falls(tuning):
    assert tuning.reward[0] == 0.5  # the mirror
    assert (np.diff(tuning.reward) >= 0).all()
    assert tuning.reward[-1] > 0.5
    kept = tuning.tried >= tuning.reward[:-1]
    assert (tuning.reward[1:][kept] == tuning.tried[kept]).all()
    assert (tuning.weights[1:][~kept] == tuning.weights[:-1][~kept]).all()
    assert tuning.weights[0].tolist() == list(bot("careful").weights)
    assert tuning.n_games == 26 * 2 * len(MAPS)
    for step in (0, 25):
        games = lightcycles.play_pairs([(tuning.at(step), "careful")], MAPS, rng=1)
        assert games["result"].mean() == tuning.reward[step]
    assert tuning.at(25).weights == tuning.bot.weights


def test_the_same_seed_tunes_the_same_way(tuning):
    again = tune("careful", MAPS, original="careful", n_steps=25, rng=np.random.default_rng(3))
    assert again.weights.tolist() == tuning.weights.tolist()
    other = tune("careful", MAPS, original="careful", n_steps=3, rng=4)
    assert other.weights[1:].tolist() != tuning.weights[1:4].tolist() or (
        other.tried.tolist() != tuning.tried[:3].tolist()
    )


def test_against_lots_every_step_meets_the_same_ones():
    tuning = tune("random", SMALL, n_steps=4, top_k=1, rng=5)
    # Only one proposal: whatever the weights, the same games.
    assert set(tuning.tried) == {tuning.reward[0]}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: learner("dice"), "original: 'dice' draws lots"),
        (lambda: learner(learner("careful")), "original: 'learner' draws lots"),
        (lambda: learner("lookahead"), "original: 'lookahead' draws lots, looks ahead"),
        (lambda: learner("careful", top_k=0), "top_k: expected a whole number of at least 1"),
        (lambda: learner("careful", top_k=9), "top_k: expected a whole number from 0 to 4"),
        (lambda: learner("careful", weights=(1, 2)), "weights: expected 7 weights"),
        (lambda: tune("careful", MAPS, n_steps=0, rng=1), "n_steps: expected"),
        (lambda: tune("careful", [], n_steps=1, rng=1), "maps: is empty"),
        (lambda: tune("nobody", MAPS, n_steps=1, rng=1), "opponent: no bot 'nobody'"),
        (lambda: tune("careful", MAPS, n_steps=1, step_size=0, rng=1), "step_size: expected"),
        (lambda: tune("careful", MAPS, n_steps=1, rng=1.5), "rng: expected"),
        (lambda: tune("careful", MAPS, n_steps=1, rng=1).at(2), "step: expected 0 to 1, got 2"),
    ],
)
def test_impossible_input_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
