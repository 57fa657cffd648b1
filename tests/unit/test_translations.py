"""What players read of a game is extracted, kept up to date, read again and checked."""

import io
import re
from html import unescape
from typing import Any

import pytest
from babel.messages import pofile

from gekido_dsl import read
from gekido_dsl.book import write
from gekido_dsl.book.aid import generated as aid
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.languages import ENGLISH, article, authored, figure, find, joined, speaking, text
from gekido_dsl.languages import text as said
from gekido_dsl.languages.naming import named as languages
from gekido_dsl.rulesdoc import render as reference
from gekido_dsl.source import MemoryProvider, Source
from gekido_dsl.translations import checking, po, updating
from gekido_dsl.translations.books import in_language
from gekido_dsl.translations.forms import role_of
from gekido_dsl.translations.naming import told
from gekido_dsl.translations.tags import canonical
from gekido_dsl.translations.whole import all_texts, names, own_texts

GAME = """edition 1

game "Errands"
  players 2

translation de from "de.po"
book from "book.md"

values Suit: Cups, Swords

kind Scout: an Ann and 2 Ben

kind Card of Suit and Rank
  Suit: a Suit
  Rank: 1 to 2

deck Deck: all Scouts

pile Discards of Scouts

deck Pack: all Cards

phase Play "Go on an errand"
  discard a Scout of Deck, asking "Who goes?"
  may "Stay here"
    remove a Card of Pack

turn of each player
  Play

the game ends when Deck is empty
  all remaining players win
"""
GAME = GAME.replace("kind Card of Suit and Rank\n", "kind Card, 1 for each Suit and Rank\n")
BOOK = """# The game
<!-- tells of kind Scout -->

There are {{number of Scouts}} Scouts.
And a **deck**.

- One
- Two more,
  on two lines

```text
{{not this}}
```
"""


def made(de: str = "", game: str = GAME, book: str = BOOK) -> Compilation:
    return load("errands.gdl", MemoryProvider({"errands.gdl": game, "de.po": de, "book.md": book}))


def begun(game: Compilation) -> str:
    return updating.begun(updating.Head("Errands"), own_texts(game, "de"), "de")


def filled(text: str) -> str:
    """Translates everything: each text in brackets."""
    source = po.read(Source("de.po", text)).value
    assert source is not None
    for context, english in source.entries:
        entry = source.entries[context, english]
        line = "n" if role_of(context) else updating._escaped(f"<{english}>")
        at = text.index(f'msgctxt "{updating._escaped(context)}"\nmsgid "{updating._escaped(english)}"')
        end = text.index("msgstr", at)
        head, rest = text[:end], text[end:]
        rest = (
            rest.replace('msgstr[0] ""', f'msgstr[0] "{line}"', 1)
            if entry.plural
            else rest.replace('msgstr ""', f'msgstr "{line}"', 1)
        )
        text = head + rest
        if entry.plural:
            text = text.replace('msgstr[1] ""', f'msgstr[1] "<{entry.plural}>"', 1)
    return text


def test_the_texts_of_a_game_do_not_hang_on_where_they_stand() -> None:
    here = {one.key for one in all_texts(made())}
    assert ("question in Play", "Who goes?") in here
    assert ("row of Scout", "Ann") in here
    assert ("title of phase Play", "Go on an errand") in here
    assert ("book", "There are {{number of Scouts}} Scouts. And a **deck**.") in here
    assert ("book", "Two more, on two lines") in here
    assert not any("not this" in text or text.startswith("```") for _, text in here)
    moved = made(
        game=GAME.replace("\n\nphase Play", "\n\n# a comment\n\n\nphase Play").replace(
            "deck Deck: all Scouts\n\npile Discards of Scouts",
            "pile Discards of Scouts\n\ndeck Deck: all Scouts",
        ),
        book=BOOK.replace("Scouts.\nAnd", "Scouts. And"),
    )
    assert {one.key for one in all_texts(moved)} == here


