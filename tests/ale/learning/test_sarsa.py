from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, chisquare, ttest_1samp

from benchlib.ale import features, learning
from benchlib.ale.learning import Sarsa, Settings

PLAIN = Settings(learning_rate=0.5, trace_decay=0.9)


def active(*indices):
    return np.array(indices, np.int64)


class Reference:
    """SARSA(λ) as it is printed: all weights and all traces, at every decision."""

    def __init__(self, n_features, n_actions, own, cut):
        self.weights = np.zeros((n_features, n_actions))
        self.traces = np.zeros((n_features, n_actions))
        self.own, self.cut, self.most = own, cut, 1

    def start(self, now, action):
        self.traces[:] = 0
        self.most = max(self.most, now.size)
        self.now, self.action = now, action

    def values(self, now):
        # One after the other, as floating point numbers depend on the order.
        return np.cumsum(np.vstack([np.zeros(self.weights.shape[1]), self.weights[now]]), axis=0)[
            -1
        ]

    def step(self, reward, now, action):
        self.most = max(self.most, now.size)
        self.learn(reward + self.own.discount * self.values(now)[action])
        self.now, self.action = now, action

    def learn(self, target):
        self.traces[self.now, self.action] = 1
        step_size = self.own.learning_rate / self.most
        change = step_size * (target - self.values(self.now)[self.action])
        self.weights += change * self.traces
        self.traces *= self.own.discount * self.own.trace_decay
        self.traces[self.traces < self.cut] = 0


@pytest.mark.parametrize("cut", [0.0, 0.01, 0.5])
@pytest.mark.parametrize("trace_decay", [0.0, 0.5, 0.9, 1.0])
def test_every_step_is_that_of_a_plain_implementation(trace_decay, cut):
    rng = np.random.default_rng(7)
    own = Settings(0.3, trace_decay, discount=0.97, exploration=0.2)
    agent, plain = Sarsa(3, own, rng=1, trace_cut=cut), Reference(40, 3, own, cut)
    uniforms = np.random.default_rng(1).random
    probe = np.arange(40)

    def check_choice(action, values):
        explore, pick = uniforms(), uniforms()
        if explore < own.exploration:
            assert action == int(pick * 3)
        else:
            assert (
                action
                == np.flatnonzero(values == values.max())[
                    int(pick * np.sum(values == values.max()))
                ]
            )

    # Slowly changing features, long and short episodes, ends, cuts, and one that is broken off.
    for length, end in [(150, "end"), (3, "cut"), (90, "none"), (1, "end"), (70, "cut")]:
        now = np.flatnonzero(rng.random(40) < 0.3)
        action = agent.start(now)
        check_choice(action, plain.values(now))
        plain.start(now, action)
        for _ in range(length):
            changed = np.zeros(40, bool)
            changed[now] = True
            changed[rng.integers(40, size=2)] ^= True
            now = np.flatnonzero(changed)
            reward = float(rng.integers(-2, 3))
            action = agent.step(reward, now)
            check_choice(action, plain.values(now))
            plain.step(reward, now, action)
            assert np.array_equal(agent.values(now), plain.values(now))
            assert np.array_equal(agent.values(active(*probe[::3])), plain.values(probe[::3]))
        if end == "end":
            agent.end(1.0)
            plain.learn(1.0)
        elif end == "cut":
            before = plain.weights.copy()
            agent.end(1.0, now)
            explore, pick = uniforms(), uniforms()
            values = plain.values(now)
            best = np.flatnonzero(values == values.max())
            action = int(pick * 3) if explore < 0.2 else best[int(pick * best.size)]
            plain.step(1.0, now, action)
            assert not np.array_equal(before, plain.weights)
    agent.start(active())
    for feature in range(40):
        assert np.array_equal(agent.values(active(feature)), plain.weights[feature])


# Three states, two actions: chances of the next state, and the points of each transition.
CHANCES = np.array(
    [
        [[0.1, 0.8, 0.1], [0.7, 0.1, 0.2]],
        [[0.1, 0.1, 0.8], [0.8, 0.1, 0.1]],
        [[0.3, 0.3, 0.4], [0.1, 0.2, 0.7]],
    ]
)
POINTS = np.array([[0.0, 0.0], [3.0, 0.5], [0.0, 1.5]])


