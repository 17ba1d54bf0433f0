"""One match: start referee and bots, play N games, return records.

Who plays whom in the long run is the ladder's affair; what a result is worth statistically is `arena.rating`'s.
"""