def test_a_whole_translation_is_whole_and_is_told() -> None:
    text = filled(begun(made()))
    game = made(text)
    assert checking.check(game) == []
    (state,) = checking.states(game)
    assert (state.stale, state.missing, state.done) == ((), (), len(own_texts(game, "de")))
    german = languages(told(game)).find("de")
    assert german is not None
    assert german.name("Ann") == "<Ann>"
    assert german.name("Scouts") == "<Scouts>"
    assert german.name("Cups 2") == "<Cups> 2"  # a name that no author wrote
    assert german.name("nobody wrote this") == "nobody wrote this"
    assert (
        game.identity
        == made().identity
        == made(game=GAME.replace('translation de from "de.po"\n', "")).identity
    )


def test_what_changed_is_stale_and_what_is_gone_is_kept() -> None:
    before = filled(begun(made()))
    game = made(
        before,
        game=GAME.replace("Who goes?", "Who goes away?").replace("Stay here", "Wait"),
        book=BOOK.replace("And a **deck**", "And two **decks**"),
    )
    (state,) = checking.states(game)
    assert next(entry.text for entry, text in state.stale if text is None) == "Who goes?"
    assert [one.code.slug for one in checking.check(game)] == ["stale-translation"]
    again = updating.updated(updating.Head("Errands"), own_texts(game, "de"), "de", before)
    assert (
        '#| msgid "Who goes?"\nmsgctxt "question in Play"\nmsgid "Who goes away?"\nmsgstr "<Who goes?>"'
        in again
    )
    assert '#~ msgid "Stay here"' in again
    assert updating.updated(updating.Head("Errands"), own_texts(game, "de"), "de", again) == again
    (state,) = checking.states(
        made(
            again,
            game=GAME.replace("Who goes?", "Who goes away?").replace("Stay here", "Wait"),
            book=BOOK.replace("And a **deck**", "And two **decks**"),
        )
    )
    assert sorted(entry.text[:5] for entry, text in state.stale if text is not None) == ["There", "Who g"]
    german = languages(told(made(again, game=GAME.replace("Who goes?", "Who goes away?")))).find("de")
    assert german is not None
    assert german.name("Who goes away?") == "Who goes away?"  # stale ones are not shown


def strings(text: str, language: str) -> dict[Any, Any]:
    """Gives what is translated, however its lines are laid out."""
    found = pofile.read_po(io.StringIO(text), locale=language)
    return {(one.context, one.id): one.string for one in found if one.id}


@pytest.mark.parametrize("name", ["gekido", "gekido_duel"])
def test_what_is_shipped_is_whole_and_up_to_date(name: str) -> None:
    """Languages with more forms than English keep them all."""
    game = read(name).compilation
    states = checking.states(game)
    assert {"de", "fr"} <= {state.translation.language for state in states}
    for state in states:
        assert not state.missing and not state.stale
        language, before = state.translation.language, state.translation.catalogue.source.text
        head = updating.Head(game.game.title if game.game is not None else "")
        again = updating.updated(head, own_texts(game, language), language, before)
        assert strings(again, language) == strings(before, language)


def test_what_is_back_has_its_translation_again() -> None:
    before = filled(begun(made()))
    without = made(before, game=GAME.replace('  may "Stay here"\n    remove a Card of Pack\n', ""))
    gone = updating.updated(updating.Head("Errands"), own_texts(without, "de"), "de", before)
    again = updating.updated(updating.Head("Errands"), own_texts(made(), "de"), "de", gone)
    assert po.read(Source("de.po", again)).value.told("choice in Play", "Stay here") == "<Stay here>"  # type: ignore[union-attr]
    assert "#~" not in again


def test_a_variant_needs_only_what_its_base_does_not_say() -> None:
    files = {
        "errands.gdl": GAME,
        "book.md": BOOK,
        "de.po": filled(begun(made())),
        "fr.po": "",
        "more.gdl": 'game "More" changes "errands.gdl"\ntranslation de from "more.po"\ntranslation fr from "fr.po"\n'
        'change phase Play\n  discard a Scout of Deck, asking "And who?"\n',
        "more.po": 'msgctxt "question in Play"\nmsgid "And who?"\nmsgstr "Und wer?"\n',
    }
    variant = load("more.gdl", MemoryProvider(files))
    assert {one.text for one in own_texts(variant, "de")} == {"More", "And who?"}
    assert {one.text for one in own_texts(variant, "fr")} > {"Ann", "More"}
    german = languages(told(variant)).find("de")
    assert german is not None
    assert (german.name("Ann"), german.name("And who?")) == ("<Ann>", "Und wer?")
    assert {one.translation.language for one in checking.states(variant)} == {"de", "fr"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('msgid "a\n', "is not closed"),
        ('msgid "a" x\n', "is not closed"),
        ('msgid "a\\q"\n', "means nothing"),
        ('msgid "a"\nmsgstr "\\x1b[2J"\n', "means nothing"),
        ('msgid "a"\nmsgstr "\x1b[2J"\n', "U+001B"),
        ('msgid "a"\nmsgstr "\u202eb"\n', "U+202E"),
        ('msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n', "twice"),
        ('msgid "a"\nmsgstr "b"\nmsgstr "c"\n', "twice"),
        ('msgstr "b"\n', "no `msgid`"),
        ('"b"\n', "is not preceded by"),
        ("hello\n", "no line of a .po"),
        ("msgid\n", "no string behind"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[9] "c"\n', "at most 6"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n/0;\\n"\n', "`Plural-Forms`"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n;\\n"\n', "`Plural-Forms`"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=' + "(" * 2000 + 'n;\\n"\n', "`Plural-Forms`"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=__import__(0);\\n"\n', "`Plural-Forms`"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', "1 plural forms"),
        ('msgid "' + "a" * 30_000 + '"\n', "at most 20,000 letters"),
    ],
    ids=lambda text: re.sub(r"\W+", "-", str(text))[:30],
)
def test_a_file_that_is_wrong_is_a_finding_at_its_place(text: str, message: str) -> None:
    found = po.read(Source("de.po", text)).diagnostics
    assert [one.code.slug for one in found] == ["wrong-translation"]
    assert message in found[0].message
    assert found[0].span is not None


def test_a_file_of_any_size_is_read_in_its_time() -> None:
    many = "".join(f'msgid "{number}"\nmsgstr "x"\n' for number in range(30_000))
    found = po.read(Source("de.po", many))
    assert found.value is not None
    assert len(found.value.entries) == po.ENTRIES_LIMIT
    assert len(found.diagnostics) == po.FINDINGS_LIMIT


def test_plural_forms_are_those_of_the_language() -> None:
    rule = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
    head = f'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=({rule});\\n"\n'
    read = po.read(Source("ru.po", head))
    assert read.value is not None and not read.diagnostics
    assert [read.value.form(number) for number in (1, 2, 5, 11, 21, 111, 121, 1_000_002)] == [
        0,
        1,
        2,
        2,
        0,
        2,
        0,
        1,
    ]


def test_a_kind_has_the_plural_of_several_where_two_have_a_form_of_their_own() -> None:
    rule = "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5"
    forms = "".join(
        f'msgstr[{at}] "{told}"\n' for at, told in enumerate(("none", "one", "two", "few", "many", "other"))
    )
    entry = f'\nmsgctxt "kind"\nmsgid "Card"\nmsgid_plural "Cards"\n{forms}'
    read = po.read(
        Source("ar.po", f'msgid ""\nmsgstr "Plural-Forms: nplurals=6; plural=({rule});\\n"\n{entry}')
    )
    assert read.value is not None and not read.diagnostics
    several = names([read.value])
    assert (several["Card"], several["Cards"]) == ("one", "few")


def test_what_the_program_words_is_english_under_titles_of_the_language() -> None:
    text = filled(updating.begun(updating.Head("Errands"), own_texts(made(), "de"), "de"))
    german = in_language(made(text), "de").compilation
    named = languages(told(german)).find("de")
    assert named is not None
    with speaking(named):
        files = reference(german)
        chapters = write(german).chapters
        sheet = aid(german)
    assert "# Der Zug { #page-turn lang=de }" in files["docs/turn.md"]
    assert "## Phasen { #part-phases lang=de }" in files["docs/turn.md"]
    assert '<div lang="en" dir="ltr" markdown="1">' in "".join(one.markdown for one in chapters)
    assert "## Der Zug\n\n<div lang=" in sheet
    assert (
        "lang="
        not in "".join(one.markdown for one in write(german).chapters) + reference(german)["docs/turn.md"]
    )


def test_codes_of_languages() -> None:
    assert [canonical(one) for one in ("de", "pt_br", "zh-hant-TW", "es-419", "german", "x", "de-")] == [
        "de", "pt-BR", "zh-Hant-TW", "es-419", None, None, None,
    ]  # fmt: skip


def test_a_book_in_another_language_keeps_its_places() -> None:
    more = "\n## More {#other}\n\n> Said in\n> two lines, see [there](book.md#the-game).\n\n"
    more += "| a row | {{Deck}} |\n|---|---|\n"
    book = BOOK + more
    text = filled(updating.begun(updating.Head("Errands"), own_texts(made(book=book), "de"), "de"))
    german = in_language(made(text, book=book), "de")
    assert german.missing == ()
    ((_, source),) = german.compilation.chapters
    assert isinstance(source, Source)
    assert "# <The game> { #the-game }\n<!-- tells of kind Scout -->" in source.text
    assert "\n- <One>\n- <Two more, on two lines>\n" in source.text
    assert "\n## <More> { #other }\n" in source.text
    assert "\n> <Said in two lines, see [there](book.md#the-game).>\n" in source.text
    assert "```text\n{{not this}}\n```" in source.text
    names = languages(told(german.compilation)).find("de")
    assert names is not None
    with speaking(names):
        (chapter, *_) = write(german.compilation).chapters
    assert "<Deck>" in unescape(chapter.markdown)
    partly = in_language(made(text.replace("<One>", ""), book=book), "de")
    assert [one.text for one in partly.missing] == ["One"]
    assert partly.places == [("The game", 1)]


TWICE = """edition 1

game "Twice"
  players 2

translation de from "de.po"

kind Hit
  Hit: 0 to 3, starts 0

pile Heap of Hits

phase Play
  increase Hit of random Hit of Heap by 1

turn of each player
  Play
"""


def test_a_word_that_is_two_things_is_told_as_what_it_is() -> None:
    de = """msgid ""
msgstr "Language: de\\n"

msgctxt "kind"
msgid "Hit"
msgid_plural "Hits"
msgstr[0] "Treffer"
msgstr[1] "Treffer"

msgctxt "fact of Hit"
msgid "Hit"
msgstr "Getroffen"
"""
    game = load("twice.gdl", MemoryProvider({"twice.gdl": TWICE, "de.po": de}))
    language = languages(told(game)).find("de")
    assert language is not None
    said = text("{fact}: {old} → {new}", fact="Hit", old=0, new=1)
    assert language.of(said) == "Getroffen: 0 → 1"
    assert language.of(article("Hit")) == "1 Treffer"
    assert language.of(authored("Hit", "fact")) == "Getroffen"
    assert language.of(authored("Hit")) == language.name("Hit") == "Treffer"
    assert language.of(joined(", ", ["Hit", authored("Hit", "fact")])) == "Treffer, Getroffen"


def test_numbers_have_the_signs_of_their_language() -> None:
    told_in = {
        code: languages({}).find(code).of(text("{number}%", number=figure("1,234.5")))  # type: ignore[union-attr]
        for code in ("en", "de", "fr", "pt-BR")
    }
    assert told_in == {"en": "1,234.5%", "de": "1.234,5 %", "fr": "1\u202f234,5 %", "pt-BR": "1.234,5%"}


def test_what_is_typed_in_a_language_is_found_by_its_own_name() -> None:
    de = languages({"de": {"Flip": "Kehrseite", "The Center": "Zentrum", "fact\x04Flip": "Wende"}}).find("de")
    assert de is not None
    assert de.untold("kehrseite") == de.untold("Wende") == "Flip"
    assert de.untold("zent") == "The Center"
    assert de.untold("flip") == "flip" and de.untold("z") == "The Center" and de.untold("") == ""


def test_a_book_is_translated_with_the_columns_and_rulings_that_it_takes_over() -> None:
    book = "# The game\n\n{{table of Cards: Suit as Colour of it, Rank}}\n\nThe {{number of Scouts in words}} go.\n"
    game = made(filled(begun(made(book=book))), book=book)
    assert ("column", "Colour of it") in {one.key for one in all_texts(game)}
    with speaking(languages(told(game)).find("de") or ENGLISH):
        text_of = write(in_language(game, "de").compilation).chapters[0].markdown
    assert "<Colour of it>" in unescape(text_of).replace("\\", "")
    assert "drei" in text_of


# ---------------------------------------------------------------- forms of names


def test_sentences_have_the_forms_that_a_translation_gives() -> None:
    """A name stands with its article, in its case, and behind the preposition that its language wants there."""
    text = filled(begun(made())).replace('msgstr "n"', 'msgstr "n; to: auf <den> Stapel"', 1)
    context, name = next((c, t) for c, t in po_of(text).entries if role_of(c))
    german = languages(told(made(text))).find("de")
    assert german is not None
    role = role_of(context)
    assert german.name(name, (role,), "to") == "auf <den> Stapel"
    assert german.name(name, (role,), "dative") == f"dem <{name}>"
    assert german.name(name, (role,)) == f"<{name}>"
    assert german.name("Ann", ("row",), "dative") == "<Ann>"  # of unknown gender
    french = find("fr")
    assert french is not None
    owned = said("{owner}'s {thing}", owner="Overclock", thing="Main")
    assert french.of(owned) == "Main d’Overclock"
    deep = said("{owner}'s {thing}", owner=owned, thing="Dés")
    assert french.of(deep) == "Dés de Main d’Overclock"
    mine = said("{owner}'s {thing}", owner=said("Player {number}", number=2), thing="Main")
    assert french.of(said("{thing} goes to {place}", thing="As", place=mine)) == "As rejoint Main du Joueur 2"
    assert (
        french.of(said("{thing} goes to {place}", thing=article("Pion"), place="Sac")) == "1 Pion rejoint Sac"
    )


def test_a_form_is_handed_on_to_the_name_that_a_sentence_is_about() -> None:
    german = find("de")
    assert german is not None
    spoken = german.naming(
        lambda name: {"forms\x04Hand": "f; to: auf die Hand", "forms\x04Die": "m"}.get(name, name)
    )
    mine = said("{owner}'s {thing}", owner=said("Player {number}", number=1), thing="Hand")
    assert spoken.of(said("{thing} goes to {place}", thing=article("Die"), place=mine)) == (
        "ein Die kommt auf die Hand von Spieler 1"
    )
    assert (
        spoken.of(said("{player} takes {thing}", player="Ann", thing=article("Die"))) == "Ann nimmt einen Die"
    )
    assert spoken.of(mine) == "Hand von Spieler 1"


def test_names_without_forms_are_missing() -> None:
    text = filled(begun(made()))
    (whole,) = checking.states(made(text))
    assert whole.missing == ()
    (state,) = checking.states(made(text.replace('msgstr "n"', 'msgstr ""', 1)))
    assert [role_of(one.context) for one in state.missing] != [""] and len(state.missing) == 1
    assert not any(role_of(one.context) for one in own_texts(made(), "ar"))  # its sentences are English


@pytest.mark.parametrize(
    ("line", "said_of_it"),
    [
        ("x", "`x` is no gender"),
        ("n; ablative: x", "no sentence asks for a form `ablative`"),
        ("n; to auf", "a form has no colon"),
        ("n; to: auf; to: in", "a form has no colon or no text, or appears twice"),
        ("n; to: auf {name}", ""),
        ("; to: auf", ""),
    ],
)
def test_a_line_of_forms_that_cannot_be_read_is_a_finding(line: str, said_of_it: str) -> None:
    text = filled(begun(made())).replace('msgstr "n"', f'msgstr "{line}"', 1)
    found = [one.message for one in checking.check(made(text)) if one.code.slug == "wrong-translation"]
    assert len(found) == bool(said_of_it) and said_of_it in "".join(found)


def po_of(text: str) -> po.Catalogue:
    found = po.read(Source("de.po", text)).value
    assert found is not None
    return found
