"""A PDF says what its page says; the office makes many at once, and fetches them."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone
from pypdf import PdfReader

from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import Competition
from overtrick.register.extracts import extract
from overtrick.register.extracts.models import Extract
from overtrick.register.mail import outbox
from overtrick.register.mail.models import Letter
from overtrick.register.organisations.models import OrganisationContact
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.papers.models import PaperFile
from overtrick.register.people.models import Player
from overtrick.register.tasks import retention, worker
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.stopping import Stopped
from overtrick.web.design import tables
from overtrick.web.papers import batches, tasks
from tests.register import office
from tests.web.cast import LATE_IN_MAY, MARCH, Cast, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.test import Client

    from tests.web.conftest import LogIn

_TAG = re.compile(r"<[^>]*>")


def paper(client: Client, address: str, **headers: str) -> tuple[str, str]:
    """Fetch a PDF: its name, and its words."""
    answer: Any = client.get(address, headers=headers)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert answer.headers["Content-Type"] == "application/pdf", content[:300]
    return answer.headers["Content-Disposition"].partition("filename=")[2].strip('"'), _words(content)


def _words(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


def cells(page: str, of: str = "td|th") -> list[str]:
    """Give what stands in the rows of a page's tables."""
    main = re.sub(r'<tr class="on-paper">.*?</tr>', "", page.partition("<main")[2], flags=re.DOTALL)
    found = re.findall(rf"<({of})\b[^>]*>(.*?)</\1>", main, re.DOTALL)
    return [" ".join(unescape(_TAG.sub(" ", inside)).split()) for _tag, inside in found]


@pytest.mark.parametrize(
    ("role", "address", "name"),
    [
        (Role.PLAYER, "/record/statement/", "Statement of 200001.pdf"),
        (Role.ANONYMOUS, "/rankings/", "Ranking lists_ Everybody.pdf"),
        (Role.OFFICE, "/office/promotions/", "Promotions.pdf"),
        (Role.SECRETARY, "/club/{club}/reports/?period=2026", "Oakby 2026.pdf"),
        (Role.COUNTY, "/club/{county}/reports/?period=2026-03", "Oakshire 2026-03.pdf"),
        (Role.OFFICE, "/club/{national}/reports/?period=2026", "Union Office 2026.pdf"),
    ],
)
def test_every_cell_of_the_page_is_on_the_paper(cast: Cast, log_in: LogIn, role: Role, address: str, name: str) -> None:
    places = {"club": cast.union.club.pk, "county": cast.union.county.pk, "national": cast.union.national.pk}
    asked, client = address.format(**places), log_in(role)
    page = client.get(asked).content.decode()
    pdf = f"{asked}{'&' if '?' in asked else '?'}as=pdf"
    assert pdf.replace("&", "&amp;").rpartition("/")[2] in page
    called, said = paper(client, pdf)
    assert called == name
    shown = [each.rstrip(" ▴▾") for each in cells(page) if each]
    assert len(shown) > 4
    for each in shown:
        assert each in said, each


def test_a_statement_in_welsh_and_of_a_year_says_so(cast: Cast, log_in: LogIn) -> None:
    _name, said = paper(log_in(Role.PLAYER), "/record/statement/?as=pdf&year=2026", accept_language="cy")
    assert "Rhif" in said
    assert cast.player.number in said
    assert "Mai 2026" in said


def test_a_record_with_nothing_has_a_statement_too(cast: Cast, log_in: LogIn) -> None:
    nobody = office.person("Nul Bod")
    User.objects.filter(pk=cast.users[Role.PLAYER].pk).update(player=nobody)
    client = log_in(Role.PLAYER)
    assert "as=pdf" in client.get("/record/statement/").content.decode()
    assert "There is nothing in this record yet." in paper(client, "/record/statement/?as=pdf")[1]


def test_the_working_has_every_line_figure_and_clause_of_the_page(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.PLAYER)
    for address in (f"/record/why/{cast.entry}/", f"/record/why/nothing/{cast.nothing}/"):
        page = client.get(address).content.decode()
        assert "?as=pdf" in page
        said = paper(client, f"{address}?as=pdf")[1]
        lines = re.findall(r'<span class="(?:says|figure|clause)">(.*?)</span>', page)
        assert len(lines) > 3
        for each in lines:
            assert " ".join(unescape(_TAG.sub("", each)).split()) in said
        title = re.search(r"<h1>(.*?)</h1>", page, re.DOTALL)
        assert title is not None
        assert " ".join(unescape(_TAG.sub("", title[1])).split()) in said


