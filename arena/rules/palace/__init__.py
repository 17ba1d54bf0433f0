"""Der Rote Palast: the second edition (rule 17), plugged in at the doors of module.py like any module.

Nothing outside this package but the list of modules knows it.
"""
