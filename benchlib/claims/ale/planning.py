"""What the released scores of the planners say."""

import math
from collections.abc import Iterable
from functools import cache, partial

import pandas as pd

from benchlib import ale, datasets
from benchlib.claims.ale.published import DOCUMENT, NEAT, PLANNERS, REFERENCES, score, scores
from benchlib.claims.answers import NotCheckable, Quoted, Statement
from benchlib.claims.ledger import claim

_ROUNDED = 0.5  # the planners' scores are released in whole points
_REMARKS = {"privateeye": ": there it does meet rewards, and some are negative"}


@cache
def rows_of_search() -> pd.DataFrame:
    """Return, for each game, the better of the two planners, the best learner, the best of all."""
    search = scores(PLANNERS)[["full tree", "UCT"]].max(axis=1)
    others = scores(NEAT).loc[search.index, ["best linear learner", "Planning"]]
    return pd.DataFrame(
        {"search": search, "learner": others["best linear learner"], "all": others["Planning"]}
    )


@cache
def first_in_its_row() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the games where search is the best of its row, and those where it is not."""
    found = rows_of_search()
    best = found["search"] >= found["all"] - _ROUNDED
    return tuple(found.index[best]), tuple(found.index[~best])


def titles(games: Iterable[str]) -> str:
    """Name games as a reader knows them."""
    return ", ".join(ale.GAMES[game].title for game in games)


def skiing_is_a_tie() -> bool:
    """Say whether full tree, best learner and best baseline share the quoted score of Skiing."""
    shared = ("full tree", "best linear learner", "best baseline")
    return len({score(DOCUMENT, system, "skiing") for system in shared}) == 1


@claim("ale-search-49")
def games_in_which_search_leads() -> Quoted:
    best, rest = first_in_its_row()
    found = rows_of_search()
    behind = int((found["search"] <= found["learner"]).sum())
    return Quoted(
        len(best) + skiing_is_a_tie(),
        f"{PLANNERS} with {NEAT}",
        f"counted as {len(best)} games in which the better planner has the best score of its row, "
        "and the tie in Skiing. The best of a row is taken from the column Planning, which seems "
        "to hold the best of all planners, learners and simple policies. Search is below it in "
        f"{titles(rest)}; in {behind} of these it is below the best learner as well",
    )


@claim("ale-search-49-strict")
def strict_wins_of_search() -> Statement:
    printed = int(datasets.load("claims").set_index("id")["printed"]["ale-search-49-strict"])
    best, _ = first_in_its_row()
    found = rows_of_search()
    above = int((found["search"] > found["learner"]).sum())
    return Statement(
        len(best) < printed and skiing_is_a_tie(),
        f"at most {len(best)} strict wins in the {len(found)} released games",
        f"number {printed} is Skiing, where full tree, best learner and best simple policy all "
        f"have {score(DOCUMENT, 'full tree', 'skiing'):g}. At most, since the files do not say "
        "where a simple policy ties with search. Above the best learner alone search is in "
        f"{above} of {len(found)} games, a different count that happens to be the printed number "
        "too",
    )


@claim("ale-uct-wins")
def uct_against_the_full_tree() -> Statement:
    planners = scores(PLANNERS)
    lead = planners["UCT"] - planners["full tree"]
    better, tied, worse = (int(x.sum()) for x in (lead > 0, lead == 0, lead < 0))
    return Statement(
        better > len(lead) / 2 and better < len(lead),
        f"better in {better}, equal in {tied} and worse in {worse} of {len(lead)} games",
        f"equal in {titles(list(lead.index[lead == 0]))}; worse in "
        f"{titles(list(lead.index[lead < 0]))}; means of ten episodes, rounded, without "
        "deviations",
    )


@claim("ale-hero-uct-helps")
def search_on_hero() -> Statement:
    uct, tree = (score(PLANNERS, name, "hero") for name in ("UCT", "full tree"))
    learner = score(NEAT, "best linear learner", "hero")
    return Statement(
        uct > max(tree, learner),
        f"{uct:g} against {learner:g} (best learner) and {tree:g} (full tree)",
        "a planner may try actions in the emulator before it plays one, and a learner may not",
    )


def search_fails(game: str) -> Statement:
    """Compare search with the best learner, and with what random play meets."""
    search, learner = (float(rows_of_search()[name][game]) for name in ("search", "learner"))
    random = [score(REFERENCES, name, game) for name in ("random", "DQN random")]
    random.append(score(NEAT, "random", game))
    later = scores(PLANNERS).loc[game, ["IW(1)", "2BFS"]]
    return Statement(
        search < learner,
        search,
        f"best score of full tree and UCT; the best learner has {learner:g}. Later "
        f"planners on the same emulator have {later['IW(1)']:g} (IW(1)) and {later['2BFS']:g} "
        f"(2BFS). As for rare rewards, random play has {', '.join(f'{x:g}' for x in random)} in "
        "three references" + _REMARKS.get(game, ""),
    )


for _identifier, _game in {
    "ale-sparse-freeway": "freeway",
    "ale-sparse-private-eye": "privateeye",
    "ale-sparse-montezuma": "montezumarevenge",
    "ale-sparse-venture": "venture",
}.items():
    claim(_identifier)(partial(search_fails, _game))


@claim("ale-uct-bonus")
def printed_bonus() -> NotCheckable:
    visits = {"rarely": 1, "often": 90}
    parent = 100
    printed = {k: math.sqrt(math.log(n) / parent) for k, n in visits.items()}
    usual = {k: math.sqrt(math.log(parent) / n) for k, n in visits.items()}
    return NotCheckable(
        "stated only in the original paper. The usual bonus is the other way round, the square "
        "root of the logarithm of parent visits over child visits, times a constant. After "
        f"{parent} visits it is {usual['rarely']:.2f} for an action tried once and "
        f"{usual['often']:.2f} for one tried {visits['often']} times; as printed it is "
        f"{printed['rarely']:.2f} and {printed['often']:.2f}, so that it would favour what was "
        "tried already. No constant stands in it"
    )