@pytest.mark.usefixtures("cast")
def test_the_results_of_an_event_name_nobody_who_hides(log_in: LogIn) -> None:
    held = Competition.objects.get(begins=MARCH)
    for role, sees in ((Role.ANONYMOUS, False), (Role.OFFICE, True)):
        client = log_in(role)
        page = client.get(f"/events/{held.pk}/").content.decode()
        name, said = paper(client, f"/events/{held.pk}/?as=pdf")
        assert name == f"{held.begins} {held.name}.pdf"
        for each in cells(page, "td"):
            assert each in said or each.startswith("Why?"), each
        assert ("Elu Fin" in said) is sees
        why = paper(client, f"/events/{held.pk}/why/1/1/?as=pdf")[1]
        assert "Why these points?" in why
        assert "§" in why


def test_a_certificate_says_what_its_page_says(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    page = client.get(f"/certificates/{cast.promotion}/").content.decode()
    name, said = paper(client, f"/certificates/{cast.promotion}/?as=pdf")
    assert name == "Certificate Club Master Elu Fin.pdf"
    frame = page.partition('<div class="certificate-frame">')[2].partition("</article>")[0]
    for each in re.findall(r"<(?:p|h1|dt|dd)\b[^>]*>(.*?)</(?:p|h1|dt|dd)>", frame, re.DOTALL):
        told = " ".join(unescape(_TAG.sub("", each)).split())
        assert told.replace("♠ ♥ ♦ ♣", "♠") in said, told


def test_a_card_has_the_code_of_its_extract_and_where_it_is_checked(cast: Cast, log_in: LogIn) -> None:
    made = extract.make(cast.player, LATE_IN_MAY.date(), actor=cast.users[Role.PLAYER], at=LATE_IN_MAY)
    client = log_in(Role.PLAYER)
    assert "Download as a card" in client.get(f"/extracts/{made.pk}/").content.decode()
    name, said = paper(client, f"/extracts/{made.pk}/?as=pdf")
    assert name == "Card Ado Bem.pdf"
    for part in ("Ado Bem", cast.player.number, "Oakby", extract.checked(made).code, "/certificates/"):
        assert part in said
    assert log_in(Role.OTHER_PLAYER).get(f"/extracts/{made.pk}/?as=pdf").status_code == 404


def test_a_licence_says_what_it_allows_and_whether_it_still_holds(cast: Cast, log_in: LogIn) -> None:
    address = f"/club/{cast.union.club.pk}/licences/{cast.licence}.pdf"
    client = log_in(Role.SECRETARY)
    assert address in client.get(f"/club/{cast.union.club.pk}/licences/").content.decode()
    name, said = paper(client, address)
    assert name == "Licence L-77.pdf"
    for part in ("Licence L-77", "blue event", "Oakby", "1 June 2026 – 30 June 2026"):
        assert part in said
    assert ("This licence ended on 30 June 2026." in said) is (timezone.now().date() > datetime(2026, 6, 30).date())  # noqa: DTZ001 - a day


def test_a_letter_is_printed_with_the_address_of_the_club_it_goes_to(cast: Cast, log_in: LogIn) -> None:
    OrganisationContact.objects.update_or_create(
        organisation=cast.union.club, defaults={"email": "oakby@example.org", "address": "1 Elm Road\nOakby"}
    )
    facts = {"name": "Oakby", "organisation": "Oakby", "until": "31 December 2026", "days": "60"}
    outbox.queue(
        cast.union.federation, "k 1", "oakby@example.org", "lapsed", "en", LATE_IN_MAY, **_facts("lapsed", facts)
    )
    letter = Letter.objects.get(key="k 1")
    name, said = paper(log_in(Role.OFFICE), f"/office/mail/{letter.pk}/?as=pdf")
    assert name.endswith(".pdf")
    assert "Oakby 1 Elm Road Oakby" in said
    assert " ".join(letter.text.split()) in said


def _facts(kind: str, known: dict[str, str]) -> dict[str, str]:
    from overtrick.register.mail import wording  # noqa: PLC0415 - only here

    text = "".join(wording._pattern(kind, "en"))  # noqa: SLF001 - which facts a letter needs
    return {name: known.get(name, name) for name in re.findall(r"{(\w+)}", text) if name not in ("federation", "link")}


# --- Batches ---------------------------------------------------------------------------------------------------------


def begun(client: Client, kind: str, period: str) -> Task:
    answer = client.post("/office/papers/", {"kind": kind, "period": period})
    assert answer.status_code == 302, answer.content.decode()[:500]
    return Task.objects.get(pk=int(answer.headers["Location"].strip("/").rpartition("/")[2]))


@pytest.mark.parametrize(
    ("kind", "period", "says"),
    [
        ("certificates", "2026-03", ("Elu Fin", "Club Master")),
        ("statements", "2026", ("Ado Bem", "Cor Dax", "Page 1 of 1")),
        ("reports", "2026-03", ("Oakby", "Oakshire", "Union Office", "Report: March 2026")),
        ("cards", "", ("Ado Bem", "Check this card by its code")),
    ],
)
def test_the_office_makes_many_papers_at_once(
    cast: Cast, log_in: LogIn, kind: str, period: str, says: tuple[str, ...]
) -> None:
    client = log_in(Role.OFFICE)
    row = begun(client, kind, period)
    worker.work(once=True)
    row.refresh_from_db()
    assert row.state == Task.State.DONE, row.trace or row.says
    page = client.get(f"/tasks/{row.pk}/").content.decode()
    assert f"/office/papers/{row.pk}/file/" in page
    assert f"/office/papers/{row.pk}/file/" in client.get("/office/papers/").content.decode()
    _name, said = paper(client, f"/office/papers/{row.pk}/file/")
    for part in says:
        assert part in said
    assert log_in(Role.COUNTY).get(f"/office/papers/{row.pk}/file/").status_code == 403
    if kind == "cards":
        codes = [extract.checked(each).code for each in Extract.objects.all()]
        assert codes
        assert all(code in said for code in codes)
    assert cast.player.number in said or kind == "certificates"


def test_what_cannot_be_made_is_told_and_a_stranger_may_not(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    for kind, period, told in (
        ("certificates", "1999-01", "is not a month that is closed"),
        ("statements", "May", "is not a year"),
        ("statements", "1999", "nobody gets one"),
        ("nonsense", "", "There are no such papers"),
    ):
        answer = client.post("/office/papers/", {"kind": kind, "period": period}, follow=True)
        assert told in unescape(answer.content.decode())
    assert not Task.objects.exists()
    with pytest.raises(NotAllowed):
        tasks.order(cast.union.federation, "cards", "", actor=cast.users[Role.COUNTY], at=LATE_IN_MAY)


def test_a_batch_goes_on_where_it_was_stopped_and_becomes_an_archive(
    cast: Cast, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = batches.KINDS["statements"]
    made: list[int] = []

    def make(asked: batches.Asked, keys: Sequence[int]) -> Any:  # noqa: ANN401 - as the batch makes them
        made.extend(keys)
        if len(made) == 3:
            raise Stopped
        return list(chosen.make(asked, keys))

    monkeypatch.setitem(batches.KINDS, "statements", chosen._replace(make=make, together=1))
    client = log_in(Role.OFFICE)
    row = begun(client, "statements", "2026")
    everybody = chosen.whose(batches.Asked(cast.union.federation, "2026", cast.users[Role.OFFICE], LATE_IN_MAY))
    worker.work(once=True)  # stopped in the third
    assert PaperFile.objects.filter(task=row).count() == 2
    worker.work(once=True)
    row.refresh_from_db()
    assert row.state == Task.State.DONE
    assert made == [*everybody[:3], *everybody[2:]]
    answer: Any = client.get(f"/office/papers/{row.pk}/file/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Statements 2026.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        assert len(archive.namelist()) == len(everybody)
        assert archive.namelist()[0] == "statements 2026 0001.pdf"
        assert b"%PDF" in archive.read(archive.namelist()[0])[:8]


def test_papers_are_in_the_language_of_whom_they_are_for_and_go_after_a_week(cast: Cast, log_in: LogIn) -> None:
    User.objects.filter(pk=cast.users[Role.PLAYER].pk).update(language="cy")
    Player.objects.filter(pk=cast.partner.pk).update(anonymous=True, club_only=True)
    row = begun(log_in(Role.OFFICE), "statements", "2026")
    worker.work(once=True)
    parts = {each.name: _words(bytes(each.content)) for each in PaperFile.objects.filter(task=row)}
    assert set(parts) == {"statements 2026 cy.pdf", "statements 2026 en.pdf"}
    assert "Ado Bem" in parts["statements 2026 cy.pdf"]
    assert "Rhif" in parts["statements 2026 cy.pdf"]
    assert str(cast.partner) not in "".join(parts.values())
    retention.delete_outdated(datetime.now(UTC) + timedelta(days=6))
    assert PaperFile.objects.exists()
    retention.delete_outdated(datetime.now(UTC) + timedelta(days=8))
    assert not PaperFile.objects.exists()
    assert "These are gone" in log_in(Role.OFFICE).get(f"/tasks/{row.pk}/").content.decode()
    assert log_in(Role.OFFICE).get(f"/office/papers/{row.pk}/file/").status_code == 404


def test_a_long_list_ends_on_paper_and_says_so(log_in: LogIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ON_PAPER", 2)
    said = paper(log_in(Role.OFFICE), "/office/promotions/?as=pdf")[1]
    assert "The first" not in said
    said = paper(log_in(Role.ANONYMOUS), "/rankings/?as=pdf")[1]
    assert "The first 2 of" in said
    assert "CSV and XLSX have all of them." in said
