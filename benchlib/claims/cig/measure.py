"""What the measure is, and which properties it has."""

from functools import cache

import numpy as np
import numpy.typing as npt

from benchlib import information
from benchlib._validation import FloatArray
from benchlib.claims.answers import Number, Setting, Statement
from benchlib.claims.cig.cells import MEASURES, cells, gains, greedy_ten, joint, names
from benchlib.claims.cig.table_two import COLUMNS, figures_met
from benchlib.claims.ledger import claim
from benchlib.information import Convention
from benchlib.information._kernels import REPLACEMENT

IntArray = npt.NDArray[np.int64]

# Far above rounding, far below any gain of interest.
NOTICEABLE = 1e-9


@cache
def beliefs(*measures: str) -> FloatArray:
    """Return the confusion matrix of every game, shape (n_games, n_agents, n_agents)."""
    table = cells(*measures)
    return np.array(
        [
            information.channel_matrix(table.mean[:, k], table.sd[:, k], convention="released")
            for k in range(len(table.problems))
        ]
    )


@cache
def pairs() -> tuple[IntArray, IntArray, FloatArray]:
    """Return first game, second game and joint gain of every pair of games."""
    table = cells()
    n = len(table.problems)
    first, second = (place.astype(np.int64) for place in np.triu_indices(n, 1))
    found = []
    for k in range(n - 1):
        # A pair is a game with the measures of both.
        mean, sd = (
            np.concatenate([x[:, k + 1 :], np.repeat(x[:, [k]], n - 1 - k, axis=1)], axis=2)
            for x in (table.mean, table.sd)
        )
        found.append(information.information_bits(mean, sd, convention="released"))
    return first, second, np.concatenate(found)


@claim("cig-bin-two-outcomes")
def two_bins() -> Number:
    bits = information.binned_information_bits([[0.49], [0.50]], width=0.01)
    return Number(float(2 ** bits[0]), "two equally frequent outcomes are one bit")


@claim("cig-noise-toy")
def near_and_far() -> Statement:
    spreads = (0.05, 0.1, 0.2, 0.5)
    near, far = (
        information.information_bits(
            np.repeat([[a], [b]], len(spreads), axis=1), [spreads, spreads], convention="released"
        )
        for a, b in ((0.49, 0.50), (0.1, 0.9))
    )
    said = zip(near, far, spreads, strict=True)
    return Statement(
        bool((far > near).all()),
        "; ".join(f"{b:.4f} against {a:.4f} at {s}" for a, b, s in said),
        "bits, at four standard deviations of a play",
    )


@claim("cig-discrete-all-information")
def all_from_one_game() -> Statement:
    top = np.log2(len(cells().agents))
    found = [
        information.binned_information_bits(cells().mean[:, :, k], width=NOTICEABLE)
        for k in range(len(MEASURES))
    ]
    counts = [int((bits > top - NOTICEABLE).sum()) for bits in found]
    return Statement(
        min(counts) > 0,
        f"{counts[0]} games by win rate, {counts[1]} by score",
        f"games on which no two agents have the same mean, so that it gives all {top:.2f} bits",
    )


@claim("cig-variance-form")
def sums_of_deviations() -> Statement:
    conventions: tuple[Convention, ...] = ("released", "gaussian")
    added, squared = (figures_met(convention) for convention in conventions)
    n = 10 * (len(COLUMNS) + 1)
    return Statement(
        squared == 0 and added > n / 2,
        f"{added} of the {n} figures of Table II with (s1 + s2) squared, {squared} with "
        "s1 squared + s2 squared",
        "the difference of two independent normal plays has the variance s1 squared + s2 squared; "
        "the wider spread that the paper uses has no such meaning, and its text calls s a variance",
    )


@claim("cig-row-sums")
def rows_add_to_one() -> Statement:
    sums = beliefs(*MEASURES).sum(axis=2)
    off = int((np.abs(sums - 1) > NOTICEABLE).sum())
    return Statement(
        off == 0,
        f"{off} of {sums.size:,} rows do not; the largest sum is {sums.max():.5f}",
        "by equation 1 they do. The paper's program then puts 1e-5 in place of probabilities that "
        "have become zero, and does not normalize again",
    )


@claim("cig-zero-floor")
def small_constant() -> Setting:
    matrix = beliefs(*MEASURES)
    replaced = int((matrix == REPLACEMENT).sum())
    kept = matrix[matrix < REPLACEMENT].min()
    return Setting(
        "benchlib.information._kernels:REPLACEMENT",
        f"in place of {replaced} of {matrix.size:,} entries, those too small for a double; others "
        f"as small as {kept:.0e} are kept, so that an agent that is ruled out can be believed "
        "more than an unlikely one",
    )


