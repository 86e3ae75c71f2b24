"""Scores that the document quotes, compared with released files that hold them as well."""

import math
from collections.abc import Callable
from functools import partial

from benchlib.claims.ale.published import (
    DOCUMENT,
    LEARNERS,
    NEAT,
    PLANNERS,
    score,
)
from benchlib.claims.answers import NotCheckable, Quoted, Statement
from benchlib.claims.ledger import claim

_BEST = "best linear learner"


def _planner(system: str, game: str) -> Quoted:
    return Quoted(score(PLANNERS, system, game), PLANNERS, "rounded to whole points there")


def _learner(game: str, representation: str) -> Quoted:
    return Quoted(
        score(NEAT, _BEST, game),
        f"{NEAT}, the best linear learner",
        f"the file does not say that it is {representation}",
    )


_ANSWERS: dict[str, Callable[[], Quoted]] = {
    "ale-uct-zaxxon": partial(_planner, "UCT", "zaxxon"),
    "ale-fulltree-zaxxon": partial(_planner, "full tree", "zaxxon"),
    "ale-boxing-uct": partial(_planner, "UCT", "boxing"),
    "ale-boxing-fulltree": partial(_planner, "full tree", "boxing"),
    "ale-lsh-zaxxon": partial(_learner, "zaxxon", "LSH"),
    "ale-bass-hero": partial(_learner, "hero", "BASS"),
    "ale-ram-boxing": partial(_learner, "boxing", "RAM"),
}
for _identifier, _answer in _ANSWERS.items():
    claim(_identifier)(_answer)


def _quoted_learners(game: str) -> dict[str, float]:
    """Return the quoted scores of single representations on a game."""
    found = {name: score(DOCUMENT, name, game) for name in LEARNERS}
    return {name: value for name, value in found.items() if not math.isnan(value)}


def leader(game: str) -> Quoted:
    """Name the representation whose quoted score is the released best."""
    best = score(NEAT, _BEST, game)
    same = [name for name, value in _quoted_learners(game).items() if value == best]
    return Quoted(
        " and ".join(same),
        f"{NEAT}, the best linear learner",
        f"it has {best:g} points there, which the document quotes for {' and '.join(same)}",
    )


for _game in ("hero", "boxing", "zaxxon"):
    claim(f"ale-leader-{_game}")(partial(leader, _game))


@claim("ale-bass-seaquest")
def seaquest_leader() -> NotCheckable:
    return NotCheckable(
        f"the released file has {score(NEAT, _BEST, 'seaquest'):g} points for the best of the five "
        "learners and does not name it, and the document quotes no score of a learner there"
    )


@claim("ale-ram-not-best")
def memory_is_not_always_best() -> Statement:
    hero = _quoted_learners("hero")
    ahead = [name for name, value in hero.items() if value > hero["RAM"]]
    return Statement(
        bool(ahead),
        f"{len(ahead)} of the {len(hero) - 1} others are ahead of RAM on H.E.R.O.",
        f"they are {', '.join(ahead)}; on Boxing its score is the best of all five",
    )


@claim("ale-rep-matters")
def representations_on_hero() -> Statement:
    hero = _quoted_learners("hero")
    best, worst = (pick(hero, key=lambda name: hero[name]) for pick in (max, min))
    ratio = hero[best] / hero[worst]
    return Statement(
        ratio > 1,
        ratio,
        f"{best} to {worst}, means of 30 trials each; without deviations there is no test of it",
    )
