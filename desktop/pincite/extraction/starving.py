"""How long a process had to wait for the processor: a file is not slow because the machine is busy."""

from __future__ import annotations

from pathlib import Path

_NANOSECONDS = 1e9


def starved_s(process: int) -> float:
    """Seconds that *process* stood ready while others ran, since its start; 0 where the system does not tell.

    Source: the second number of /proc/PID/schedstat (Linux, Documentation/scheduler/sched-stats.rst).
    """
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text("ascii").split()[1]) / _NANOSECONDS
    except (OSError, ValueError, IndexError):
        return 0.0
