"""The datasheet of the planners that searched on the emulator."""

from benchlib.datasets.datasheet import Column, Datasheet

__all__ = ["ALE_PLANNERS"]

ALE_PLANNERS = Datasheet(
    name="ale_planners",
    title="Scores of planners that search with the emulator",
    row="one episode of one planner, with one budget, on one game",
    columns={
        "experiment": Column(
            "str",
            "`budget`: planners and blind policies at equal frames; `merging`: UCT with and "
            "without merging of equal states",
        ),
        "planner": Column("str", "the planner or the blind policy; the words are explained below"),
        "merge": Column("str", "`yes` or `no`: whether equal states share a node; `-`: no tree"),
        "budget": Column("int64", "for each decision, in `unit`; 0 for a blind policy"),
        "unit": Column("str", "`frames` or `simulations`; `-` for a blind policy"),
        "game": Column("str", "Atari game, in the spelling of `bbf_runs`"),
        "episode": Column("int64", "number of the episode within all of the above"),
        "score": Column("int64", "sum of rewards (game points)"),
        "frames": Column("int64", "length (frames)"),
        "decisions": Column("int64", "decisions that were taken"),
        "distinct_children": Column("float64", "distinct successors of the root, on average"),
        "mean_depth": Column("float64", "depth that the tree reached, on average (decisions)"),
        "max_depth": Column("int64", "largest depth that it reached (decisions)"),
        "emulated_frames": Column("int64", "frames that the search emulated in the whole episode"),
        "nodes": Column("float64", "nodes of the tree at a decision, on average"),
    },
    key=("experiment", "planner", "merge", "budget", "unit", "game", "episode"),
    made_by=(
        "`benchlib study ale-planners`, on ale-py 0.12.1 and numpy 2.4.6: seed 21 for the "
        "experiment on budgets and seed 22 for that on merging, as the plan in "
        "`data/plans.jsonl` says"
    ),
    source="played for this book",
    licence="CC BY 4.0",
    attribution="the authors of Benchmarks Are Measurements",
    quirks=(
        "Far smaller than the experiment of Bellemare, Naddaf, Veness and Bowling (2013): there a "
        "decision has 500 simulations or 133,000 frames, and an episode 3,600 decisions. Here an "
        "episode ends after 300 decisions, for the blind policies as well.",
        "Every condition has four episodes of `budget` and ten of `merging`, as planned; a policy "
        "that holds one button has one, since another would be the same.",
        "How long a decision took is not in the table: it is not the same twice.",
    ),
    words={
        "full_tree": "breadth-first search, all branches alike; equal states are not merged",
        "uct": "selective search with random rollouts to a depth of 100 frames, which keeps its "
        "tree from one decision to the next",
        "random, random_five": "a random action on every frame, or on every fifth",
        "const_noop, const_best": "doing nothing; the best of the 18 single actions, in hindsight",
    },
)
