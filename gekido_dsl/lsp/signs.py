"""What is suggested, and what an outline lists, gets the sign that an editor shows beside it."""

from typing import Final

from lsprotocol import types

from gekido_dsl.language.colours import colour_of
from gekido_dsl.language.outline import Symbol
from gekido_dsl.language.suggestions import Suggestion
from gekido_dsl.lsp.convert import Converter

_SYMBOLS: Final = {
    "game": types.SymbolKind.Package,
    "kind": types.SymbolKind.Class,
    "die": types.SymbolKind.Class,
    "values": types.SymbolKind.Enum,
    "patterns": types.SymbolKind.Enum,
    "board": types.SymbolKind.Object,
    "option": types.SymbolKind.Boolean,
    "rule": types.SymbolKind.Method,
    "effect": types.SymbolKind.Method,
    "action": types.SymbolKind.Method,
    "phase": types.SymbolKind.Module,
    "window": types.SymbolKind.Interface,
    "amount": types.SymbolKind.Number,
    "scenario": types.SymbolKind.Event,
    "claim": types.SymbolKind.Event,
    "part": types.SymbolKind.Field,
    "row": types.SymbolKind.Struct,
}
_SIGNS: Final = {
    "keyword": types.CompletionItemKind.Keyword,
    "enumMember": types.CompletionItemKind.EnumMember,
    "property": types.CompletionItemKind.Property,
    "variable": types.CompletionItemKind.Variable,
    "macro": types.CompletionItemKind.Constant,
    "event": types.CompletionItemKind.Event,
    "function": types.CompletionItemKind.Function,
    "class": types.CompletionItemKind.Class,
}


def sign(one: Suggestion) -> types.CompletionItemKind:
    """Gives the sign that an editor shows beside a suggestion."""
    colour = colour_of(one.key) if one.key is not None else "keyword"
    return _SIGNS.get(colour, types.CompletionItemKind.Text)


def symbol(convert: Converter, one: Symbol) -> types.DocumentSymbol:
    kind = _SYMBOLS.get(one.word, types.SymbolKind.Variable)
    parts = [symbol(convert, part) for part in one.parts]
    span = one.span if one.span.start <= one.name_span.start else one.span.cover(one.name_span)
    detail = "" if one.word in ("part", "row") else one.word
    return types.DocumentSymbol(
        one.name, kind, convert.range(span), convert.range(one.name_span), detail=detail, children=parts
    )