def solve(own):
    """Return the ε-greedy policy that is greedy to its own values, and these values."""
    greedy = np.zeros(3, int)
    while True:
        policy = np.full((3, 2), own.exploration / 2)
        policy[np.arange(3), greedy] += 1 - own.exploration
        # q = points + discount * chances @ (policy applied to q)
        moves = np.einsum("sat,tb->satb", CHANCES, policy).reshape(6, 6)
        q = np.linalg.solve(np.eye(6) - own.discount * moves, POINTS.ravel()).reshape(3, 2)
        if np.array_equal(q.argmax(axis=1), greedy):
            return q
        greedy = q.argmax(axis=1)


@pytest.mark.parametrize("trace_decay", [0.0, 0.8])
def test_a_game_of_chance_is_valued_as_its_exact_solution(trace_decay):
    own = Settings(0.2, trace_decay, discount=0.8, exploration=0.4)
    exact = solve(own)
    assert np.abs(np.diff(exact, axis=1)).min() > 0.5  # so that chance does not turn the policy
    # Learners with different seeds tell how far chance moves the mean of all.
    learned = np.array([learn_game_of_chance(own, seed) for seed in range(6)])
    assert learned.std(axis=0, ddof=1).max() < 0.05 * exact.min()
    assert ttest_1samp(learned, exact).pvalue.min() > 1e-3 / exact.size


def learn_game_of_chance(own, seed):
    """Return values averaged over the last decisions, in which the rate is small."""
    agent, rng = Sarsa(2, own, rng=seed), np.random.default_rng([seed, 1])
    cumulated, states = CHANCES.cumsum(axis=2), [active(state) for state in range(3)]
    state, action = 0, agent.start(states[0])
    for rate, n_decisions in ((0.2, 2000), (0.02, 3000), (0.01, 5000)):
        agent.settings = replace(own, learning_rate=rate)
        values = []
        for number, chance in enumerate(rng.random(n_decisions)):
            reward = POINTS[state, action]
            state = int(np.searchsorted(cumulated[state, action], chance))
            action = agent.step(reward, states[state])
            if number % 50 == 0:
                values.append([agent.values(now) for now in states])
    return np.mean(values, axis=0)


@pytest.mark.parametrize("trace_decay", [0.0, 0.8])
def test_a_game_without_chance_is_valued_exactly(trace_decay):
    # From 0, one action leads to 1 with a point, the other to 2 without; what comes then is 2
    # points from 1 and 5 from 2, whatever is done. So exploring adds no noise.
    own = Settings(0.5, trace_decay, discount=0.9, exploration=0.6)
    agent = Sarsa(2, own, rng=1)
    for _ in range(1500):
        first = agent.start(active(0))
        agent.step(1.0 - first, active(1 + first))
        agent.end((2.0, 5.0)[first])
    assert agent.values(active(0)) == pytest.approx([1 + 0.9 * 2, 0.9 * 5], abs=1e-12)
    assert agent.values(active(1)) == pytest.approx([2, 2], abs=1e-12)
    assert agent.values(active(2)) == pytest.approx([5, 5], abs=1e-12)


@pytest.mark.parametrize(("cut", "reach"), [(learning.TRACE_CUT, 44), (0.5, 7), (0.0, 100)])
def test_what_the_cut_costs(cut, reach):
    # A corridor of 100 states with 8 points at its end, walked once: a state k decisions before
    # the end gets the share (γλ)^k of the correction, or nothing beyond the reach of the cut.
    agent = Sarsa(1, PLAIN, rng=1, trace_cut=cut)
    agent.start(active(0))
    for state in range(1, 100):
        agent.step(0.0, active(state))
    agent.end(8.0)
    decay = PLAIN.discount * PLAIN.trace_decay
    got = np.array([agent.values(active(99 - k))[0] for k in range(100)])
    wanted = 4.0 * decay ** np.arange(100)
    assert got[:reach] == pytest.approx(wanted[:reach], rel=1e-12)
    assert not got[reach:].any()
    assert np.all(wanted[reach:] < 4.0 * cut)
    # The docstring says how far back it reaches.
    if cut == learning.TRACE_CUT:
        assert reach - 1 == int(np.log(cut) / np.log(decay)) == 43
        assert int(np.log(cut) / np.log(0.999 * 0.5)) == 6


def test_other_actions_keep_their_traces():
    own = Settings(1.0, 0.5, discount=1.0, exploration=1.0)
    agent = Sarsa(2, own, rng=5)
    actions = [agent.start(active(0))]
    while len(set(actions)) < 2:
        actions.append(agent.step(0.0, active(0)))
    agent.end(1.0)
    last, other = actions[-1], actions[-2]
    assert agent.values(active(0))[last] == 1.0
    assert agent.values(active(0))[other] == 0.5


