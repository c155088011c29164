"""A federation's colours can be read, and its crest is a picture."""

from __future__ import annotations

import pytest

from overtrick.register.audit import trail
from overtrick.register.federation_settings import appearance
from overtrick.register.federation_settings.appearance import Chosen
from overtrick.register.federations.models import Crest, Federation
from overtrick.register.scoping import scope
from tests.register import office

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def test_contrast_is_that_of_the_definition() -> None:
    assert appearance.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert appearance.contrast("#ffffff", "#ffffff") == 1
    assert appearance.contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("colour", ["#ffcc00", "#ff0000", "#767676", "#00ff00"])
def test_a_light_colour_is_refused_with_the_nearest_that_can_be_read(colour: str) -> None:
    with pytest.raises(appearance.UnreadableColour) as refused:
        appearance.check_colour(colour)
    nearest = appearance.readable(colour)
    assert nearest in str(refused.value)
    appearance.check_colour(nearest)


@pytest.mark.parametrize("colour", ["#0b5a43", "#00247d", "#000000", "#595959"])
def test_a_dark_colour_stays_and_has_a_light_one_for_dark_pages(colour: str) -> None:
    appearance.check_colour(colour)
    assert appearance.readable(colour) == colour
    assert appearance.contrast(appearance.readable(colour, "#14181a"), "#14181a") >= appearance.READABLE


@pytest.mark.parametrize("colour", ["green", "#0b5a4", "#0B5A43;}", "", "#0b5a43 "])
def test_what_is_no_colour_is_refused(colour: str) -> None:
    with pytest.raises(appearance.UnreadableColour, match="is not a colour"):
        appearance.check_colour(colour)


@pytest.mark.parametrize("content", [b"GIF89a", b"<svg/>", b"\x89PN", PNG + b"x" * appearance.LARGEST_CREST])
def test_what_is_no_picture_or_too_large_is_refused(content: bytes) -> None:
    with pytest.raises(appearance.NoPicture):
        appearance.picture_kind(content)


@pytest.mark.postgres
@pytest.mark.django_db
def test_colours_and_crest_are_kept_and_told_to_the_audit() -> None:
    north = office.federation("north", "ebu")
    appearance.change(north, Chosen("#00247d", "#7a1f1f", PNG), actor=None, at=office.AT)
    appearance.change(north, Chosen("#00247d", "#000000"), actor=None, at=office.AT)
    appearance.change(north, Chosen("#00247d", "#000000"), actor=None, at=office.AT)
    kept = Federation.objects.get(pk=north.pk).look
    assert (kept["accent"], kept["second"], kept["crest"]) == ("#00247d", "#000000", "image/png")
    assert bytes(Crest.objects.get(federation=north).picture) == PNG
    with scope(federation=north):
        changes = list(trail.about(north).filter(action="federation.look").order_by("pk"))
    assert [(each.after or {})["second"] for each in changes] == ["#7a1f1f", "#000000"]
