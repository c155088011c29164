"""Files that grow: the same kind of file at any size, as clubs write it and as somebody writes it who means no good."""

from __future__ import annotations

from collections.abc import Callable

HEAD = "event: Growing\ndate: 2026-11-10\nhandbook: {handbook}\nstatus: {status}\n"
#: What an ordinary event of a club is called in each handbook.
STATUS = {"abf": "C", "ebu": "club", "sbu": "club", "scba": "club", "wbu": "club"}
PAIRS = HEAD + "play: pairs\nboards: 24\n"
SWISS = HEAD + "play: teams\ncontest: swiss\nboards: 24\nmatch boards: 24\n"
CUP = HEAD + "play: teams\ncontest: knock-out\nmatch boards: 24\n"


def _rows(size: int, row: str) -> str:
    return "".join(f"  - {{{row.format(at=at, back=size - at)}}}\n" for at in range(1, size + 1))


def _results(head: str, row: str) -> Callable[[int], str]:
    return lambda size: f"{head}results:\n{_rows(size, row)}"


def _matches(head: str, row: str, match: str) -> Callable[[int], str]:
    return lambda size: f"{head}results:\n{_rows(size, row)}matches:\n{_rows(size // 2, match)}"


def _round(size: int) -> str:
    """One round of a cup in which everybody plays somebody."""
    met = "".join(f"      - {{winner: T{at}, loser: T{at + 1}}}\n" for at in range(1, size, 2))
    return f"{CUP}results:\n{_rows(size, 'name: T{at}')}rounds:\n  - matches:\n{met}"