def test_the_rate_is_shared_by_the_most_features_met():
    agent = Sarsa(1, Settings(0.5, 0.0), rng=1)
    agent.start(active(*range(4)))
    agent.end(8.0)
    assert agent.values(active(0, 1, 2, 3)) == 4.0  # half of the error
    agent.start(active(9))
    agent.end(8.0)
    assert agent.values(active(9)) == 1.0  # 8 * 0.5 / 4: the rate stays as it is


def test_nothing_changes_while_frozen():
    agent = Sarsa(3, PLAIN, rng=1)
    rng = np.random.default_rng(2)
    for _ in range(5):
        agent.start(np.flatnonzero(rng.random(20) < 0.4))
        agent.end(5.0)
    probe = active(*range(20))
    before, rows, size = agent.values(probe), agent.weights.n_rows, agent.weights.n_bytes
    agent.start(active(2, 3), learn=False)
    for _ in range(80):
        agent.step(100.0, np.flatnonzero(rng.random(60) < 0.5))
    agent.end(100.0)
    assert np.array_equal(agent.values(probe), before)
    assert (agent.weights.n_rows, agent.weights.n_bytes) == (rows, size)
    # The rate is not that of 30 features either, which were met while it was frozen.
    agent.start(active(77))
    agent.end(1.0)
    most = max(1, round(0.5 / agent.values(active(77)).max()))
    assert most < 15


def test_a_frozen_learner_plays_the_same_policy():
    agent = Sarsa(5, Settings(0.5, 0.9, exploration=0.2), rng=3)
    while agent.values(active(1)).argmax() != 2 or agent.values(active(1))[2] <= 0:
        action = agent.start(active(1))
        agent.end(float(action == 2))
    agent.start(active(1), learn=False)
    chosen = [agent.step(0.0, active(1)) for _ in range(3000)]
    # 0.2 of the decisions are drawn from all five, the best one among them.
    assert binomtest(chosen.count(2), 3000, 0.8 + 0.2 / 5).pvalue > 1e-4
    assert chisquare([chosen.count(a) for a in (0, 1, 3, 4)]).pvalue > 1e-4


def test_ties_are_broken_at_random():
    agent = Sarsa(4, replace(PLAIN, exploration=0.0), rng=1)
    action = agent.start(active(0))
    agent.end(-1.0)
    agent.start(active(0), learn=False)
    chosen = np.bincount([agent.step(0.0, active(0)) for _ in range(2000)], minlength=4)
    assert chosen[action] == 0
    assert chisquare(np.delete(chosen, action)).pvalue > 1e-4


def test_no_feature_is_a_screen_as_well():
    agent = Sarsa(2, PLAIN, rng=1)
    agent.start(active())
    agent.step(1.0, active())
    agent.end(1.0, active())
    assert not agent.values(active()).any()


@settings(max_examples=20, deadline=None)
@given(scale=st.floats(-50, 50).filter(lambda x: abs(x) > 0.01), seed=st.integers(0, 99))
def test_values_scale_with_points(scale, seed):
    # Without choices to make, values are linear in the points.
    def learn(factor):
        agent, rng = Sarsa(1, PLAIN, rng=1), np.random.default_rng(seed)
        agent.start(active(0, 3))
        for _ in range(30):
            agent.step(factor * rng.normal(), np.flatnonzero(rng.random(8) < 0.5))
        agent.end(factor)
        return np.array([agent.values(active(k))[0] for k in range(8)])

    assert learn(scale) == pytest.approx(scale * learn(1.0), rel=1e-9, abs=1e-9)


