"""How did the tables come to be what they are? One file a change, run in order by Alembic."""
