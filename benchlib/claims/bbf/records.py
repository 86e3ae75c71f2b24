"""What the released records are."""

from benchlib import datasets
from benchlib.claims.answers import Number, Statement, Text
from benchlib.claims.bbf.trials import pool_sizes
from benchlib.claims.ledger import claim
from benchlib.datasets.bbf import RELEASED_COLUMNS
from benchlib.studies import bbf_retention
from benchlib.studies.bbf_retention import BUDGETS, CONDITIONS, study


@claim("bbf-rows-bbf")
def rows_of_bbf() -> Number:
    return Number(_rows(CONDITIONS[0]))


@claim("bbf-rows-variant")
def rows_of_variant() -> Number:
    return Number(_rows(CONDITIONS[1]))


@claim("bbf-games-common")
def common_games() -> Number:
    return Number(int(bbf_retention.common_runs()["game"].nunique()))


@claim("bbf-min-records")
def enough_records() -> Statement:
    smallest = int(pool_sizes().min())
    return Statement(smallest >= 10, smallest)


@claim("bbf-bbf-min")
def smallest_bbf_pool() -> Number:
    return Number(int(pool_sizes()[0].min()))


@claim("bbf-bbf-max")
def largest_bbf_pool() -> Number:
    return Number(int(pool_sizes()[0].max()))


@claim("bbf-variant-min")
def smallest_variant_pool() -> Number:
    return Number(int(pool_sizes()[1].min()))


@claim("bbf-variant-max")
def largest_variant_pool() -> Number:
    return Number(int(pool_sizes()[1].max()))


@claim("bbf-fraction-of-pool")
def fraction_of_pool() -> Text:
    return Text(f"{max(BUDGETS)} of {pool_sizes().min()}")


@claim("bbf-tied-game")
def tied_game() -> Text:
    return Text(", ".join(study().tied_tasks))


@claim("bbf-eligible")
def eligible_games() -> Number:
    return Number(len(study().tasks))


@claim("bbf-positive-gap")
def games_for_bbf() -> Number:
    return Number(int((study().reference_gap > 0).sum()))


@claim("bbf-negative-gap")
def games_for_variant() -> Number:
    return Number(int((study().reference_gap < 0).sum()))


@claim("bbf-csv-fields")
def released_fields() -> Statement:
    # The table adds the condition, from the name of the file, to what the files hold.
    kept = set(datasets.load("bbf_runs").columns) - {"condition"}
    released = set(RELEASED_COLUMNS) - {""}
    known = {"seed", "game", "GameScoreAverage", "GameScoreNormalized"}
    return Statement(
        released == known and len(kept) == len(released),
        f"columns of the released files: {', '.join(sorted(released))}, and a counter of rows",
        "the builder of the table refuses a released file with any other column",
    )


@claim("bbf-no-paired-seeds")
def no_shared_seeds() -> Statement:
    runs = datasets.load("bbf_runs")
    labels = [set(runs.loc[runs["condition"] == name, "run"]) for name in CONDITIONS]
    shared = len(labels[0] & labels[1])
    return Statement(shared == 0, f"{shared} seed labels occur in both conditions")


def _rows(condition: str) -> int:
    return int((datasets.load("bbf_runs")["condition"] == condition).sum())