#: Event files by what grows in them; {handbook} and {status} are filled in.
EVENT_FILES: dict[str, Callable[[int], str]] = {
    "pairs": _results(PAIRS, "place: {at}, names: [Ado {at}, Bem {at}]"),
    "pairs with numbers": _results(PAIRS, "place: {at}, names: [Ado {at}, Bem {at}], numbers: ['1{at}', '2{at}']"),
    "scores": _results(PAIRS, "place: {at}, score: {back}, names: [Ado {at}, Bem {at}]"),
    "one score for all places": _results(PAIRS, "place: {at}, score: 50, names: [Ado {at}, Bem {at}]"),
    "one place for all": _results(PAIRS, "place: 1, names: [Ado {at}, Bem {at}]"),
    "one name for all": _results(PAIRS, "place: {at}, name: Same"),
    "one number for all": _results(PAIRS, "place: {at}, names: [Ado {at}, Bem {at}], numbers: ['1', '1']"),
    "boards of players": _results(
        SWISS, "place: {at}, name: T{at}, won: 1, players: [{{name: Ado {at}, boards: 24}}, {{name: Bem {at}}}]"
    ),
    "words that nobody knows": _results(PAIRS, "place: {at}, nmaes: [Ado, Bem], zzz{at}: 1"),
    "sections": _results(PAIRS, "place: {at}, names: [Ado {at}, Bem {at}], section: S{at}"),
    "matches": _matches(SWISS, "place: {at}, name: T{at}", "winner: T{at}, loser: T{back}"),
    "matches of strangers": _matches(SWISS, "place: {at}, name: T{at}", "winner: X{at}, loser: Y{at}"),
    "a round of a cup": _round,
    "lists": lambda size: PAIRS + "lists:\n" + _rows(size // 4, "list: L{at}, section: S{at}, entered: 8"),
    "divisions": lambda size: (
        f"{HEAD}play: teams\ncontest: league\nboards: 24\nmatch boards: 24\nlists:\n"
        + _rows(min(size // 4, 999), "list: D{at}, division: '{at}', entered: 8")
    ),
    "facts": lambda size: PAIRS + "facts:\n" + "".join(f"  fact {at}: yes\n" for at in range(size)) + TWO,
    "sessions": lambda size: PAIRS.replace("24", str(2 * size)) + f"sessions: [{', '.join(['2'] * size)}]\n{TWO}",
}
TWO = "results: [{place: 1, names: [Ado, Bem]}, {place: 2, names: [Cor, Dax]}]\n"


def event_file(what: str, size: int, handbook: str = "ebu") -> bytes:
    """Write an event file of so many rows."""
    text = EVENT_FILES[what](size)
    return text.replace("{handbook}", handbook).replace("{status}", STATUS[handbook]).encode()


# --- PBN ---------------------------------------------------------------------------------------------------------

_GAME = '[Event "Growing"]\n[Site "Oakby"]\n[Date "2026.11.10"]\n[Board "{board}"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
_COLUMNS = '[ScoreTable "PairId_NS\\4R;PairId_EW\\4R;Contract\\5L;Declarer\\1R;Result\\2R;Score_NS\\5R"]\n'
_RESULTS = (400, 430, -50, 460, -100)


def _score_tables(boards: int, tables: int, scoring: str = "MatchPoints") -> str:
    games = []
    for board in range(1, boards + 1):
        lines = (
            f"{at} {tables + (at + board) % tables + 1} 3NT N 9 {_RESULTS[(at * board) % 5]}\n"
            for at in range(1, tables + 1)
        )
        games.append(f'{_GAME.format(board=board)}[Scoring "{scoring}"]\n{_COLUMNS}{"".join(lines)}\n')
    return "".join(games)


def _one_game_a_table(size: int) -> str:
    games = []
    for at in range(size // 8):
        table, board = at % 50, at // 50 + 1
        other = (table + board) % 50
        names = f'[West "W{other}"]\n[North "N{table}"]\n[East "E{other}"]\n[South "S{table}"]'
        games.append(f'{_GAME.format(board=board)}{names}\n[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n\n')
    return "".join(games)


def _ranking(size: int) -> str:
    columns = '[TotalScoreTable "Rank\\5R;PairId\\5R;TotalPercentage\\6R;Names\\40L;NrBoards\\3R"]\n'
    rows = "".join(f'{at} {at} {90 - 80 * at / size:.3f} "Ado {at} - Bem {at}" 24\n' for at in range(1, size + 1))
    return f'{_GAME.format(board=1)}[Scoring "MP"]\n{columns}{rows}\n'


PBN_FILES: dict[str, Callable[[int], str]] = {
    "more boards": lambda size: _score_tables(size // 40, 40),
    "more results on a board": lambda size: _score_tables(24, size // 24),
    "more results on a board by IMPs": lambda size: _score_tables(24, size // 24, "IMP"),
    "a game for each table": _one_game_a_table,
    "a ranking": _ranking,
    "deals": lambda size: "".join(f"{_GAME.format(board=at)}[Auction]\nPass Pass\n\n" for at in range(size // 8)),
    "tables without columns": lambda size: "".join(f'[Board "{at}"]\n[ScoreTable "#"]\n\n' for at in range(size)),
    "tags on a line": lambda size: '[Board "1"]' * size,
    "brackets on a line": lambda size: '[Board "' * size,
    "quotes in a row": lambda size: f"{_GAME.format(board=1)}{_COLUMNS}" + '"a\\" ' * size,
}


def pbn(what: str, size: int) -> bytes:
    """Write a PBN file of about so many rows."""
    return f"% PBN 2.1\n\n{PBN_FILES[what](size)}".encode()


# --- Lists of results --------------------------------------------------------------------------------------------

LISTS: dict[str, Callable[[int], str]] = {
    "a list": lambda size: (
        "Place,Name 1,Name 2,Score\n"
        + "".join(f"{at},Ado {at},Bem {at},{90 - 80 * at / size:.3f}\n" for at in range(1, size + 1))
    ),
    "a list in which all are the same": lambda size: "Place,Name 1,Name 2,Score\n" + "1,Ado,Bem,50\n" * size,
    "a list of one column": lambda size: "Names\n" + "Ado & Bem\n" * size,
    "a list with quotes": lambda size: "Place,Names\n" + '1,"Ado, Bem\n' * size,
    "blocks": lambda size: "Section A\n\nPlace,Name 1,Name 2\n1,Ado,Bem\n2,Cor,Dax\n\n" * (size // 6),
    "lines": lambda size: "x\n" * size,
    "a long line": lambda size: "a b;c " * size,
    "nothing but brackets": lambda size: "[" * size + "]" * size,
    "open groups": lambda size: "{a: " * size,
    "XML": lambda size: "<USEBIO>" + "<EVENT>" * size,
}


def listed(what: str, size: int) -> bytes:
    """Write a list, or something that looks like one, of about so many rows."""
    return LISTS[what](size).encode()
