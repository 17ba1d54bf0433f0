"""A table of games to be reviewed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "game_reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(length=120), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("bots", sa.JSON(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("worker", sa.String(length=80), nullable=False),
        sa.Column("alive", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"]),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match", "game"),
    )
    with op.batch_alter_table("game_reviews", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_reviews_created"), ["created"], unique=False)
        batch_op.create_index(batch_op.f("ix_game_reviews_state"), ["state"], unique=False)
        batch_op.create_index(batch_op.f("ix_game_reviews_team_id"), ["team_id"], unique=False)
