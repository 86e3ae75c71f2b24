"""Sign agreement, simulated and exact, against the loops that a reader would write."""

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


def exact():
    """Prepare exact agreement of the study: 54 games, every n from 1 to 15, one process."""
    import os

    os.environ["TQDM_DISABLE"] = "1"
    from benchlib.studies import bbf_agreement, bbf_retention

    def study():
        table = bbf_agreement.agreement_table([bbf_retention.CONDITIONS])
        assert not table["error_bound"].any()
        return table.groupby("n")["agreement"].mean().tolist()

    return study


def drawn():
    """Prepare the same curve by simulation, precise to the third decimal of the mean."""
    from benchlib import retention
    from benchlib.studies import bbf_agreement, bbf_retention

    runs = bbf_retention.common_runs()

    def study():
        return retention.nested_agreement(
            runs,
            conditions=bbf_retention.CONDITIONS,
            budgets=range(1, bbf_agreement.MAX_N + 1),
            n_resamples=DRAWS,
            rng=1,
        ).equal_task_agreement.tolist()

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
    ),
    Case(
        what="exact sign agreement: 54 games, every n from 1 to 15",
        ours=Work(exact, repetitions=3),
        peer=Work(drawn, repetitions=3),
        peer_name="our simulation, 4,000 draws",
        # Four standard errors of the mean of 54 games x 4,000 draws, at agreement one half.
        tolerance=4 * 0.5 / (54 * DRAWS) ** 0.5,
        limit_seconds=30.0,
        note=(
            "one process; error bound 0 in all games. The simulation is faster and leaves an "
            "error of 0.4 points in a game that is hard to decide"
        ),
    ),
]
