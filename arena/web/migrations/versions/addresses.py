"""E-mail addresses of members, and of people who are invited."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for table in ("members", "codes"):
        with op.batch_alter_table(table) as batch_op:
            batch_op.add_column(sa.Column("email", sa.String(length=254), nullable=False, server_default=""))