@claim("cig-negative-clip")
def negative_gains() -> Statement:
    raw = []
    for measures in COLUMNS.values():
        matrix = beliefs(*measures)
        logs = np.log2(matrix, out=np.zeros_like(matrix), where=matrix > 0)
        raw.append(np.log2(matrix.shape[1]) + (matrix * logs).sum(axis=2).mean(axis=1))
    clipped = np.concatenate([gains(*measures) for measures in COLUMNS.values()])
    found = np.concatenate(raw)
    below = found < -NOTICEABLE
    return Statement(
        bool((clipped >= 0).all() and (clipped[found < 0] < NOTICEABLE).all()),
        f"{int(below.sum())} of the {len(found)} gains of single games would be noticeably below 0",
        f"with {matrix.shape[1]} agents the rule only removes rounding: replaced entries add "
        "less entropy to a row than their agents take from it",
    )


@claim("cig-equal-belief")
def beliefs_are_not_uniform() -> Statement:
    matrix = beliefs(*MEASURES)
    rows = matrix / matrix.sum(axis=2, keepdims=True)
    top = np.log2(rows.shape[1])
    mean = rows.mean(axis=1)
    logs = np.log2(mean, out=np.zeros_like(mean), where=mean > 0)
    ratio = -(mean * logs).sum(axis=1) / top
    over = gains(*MEASURES) - [information.channel_information_bits(one) for one in rows]
    most = int(over.argmax())
    return Statement(
        bool(ratio.min() > 1 - NOTICEABLE),
        f"{ratio.min():.3f} to {ratio.max():.3f} of log2 {rows.shape[1]} over the games",
        "if every agent is as likely to be observed, the beliefs that follow average to the mean "
        f"row of the matrix, and that is not uniform. The gain is up to {over[most]:.2f} bits "
        f"({names([most])[0]}) more than the mutual information of its own channel",
    )


@claim("cig-maximum")
def largest_gain() -> Number:
    return Number(
        greedy_ten().upper_bound_bits,
        f"log2 {len(cells().agents)}, a bound; all {len(cells().problems)} games together give "
        f"{joint():.4f} bits",
    )


@claim("cig-uniform-prior")
def equal_weights() -> Statement:
    matrix = beliefs(*MEASURES)
    logs = np.log2(matrix, out=np.zeros_like(matrix), where=matrix > 0)
    own = np.log2(matrix.shape[1]) + (matrix * logs).sum(axis=2)
    plays = cells().n_plays.T / cells().n_plays.sum(axis=0)[:, None]
    equal = float(np.abs(own.mean(axis=1) - gains(*MEASURES)).max())
    unequal = float(np.abs((own * plays).sum(axis=1) - gains(*MEASURES)).max())
    return Statement(
        equal < NOTICEABLE < unequal,
        "agents weighted alike give every gain; weighted by plays one is off by "
        f"{unequal:.2f} bits",
    )


@claim("cig-sub-additive-games")
def two_games_can_give_more() -> Statement:
    first, second, both = pairs()
    excess = both - gains(*MEASURES)[first] - gains(*MEASURES)[second]
    k = int(excess.argmax())
    one, other = names([first[k], second[k]])
    alone = gains(*MEASURES, convention="gaussian")
    again = joint(one, other, convention="gaussian") - alone[[first[k], second[k]]].sum()
    more = int((excess > NOTICEABLE).sum())
    return Statement(
        more == 0,
        f"{more:,} of {len(excess):,} pairs give more than both games alone, by up to "
        f"{excess[k]:.3f} bits",
        f"most for {one} with {other}; {again:.3f} with variances added, so it is not for the "
        "replaced zeros. The information of independent plays is sub-additive; this measure is not "
        "one of plays, for it observes means without noise",
    )


@claim("cig-sub-additive-measures")
def two_measures_can_give_more() -> Statement:
    excess = gains(*MEASURES) - gains("win") - gains("score")
    more = int((excess > NOTICEABLE).sum())
    k = int(excess.argmax())
    return Statement(
        more == 0,
        f"{more} of {len(excess)} games give more by both measures than the sum, by up to "
        f"{excess[k]:.3f} bits",
        f"most for {names([k])[0]}. As with two games, the measure multiplies kernels, and beliefs "
        "that are spread over different agents by each sharpen each other",
    )


@claim("cig-monotone")
def a_game_can_take_away() -> Statement:
    first, second, both = pairs()
    single = gains(*MEASURES)
    larger = np.maximum(single[first], single[second])
    falls = np.flatnonzero(both < larger - NOTICEABLE)
    alone = gains(*MEASURES, convention="gaussian")
    still = sum(
        joint(*names([first[k], second[k]]), convention="gaussian")
        < alone[[first[k], second[k]]].max() - NOTICEABLE
        for k in falls
    )
    k = int((both - larger).argmin())
    one, other = names([first[k], second[k]])
    return Statement(
        len(falls) == 0,
        f"{len(falls)} of {len(both):,} pairs give less than one of the two games alone, by up to "
        f"{larger[k] - both[k]:.3f} bits",
        f"most for {one} with {other}. With variances added and nothing replaced {still} of these "
        "pairs still do: a second game can point to wrong agents and make the belief wider, which "
        f"information can't do on average. All games together give {joint():.4f} bits, the greedy "
        f"ten {greedy_ten().bits[-1]:.4f}",
    )
