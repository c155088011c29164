"""The calls that the page shows, each as one line of curl. Every one of them runs in the tests."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: An event of two tables, as a scoring program would send it.
EVENT = """{"event": "Tuesday pairs", "date": "2026-11-10", "handbook": "ebu", "status": "club",
 "play": "pairs", "boards": 24,
 "results": [
  {"place": "1", "names": ["Ann Abel", "Bob Baker"], "numbers": ["10012", "10020"]},
  {"place": "2", "names": ["Cat Cole", "Dan Dent"], "numbers": ["10038", "10046"]},
  {"place": "3", "names": ["Eva East", "Fay Fox"], "numbers": ["10053", "10061"]},
  {"place": "4", "names": ["Guy Gill", "Hal Hope"], "numbers": ["10079", "10087"]}]}
"""


class Example(NamedTuple):
    """A call, and what it is for."""

    title: str | Promise
    says: str | Promise
    path: str  #: below the root of the API
    file: str = ""  #: the name of the file that is sent; empty: nothing is
    content: str = ""  #: what is in it, where the page shows it

    def curl(self, root: str) -> str:
        """Write the call for a shell."""
        sends = f"--data-binary @{self.file} " if self.file else ""
        return f'curl {sends}"{root}{self.path}"'


EXAMPLES = (
    Example(
        _("What is it worth?"),
        _("The awards of every place, and with one more table. “working=yes” adds the steps."),
        "/worth/ebu/pairs?tables=30",
    ),
    Example(
        _("Award an event, store nothing"),
        _("The body is an event file in JSON or YAML. Every mistake is told at once, with its line."),
        "/awards?working=yes",
        "tuesday.json",
        EVENT,
    ),
    Example(
        _("Check a results file"),
        _("The bytes of the file are the body. Nothing is kept. A file with mistakes is a result, not an error."),
        "/checks?name=thursday.xml&answer=handbook:ebu&answer=status:club",
        "thursday.xml",
    ),
    Example(
        _("Get the file back with the awards in it"),
        _("As USEBIO, CSV or Excel."),
        "/checks?name=thursday.xml&answer=handbook:ebu&answer=status:club&form=usebio",
        "thursday.xml",
    ),
    Example(
        _("Look a player up"),
        _("Name, club, rank and points by number. Players who are hidden from the public are not there."),
        "/players/410070",
    ),
    Example(
        _("Find a player"),
        _("Up to 20, as the search box finds them."),
        "/players?search=bem+oakby",
    ),
    Example(
        _("Which rank is it?"),
        _("The rank that some points make, and what is missing for the next."),
        "/ranks/ebu?local=4344",
    ),
    Example(
        _("Ranking lists"),
        _("“next” is the address of the next part. With “Accept: text/csv” it is a file for a spreadsheet."),
        "/rankings?colour=local&limit=100",
    ),
    Example(_("Promotions of a month"), _("Rank by rank."), "/promotions?month=2026-10"),
    Example(
        _("Is this certificate genuine?"),
        _("What it certifies, and whether the book still supports it."),
        "/certificates/7K3M-9QTX-0VHB",
    ),
)
