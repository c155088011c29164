"""Template loaders: indentation is removed, and what every page of a language says alike is written once.

A sentence without a variable and an address without an argument make most of the tags of a page, and took half of its
time. They become text when a template is read, once for each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from threading import RLock

from django.template import Context, Engine, Origin, Template
from django.template.base import Node, NodeList, TextNode, TokenType, VariableNode, render_value_in_context
from django.template.defaulttags import IfNode, URLNode
from django.template.loaders import app_directories, cached
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

#: A line break stays, so that an error names the right line.
_INDENTATION = re.compile(r"\n[ \t]+")


class OncePerLanguage(cached.Loader):
    """Keeps the templates that were read, for each language."""

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        """Name a template and the language that it is in."""
        return f"{get_language()} {super().cache_key(template_name, skip)}"

    def __init__(self, engine: Engine, loaders: list[object]) -> None:
        super().__init__(engine, loaders)
        self._read: dict[str, Template] = {}
        self._reading = RLock()

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """Give a template in the language of the page that asks for it."""
        key = self.cache_key(template_name, skip)
        found = self._read.get(key)
        return found if found is not None else self._new(key, template_name, skip)

    def _new(self, key: str, template_name: str, skip: list[Origin] | None) -> Template:
        """Read a template; nobody else gets it before it is whole."""
        with self._reading:
            template: Template = super().get_template(template_name, skip)
            if key not in self._read:
                alone = Context()
                with alone.bind_template(template):
                    _fold(template.nodelist, alone)
                self._read[key] = template
        return template

    def reset(self) -> None:
        """Forget them."""
        super().reset()
        self._read.clear()


class WithoutIndentation(app_directories.Loader):
    """Reads templates of the apps."""

    def get_contents(self, origin: Origin) -> str:
        """Give a template, every line from its first sign on."""
        return _INDENTATION.sub("\n", super().get_contents(origin))


def _fold(nodes: NodeList, alone: Context) -> None:
    """Write down what is always the same, and join it with the text around it."""
    folded: list[Node] = []
    for node in nodes:
        for inside in _lists(node):
            _fold(inside, alone)
        kept = _folded(node, alone)
        last = folded[-1] if folded else None
        if isinstance(kept, TextNode) and isinstance(last, TextNode):
            folded[-1] = TextNode(last.s + kept.s)
        else:
            folded.append(kept)
    nodes[:] = folded


def _lists(node: Node) -> Iterator[NodeList]:
    if isinstance(node, IfNode):
        yield from (inside for _condition, inside in node.conditions_nodelists)
        return
    for name in node.child_nodelists:
        inside = getattr(node, name, None)
        if isinstance(inside, NodeList):
            yield inside


def _folded(node: Node, alone: Context) -> Node:
    if _is_sentence(node):
        return TextNode(node.render(alone))
    if isinstance(node, BlockTranslateNode) and not (node.plural or node.asvar or node.message_context):
        return _Sentence(node)
    if isinstance(node, URLNode) and not (node.args or node.kwargs or node.asvar) and node.view_name.token[:1] in "\"'":
        return _Address(node, str(node.view_name.resolve(alone)))
    return _Shown(node) if type(node) is VariableNode else node


def _is_sentence(node: Node) -> bool:
    """Say whether a tag says the same on every page of a language."""
    if isinstance(node, TranslateNode):
        told = node.filter_expression
        return told.var.literal is not None and not (told.filters or node.asvar or node.message_context)
    if isinstance(node, BlockTranslateNode):
        fixed = all(token.token_type == TokenType.TEXT for token in node.singular)
        return fixed and not (node.extra_context or node.plural or node.asvar or node.message_context)
    return False


class _Address(Node):
    """An address of ours without arguments: the same for all but for the federation in front of it."""

    child_nodelists = ()

    def __init__(self, tag: URLNode, page: str) -> None:
        self.token, self.origin = tag.token, tag.origin
        self._page = page
        self._after: str | None = None

    def render(self, context: Context) -> str:
        """Put the federation in front."""
        del context
        prefix = get_script_prefix()
        if self._after is None:
            self._after = reverse(self._page).removeprefix(prefix)
        return prefix + self._after


class _Sentence(Node):
    """A sentence with variables, translated when the template is read."""

    child_nodelists = ()

    def __init__(self, tag: BlockTranslateNode) -> None:
        self.token, self.origin = tag.token, tag.origin
        sentence, self._names = tag.render_token_list(tag.singular)
        self._with = tag.extra_context
        self._said = gettext(sentence)

    def render(self, context: Context) -> str:
        """Put the variables in; as ever, those that are not there are nothing."""
        data = {}
        for name in self._names:
            found = self._with[name].resolve(context) if name in self._with else context.get(name, "")
            data[name] = _written(found, context)
        return self._said % data


def _written(value: object, context: Context) -> str:
    """Write a value; most are texts, which need neither a format nor a time zone."""
    if type(value) is SafeString:
        return value
    if type(value) is str and context.autoescape:
        return escape(value)
    return str(render_value_in_context(value, context))


class _Shown(VariableNode):
    """A variable."""

    def __init__(self, tag: VariableNode) -> None:
        super().__init__(tag.filter_expression)
        self.token, self.origin = tag.token, tag.origin

    def render(self, context: Context) -> str:
        """Write it."""
        return _written(self.filter_expression.resolve(context), context)
