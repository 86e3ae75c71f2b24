"""Settings of the protocol, and the places in our code that use them."""

from benchlib import ale
from benchlib.claims.ale.published import PLANNERS, scores
from benchlib.claims.answers import Number, Setting, Statement
from benchlib.claims.ledger import claim

_FRAMES_PER_SECOND = 60


@claim("ale-games-55")
def number_of_games() -> Number:
    return Number(len(ale.GAMES), _list_of_games())


@claim("ale-design-5")
def number_of_design_games() -> Statement:
    n = len(ale.DESIGN_GAMES)
    return Statement(
        n == 5, n, ", ".join(ale.GAMES[game].title for game in ale.DESIGN_GAMES) + ", by name"
    )


@claim("ale-testing-50")
def number_of_testing_games() -> Statement:
    return Statement(len(ale.TESTING_GAMES) == 50, len(ale.TESTING_GAMES), _list_of_games())


def _list_of_games() -> str:
    released = set(scores(PLANNERS).index)
    more = [game.title for name, game in ale.GAMES.items() if name not in released]
    if not released <= set(ale.GAMES):
        raise ValueError("a game of the planners is not among the 55")
    return (
        f"the list is not in the document: it is that of the {len(released)} games for which the "
        f"planners' scores were released, and {', '.join(more)}, which is quoted"
    )


@claim("ale-frame-cap")
def longest_episode() -> Setting:
    return Setting("benchlib.ale.emulator:MAX_FRAMES")


@claim("ale-frame-cap-minutes")
def longest_episode_in_minutes() -> Number:
    return Number(
        ale.MAX_FRAMES / _FRAMES_PER_SECOND / 60, f"at {_FRAMES_PER_SECOND} frames a second"
    )


@claim("ale-action-interval")
def frames_between_decisions() -> Setting:
    return Setting("benchlib.ale.emulator:FRAME_SKIP")


@claim("ale-perturb")
def kept_to_the_action() -> Setting:
    return Setting("benchlib.ale.policies:REPEAT_PROBABILITY")


@claim("ale-random-every-frame")
def frames_between_random_actions() -> Statement:
    skips = {one.policy: one.frame_skip for one in ale.BASELINES}
    return Statement(
        skips["random"] == 1,
        skips["random"],
        f"frames; const and perturb decide every {skips['perturb']} frames here, which the "
        "document leaves open",
    )


@claim("ale-baselines-37")
def number_of_baselines() -> Number:
    kinds = [one.policy for one in ale.BASELINES]
    parts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    return Number(len(ale.BASELINES), parts)
