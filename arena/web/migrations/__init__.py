"""Migrations of the database: one file for each change, run in order by Alembic."""
