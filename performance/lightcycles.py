"""Games of light cycles on one core, from maps to records."""

from harness import Case, Work

N_MAPS = 1000
GAMES_PER_SECOND = 1000


def matches(bot_1, bot_2, n_maps):
    """Prepare the maps and the compiled game; both seats of every map are played and recorded."""
    from benchlib import lightcycles

    maps = lightcycles.generate(range(n_maps), mirrored=False)
    pair = (lightcycles.bot(bot_1).named("one"), lightcycles.bot(bot_2).named("two"))
    lightcycles.play_pairs([pair], maps[:1], rng=1)

    def work():
        games = lightcycles.play_pairs([pair], maps, rng=1)
        return [len(games), games["result"].sum(), games["length"].sum()]

    return work


CASES = [
    Case(
        what=f"light cycles, 16 x 12: {2 * N_MAPS:,} games, Voronoi against Voronoi",
        ours=Work(lambda: matches("voronoi", "voronoi", N_MAPS)),
        limit_seconds=2 * N_MAPS / GAMES_PER_SECOND,
        note="one process, records included; the limit is 1,000 games a second",
    ),
    Case(
        what=f"light cycles, 16 x 12: {2 * N_MAPS:,} games, lookahead against lookahead",
        ours=Work(lambda: matches("lookahead", "lookahead", N_MAPS), repetitions=3),
        note="one process, records included",
    ),
]
