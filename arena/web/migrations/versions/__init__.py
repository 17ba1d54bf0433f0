"""The changes to the database tables, in order."""
