"""How does the close of a month run on while nobody waits for it? In a thread of its own, and it can be looked at.

How far it has come is told in a small file beside the database: as long as the close writes, the database itself tells
nobody of it. A lock on a second file shows that the run is alive; it ends with the process, however that ends. The
close is one transaction, so a run that was stopped has changed nothing.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
from enum import StrEnum
from threading import Thread
from typing import IO, TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import connections

from overtrick.register.errors import Refused
from overtrick.register.ranks import close_month as register
from overtrick.register.scoping import scope

if TYPE_CHECKING:
    from datetime import date, datetime
    from pathlib import Path

    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation

_log = logging.getLogger(__name__)


class State(StrEnum):
    """What became of a run."""

    RUNS = "runs"
    STOPPED = "stopped"  #: with its process; nothing was changed
    REFUSED = "refused"
    FAILED = "failed"  #: by a mistake of ours; nothing was changed


class Run(NamedTuple):
    """The close of a month as it can be looked at."""

    state: State
    by: str
    began: str  #: as ISO 8601 writes it
    done: int = 0
    of: int = 1
    why: str = ""

    @property
    def share(self) -> int:
        """How much is done, of a hundred."""
        return 100 * self.done // self.of


class Worker(Thread):
    """Closes a month, and tells how far it has come."""

    def __init__(self, federation: Federation, month: date, actor: User, at: datetime) -> None:
        """Know what to do; nothing is begun yet."""
        super().__init__(name=f"close {month:%Y-%m}")
        self._federation, self._month, self._actor, self._at = federation, month, actor, at
        self._run = Run(State.RUNS, actor.get_full_name() or actor.username, at.isoformat())
        self.lock: IO[str] | None = None  #: held from the beginning to the end of the work

    def run(self) -> None:
        """Work in a thread, with a connection of its own."""
        try:
            self.work()
        finally:
            connections.close_all()

    def begin(self) -> bool:
        """Take the lock and tell that it runs; not if somebody else was quicker."""
        self.lock = self.lock or _lock(self._federation, self._month)
        if self.lock is None:
            return False
        self._tell(self._run)
        return True

    def work(self) -> None:
        """Close the month, unless somebody else does; whatever happens, the lock is given back."""
        if not self.begin() or self.lock is None:
            return
        try:
            with scope(federation=self._federation):
                register.close(self._federation, self._month, self._actor, self._at, self._progress)
        except Refused as error:
            self._tell(self._run._replace(state=State.REFUSED, why=str(error)))
        except Exception:  # noqa: BLE001 - whoever looks at the run must hear of it
            _log.exception("the close of %s failed", self._month)
            self._tell(self._run._replace(state=State.FAILED))
        else:
            _told(self._federation, self._month).unlink(missing_ok=True)
        finally:
            self.lock.close()

    def _progress(self, done: int, of: int) -> None:
        self._run = self._run._replace(done=done, of=of)
        self._tell(self._run)

    def _tell(self, run: Run) -> None:
        file = _told(self._federation, self._month)
        beside = file.with_suffix(".part")
        beside.write_text(json.dumps(run._asdict()), "utf-8")
        os.replace(beside, file)  # noqa: PTH105 - one step, so that nobody reads half a sentence


def worker(federation: Federation, month: date, actor: User, at: datetime) -> Worker | None:
    """Prepare the close of a month; none if somebody is closing it already."""
    return None if _alive(federation, month) else Worker(federation, month, actor, at)


def latest(federation: Federation, month: date) -> Run | None:
    """Look at the close of a month that runs, or did not end well; none where nobody tried, or it is done."""
    try:
        told = json.loads(_told(federation, month).read_text("utf-8"))
    except FileNotFoundError:
        return None
    run = Run(**{**told, "state": State(told["state"])})
    if run.state is State.RUNS and not _alive(federation, month):
        return run._replace(state=State.STOPPED)
    return run


def _alive(federation: Federation, month: date) -> bool:
    lock = _lock(federation, month)
    if lock is None:
        return True
    lock.close()
    return False


def _lock(federation: Federation, month: date) -> IO[str] | None:
    """Take the lock of a month; none while somebody has it."""
    file = _told(federation, month).with_suffix(".lock").open("a")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def _told(federation: Federation, month: date) -> Path:
    return _folder() / f"{federation.slug}-{month:%Y-%m}.json"


def _folder() -> Path:
    folder: Path = settings.HOME / "closing"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
