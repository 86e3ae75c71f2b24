"""The datasheet of the record of late moves."""

from benchlib.datasets.datasheet import Column, Datasheet

__all__ = ["LATE_MOVES"]

LATE_MOVES = Datasheet(
    name="late_moves",
    title="Late moves of timed bots, by the number of bots that think at once",
    row="one measurement of one number of workers",
    columns={
        "block": Column("int64", "number of the round; each has every number of workers once"),
        "n_workers": Column("int64", "bots that thought at the same time, a process each"),
        "n_moves": Column("int64", "moves of all of them, 40 each"),
        "n_late": Column("int64", "moves that took longer than 20 ms (moves)"),
    },
    key=("block", "n_workers"),
    made_by=(
        "`benchlib.studies.lightcycles.late_moves_in_turn([1, 2, 4, 8], n_blocks=6, rng=1)`, on a "
        "virtual machine with two cores under Linux, with Python 3.11, numpy 2.4.6 and numba"
    ),
    source="measured for this book",
    licence="CC BY 4.0",
    attribution="the authors of Benchmarks Are Measurements",
    quirks=(
        "It is a measurement of one machine and of what else it did: no second run gives the "
        "same numbers, and another machine may give quite different ones.",
        "Other programs ran on the same two cores. The measurement had priority over them (nice "
        "-12), but two workers already had to share.",
        "The work of a move is the same for all: 10 ms for a process alone, by the fastest of "
        "several trials before each measurement.",
        "Within a round the numbers of workers came in random order.",
    ),
)
