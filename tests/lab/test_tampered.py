"""A season that was changed after it was stored is refused: one byte, one award, one seat."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from overtrick.lab import executors, run
from overtrick.lab.check import wrong_events
from overtrick.lab.compare import Differs
from overtrick.lab.season import BadSeason, Season
from tests.lab import invented
from tests.lab.test_run import FORTY

MONTH = "2025-10"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return invented.stored(tmp_path_factory.mktemp("season") / "2025", count=48, names=True)


@pytest.fixture
def copy(stored: Season, tmp_path: Path) -> Path:
    return shutil.copytree(stored.folder, tmp_path / "2025")


PARTS = (
    f"events/{MONTH}",
    f"seats/{MONTH}",
    f"awards/{MONTH}",
    "situations",
    "shapes",
    "players",
    "organisers",
    "names",
)


@pytest.mark.parametrize("part", PARTS)
def test_one_byte_of_any_file_is_noticed(copy: Path, part: str) -> None:
    file = copy / f"{part}.parquet"
    content = bytearray(file.read_bytes())
    content[len(content) // 3] ^= 1
    file.write_bytes(content)
    with pytest.raises(BadSeason, match="is not the file that was stored: its digest differs"):
        Season(copy)


def test_every_file_of_a_season_is_on_its_card(stored: Season) -> None:
    there = {file.relative_to(stored.folder).as_posix() for file in stored.folder.rglob("*.parquet")}
    assert there == stored.card["files"].keys()
    assert {f"{part}.parquet" for part in PARTS} <= there


def forge(folder: Path, part: str, change: Callable[[pa.Table], pa.Table]) -> None:
    """Change a file, and enter its new digest on the card, as somebody does who knows about it."""
    file, card = folder / f"{part}.parquet", folder / "season.toml"
    old = hashlib.sha256(file.read_bytes()).hexdigest()
    table = pq.read_table(file)
    pq.write_table(change(table).cast(table.schema), file)
    card.write_text(card.read_text().replace(old, hashlib.sha256(file.read_bytes()).hexdigest()))


def with_first(table: pa.Table, column: str, change: Callable[[int], int]) -> pa.Table:
    values = table[column].to_pylist()
    values[0] = change(values[0])
    field = table.schema.field(column)
    return table.set_column(table.column_names.index(column), field, pa.array(values, field.type))


FORGERIES: dict[str, tuple[str, Callable[[pa.Table], pa.Table]]] = {
    "one award is higher": (f"awards/{MONTH}", lambda table: with_first(table, "units", lambda units: units + 1)),
    "one award is somebody else's": (f"awards/{MONTH}", lambda table: with_first(table, "player", lambda who: who + 1)),
    "one award is missing": (f"awards/{MONTH}", lambda table: table.slice(1)),
    "one award is there twice": (f"awards/{MONTH}", lambda table: pa.concat_tables([table, table.slice(0, 1)])),
    "somebody else sat there": (f"seats/{MONTH}", lambda table: with_first(table, "player", lambda who: who + 1)),
    "a situation is another place": ("situations", lambda table: with_first(table, "first", lambda first: first + 1)),
}


@pytest.mark.parametrize("forgery", sorted(FORGERIES))
def test_what_is_changed_with_its_digest_differs_from_the_book(copy: Path, tmp_path: Path, forgery: str) -> None:
    part, change = FORGERIES[forgery]
    forge(copy, part, change)
    season = Season(copy)
    plan = run.plan(season, FORTY, tmp_path / "run")
    with pytest.raises(Differs, match="The rules in force do not give what the book says"):
        list(executors.here(plan, season.months))
    assert list(wrong_events(season))


def test_a_run_is_not_shown_beside_another_season(stored: Season, copy: Path, tmp_path: Path) -> None:
    plan = run.plan(stored, FORTY, tmp_path / "run")
    forge(copy, "players", lambda table: with_first(table, "club", lambda _club: "999"))  # type: ignore[arg-type,return-value]
    moved = plan._replace(season=str(copy))
    with pytest.raises(Differs, match="is another season than the one this run began with"):
        list(executors.here(moved, stored.months))
