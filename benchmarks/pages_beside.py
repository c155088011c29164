"""How long do pages of a large office take while it is busy? Strangers and a player ask; who writes is not our matter.

python -m benchmarks.pages_beside HOME [--answers 300] [--every 0.05] [--port 8790]

The office of the demo in HOME is served. Meanwhile let something else write in it, for example the demo that goes on.
Pages are asked for in shuffled order, one after another with a short rest between them, each for another player, event
or club. It prints the times within which half and 99 of 100 answers came.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import sqlite3
import sys
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from urllib.parse import quote_plus, urlencode

from benchmarks.web import running
from benchmarks.web_load import HERE

PASSWORD = "three-no-trumps"  # noqa: S105 - of the demo
#: Pages of strangers: what is asked for, its address, and whose values stand in it.
PAGES = (
    ("look-up by name", "/players/?search={}", "select family from people_player where not anonymous"),
    ("look-up by number", "/players/?search={}", "select number from people_player where not anonymous"),
    ("public record", "/players/{}/", "select number from people_player where not anonymous"),
    ("event", "/events/{}/", "select competition_id from competitions_submission where status = 'approved'"),
    ("club", "/clubs/{}/", "select id from organisations_organisation where kind = 'club'"),
    ("rankings", "/rankings/?page={}", "select id from people_player where id < 20"),
    ("promotions", "/promotions/?page={}", "select id from people_player where id < 20"),
    ("own record", "/record/?page={}", "select id from people_player where id < 20"),
)


def addresses(home: Path, answers: int) -> list[tuple[str, str]]:
    """Choose what is asked for, by chance."""
    dice, chosen = random.Random(1), list[tuple[str, str]]()
    with closing(sqlite3.connect(f"file:{home / 'office.sqlite3'}?mode=ro", uri=True)) as database:
        for name, address, query in PAGES:
            values = [value for (value,) in database.execute(query)]
            chosen += [(name, address.format(quote_plus(str(dice.choice(values))))) for _ in range(answers)]
    dice.shuffle(chosen)
    return chosen


def logged_in(port: int) -> str:
    """Log the demo's player in; the cookie."""
    line = http.client.HTTPConnection(HERE, port)
    line.request("GET", "/log-in/")
    page = line.getresponse()
    token = (page.getheader("Set-Cookie") or "").partition("csrftoken=")[2].partition(";")[0]
    page.read()
    form = urlencode({"name": "player@demo.example", "password": PASSWORD, "csrfmiddlewaretoken": token})
    sent = {"Cookie": f"csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", "/log-in/", form, sent)
    answer = line.getresponse()
    cookies = answer.headers.get_all("Set-Cookie") or []
    session = next(each.partition(";")[0] for each in cookies if each.startswith("sessionid="))
    return f"{session}; csrftoken={token}"


def main(home: Path, answers: int, every: float, port: int) -> None:
    """Ask, and tell."""
    waited: dict[str, list[float]] = defaultdict(list)
    wrong: dict[str, int] = defaultdict(int)
    serve = [str(Path(sys.executable).with_name("overtrick")), "office", "--home", str(home), "serve"]
    with running([*serve, "--port", str(port)], port, dict(os.environ)):
        cookie = logged_in(port)
        line = http.client.HTTPConnection(HERE, port)
        begun = os.times()
        for name, address in addresses(home, answers):
            asked = time.perf_counter()
            line.request("GET", address, headers={"Cookie": cookie} if name == "own record" else {})
            answer = line.getresponse()
            answer.read()
            waited[name].append(time.perf_counter() - asked)
            wrong[name] += answer.status != http.client.OK
            time.sleep(every)
        passed = os.times().elapsed - begun.elapsed
    print(f"{answers} answers of each page in {passed:,.0f} s, load {os.getloadavg()[0]:.1f}")
    for name, _address, _query in PAGES:
        cuts = quantiles((each * 1000 for each in waited[name]), n=100, method="inclusive")
        print(
            f"  {name:<24}half within {cuts[49]:7.1f} ms   99 of 100 within {cuts[98]:7.1f} ms   {wrong[name]} errors"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("--answers", type=int, default=300)
    parser.add_argument("--every", type=float, default=0.05)
    parser.add_argument("--port", type=int, default=8_790)
    given = parser.parse_args()
    main(given.home, given.answers, given.every, given.port)
