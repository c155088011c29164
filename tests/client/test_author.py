"""Whoever starts from the programs of the page and makes the usual mistakes is told what to do, and nothing is lost."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.client.conftest import Served
from tests.client.pages import Shell, programs
from tests.test_docs import LIVE, ROOT

OAKBY = (ROOT / "docs" / "examples" / "oakby.yaml").read_text(encoding="utf-8")
RIGHT = (ROOT / "docs" / "examples" / "oakby-corrected.yaml").read_text(encoding="utf-8")
FILES = "https://points.example.org/api/v1/organisations/100/files"
BEARER = '-H "Authorization: Bearer $OVERTRICK_TOKEN"'


@pytest.fixture
def shell(served: Served, tmp_path: Path) -> Shell:
    programs(LIVE, tmp_path)
    return Shell(served, tmp_path)


def on(text: str, day: str) -> str:
    return text.replace("2026-06-23", day)


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("OVERTRICK_TOKEN=oto_abc python send.py 100 night.yaml", 1, "token-missing: A token is needed (401"),
        ("python send.py 99999 night.yaml", 1, "not-found"),
        ("python send.py 101 night.yaml", 1, "not-found"),
        ("python send.py 100 empty.yaml", 1, "unreadable: "),
        ("python send.py 100 cut.yaml", 1, "line 9: A list in brackets is not closed, or a comma is missing."),
        ("python send.py 100 cut.xml", 1, "This is not well-formed XML"),
        ("python send.py 100 two.yaml", 1, "A second document begins here (---). Write one event to a file."),
        ("python send.py 100 night.yaml stauts=club", 1, "answers: "),
        ("python check.py letter.txt", 1, "letter.txt: not recognised, no event yet"),
        (f"curl -s {BEARER} -F file=@night.yaml {FILES}", 0, "write --data-binary @file instead of -F"),
        (f"curl -s -H 'Authorization: oto_abc' --data-binary @night.yaml {FILES}", 0, "Authorization: Bearer …"),
        (f"curl -s {BEARER} --data-binary @night.yaml '{FILES}?nmae=x'", 0, "Did you mean “name”?"),
        (f"curl -s {BEARER} {FILES}", 0, "The header “Allow” names the methods"),
    ],
)
def test_a_mistake_is_told_with_what_to_do(shell: Shell, tmp_path: Path, line: str, code: int, told: str) -> None:
    thursday = (ROOT / "samples" / "week" / "thursday.xml").read_bytes()
    for name, content in {
        "night.yaml": on(OAKBY, "2026-05-26").encode(),
        "empty.yaml": b"",
        "cut.yaml": OAKBY.encode()[:300],
        "cut.xml": thursday[:600],
        "two.yaml": f"{OAKBY}---\n{RIGHT}".encode(),
        "letter.txt": b"Dear Sir or Madam",
    }.items():
        (tmp_path / name).write_bytes(content)
    done = shell.run(line)
    assert (done.returncode, told in done.stdout) == (code, True), done.stdout


def test_of_two_events_one_is_submitted_while_the_other_waits(shell: Shell, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "week.zip", "w") as packed:
        packed.writestr("known.yaml", on(RIGHT, "2026-04-28"))
        packed.writestr("strangers.yaml", on(RIGHT, "2026-04-29").replace("2000", "2999"))
    done = shell.run("python send.py 100 week.zip")
    assert done.returncode == 1
    assert "is approved" in done.stdout
    assert done.stdout.count("(number-unknown)?") == 16, done.stdout


def test_points_of_somebody_unknown_wait_and_are_credited_later(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "night.yaml").write_text(on(RIGHT, "2026-04-14").replace("200002", "299999"), encoding="utf-8")
    assert "Who is Cor Dax (number-unknown)? 200002 Cor Dax, Oakby" in shell.run("python send.py 100 night.yaml").stdout
    wrong = shell.run('python send.py 100 night.yaml --who "Cor Dax=12x"')
    assert (wrong.returncode, wrong.stdout.startswith("answers: ")) == (1, True)
    done = shell.run('python send.py 100 night.yaml --who "Cor Dax=unknown"')
    assert done.returncode == 0, done.stdout
    assert "Cor Dax: Nobody has said who Cor Dax is" in done.stdout
    reference = _reference(done.stdout)
    credit = (
        "import os; from overtrick.client import Office; "
        "office = Office(os.environ['OVERTRICK_OFFICE'], token=os.environ['OVERTRICK_TOKEN']); "
        f"held, = office.held('{reference}')['held']; "
        f"print(office.credit('{reference}', held['id'], '200002')['held'])"
    )
    assert shell.run(f'python -c "{credit}"').stdout.strip() == "[]"
    assert shell.run("python send.py 100 night.yaml").stdout.strip().endswith(f"{reference} is approved")


def test_a_correction_replaces_and_the_old_file_does_not_come_back(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "first.yaml").write_text(on(RIGHT, "2026-04-07"), encoding="utf-8")
    swapped = on(RIGHT, "2026-04-07").replace('"3"', '"x"').replace('"4"', '"3"').replace('"x"', '"4"')
    (tmp_path / "second.yaml").write_text(swapped, encoding="utf-8")
    assert shell.run("python send.py 100 first.yaml").returncode == 0
    asked = shell.run("python send.py 100 second.yaml")
    assert (asked.returncode, "Does this correct it? --corrects" in asked.stdout) == (1, True)
    done = shell.run("python send.py 100 second.yaml --corrects")
    assert (done.returncode, "Ira Jun: 6 → 0 local" in done.stdout) == (0, True), done.stdout
    assert "is replaced" in shell.run("python send.py 100 first.yaml").stdout
    removed = shell.run(
        f"curl -s -X DELETE {BEARER} https://points.example.org/api/v1/submissions/{_reference(done.stdout)}"
    )
    assert '"code":"not-a-draft"' in removed.stdout


def _reference(said: str) -> str:
    """Take the reference from what the program said."""
    return said.partition(" is approved")[0].rpartition(" ")[2]
