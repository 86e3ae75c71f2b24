"""What our own search in the emulator says about claims on planners.

Settings point to the constants that the code uses. The experiments are smaller than the paper's
by far, and each answer says by how much.
"""

from functools import cache

import pandas as pd
from statsmodels.stats import proportion

from benchlib import datasets, preregistration
from benchlib.ale.planning import UCT
from benchlib.claims.answers import NotCheckable, Scaled, Setting, Statement
from benchlib.claims.ledger import claim
from benchlib.studies import planners, search_trees

_PAPER = "benchlib.studies.planners:PAPER"
_OURS = "our experiments have 10 simulations, or 250 to 2,000 emulated frames a decision"
_PRICED = f"priced in the chapter on planning; {_OURS}"
_N_DECISIONS, _N_SIMULATIONS = 6, 12  # with which UCT's choice is watched


@cache
def episodes() -> pd.DataFrame:
    """Return the episodes of our planners."""
    return datasets.load("ale_planners")


@claim("ale-planning-episodes")
def episodes_of_planners() -> Setting:
    return Setting(
        "benchlib.studies.ale_experiments:MERGING_EPISODES",
        "planned for each condition of the experiment on merging; for that on budgets fewer",
    )


@claim("ale-uct-sims")
def simulations_of_a_decision() -> Setting:
    return Setting(f"{_PAPER}[simulations]", _PRICED)


@claim("ale-uct-depth")
def deepest_simulation() -> Setting:
    return Setting(
        "benchlib.ale.planning:UCT.__init__.__kwdefaults__[depth_frames]",
        "frames by default; our experiments have 100",
    )


@claim("ale-uct-c")
def exploration_constant() -> Setting:
    return Setting(
        "benchlib.ale.planning:EXPLORATION",
        "of the usual bonus. What returns are divided by is left open, so the number alone does "
        "not say how much is explored; here it is the largest absolute return in the tree so far. "
        "The bonus as printed has no constant",
    )


@claim("ale-fulltree-frames")
def frames_of_a_full_tree() -> Setting:
    return Setting(f"{_PAPER}[tree_frames]", _PRICED)


@claim("ale-uct-root")
def most_visited_and_kept() -> Statement:
    model = search_trees.random_position("seaquest", 20, rng=1)
    search = UCT(simulations=_N_SIMULATIONS, depth_frames=25)
    most = kept = 0
    expected = 0  # visits that the next root brings along
    for k in range(_N_DECISIONS):
        decision = search.decide(model, rng=k)
        most += decision.visits[decision.action] == max(decision.visits)
        root = search.tree()[0]
        kept += k > 0 and root.visits == expected + _N_SIMULATIONS
        expected = decision.visits[decision.action]
        model.act(decision.action)
    return Statement(
        most == _N_DECISIONS and kept == _N_DECISIONS - 1,
        f"the most visited in {most} of {_N_DECISIONS} decisions, its subtree kept in {kept} of "
        f"{_N_DECISIONS - 1}",
        f"watched in Seaquest, {_N_SIMULATIONS} simulations a decision; of several with the most "
        "visits our program takes the larger mean, then one at random, which the source leaves "
        "open",
    )


@claim("ale-zaxxon-uct-run")
def search_on_zaxxon() -> Scaled:
    played = episodes().query("experiment == 'budget' and game == 'zaxxon'")
    uct, tree = (played.loc[played["planner"] == name] for name in ("uct", "full_tree"))
    scored = [int((rows["score"] > 0).sum()) for rows in (uct, tree)]
    low, high = proportion.confint_proportions_2indep(
        scored[0], len(uct), scored[1], len(tree), method="newcomb", compare="diff"
    )
    budgets = sorted(set(uct["budget"]))
    return Scaled(
        float(low) > 0,
        scored[0] / len(uct) - scored[1] / len(tree),
        float(low),
        float(high),
        f"share of episodes with points, UCT minus full tree, with the 95% interval of Newcombe: "
        f"{scored[0]} of {len(uct)} against {scored[1]} of {len(tree)} on Zaxxon, at budgets of "
        f"{budgets[0]:,} to {budgets[-1]:,} emulated frames a decision together; the mean scores "
        f"are {uct['score'].mean():,.0f} and {tree['score'].mean():,.0f}. Episodes of one number "
        "share their random numbers at all budgets, which the interval does not know. The paper "
        f"has {planners.PAPER['tree_frames']:,} frames; our episodes end after 300 decisions",
    )


@claim("ale-dup-depth")
def merging_and_useful_depth() -> Scaled | NotCheckable:
    rule = preregistration.read(datasets.folder() / "plans.jsonl").rules[planners.RULE]
    (planned,) = rule.looks
    verdict = planners.merging_verdict(episodes(), planned=planned)
    contrasts = planners.merging_contrasts(episodes().query(f"episode < {planned}"))
    table = contrasts[contrasts["unit"] == "frames"].set_index(["quantity", "game"]).sort_index()
    told = "; ".join(
        f"{word} {row['difference']:.2f} ({row['low']:.2f} to {row['high']:.2f}) in {game}"
        for word, quantity in (("depth", "mean_depth"), ("score", "score"))
        for game, row in table.xs(quantity).iterrows()
    )
    if verdict.word == "not reached":
        return NotCheckable(
            f"not judged: the rule written beforehand speaks at {verdict.planned} paired episodes, "
            f"and there are {verdict.n_episodes}. So far, merged minus not, at 1,000 emulated "
            f"frames a decision: {told}"
        )
    gained = (row for _, row in table.xs("mean_depth").iterrows())
    depth = min(gained, key=lambda row: row["difference"])
    return Scaled(
        verdict.word == "useful depth",
        float(depth["difference"]),
        float(depth["low"]),
        float(depth["high"]),
        f"depth gained (decisions) in the game where it is less. By the rule written beforehand: "
        f"{verdict.word}. Merged minus not at 1,000 emulated frames a decision, "
        f"{verdict.n_episodes} paired episodes of 300 decisions, simulations of 100 frames: {told}",
    )
