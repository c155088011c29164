"""The pages wear the federation's name, colours and crest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.register.ranks.models import Promotion
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def test_every_page_bears_the_name_of_the_federation(cast: Cast) -> None:
    page = Client().get("/worth/").content.decode()
    assert cast.union.federation.name in page
    assert "look.css" not in page


def test_the_office_gives_the_pages_colours_and_a_crest(log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    crest = SimpleUploadedFile("crest.png", PNG, "image/png")
    answer = client.post("/office/settings/look/", {"accent": "#00247D", "second": "#7a1f1f", "crest": crest})
    assert answer.status_code == 302
    promotion = Promotion.objects.earliest("pk")
    certificate = client.get(f"/certificates/{promotion.pk}/").content.decode()
    assert 'class="certificate-mark" src="/crest?' in certificate
    page = Client().get("/").content.decode()
    assert 'href="/look.css?' in page
    assert 'src="/crest?' in page
    sheet = Client().get("/look.css")
    assert sheet["Content-Type"] == "text/css"
    assert "light-dark(#00247d, " in sheet.content.decode()
    shown = Client().get("/crest")
    assert (shown.content, shown["Content-Type"]) == (PNG, "image/png")


def test_a_colour_that_cannot_be_read_comes_back_with_one_that_can(log_in: LogIn) -> None:
    answer = log_in(Role.OFFICE).post("/office/settings/look/", {"accent": "#ffcc00", "second": "#000000"})
    assert answer.status_code == 422
    assert "too light to be read on white" in answer.content.decode()
    assert Client().get("/look.css").status_code == 404
