"""How much of the host may one bot use?"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from arena.sandbox.errors import LimitError
from arena.untrusted import shown, shown_key

# Below the lower bounds an ordinary interpreter does not start; above the upper ones a slip of the keyboard is likelier.
_RANGES: dict[str, tuple[float, float]] = {
    "memory_mb": (32, 1024 * 1024),
    "processes": (4, 4096),
    "cores": (1, 1024),
    "scratch_mb": (1, 64 * 1024),
    "shared_memory_mb": (1, 64 * 1024),
    "open_files": (32, 65536),
    "file_mb": (1, 64 * 1024),
    "log_kb": (2, 64 * 1024),
    "start_s": (0.1, 3600),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What one bot may use; /scratch and /dev/shm are memory and count towards `memory_mb`."""

    memory_mb: int = 1024
    processes: int = 64
    cores: int = 1
    scratch_mb: int = 32
    shared_memory_mb: int = 16
    open_files: int = 256
    file_mb: int = 64
    log_kb: int = 256
    start_s: float = 10.0

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))

    @classmethod
    def from_table(cls, table: Mapping[str, object], prefix: str = "limits") -> "Limits":
        """The limits written in a table of a TOML file; keys that are left out keep their defaults."""
        known = {field.name for field in fields(cls)}
        for key in table:
            if key not in known:
                raise LimitError(
                    f"{prefix}.{shown_key(key)}: is no limit; there are {', '.join(sorted(known))}"
                )
        try:
            return replace(cls(), **table)  # type: ignore[arg-type]  # every value is checked by __post_init__
        except LimitError as error:
            raise LimitError(f"{prefix}.{error}") from None


def _check(key: str, value: object) -> None:
    low, high = _RANGES[key]
    whole = key != "start_s"
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise LimitError(f"{key}: must be a {'whole ' if whole else ''}number, not {shown(value)}")
    if not low <= value <= high:
        raise LimitError(f"{key}: must be between {low:.10g} and {high:.10g}, not {value:.10g}")
