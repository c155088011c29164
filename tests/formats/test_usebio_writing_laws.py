"""What holds for every USEBIO file we write: it is the same event, it claims our awards, and the rest is untouched."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.assessment import Assessment
from overtrick.formats import usebio
from overtrick.formats.compare import compare
from overtrick.formats.settle import settle
from overtrick.formats.usebio import new_file
from overtrick.formats.usebio.writing import write
from tests.formats.club_nights import EBU, english
from tests.formats.usebio_events import assessments, events, without_points

STRANGE = (
    "<!-- A comment with <PAIR> in it -->",
    "<HOUSE_RULES Any = 'a > b'><PLACE/></HOUSE_RULES>",
    "<?scorer again?>",
    "",
)
CASES = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "iso-8859-1", "windows-1252")


def awarded(assessment: Assessment) -> Counter[tuple[str, str, str]]:
    points: Counter[tuple[str, str, str]] = Counter()
    for award in assessment.awards:
        points[award.player.name, award.player.number, award.colour] += award.units
    return +points


def claimed(content: bytes) -> Counter[tuple[str, str, str]]:
    points: Counter[tuple[str, str, str]] = Counter()
    for claim in usebio.read("again.xml", content).claims:
        points[claim.player, claim.number, claim.colour.replace("black", "local")] += claim.units
    return points


@given(st.data())
def test_reading_a_new_file_gives_the_same_event_and_our_awards(data: st.DataObject) -> None:
    event = data.draw(events())
    assessment = data.draw(assessments(event))
    assert new_file.inexpressible(event) == []
    written = write(assessment, EBU)
    assert written.problems == []
    assert written.content is not None
    reading = settle(usebio.read("new.xml", written.content), EBU)
    assert reading.event is not None
    assert reading.event.status == event.status
    assert new_file.differences(event, reading.event) == []
    assert claimed(written.content) == awarded(assessment)


@st.composite
def sources(draw: st.DrawFn, assessment: Assessment) -> bytes:
    """The file of a scoring program: other line ends and encodings, strange elements, points without a wrapper."""
    content = write(assessment, EBU).content
    assert content is not None
    text = content.decode()
    if draw(st.booleans()):
        text = re.sub(r"\s*</?MASTER_POINTS>", "", text)
    for tag in ("</CLUB>", "</DATE>", "</PLACE>", "</PLAYER>", "<PARTICIPANTS>"):
        text = text.replace(tag, tag + draw(st.sampled_from(STRANGE)))
    flag = draw(st.sampled_from(["<MPS_AWARDED_FLAG>N</MPS_AWARDED_FLAG>", "<MPS_AWARDED_FLAG />", "", "\n\n"]))
    text = text.replace("<MPS_AWARDED_FLAG>Y</MPS_AWARDED_FLAG>", flag)
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\n\n", "", "\n\t", " "])))
    encoding = draw(st.sampled_from(CASES))
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        encoding = "utf-8"
    named = encoding.removesuffix("-sig").removesuffix("-le")
    doctype = draw(st.sampled_from(["", '<!DOCTYPE USEBIO SYSTEM "http://example.org/usebio_v1_2.dtd">\n']))
    prolog = draw(st.just("") if encoding == "utf-8" else st.just(f'<?xml version="1.0" encoding="{named}"?>'))
    return (prolog + doctype + text.partition("?>")[2].lstrip()).encode(encoding)


def text_of(content: bytes) -> str:
    for encoding in ("utf-8", "utf-16"):
        if encoding == "utf-8" or b"\0" in content[:4]:
            try:
                return content.decode("utf-16-le" if b"\0" in content[:4] and content[:1] == b"<" else encoding)
            except UnicodeDecodeError:
                continue
    return content.decode("iso-8859-1")


@pytest.mark.slow
@given(st.data())
def test_writing_into_a_file_changes_nothing_but_the_points(data: st.DataObject) -> None:
    event = data.draw(events())
    source = data.draw(sources(data.draw(assessments(event))))
    before = usebio.read("before.xml", source)
    assert before.event is not None, before.problems
    assessment = data.draw(assessments(before.event))
    written = write(assessment, EBU, source)
    assert written.problems == []
    assert written.content is not None
    assert without_points(text_of(written.content)) == without_points(text_of(source))
    after = usebio.read("after.xml", written.content)
    assert after.event == before.event
    assert claimed(written.content) == awarded(assessment)
    assert compare(assessment, after.claims, EBU).agrees
    assert "<MPS_AWARDED_FLAG>Y</MPS_AWARDED_FLAG>" in text_of(written.content)
    assert write(assessment, EBU, written.content).content == written.content


GOOD = write(english(), EBU).content or b""
PIECES = st.sampled_from(
    [
        b"",
        b"<",
        b">",
        b"/",
        b"&",
        b"<PAIR>",
        b"</PAIR>",
        b"<MASTER_POINTS>",
        b"<PLACE/>",
        b"\xff",
        b"\0",
        b"--",
        b"<![CDATA[",
    ]
)


@given(st.data())
def test_a_file_with_slips_is_written_or_its_problems_are_told(data: st.DataObject) -> None:
    content = GOOD
    for _slip in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 40, len(content))))
        content = content[:start] + data.draw(PIECES | st.binary(max_size=3)) + content[end:]
    written = write(english(), EBU, content, "slips.xml")
    assert (written.content is None) == bool(written.problems)
    assert all(problem.found and problem.remedy for problem in written.problems)


@given(st.binary(max_size=200))
def test_any_bytes_at_all_are_written_into_or_refused(content: bytes) -> None:
    written = write(english(), EBU, content)
    assert written.content is None
    assert written.problems
