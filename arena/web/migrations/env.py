"""How does Alembic reach the database? Through the open connection, in its transaction."""

from alembic import context

from arena.web.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
