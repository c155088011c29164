"""Is a change of the API an addition? Within a version nothing that a program relies on goes away.

What a program may send may only become more; what it gets may only become more too. So a new parameter or key of a
body must not be needed, and a key of an answer that is always there stays always there, of the same type. That holds
for problems too, and for their codes, which programs compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_SCHEMAS, _RESPONSES = "#/components/schemas/", "#/components/responses/"
Tree = dict[str, Any]


def only_adds(old: Tree, new: Tree) -> list[str]:
    """List what is no addition; nothing, where programs that knew the old document go on working."""
    return list(_Comparison(old, new).paths())


class _Comparison:
    def __init__(self, old: Tree, new: Tree) -> None:
        self._old, self._new = old, new
        self._seen: set[tuple[str, str, bool]] = set()

    def paths(self) -> Iterator[str]:
        for path, methods in self._old["paths"].items():
            for method, operation in methods.items():
                where = f"{method.upper()} {path}"
                now = self._new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{where} is gone"
                else:
                    yield from self._operation(where, operation, now)

    def _operation(self, where: str, old: Tree, new: Tree) -> Iterator[str]:
        yield from self._parameters(where, old, new)
        if old.get("security", []) != new.get("security", []):
            yield f"{where} needs another token"
        if new.get("requestBody") and not old.get("requestBody") and new["requestBody"].get("required"):
            yield f"{where} needs a body"
        yield from self._contents(f"{where}, body", old.get("requestBody", {}), new.get("requestBody", {}), sent=True)
        for status, answer in old["responses"].items():
            now = new["responses"].get(status)
            if now is None:
                yield f"{where} no longer says {status}"
            else:
                before, now = _answer(self._old, answer), _answer(self._new, now)
                for code in sorted(_codes(before) - _codes(now)) if now.get("content") else ():
                    yield f"{where}, {status} no longer has the code {code}"
                yield from self._contents(f"{where}, {status}", before, now, sent=False)

    def _parameters(self, where: str, old: Tree, new: Tree) -> Iterator[str]:
        before, now = ({(each["in"], each["name"]): each for each in some.get("parameters", [])} for some in (old, new))
        for key, parameter in before.items():
            if key not in now:
                yield f"{where}, parameter {key[1]} is gone"
                continue
            if now[key].get("required") and not parameter.get("required"):
                yield f"{where}, parameter {key[1]} is needed now"
            yield from self._schema(
                f"{where}, parameter {key[1]}", parameter.get("schema", {}), now[key].get("schema", {}), sent=True
            )
        for key in now.keys() - before.keys():
            if now[key].get("required"):
                yield f"{where}, parameter {key[1]} is new and needed"

    def _contents(self, where: str, old: Tree, new: Tree, *, sent: bool) -> Iterator[str]:
        for kind, content in old.get("content", {}).items():
            now = new.get("content", {}).get(kind)
            if now is None:
                yield f"{where}: {kind} is gone"
            else:
                yield from self._schema(where, content.get("schema", {}), now.get("schema", {}), sent=sent)

    def _schema(self, where: str, old: Tree, new: Tree, *, sent: bool) -> Iterator[str]:
        pair = (old.get("$ref", ""), new.get("$ref", ""), sent)
        if any(pair[:2]):
            if pair in self._seen:
                return
            self._seen.add(pair)
        old, new = _resolved(self._old, old), _resolved(self._new, new)
        yield from self._values(where, old, new, sent=sent)
        yield from self._keys(where, old, new, sent=sent)
        if "items" in old and "items" in new:
            yield from self._schema(f"{where}[]", old["items"], new["items"], sent=sent)
        if isinstance(old.get("additionalProperties"), dict) and isinstance(new.get("additionalProperties"), dict):
            yield from self._schema(f"{where}.*", old["additionalProperties"], new["additionalProperties"], sent=sent)

    def _values(self, where: str, old: Tree, new: Tree, *, sent: bool) -> Iterator[str]:
        """Compare what a value can be: a program may send what it did, and gets nothing of another type."""
        before, now = _kinds(self._old, old), _kinds(self._new, new)
        if before and now and (before - now if sent else now - before):
            yield f"{where} was {_listed(before)} and is {_listed(now)}"
        if sent:
            gone = {*map(str, old.get("enum", []))} - {*map(str, new.get("enum") or old.get("enum") or [])}
            if gone or ("enum" in new and "enum" not in old):
                yield f"{where} takes fewer values"
            for bound, tighter in (("maximum", min), ("maxLength", min), ("minimum", max), ("minLength", max)):
                if bound in new and (bound not in old or tighter(old[bound], new[bound]) != old[bound]):
                    yield f"{where} has a tighter {bound}"
        before_parts, now_parts = ({_name(each): each for each in some.get("anyOf", [])} for some in (old, new))
        for name in before_parts.keys() & now_parts.keys():
            yield from self._schema(where, before_parts[name], now_parts[name], sent=sent)

    def _keys(self, where: str, old: Tree, new: Tree, *, sent: bool) -> Iterator[str]:
        before, now = old.get("properties", {}), new.get("properties", {})
        needed = set(new.get("required", [])) - set(old.get("required", []))
        missing = set(old.get("required", [])) - set(new.get("required", []))
        for key, schema in before.items():
            if key not in now:
                yield f"{where}.{key} is gone"
            else:
                yield from self._schema(f"{where}.{key}", schema, now[key], sent=sent)
        if before and sent:
            yield from (f"{where}.{key} is needed now" for key in sorted(needed))
        if before and not sent:
            yield from (f"{where}.{key} may be missing now" for key in sorted(missing & now.keys()))


def _resolved(document: Tree, schema: Tree) -> Tree:
    if "$ref" not in schema:
        return schema
    found: Tree = document["components"]["schemas"][schema["$ref"].removeprefix(_SCHEMAS)]
    return found


def _answer(document: Tree, answer: Tree) -> Tree:
    if "$ref" not in answer:
        return answer
    found: Tree = document["components"]["responses"][answer["$ref"].removeprefix(_RESPONSES)]
    return found


def _codes(problem: Tree) -> set[str]:
    """Read the codes of a problem from its description: "Gone: cursor-too-old"."""
    return {code for code in problem.get("description", "").partition(": ")[2].split(", ") if code}


def _kinds(document: Tree, schema: Tree) -> set[str]:
    schema = _resolved(document, schema)
    if "anyOf" in schema:
        return {kind for each in schema["anyOf"] for kind in _kinds(document, each)}
    kind = schema.get("type")
    return set(kind) if isinstance(kind, list) else {kind} if kind else set()


def _name(schema: Tree) -> str:
    return str(schema.get("$ref") or schema.get("type"))


def _listed(kinds: set[str]) -> str:
    return " or ".join(sorted(kinds))
