"""The simulated retention study, against the loop that a reader would write."""

from harness import Case, Work

# The loop is slow, so it makes only these draws of all; each draw costs the same.
LOOP_DRAWS = 40
DRAWS = 4000


def ours():
    """Prepare the declared study: 54 games, three budgets."""
    from benchlib import retention
    from benchlib.studies import bbf_retention as declared

    runs = declared.common_runs()

    def study():
        result = retention.nested_agreement(
            runs,
            conditions=declared.CONDITIONS,
            budgets=declared.BUDGETS,
            n_resamples=DRAWS,
            rng=declared.SEED,
            score=declared.SCORE,
        )
        return [len(result.tasks) / 100, *result.equal_task_agreement]

    return study


def loop():
    """Prepare the plain loop: a shuffle by pandas for each draw, game and condition."""
    import numpy as np

    from benchlib.studies import bbf_retention as declared

    runs = declared.common_runs()

    def study():
        rng = np.random.default_rng(1)
        agree = dict.fromkeys(declared.BUDGETS, 0)
        games = 0
        for _, records in runs.groupby("game"):
            x, y = (
                records.loc[records["condition"] == name, declared.SCORE]
                for name in declared.CONDITIONS
            )
            reference = np.sign(x.mean() - y.mean())
            if reference == 0:
                continue
            games += 1
            for _ in range(LOOP_DRAWS):
                a = x.sample(frac=1, random_state=rng)
                b = y.sample(frac=1, random_state=rng)
                for n in declared.BUDGETS:
                    gap = a.iloc[:n].mean() - b.iloc[:n].mean()
                    agree[n] += np.sign(gap) == reference
        return [games / 100, *(count / games / LOOP_DRAWS for count in agree.values())]

    return study


CASES = [
    Case(
        what="simulated retention study: 54 games, 4,000 draws, 3 budgets",
        ours=Work(ours),
        peer=Work(loop, share=LOOP_DRAWS / DRAWS, repetitions=3),
        peer_name="plain pandas loop",
        # Four standard errors of the mean of 54 games x 40 draws, at agreement one half.
        tolerance=4 * 0.5 / (54 * LOOP_DRAWS) ** 0.5,
        limit_seconds=1.0,
        note=(
            f"the loop makes {LOOP_DRAWS} of {DRAWS:,} draws, its time is scaled to all; "
            "both find the same games and, within Monte Carlo error, the same agreement"
        ),
    )
]
