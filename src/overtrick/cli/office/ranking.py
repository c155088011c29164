"""``overtrick office ranks`` and ``honours``: one player's rank, a ranking list, the honours of a year."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import There, Unclear, answered, looking
from overtrick.cli.office.heads import write_text

if TYPE_CHECKING:
    from datetime import date

    from overtrick.engine.ranks import ToWin
    from overtrick.handbooks.entries import Colour
    from overtrick.register.ranks.current_rank import CurrentRank
    from overtrick.register.ranks.ranking_lists import RankedPlace


@answered
def ranks(
    number: str,
    *,
    club: str,
    county: str,
    rank: str,
    colour: str,
    year: int,
    provisional: bool,
    limit: int,
    as_json: bool,
    federation: str,
    day: str,
    proof: str,
) -> int:
    """Tell one player's rank, or a list."""
    if proof and not number:
        raise Unclear("--proof needs the NUMBER of a player")
    with looking(federation, day) as there:
        from overtrick.register.federations.handbook import on_record, together
        from overtrick.register.ranks import gold

        known = on_record(there.federation)
        if gold.GOLD not in known and gold.fades(there.at.date()):
            known[gold.GOLD] = known[gold.EARNED_BY]  # it is written as what earns it
        if colour and colour not in known:
            raise Unclear(f"there are no {colour} points; choose from {', '.join(known)}")
        until = there.at.date() if day else None
        if number:
            if proof:
                _write_proof(there, number, until, proof)
            return _player(there, number, known, until, final=not provisional, as_json=as_json)
        from overtrick.register.ranks.ranking_lists import Wanted, ranking

        rank = _rank(there, rank) if rank else ""
        wanted = Wanted(
            colour=colour,
            year=year,
            until=until,
            club=context.organisation(club) if club else None,
            county=context.organisation(county) if county else None,
            rank=rank,
            final=not provisional,
            limit=limit,
        )
        places = ranking(wanted, there.at.date(), to_office=True)
        shown = known[colour] if colour else together(there.federation)
        _list(places, shown, as_json=as_json)
    return output.GOOD


@answered
def honours(year: int, *, as_json: bool, federation: str) -> int:
    """Tell the awards of a year, and who joined a club of points."""
    with looking(federation, "") as there:
        from overtrick.engine.marks import clause_mark
        from overtrick.register.federations.handbook import together
        from overtrick.register.ranks.honours import honours_of

        show = together(there.federation).show
        found = honours_of(year)
        rows = [
            (won.honour, each.player.number, each.name, "", show(each.units), clause_mark(won.working.clause))
            for won in found.awards
            for each in won.players
        ]
        rows += [
            (club.name, player.number, str(player), day.isoformat(), "", clause_mark(club.clause))
            for club, player, day in found.joined
        ]
        heads = ("Honour", "Number", "Name", "Day", "Points", "Clause")
        if as_json:
            output.print_json([dict(zip(map(str.lower, heads), row, strict=True)) for row in rows])
        elif rows:
            output.table(heads, rows, ("Points",))
        else:
            output.say(f"There are no honours for {year}: nobody has final points in it, or the handbook has none.")
    return output.GOOD


def _rank(there: There, typed: str) -> str:
    """Take the rank as the handbook of the day writes it, or say which there are."""
    from overtrick.register.ranks.current_rank import Ladder

    ladder = Ladder(there.federation, there.at.date())
    found = ladder.called(typed)
    if not found:
        raise Unclear(f"there is no rank {typed!r}; choose from {', '.join(ladder.ranks)}")
    return found


def _list(places: list[RankedPlace], colour: Colour, *, as_json: bool) -> None:
    if as_json:
        output.print_json(
            [
                {
                    "place": each.place,
                    "number": each.player.number,
                    "name": each.name,
                    "points": colour.show(each.units),
                    "rank": each.rank or None,
                }
                for each in places
            ]
        )
        return
    if not places:
        output.say("Nobody has points of this kind yet.")
        return
    rows = [
        (str(each.place), each.player.number, each.name, colour.show(each.units), each.rank or "none yet")
        for each in places
    ]
    output.table(("Place", "Number", "Name", "Points", "Rank"), rows, ("Place", "Points"))


def _write_proof(there: There, number: str, until: date | None, file: str) -> None:
    """Write the proof of the entries that a rank rests on; those played up to a day, where that is asked."""
    from overtrick.register import player_proofs, transactions
    from overtrick.register.people.identity import Person, identities, resolve

    with transactions.read_only():
        player = resolve(number)
        head = player_proofs.head_of(there.federation)
        asked = player_proofs.Asked("rank", until=until)
        made = player_proofs.prove(Person(player, list(identities(player))), asked, head, context.now().date())
    write_text(file, made.written())
    output.complain(f"The proof is in {file}, under head {head.number} of the book.")


def _player(
    there: There, number: str, known: dict[str, Colour], until: date | None, *, final: bool, as_json: bool
) -> int:
    from overtrick.register.people.identity import resolve
    from overtrick.register.ranks.current_rank import rank_of
    from overtrick.register.ranks.gold import GOLD, gold_of

    found = rank_of(resolve(number), there.at.date(), played=until, final=final)
    form = gold_of(found.player, until or there.at.date(), final=final)
    fading = "" if form is None else known[GOLD].show(form.value)
    if as_json:
        output.print_json(_data(found, known) | ({"gold": fading} if fading else {}))
        return output.GOOD
    standing = found.standing
    rows = [(f"{name.capitalize()} points", known[name].show(units)) for name, units in found.holding.units.items()]
    if fading:
        rows.append(("Gold points today", fading))
    rows.append(("Rank", standing.rank or "none yet"))
    if standing.following:
        rows.append(("Next", standing.following))
        rows += [("Missing", f"{_missing(found, known, part)} {part.words}") for part in standing.to_win]
    elif standing.beyond is not None:
        rows.append(("Next", standing.beyond.says))
    output.table((str(found.player), ""), rows)
    return output.GOOD


def _data(found: CurrentRank, known: dict[str, Colour]) -> dict[str, Any]:
    return {
        "number": found.player.number,
        "name": str(found.player),
        "final": found.final,
        "points": {name: known[name].show(units) for name, units in found.holding.units.items()},
        "rank": found.standing.rank or None,
        "next": found.standing.following or None,
        "missing": [{"points": _missing(found, known, part), "of": part.words} for part in found.standing.to_win],
    }


def _missing(found: CurrentRank, known: dict[str, Colour], part: ToWin) -> str:
    """Write what is missing: of one colour as that is written, of several as they are together."""
    from overtrick.register.federations.handbook import together

    named = [known[name] for name in part.colours if name in known]
    return (named[0] if len(named) == 1 else together(found.player.federation)).show(part.units)
