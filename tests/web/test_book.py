"""The page of signed heads, its downloads, and the proofs beside a statement and a certificate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from overtrick.cli.main import run
from overtrick.register.heads import publish, signing_key
from overtrick.register.heads.publish import Heads
from overtrick.transparency import checkpoints
from overtrick.transparency.keys import read_verifier_key
from overtrick.transparency.merkle import EMPTY
from overtrick.transparency.proof_file import read_proof_file
from overtrick.transparency.proofs import read_consistency_proof
from tests.web.cast import LATE_IN_MAY, Cast, Role
from tests.web.conftest import LogIn


@pytest.fixture
def heads(cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Heads:
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "signing-key"))
    signing_key.make()
    return publish.make(cast.union.federation, LATE_IN_MAY)


def page(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


@pytest.mark.usefixtures("cast")
def test_before_the_first_head_the_page_says_when_there_will_be_one() -> None:
    assert "No head has been signed yet. The office signs one when it closes a month." in page("/book/")


def test_everybody_sees_the_last_head_with_its_key(heads: Heads) -> None:
    shown = page("/book/")
    assert heads.book.key in shown
    assert f"\n{heads.book.size}\n" in shown
    assert "28 May 2026" in shown
    assert heads.audit.key in page("/book/?of=audit")
    assert heads.all.key in page("/book/?of=all")
    assert "Signed heads of the book" in page("/")


def test_a_head_is_downloaded_as_it_was_signed(heads: Heads) -> None:
    for address in ("/book/head", "/book/heads/1", "/book/book/head", "/book/book/heads/1"):
        assert page(address) == heads.book.note
    assert page("/book/audit/head") == heads.audit.note
    assert page("/book/all/heads/1") == heads.all.note
    assert Client().get("/book/heads/2").status_code == 404
    found, _note = checkpoints.open_checkpoint(page("/book/head"), map(read_verifier_key, page("/book/keys").split()))
    assert found.size == heads.book.size
    assert len(page("/book/keys").split()) == 3


def test_the_list_is_downloaded_as_csv(heads: Heads) -> None:
    assert f"1,{heads.book.size},2026-05-28," in page("/book/?as=csv")


def test_one_head_is_proved_to_continue_another(heads: Heads) -> None:
    proof = read_consistency_proof(page("/book/consistency"))
    assert (proof.old, proof.check(EMPTY).size) == (0, heads.book.size)
    size = heads.book.size
    assert read_consistency_proof(page(f"/book/book/consistency?from={size}&to={size}")).check(bytes(heads.book.root))


@pytest.mark.parametrize("of", ["book", "audit"])
def test_a_head_is_proved_to_be_in_the_log_of_all_heads(
    heads: Heads, of: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof, head = tmp_path / "proof", tmp_path / "head"
    proof.write_text(page(f"/book/{of}/heads/1/proof"), encoding="utf-8")
    head.write_text(page(f"/book/{of}/head"), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        run(["proof", str(proof), "--head", str(head), "--key", heads.all.key])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert f"/north/{of} with {getattr(heads, of).size} rows is number {1 if of == 'book' else 2} in " in said
    assert Client().get(f"/book/{of}/heads/2/proof").status_code == 404


@pytest.mark.usefixtures("heads")
def test_the_log_of_all_heads_is_not_in_itself() -> None:
    assert Client().get("/book/all/heads/1/proof").status_code == 404


@pytest.mark.usefixtures("heads")
@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("to=99999", "There is no head of that size."),
        ("from=999999", "The book had fewer rows when this head was signed."),
        ("from=-1", "“-1” is not a whole number, or too large."),
        (f"from={'9' * 400}", "is not a whole number, or too large."),
    ],
)
def test_a_size_that_there_is_not_is_named(query: str, says: str) -> None:
    answer = Client().get(f"/book/consistency?{query}")
    assert answer.status_code == 422
    assert says in answer.content.decode()


def test_a_statement_shows_its_head_and_has_a_proof(heads: Heads, log_in: LogIn) -> None:
    player = log_in(Role.PLAYER)
    shown = page("/record/statement/", player)
    assert f"Signed head 1 of the book, 28 May 2026: {heads.book.size} rows, root " in " ".join(shown.split())
    assert 'href="/record/statement/proof"' in shown
    proof = read_proof_file(page("/record/statement/proof", player))
    signed, _times = proof.book.check([read_verifier_key(heads.book.key)])
    assert signed.size == heads.book.size
    assert (proof.about["player"], proof.about["what"]) == ("Ado Bem", "statement")
    assert len(proof.book.rows) > 1
    of_a_year = read_proof_file(page("/record/statement/proof?year=2020&head=1", player))
    assert of_a_year.book.rows == ()
    assert player.get("/record/statement/proof?head=7").status_code == 422
    assert player.get(f"/record/statement/proof?year={10**17}").status_code == 422


def test_a_certificate_shows_its_head_and_has_a_proof(
    heads: Heads, cast: Cast, log_in: LogIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    holder = log_in(Role.OTHER_PLAYER)
    shown = page(f"/certificates/{cast.promotion}/", holder)
    assert f"Signed head 1 of the book, 28 May 2026: {heads.book.size} rows" in " ".join(shown.split())
    data = json.loads(page(f"/certificates/{cast.promotion}/proof", holder))
    assert data["about"]["rank"] == "Club Master"
    assert read_proof_file(json.dumps(data)).book.check()[0].size == heads.book.size
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        run(["proof", str(file), "--key", heads.book.key])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert f"says: Club Master reached on 2026-03-10, certificate {data['about']['code']}." in said
    assert f"It is under the signed head of {heads.audit.size} records." in said


@pytest.mark.parametrize(
    ("way", "to", "says"),
    [
        (("about", "rank"), "Grand Master", "is about another rank or another player"),
        (("about", "reached"), "2020-01-01", "is about another rank or another player"),
        (("about", "code"), "AAAA-BBBB-CCCC", "is about another rank or another player"),
        (("audit", "rows", 0, "more", "fact"), "ranks.promotion\n1\n[]", "does not say what the file says"),
        (("audit", "rows", 0, "more", "said"), "nothing", "does not say what the file says"),
        (("audit", "rows", 0, "more"), {"salt": "AAAA"}, "does not say what the file says"),
        (("audit", "rows", 0, "more"), {}, "The salt of the record is not base64"),
        (("audit", "rows", 0, "place"), 0, "The row at place 0 is not the one under the head"),
    ],
)
def test_a_certificate_that_was_changed_is_not_proved(
    heads: Heads,
    cast: Cast,
    log_in: LogIn,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    way: tuple[str | int, ...],
    to: object,
    says: str,
) -> None:
    assert heads.book.size > 0
    data = json.loads(page(f"/certificates/{cast.promotion}/proof", log_in(Role.OTHER_PLAYER)))
    at: Any = data
    for step in way[:-1]:
        at = at[step]
    at[way[-1]] = to
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        run(["proof", str(file)])
    assert ended.value.code == 1
    assert says in capsys.readouterr().err


def test_nobody_gets_the_proof_of_somebody_else(heads: Heads, cast: Cast, log_in: LogIn) -> None:
    assert heads.book.size > 0
    for role in (Role.ANONYMOUS, Role.PLAYER, Role.SCORER, Role.SECRETARY, Role.COUNTY, Role.ELSEWHERE):
        assert log_in(role).get(f"/certificates/{cast.promotion}/proof").status_code == 404
