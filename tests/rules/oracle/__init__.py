"""What would the rules say, worked out the slow and plain way?

The oracles are read off the clauses and share no code with the engine: they look at an observation or at a city
as anyone at the table could, try everything, and never keep a result for later. They must not import `arena`.
"""
