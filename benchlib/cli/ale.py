"""The commands ``benchlib ale``: experiments on the emulator that can be stopped at any moment."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

# The five of the paper, then what completes the crossing of palette and pairs.
_LEARNERS = ("basic", "bass", "disco", "lsh", "ram", "basic8", "bass128")
_RESUMED = "The same command goes on after a stop."


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the experiments to the parser of ``benchlib ale``."""
    experiments = parser.add_subparsers(required=True, metavar="EXPERIMENT")
    _add_baselines(experiments)
    _add_learn(experiments)
    _add_plan(experiments)
    cost = experiments.add_parser(
        "cost",
        help="tell what the paper's whole experiment with learners would take here",
        description="Measures each kind of learner on this machine for a moment, and adds up.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    told = "mean length of an episode, at most 3600"
    cost.add_argument("--mean-decisions", type=float, default=1000, metavar="N", help=told)
    cost.set_defaults(run=_cost)


def _add_baselines(experiments: Any) -> None:
    baselines = _experiment(
        experiments,
        "baselines",
        help="measure the 37 baseline policies, and the best of each game again",
        description="Plays every baseline policy, then the best of each game on fresh episodes. "
        f"{_RESUMED} For data/ale_baselines.csv as the output, follow it with `benchlib data "
        "accept ale_baselines`.",
        run=_baselines,
        games="all",
    )
    add = baselines.add_argument
    kinds = ("random", "const", "perturb")
    add("--policies", nargs="+", default=kinds, choices=kinds, metavar="P", help="kinds to play")
    add("--episodes", type=int, default=10, metavar="N", help="episodes of each Perturb policy")
    add("--random-episodes", type=int, default=30, metavar="N", help="episodes of Random")
    add("--best", type=int, default=3, metavar="N", help="policies of a game to measure again")
    add("--fresh-episodes", type=int, default=10, metavar="N", help="episodes of each of those")
    add("--max-frames", type=int, default=18_000, metavar="N", help="longest episode")


def _add_learn(experiments: Any) -> None:
    learn = _experiment(
        experiments,
        "learn",
        help="train linear learners, and measure them with learning switched off",
        description="Trains SARSA with each representation on each game, trial by trial. "
        f"{_RESUMED}",
        run=_learn,
        games="design",
    )
    add = learn.add_argument
    told = "what the learners see: " + ", ".join(_LEARNERS)
    add(
        "--representations",
        nargs="+",
        default=_LEARNERS[:5],
        choices=_LEARNERS,
        metavar="R",
        help=told,
    )
    add("--trials", type=int, default=5, metavar="N", help="learners of each kind on each game")
    add("--training-episodes", type=int, default=100, metavar="N", help="episodes with learning")
    add("--frozen-episodes", type=int, default=30, metavar="N", help="episodes after learning")
    add("--max-decisions", type=int, default=1000, metavar="N", help="longest episode")
    add("--memory", type=Path, metavar="FILE", help="a second table: what the learners kept")


def _add_plan(experiments: Any) -> None:
    plan = _experiment(
        experiments,
        "plan",
        help="search with the emulator as the model of the game",
        description="Plays episodes with planners: with the budgets of a decision side by side, "
        f"or with and without merging of equal states. {_RESUMED}",
        run=_plan,
        games="",
    )
    add = plan.add_argument
    kinds = ("budget", "merging")
    add("--experiment", default="budget", choices=kinds, metavar="E", help=" or ".join(kinds))
    add("--episodes", type=int, default=4, metavar="N", help="episodes of each condition")
    add("--budgets", nargs="+", type=int, metavar="N", help="frames for a decision, in budget")
    add("--max-decisions", type=int, default=300, metavar="N", help="longest episode")
    add("--depth-frames", type=int, default=100, metavar="N", help="depth of UCT's simulations")
    add("--bonus", default="usual", choices=("usual", "printed"), metavar="B", help="UCT's bonus")


def _experiment(
    experiments: Any, name: str, *, help: str, description: str, run: Any, games: str
) -> argparse.ArgumentParser:
    """Add a command with the options that all experiments have."""
    parser: argparse.ArgumentParser = experiments.add_parser(
        name,
        help=help,
        description=description,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    told = "names, or all, design, testing"
    add("--games", nargs="+", default=[games] if games else None, metavar="G", help=told)
    add("--seed", type=int, default=1, metavar="N", help="seed of the whole run")
    add("--workers", type=int, default=1, metavar="N", help="processes to use")
    # Suppressed, a default that is none is not shown.
    for option, metavar, told in (
        ("--checkpoints", "DIR", "where records are saved"),
        ("--output", "FILE", "the table to write"),
    ):
        add(option, type=Path, required=True, default=argparse.SUPPRESS, metavar=metavar, help=told)
    parser.set_defaults(run=run)
    return parser


def _games(names: list[str]) -> list[str]:
    from benchlib import ale

    sets = {"all": tuple(ale.GAMES), "design": ale.DESIGN_GAMES, "testing": ale.TESTING_GAMES}
    return [game for name in names for game in sets.get(name, (name,))]


def _write(table: "pd.DataFrame", path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.part")
    table.to_csv(draft, index=False, lineterminator="\n")
    print(draft.replace(path))


def _baselines(options: argparse.Namespace) -> int:
    from benchlib import ale

    table = ale.baseline_table(
        _games(options.games),
        checkpoints=options.checkpoints,
        seed=options.seed,
        policies=[baseline for baseline in ale.BASELINES if baseline.policy in options.policies],
        episodes=options.episodes,
        random_episodes=options.random_episodes,
        best=options.best,
        fresh_episodes=options.fresh_episodes,
        max_frames=options.max_frames,
        workers=options.workers,
    )
    _write(table, options.output)
    return 0


def _learn(options: argparse.Namespace) -> int:
    from benchlib.ale import learning

    episodes, memory = learning.learner_tables(
        options.representations,
        _games(options.games),
        checkpoints=options.checkpoints,
        seed=options.seed,
        trials=options.trials,
        training_episodes=options.training_episodes,
        frozen_episodes=options.frozen_episodes,
        max_decisions=options.max_decisions,
        workers=options.workers,
    )
    _write(episodes, options.output)
    if options.memory is not None:
        _write(memory, options.memory)
    return 0


def _cost(options: argparse.Namespace) -> int:
    from benchlib.ale import learning

    table = learning.learning_budget(_LEARNERS[:5], mean_decisions=options.mean_decisions, rng=1)
    print(table.round({"milliseconds": 2, "core_hours": 0}).to_string(index=False))
    return 0


def _plan(options: argparse.Namespace) -> int:
    from benchlib.ale import planning

    table = planning.planner_table(
        options.experiment,
        None if options.games is None else _games(options.games),
        checkpoints=options.checkpoints,
        seed=options.seed,
        episodes=options.episodes,
        budgets=options.budgets,
        max_decisions=options.max_decisions,
        depth_frames=options.depth_frames,
        bonus=options.bonus,
        workers=options.workers,
    )
    _write(table, options.output)
    return 0
