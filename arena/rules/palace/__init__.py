"""Der Rote Palast, the second edition (rule 17): plugged in at the hooks like any module.

`arena.rules.modules` lists it; what a search may use of it stands in `arena.rules.engine`.
"""
