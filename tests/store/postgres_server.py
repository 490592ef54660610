"""A PostgreSQL server in a folder of its own, reached by a socket in that folder only."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

USER = "postgres"
"""User that runs the server if the tests run as root, which PostgreSQL refuses; Debian's package creates this user."""


def find_programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, which Debian keeps outside the path; None without PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    named = shutil.which("initdb")
    return found[-1].parent if found else Path(named).parent if named else None


def children(process: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, timeout=60, check=False
    )
    return [int(line) for line in listed.stdout.split()]


class PostgresServer:
    """A running PostgreSQL server."""

    def __init__(self, programs: Path) -> None:
        self._programs, self._count = programs, 0
        self.folder = Path(tempfile.mkdtemp(prefix="muckle-postgres-"))
        self._user = USER if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run(
            "initdb", "--no-sync", "--auth=trust", f"--username={USER}", "--encoding=UTF8", "-D", str(self.folder / "data")
        )
        self.start()

    def start(self) -> None:
        """Start the server, without forcing anything onto the disk: the machine stays on."""
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-o", options, "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server; immediate is as hard as a crash."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Suspend all processes of the server: connections stay open, and nothing is answered."""
        main = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        processes = [main, *children(main)]
        try:
            self._signal(processes, signal.SIGSTOP)
            yield
        finally:
            self._signal(processes, signal.SIGCONT)

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        self._count += 1
        name = f"room{self._count}"
        self._run("createdb", "-h", str(self.folder), "-U", USER, name)
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def close(self) -> None:
        """Stop the server and remove its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _signal(self, processes: Iterable[int], sign: signal.Signals) -> None:
        for process in processes:
            with suppress(ProcessLookupError):  # who served a connection that was closed a moment ago may have ended
                os.kill(process, sign)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=120, user=self._user
        )
        assert done.returncode == 0, done.stderr
