"""Which executor plays? Processes of this host, or a Ray cluster."""

from pathlib import Path

from arena.match.executor import Executor
from arena.match.local_executor import LocalExecutor
from arena.match.settings import MatchSettings


def open_executor(
    settings: MatchSettings, jobs: int, ray: bool = False, logs: Path | None = None, watched: bool = False
) -> Executor:
    """An executor for matches with these settings; 0 jobs are as many as the cores allow. ImportError if there is no Ray."""
    if ray:
        from arena.match.ray_executor import RayExecutor  # noqa: PLC0415  # an extra, and slow to import

        return RayExecutor(settings, jobs, logs, watched)
    return LocalExecutor(settings, jobs or settings.default_jobs, logs, watched)
