"""A ladder as a competition that people can join: submissions, leaderboard, replays and live games on web pages.

It stands above the ladder and adds people to it: teams, sessions and what each may see. Which games were played and what they are worth
is read from the ladder's records; the database holds only what people did. Nothing here plays a match itself: workers do, by
the ladder's own means, and the server may be killed without them noticing.
"""