def test_every_representation_has_its_settings():
    assert set(learning.SETTINGS) == {*features.REPRESENTATIONS, *features.PALETTE_DESIGN}
    rates = {n: (s.learning_rate, s.trace_decay) for n, s in learning.SETTINGS.items()}
    grid = dict.fromkeys(features.PALETTE_DESIGN, (0.5, 0.9))
    assert rates == grid | {"disco": (0.1, 0.9), "ram": (0.2, 0.5), "lsh": (0.5, 0.5)}
    assert {(s.discount, s.exploration) for s in learning.SETTINGS.values()} == {(0.999, 0.05)}
    with pytest.raises(FrozenInstanceError):
        learning.SETTINGS["ram"].discount = 1.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"learning_rate": 0.0}, "learning_rate: expected a positive number"),
        ({"learning_rate": 1.5}, "learning_rate: expected at most 1, got 1.5"),
        ({"trace_decay": -0.1}, "trace_decay: expected a finite number of at least 0"),
        ({"discount": float("nan")}, "discount: expected a finite number"),
        ({"exploration": "no"}, "exploration: expected a finite number"),
        ({"exploration": True}, "exploration: expected a finite number"),
    ],
)
def test_hostile_settings(options, message):
    with pytest.raises(ValueError, match=message):
        Settings(**{"learning_rate": 0.5, "trace_decay": 0.5, **options})


def test_hostile_learners():
    with pytest.raises(ValueError, match="n_actions: expected a whole number of at least 1"):
        Sarsa(0, PLAIN, rng=1)
    with pytest.raises(ValueError, match="settings: expected a Settings, got None"):
        Sarsa(2, None, rng=1)
    with pytest.raises(ValueError, match="rng: expected"):
        Sarsa(2, PLAIN, rng=None)
    with pytest.raises(ValueError, match="trace_cut: expected a finite number of at least 0"):
        Sarsa(2, PLAIN, rng=1, trace_cut=-1)


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ([1, 2], "active: expected a one-dimensional array of int64, got list"),
        (np.array([1.0]), "active: expected a one-dimensional array of int64, got float64"),
        (np.array([[1]]), "active: expected a one-dimensional array of int64"),
        (np.ma.masked_equal(active(1, 2), 1), "active: expected .* got MaskedArray"),
        (active(2, 1), "active: the indices of features must rise"),
        (active(1, 1), "active: the indices of features must rise"),
        (active(-1, 1), "active: the indices of features must rise"),
    ],
)
def test_hostile_features(features, message):
    agent = Sarsa(2, PLAIN, rng=1)
    for look in (agent.start, agent.values):
        with pytest.raises(ValueError, match=message):
            look(features)
    agent.start(active(1))
    with pytest.raises(ValueError, match=message):
        agent.step(0.0, features)
    assert agent.weights.n_rows == 1


def test_hostile_order_and_rewards():
    agent = Sarsa(2, PLAIN, rng=1)
    for act in (lambda: agent.step(0.0, active(1)), lambda: agent.end(0.0)):
        with pytest.raises(ValueError, match="the learner is in no episode; call start first"):
            act()
    agent.start(active(1))
    for reward in (float("inf"), float("nan"), "1", None):
        with pytest.raises(ValueError, match="reward: expected a finite number"):
            agent.step(reward, active(1))
        with pytest.raises(ValueError, match="reward: expected a finite number"):
            agent.end(reward)
    agent.end(0.0)
    with pytest.raises(ValueError, match="the learner is in no episode"):
        agent.end(0.0)


def test_values_beyond_all_numbers_are_an_error():
    agent = Sarsa(1, Settings(1.0, 0.0), rng=1)
    agent.start(active(1, 2))
    agent.end(1e308)
    agent.start(active(3))
    agent.end(1.7e308)
    agent.start(active(4))
    agent.end(1.7e308)
    agent.weights.values[:3] *= 2
    for look in (agent.start, agent.values):
        with pytest.raises(ArithmeticError, match="grown beyond all numbers"):
            look(active(1, 2, 3, 4))


def test_an_error_beyond_all_numbers_moves_nothing():
    agent = Sarsa(1, Settings(1.0, 0.9), rng=1)
    agent.start(active(1))
    agent.end(1.7e308)
    agent.start(active(1))
    with pytest.raises(ArithmeticError, match="grown beyond all numbers"):
        agent.end(-1.7e308)
    agent.start(active(2))
    with pytest.raises(ArithmeticError, match="grown beyond all numbers"):
        agent.step(1.7e308, active(1))
    assert agent.values(active(1, 2)) == 1.7e308


def test_a_start_that_failed_is_no_start():
    agent = Sarsa(2, PLAIN, rng=1)
    agent.start(active(1))
    with pytest.raises(ValueError, match="active: the indices of features must rise"):
        agent.start(active(2, 1), learn=False)
    for act in (lambda: agent.step(5.0, active(1)), lambda: agent.end(5.0)):
        with pytest.raises(ValueError, match="the learner is in no episode; call start first"):
            act()
    assert not agent.values(active(1)).any()
