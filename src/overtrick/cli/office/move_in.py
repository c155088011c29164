"""What the commands of ``overtrick office moving-in`` do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overtrick.cli import output
from overtrick.cli.office import own_password
from overtrick.cli.office.context import Here, Unclear, acting, answered, looking
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation
    from overtrick.register.moving_in.check import Choices
    from overtrick.register.moving_in.models import Move, OldList, Step

_PIECE = 1_000_000


@answered
def status() -> int:
    """Say how far moving in is."""
    with looking():
        from overtrick.register.moving_in import doors
        from overtrick.register.moving_in.models import OldList, Step

        for step in Step:
            listed = OldList.objects.filter(step=step, state=OldList.State.ENTERED).order_by("pk")
            told = "; ".join(f"{each.pk}: {each.name}, {_counts(each)}" for each in listed)
            output.say(f"{step.capitalize()}: {told or 'no list entered'}.")
        move = doors.current_move()
        if move is not None and move.first_by is not None and move.signed_at is None:
            output.say(f"{move.first_by.username} has signed the report.")
        shut = doors.why_shut()
        output.say(f"{shut} Nothing more is taken over." if shut else "The doors are open.")
    return output.GOOD


@answered
def take_list(
    step: str,
    file: str,
    *,
    columns: tuple[str, ...],
    words: tuple[str, ...],
    as_at: str,
    doubtful_are_new: bool,
    yes: bool,
    federation: str,
    actor: str,
    day: str,
) -> int:
    """Check a list and show what it would do; enter it, or forget it again."""
    with acting(federation, actor, day) as here:
        from overtrick.register.moving_in import check, lists
        from overtrick.register.moving_in.models import Step

        kept = lists.take(Step(step), Path(file).name, _pieces(file), here.actor, here.at)
        try:
            choices = _choices(kept, columns, words, as_at, doubtful_are_new=doubtful_are_new)
            check.choose(kept, choices, here.actor, here.at)
            checked = _task(here, kept, "check", "Checking the list")
        except BaseException:
            check.take_back(kept, here.actor, here.at)
            raise
        _show(checked)
        whole = not checked.report["problems"]
        if not yes or checked.state != checked.State.CHECKED:
            check.take_back(checked, here.actor, here.at)
            output.say(
                "Nothing was entered. Run it again with --yes to do it." if whole or not yes else "Nothing was entered."
            )
        else:
            done = _task(here, checked, "enter", "Entering the list")
            output.say(f"Entered as list {done.pk}: {_counts(done)}.")
    return output.GOOD if whole else output.PROBLEMS


def _pieces(file: str) -> Iterator[bytes]:
    try:
        with Path(file).open("rb") as opened:
            while piece := opened.read(_PIECE):
                yield piece
    except OSError as error:
        raise Unclear(f"{file} cannot be read: {error.strerror}") from None


def _choices(
    kept: OldList, columns: tuple[str, ...], words: tuple[str, ...], as_at: str, *, doubtful_are_new: bool
) -> Choices:
    from overtrick.register.federations import handbook
    from overtrick.register.moving_in import columns as known
    from overtrick.register.moving_in.check import Choices
    from overtrick.register.moving_in.models import Step

    meanings = known.meanings(Step(kept.step), list(handbook.colours(kept.federation)))
    headings = [heading for heading, _meaning in kept.columns]
    said = dict(_pair(each) for each in columns)
    for heading, meaning in said.items():
        if heading not in headings:
            raise Unclear(f"no column is called {heading!r}; there are {', '.join(headings)}")
        if meaning and meaning not in meanings:
            raise Unclear(f"{meaning!r} is not what a column can mean; choose from {', '.join(meanings)}")
    taken = {meaning for meaning in said.values() if meaning}
    chosen = [said.get(heading, "" if meaning in taken else meaning) for heading, meaning in kept.columns]
    try:
        day = date.fromisoformat(as_at) if as_at else None
    except ValueError:
        raise Unclear(f"{as_at!r} is not a day; write it as 2026-11-30") from None
    return Choices(chosen, dict(_pair(each) for each in words), day, doubtful_are_new)


def _pair(written: str) -> tuple[str, str]:
    word, equals, meaning = written.rpartition("=")
    if not equals:
        raise Unclear(f"{written!r} does not say what it means; write it as NAME=MEANING")
    return word.strip(), meaning.strip()


def _task(here: Here, kept: OldList, what: str, words: str) -> OldList:
    from overtrick.register.moving_in.models import OldList
    from overtrick.register.moving_in.tasks import check_list, enter_list
    from overtrick.register.tasks.queue import Order
    from overtrick.register.tasks.worker import run_here

    order = Order(here.federation, here.actor, here.at, f"{words} {kept}", f"moving-in.{what} {kept.pk}")
    with bar(words) as progress:
        run_here(check_list if what == "check" else enter_list, order, progress, kept=kept.pk, at=here.at.isoformat())
    return OldList.objects.get(pk=kept.pk)


def _show(kept: OldList) -> None:
    from overtrick.register.federations.handbook import on_record
    from overtrick.register.moving_in import words
    from overtrick.register.moving_in.columns import WORD_COLUMN
    from overtrick.register.moving_in.models import Step

    step: Step = Step(kept.step)
    output.table(("Column", "Read as"), [(heading, meaning or "not read") for heading, meaning in kept.columns])
    if step in WORD_COLUMN and kept.seen:
        guess = words.guesser(step, kept.added_at.date())
        rows = [(word, str(count), kept.words.get(word) or guess(word) or "?") for word, count in kept.seen.items()]
        output.table((WORD_COLUMN[step].capitalize(), "Rows", "Means"), rows, ("Rows",))
    for each in kept.report["problems"]:
        lines = ", ".join(str(line) for line, _found in each["lines"])
        found = " ".join(dict.fromkeys(says for _line, says in each["lines"]))
        output.say(f"{output.counted(each['count'], 'line')} (first {lines}): {found} {each['remedy']}".rstrip())
    for note in kept.report["notes"]:
        output.say(note)
    known = on_record(kept.federation)
    for colour, units in kept.report["sums"].items():
        output.say(f"{known[colour].show(units)} {colour} points.")
    output.say(f"{_counts(kept).capitalize()}.")


def _counts(kept: OldList) -> str:
    counts = kept.report["counts"]
    told = [f"{counts.get('new', 0)} new", f"{counts.get('known', 0)} there already"]
    told += [f"{counts['changed']} changed"] if counts.get("changed") else []
    return ", ".join([*told, f"{counts.get('left_out', 0)} left out"])


@answered
def take_back(number: int, federation: str, actor: str, day: str) -> int:
    """Take a list back."""
    with acting(federation, actor, day) as here:
        from overtrick.register.moving_in import check
        from overtrick.register.moving_in.models import OldList

        kept = OldList.objects.filter(pk=number).first()
        if kept is None:
            raise Unclear(f"there is no list {number}")
        check.take_back(kept, here.actor, here.at)
        output.say(f"{kept} was taken back.")
    return output.GOOD


@answered
def show_report(*, as_json: bool, federation: str, actor: str, day: str) -> int:
    """Show the report: as it is at a moment, or as it was signed off; and what has changed since somebody signed."""
    with acting(federation, actor, day) if actor else looking(federation, day) as there:
        from overtrick.register.federations.handbook import on_record
        from overtrick.register.moving_in import doors
        from overtrick.register.moving_in import report as reports

        told, move = reports.shown(there.at.date()), doors.current_move()
        if not told or move is None:
            output.say("No list has been entered yet.")
            return output.PROBLEMS
        signed_off = move.signed_at is not None
        moment = f"{move.signed_at or there.at:%Y-%m-%d %H:%M} UTC"
        known = on_record(there.federation)
        if as_json:
            output.print_json({"as_at": moment, "signed_off": signed_off, **told})
            return output.GOOD
        output.say(f"As it was signed off on {moment}." if signed_off else f"As it is on {moment}.")
        output.say(f"{told['members']} members, {told['officers']} officers, {told['credits']['count']} old credits.")
        rows = [
            (
                name,
                str(told["players"][name]),
                "; ".join(f"{known[each].show(one)} {each}" for each, one in sums.items()),
            )
            for name, sums in told["sums"].items()
        ]
        output.table(("Sum", "Players", "Points"), rows, ("Players",))
        for number, colour, balance, history in told["differences"]:
            show = known[colour].show
            output.say(f"{number}: {show(balance)} {colour} in the balance, {show(history)} in the credits.")
        for each in told["lists"]:
            output.say(f"{each['step']}: {each['file']}, sha256 {each['sha256']}")
        output.say(f"sha256 of this report: {reports.digest(told)}")
        _show_changes(move, told, there.federation)
    return output.GOOD


def _show_changes(move: Move, told: dict[str, Any], federation: Federation) -> None:
    """Say what has changed since somebody signed; nothing where their signature counts, or nobody has signed."""
    from overtrick.register.federations.handbook import on_record
    from overtrick.register.moving_in import report as reports

    changes = reports.changes(move.report, told) if move.first_by else []
    if not changes:
        return
    known = on_record(federation)

    def shown(value: int | str | None, colour: str) -> str:
        return "" if value is None else known[colour].show(int(value)) if colour else str(value)

    assert move.first_by is not None  # noqa: S101 - there are no changes otherwise
    output.say(
        f"The office has changed since {move.first_by.username} signed on {move.first_at:%Y-%m-%d}: "
        "that signature no longer counts."
    )
    rows = [
        (" ".join(filter(None, each.about)), shown(each.was, each.colour), shown(each.now, each.colour))
        for each in changes
    ]
    output.table(("What", "When signed", "Now"), rows)


@answered
def sign(password_file: str, *, federation: str, actor: str, day: str) -> int:
    """Sign the report as of this day, after what has changed; the second signature enters everything."""
    if not actor:
        raise Unclear("say who signs, with --as")
    with acting(federation, actor, day) as here:
        from overtrick.register.moving_in import doors, sign_off
        from overtrick.register.moving_in import report as reports
        from overtrick.register.moving_in.tasks import sign_off as task
        from overtrick.register.tasks.queue import Order
        from overtrick.register.tasks.worker import run_here

        told, move = reports.shown(here.at.date()), doors.current_move()
        if not told or move is None:
            raise sign_off.NothingTaken(
                "No list has been entered yet.", "Enter the lists first.", code="no-list-entered"
            )
        _show_changes(move, told, here.federation)
        shown = own_password.check(here, password_file)
        order = Order(here.federation, here.actor, here.at, "Sign off moving in", "moving-in.sign-off")
        with bar("Entering everything") as progress:
            done = run_here(task, order, progress, report=reports.digest(told), at=here.at.isoformat(), shown=shown)
        if done["whole"]:
            output.say(f"Signed off. {done['entries']} entries and {done['ranks']} ranks are in the book.")
        else:
            output.say(f"{here.actor.username} has signed. Another officer signs with: overtrick office moving-in sign")
    return output.GOOD


@answered
def invite(*, yes: bool, federation: str, actor: str, day: str) -> int:
    """Invite the officers who wait."""
    with acting(federation, actor, day) as here:
        from overtrick.register.log_ins import invite_officer
        from overtrick.register.log_ins.handover import NoMail
        from overtrick.register.mail import outbox
        from overtrick.register.moving_in.tasks import invite_officers, invited
        from overtrick.register.tasks.queue import Order, latest
        from overtrick.register.tasks.worker import run_here

        waiting = invite_officer.waiting(here.at.date()).count()
        output.say(f"{output.counted(waiting, 'officer')} without a password.")
        if not outbox.server().is_set_up:
            raise NoMail(
                "No mail is set up here.",
                "Set OVERTRICK_MAIL and OVERTRICK_MAIL_FROM, or hand over links.",
                code="mail-not-set-up",
            )
        if not yes:
            output.say("Nobody was invited. Run it again with --yes to do it.")
        elif waiting:
            order = Order(here.federation, here.actor, here.at, "Invite the officers", "officers.invite")
            with bar("Inviting") as progress:
                run_here(invite_officers, order, progress, at=here.at.isoformat())
            row = latest("officers.invite")
            counts = invited(row.results if row else [])
            output.say(", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) + ".")
    return output.GOOD
