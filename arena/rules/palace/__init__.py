"""Der Rote Palast: the second edition (rule 17), which uses the same hooks as a module.

Nothing outside this package but the list of modules knows it.
"""
