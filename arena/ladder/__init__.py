"""Who plays whom, many matches, the table.

The records in the store are the truth; versions, pairings and ratings are pure functions of what lies there, so a ladder can be
stopped or killed at any moment and two runners may work on one. How a match is played is `arena.match`'s affair, what results are
worth statistically `arena.rating`'s.
"""
