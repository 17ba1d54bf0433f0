"""How is the database opened? SQLite or PostgreSQL, migrated to the newest tables."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from arena import to_install
from arena.store import owners_only

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_S = 30


class DatabaseError(Exception):
    """A database that cannot be used; one sentence says why."""


class Database:
    """The database of one event; any number of processes may have it open."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._readers = sessionmaker(engine, expire_on_commit=False)
        self._writers = sessionmaker(_for_writing(engine), expire_on_commit=False)

    @staticmethod
    def open(url: str) -> "Database":
        """Connect, and bring the tables up to date."""
        try:
            if url.startswith("sqlite:///"):
                _make_private(Path(url.removeprefix("sqlite:///")))
            engine = _engine(url)
            migrate(engine)
        except ImportError:
            raise DatabaseError(f"database: psycopg is not installed: {to_install('postgres')}") from None
        except SQLAlchemyError as error:
            raise DatabaseError(f"database: {str(error).splitlines()[0]}") from None
        except OSError as error:
            raise DatabaseError(f"database: {error.filename}: {error.strerror}") from None
        return Database(engine)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Look at things as they stand at one moment; nobody waits for it."""
        with self._readers() as session:
            yield session

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Look and change; all of it is kept together at the end, or nothing."""
        with self._writers() as session:
            try:
                yield session
                session.commit()
            except BaseException:
                session.rollback()
                raise

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    def close(self) -> None:
        self.engine.dispose()


def migrate(engine: Engine) -> None:
    """Bring the tables up to date; of several processes that start at once one does it and the others wait."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with _for_writing(engine).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(20267)")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _make_private(path: Path) -> None:
    """Let only the owner read a database file; SQLite gives its log and its index the same permissions."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(path, "ab", opener=owners_only):
        pass
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(f"{path.name}{suffix}").chmod(0o600)


def _for_writing(engine: Engine) -> Engine:
    return engine.execution_options(writing=True)


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=40)
    engine = create_engine(url, connect_args={"timeout": BUSY_S}, pool_size=10, max_overflow=40)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        # Python's own transactions begin too late for a lock to be taken before anything is read.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        # Who may write takes the lock before it reads: to ask for it later can fail.
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine
