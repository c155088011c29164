"""Where SQLite and PostgreSQL may differ, tests are marked ``postgres``: make proof runs them on PostgreSQL, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_TESTS = Path(__file__).parent
_OVERTRICK = _TESTS.parent / "src" / "overtrick"
_ROOMS = ("register", "web", "api", "lab", "cli")
_ASKS = r"\.vendor\b|\bon_sqlite\("
#: SQL of its own, a row that is held, or a question which database it is.
_DIFFERS = re.compile(rf"\bsql\.(?!LARGEST|Row\b|Value\b)\w+|\.select_for_update\(|\.(chunked_)?cursor\(|{_ASKS}")
#: Modules that no marked test imports, and a marked one that runs them all the same. Migrations need no line: all of
#: them are applied before the first test.
_RUN_BY = {
    "register.audit.fact_places": "register/test_player_proofs.py",
    "register.backup.prove": "register/commands/test_killed_restores.py",
    "register.book_check.year": "register/test_book_check.py",
    "register.competitions.discard": "web/club/test_many_files.py",
    "register.competitions.fingerprint": "register/competitions/test_held_credits.py",
    "register.competitions.further_stage": "register/competitions/test_further_stage.py",
    "register.competitions.organiser_history": "register/competitions/test_held_credits.py",
    "register.competitions.unmerge": "register/competitions/test_unmerge.py",
    "register.heads.log_check": "register/heads/test_publish.py",
    "register.ledger.bulk_insert": "register/ledger/test_posting.py",
    "register.ledger.refusals": "register/ledger/test_posting.py",
    "register.money.member_check": "register/money/test_money_laws.py",
    "register.money.member_corrections": "register/money/test_charging.py",
    "register.moving_in.history": "register/moving_in/test_moving_in.py",
    "register.moving_in.totals": "register/moving_in/test_moving_in.py",
    "register.national_files.lines": "register/national_files/test_snapshot.py",
    "register.people.bulk_correct": "register/people/test_members_list.py",
    "register.people.home_clubs": "web/test_messages.py",
    "register.people.home_members": "register/people/test_sight.py",
    "register.people.merge_history": "register/test_proof_of_the_rest.py",
    "register.player_file.keep": "register/player_file/test_player_file.py",
    "register.ranks.finalising": "register/ranks/test_close_month.py",
    "register.ranks.news": "register/ranks/test_close_month.py",
    "register.raw_rows": "register/test_edges_proof.py",
    "register.records.results": "register/records/test_record_lines.py",
    "register.tasks.hosts": "register/hosts/test_two_hosts.py",
    "register.webhooks.outbox": "register/webhooks/test_events.py",
    "web.accounts.backend": "web/test_sessions.py",
    "web.club.base": "web/club/test_one_file.py",
    "web.health": "web/test_health.py",
    "web.middleware": "web/test_sessions.py",
    "web.player.record_facts": "web/test_record.py",
}


def _imported(text: str) -> Iterator[str]:
    for module, names in re.findall(r"^ *from (overtrick\S*) import (\([^)]*\)|.*)", text, re.MULTILINE):
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names))


def _texts(folder: Path, pattern: str) -> dict[str, str]:
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in folder.rglob(pattern)}


def test_every_module_that_may_differ_is_run_on_postgresql() -> None:
    tests = _texts(_TESTS, "test_*.py")
    del tests[Path(__file__).name]
    # Two hosts have a PostgreSQL of their own wherever they are tested.
    marked = {name for name, text in tests.items() if "pytest.mark.postgres" in text or "/hosts/" in name}
    imported = {module for name in marked for module in _imported(tests[name])}
    differ = set()
    for room in _ROOMS:
        for name, text in _texts(_OVERTRICK / room, "*.py").items():
            module = f"{room}.{name.removesuffix('.py').replace('/', '.')}"
            if _DIFFERS.search(text) and f"overtrick.{module}" not in imported and "migrations" not in module:
                differ.add(module)
    assert sorted(differ - _RUN_BY.keys()) == [], "mark a test postgres that runs it, or name one in _RUN_BY"
    assert sorted(_RUN_BY.keys() - differ) == [], "take it out of _RUN_BY: a marked test imports it"
    assert sorted(set(_RUN_BY.values()) - marked) == [], "no test there is marked postgres"
    asking = {name for name, text in tests.items() if re.search(_ASKS, text)}
    assert sorted(asking - marked) == [], "it says what differs: mark it postgres"
