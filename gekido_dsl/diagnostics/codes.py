"""Every kind of finding, grouped by the stage that reports it.

Invariants:
    A slug is registered once and has a page in `explain`.
    A slug that is no longer reported is not given to another finding.
"""

import re

from gekido_dsl.diagnostics.diagnostic import Code, Severity

ALL: dict[str, Code] = {}
"""Every code by its slug, in the order of this file."""

_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def code(slug: str, severity: Severity, summary: str) -> Code:
    """Registers a kind of finding.

    Raises:
        ValueError: the slug is taken or is not in kebab case.
    """
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"{slug!r} is not in kebab case")
    if slug in ALL:
        raise ValueError(f"the code {slug!r} is registered twice")
    ALL[slug] = made = Code(slug, severity, summary)
    return made


# Files
FILE_MISSING = code("file-missing", Severity.ERROR, "a file that was named does not exist")
FILE_IS_DIRECTORY = code("file-is-directory", Severity.ERROR, "a folder was named where a file is needed")
FILE_OUTSIDE_FOLDER = code(
    "file-outside-folder", Severity.ERROR, "a file that was named lies outside the ruleset's own folder"
)
FILE_TOO_LARGE = code("file-too-large", Severity.ERROR, "a file is larger than the limit")
FILE_UNREADABLE = code("file-unreadable", Severity.ERROR, "a file exists but may not be read")
NOT_UTF8 = code("not-utf8", Severity.ERROR, "a file is not saved as UTF-8")
BINARY_FILE = code("binary-file", Severity.ERROR, "a file is not text")
EMPTY_FILE = code("empty-file", Severity.ERROR, "a file holds no rule, or a table no row")

# Syntax
SYNTAX_ERROR = code("syntax-error", Severity.ERROR, "a line does not read as any construct of the language")
UNKNOWN_WORD = code(
    "unknown-word", Severity.ERROR, "a word of the language was expected and another one stands there"
)
UNEXPECTED_INDENT = code(
    "unexpected-indent", Severity.ERROR, "a line is indented in a way that fits no block"
)
TAB_INDENT = code("tab-indent", Severity.ERROR, "a line is indented with a tab")
UNCLOSED_BRACKET = code("unclosed-bracket", Severity.ERROR, "a bracket is opened and not closed")
TOO_DEEP = code(
    "too-deep", Severity.ERROR, "blocks, brackets or questions are nested more deeply than the limit"
)

# Compiling
TOO_LARGE_TO_COMPILE = code(
    "too-large-to-compile", Severity.NOTE, "a game is too large to be compiled, so the interpreter plays it"
)
NOT_COMPILED = code(
    "not-compiled", Severity.NOTE, "the compiler cannot compile a game, so the interpreter plays it"
)

# Names and types
UNKNOWN_NAME = code("unknown-name", Severity.ERROR, "a name is used that nothing declares")
DUPLICATE_NAME = code("duplicate-name", Severity.ERROR, "two declarations have the same name")
DECLARATION_REPEATED = code("declaration-repeated", Severity.WARNING, "a file says the same twice")
REMOVED_NAME = code("removed-name", Severity.ERROR, "a variant takes something away that is still used")
UNBOUND_WORD = code(
    "unbound-word", Severity.ERROR, "a word such as `it`, `my` or `the other` means nothing here"
)
TWO_MEANT = code("two-meant", Severity.ERROR, "`the` before a kind may mean one or another")
SIDES_DO_NOT_MATCH = code(
    "sides-do-not-match", Severity.ERROR, "two parts of a tile are at the same side of it"
)
SHAPE_FITS_NOWHERE = code(
    "shape-fits-nowhere", Severity.ERROR, "no board of the game can hold a shape, however it is turned"
)
WAY_TO_NOWHERE = code("way-to-nowhere", Severity.ERROR, "a way of a map does not join two of its spaces")
SPACES_OF_ONE_NAME = code("spaces-of-one-name", Severity.ERROR, "two spaces of a map have one name")
UNREACHABLE_PART = code("unreachable-part", Severity.WARNING, "no way leads to a part of a map")
WRONG_COST = code("wrong-cost", Severity.ERROR, "a way costs less than 0, or far too much")
WRONG_TYPE = code(
    "wrong-type", Severity.ERROR, "a thing, value or number stands where another sort is needed"
)
WRONG_SENTENCE = code("wrong-sentence", Severity.ERROR, "a sentence does not fit its verb")
MISSING_INDEX = code(
    "missing-index", Severity.ERROR, "a fact with several values is used without saying which"
)
VALUE_OUT_OF_RANGE = code(
    "value-out-of-range", Severity.ERROR, "a number lies outside the range declared for it"
)
WRONG_RING = code("wrong-ring", Severity.ERROR, "the faces around a face of a die make no solid")
NO_GAME = code("no-game", Severity.ERROR, "a ruleset says nothing of its game, edition or turn")
WRONG_EDITION = code("wrong-edition", Severity.ERROR, "a ruleset is written for an edition that is not known")
IMPORT_CYCLE = code("import-cycle", Severity.ERROR, "files use or change one another in a circle")
VARIANT_MISMATCH = code(
    "variant-mismatch", Severity.ERROR, "a variant changes something that its base does not have"
)
VARIANT_DROPS = code(
    "variant-drops", Severity.ERROR, "a variant would drop a declaration of its base without saying so"
)
VARIANT_CONFLICT = code("variant-conflict", Severity.ERROR, "two variants that are combined change the same")
SIDES_GIVEN = code(
    "sides-given",
    Severity.WARNING,
    "a variant gives players sides, and its base speaks of friendly and enemy",
)
WRONG_TRANSLATION = code(
    "wrong-translation", Severity.ERROR, "a translation cannot be read, or has no language"
)
LOST_PLACEHOLDER = code(
    "lost-placeholder", Severity.WARNING, "a translation lacks what its text leaves a place for, or has more"
)
STALE_TRANSLATION = code(
    "stale-translation", Severity.WARNING, "a translation is of a text that the ruleset has changed"
)
STALE_TEXT = code(
    "stale-text", Severity.WARNING, "a text for players says what a rule or a row no longer does"
)
UNKNOWN_SOURCE = code(
    "unknown-source", Severity.ERROR, "a citation names a source that the ruleset does not declare"
)
WRONG_DRAWING = code(
    "wrong-drawing", Severity.ERROR, "a drawing of a board does not fit the board or its legend"
)
WRONG_SHAPE = code(
    "wrong-shape", Severity.ERROR, "a board cannot have this shape, or has no corners and edges"
)
WRONG_COMPASS = code(
    "wrong-compass", Severity.ERROR, "a compass has another number of directions than is needed"
)
WRONG_PARAMETER = code(
    "wrong-parameter", Severity.ERROR, "a name is asked with something that it does not take"
)
UNKNOWN_RULING = code("unknown-ruling", Severity.ERROR, "a declaration and the ruling ledger do not agree")
CIRCULAR_DEFINITION = code(
    "circular-definition", Severity.ERROR, "a definition, property or amount is explained by itself"
)
TOO_LARGE = code("too-large", Severity.ERROR, "there is more of something than is read or set up")

# Tables
YAML_SYNTAX = code("yaml-syntax", Severity.ERROR, "a table file does not read as YAML")
YAML_BOOLEAN = code(
    "yaml-boolean", Severity.ERROR, "a word without quotes is read as true or false by some programs"
)
YAML_DUPLICATE_KEY = code("yaml-duplicate-key", Severity.ERROR, "a map has the same key twice")
YAML_ALIAS = code("yaml-alias", Severity.ERROR, "a table refers to a value that is written elsewhere")
YAML_TAG = code("yaml-tag", Severity.ERROR, "a table puts a tag on a value")
CSV_SYNTAX = code(
    "csv-syntax", Severity.ERROR, "a text file of a spreadsheet cannot be read as rows of cells"
)
SHEET_HEADER = code(
    "sheet-header", Severity.ERROR, "a spreadsheet has no header for its names, or the same header twice"
)
SHEET_COLUMN = code(
    "sheet-column", Severity.NOTE, "a column of a spreadsheet is not declared and is left out"
)
SHEET_DATE = code("sheet-date", Severity.ERROR, "a spreadsheet has turned a value into a date")
SHEET_FORMULA = code("sheet-formula", Severity.ERROR, "a formula of a spreadsheet gives an error")
WORKBOOK = code("workbook", Severity.ERROR, "a workbook cannot be read")
UNKNOWN_COLUMN = code("unknown-column", Severity.ERROR, "a row has a column that its table does not have")
MISSING_COLUMN = code("missing-column", Severity.ERROR, "a row or a map lacks a value that it has to have")
CELL_TYPE = code("cell-type", Severity.ERROR, "a cell holds another sort of thing than its column")
CELL_VALUE = code("cell-value", Severity.ERROR, "a cell holds a word or name that its column does not allow")
CELL_RANGE = code(
    "cell-range", Severity.ERROR, "a cell holds too large or small a number, or too many values"
)
ROW_DUPLICATE = code("row-duplicate", Severity.ERROR, "two rows of a table have the same name")
ROW_REPEATED = code("row-repeated", Severity.WARNING, "two rows of a table are the same")
ROW_CONFUSED = code("row-confused", Severity.WARNING, "two rows of one name say different things to players")
TABLE_TOTAL = code(
    "table-total", Severity.ERROR, "the copies in a table do not add up to what the ruleset says"
)

WRONG_THEME = code("wrong-theme", Severity.ERROR, "a theme holds something that no picture has")
WRONG_ART = code("wrong-art", Severity.ERROR, "a picture of the designer's own cannot be used")

# Whole game
UNUSED_DECLARATION = code("unused-declaration", Severity.WARNING, "something is declared and never used")
UNUSED_WORD = code("unused-word", Severity.WARNING, "a word is given to something and never said")
UNREACHABLE_PHASE = code("unreachable-phase", Severity.ERROR, "a phase, rule or window is never reached")
UNREACHED_LINE = code(
    "unreached-line", Severity.WARNING, "what stands above a line always leaves, so it is never reached"
)
LINES_LEFT_OUT = code(
    "lines-left-out", Severity.WARNING, "a way of a choice only stops, and lines below it are left out"
)
EVENT_MISSED = code("event-missed", Severity.WARNING, "a rule waits for an event that nothing brings about")
NO_WAY_TO_END = code("no-way-to-end", Severity.ERROR, "nothing can end the game or let anybody win")
CYCLE_WITHOUT_DECISION = code(
    "cycle-without-decision", Severity.ERROR, "rules go round in a circle that nothing can end"
)
EMPTY_POT = code("empty-pot", Severity.WARNING, "nobody may win what is shared")
COST_NEVER_PAID = code("cost-never-paid", Severity.WARNING, "nobody can ever have what something costs")
EMPTY_CHOICE = code(
    "empty-choice", Severity.WARNING, "a choice that must be made may have nothing to choose from"
)
ALIKE_CHOICES = code(
    "alike-choices", Severity.WARNING, "a player chooses among things that look alike to them"
)
SUPPLY_MAY_RUN_OUT = code(
    "supply-may-run-out", Severity.WARNING, "a place may hold less than a rule takes from it"
)
NO_ROOM = code(
    "no-room", Severity.WARNING, "a track or a drawing may have no room for all that a rule puts there"
)
IMPOSSIBLE_PATTERN = code(
    "impossible-pattern", Severity.ERROR, "no cards make a pattern, or it never is the best that they make"
)
COMPONENT_COUNT = code(
    "component-count", Severity.ERROR, "the components do not suffice for what a rule lays out"
)
RANGE_MAY_BE_LEFT = code(
    "range-may-be-left", Severity.WARNING, "a number may leave the range declared for it"
)
ASKED_OUT_OF_RANGE = code(
    "asked-out-of-range", Severity.WARNING, "a fact may be asked for a number for which it has no value"
)
OVERLAPPING_EXCEPTIONS = code(
    "overlapping-exceptions", Severity.ERROR, "two exceptions to one rule hold at the same time"
)
POSSIBLE_OVERLAP = code(
    "possible-overlap", Severity.WARNING, "two exceptions to one rule may hold at the same time"
)
UNCOVERED_CASE = code(
    "uncovered-case", Severity.ERROR, "lines that depend on an option leave an answer out, or take one twice"
)
ORDER_MATTERS = code(
    "order-matters", Severity.WARNING, "the order of two lines of an amount changes the number"
)
DEAD_OPTION_ANSWER = code(
    "dead-option-answer", Severity.WARNING, "an answer of an option makes no difference"
)
CHOICE_BY_THING = code("choice-by-thing", Severity.ERROR, "a thing, and no player, would have to choose")
CANNOT_BE_TRIED = code(
    "cannot-be-tried", Severity.ERROR, "what is looked ahead at uses chance, or asks others"
)
NOBODY_DECIDES = code("nobody-decides", Severity.WARNING, "a seat of a window may belong to nobody")
MISSING_PLAYER = code(
    "missing-player", Severity.WARNING, "something is asked of a player who may not be in the game"
)
ASKED_OF_NONE = code(
    "asked-of-none", Severity.WARNING, "something is asked, or written, of a fact that may be none"
)
END_LEFT_OUT = code(
    "end-left-out", Severity.WARNING, "a loop of the base leaves out numbers that a variant gives a fact"
)
WHOSE_ENEMY = code(
    "whose-enemy",
    Severity.WARNING,
    "`enemy` in a definition is seen by who acts, not by an enemy thing it is asked of",
)
AUTOMATON_ASKED = code("automaton-asked", Severity.WARNING, "the automaton may have to choose")
HIDDEN_LEAK = code("hidden-leak", Severity.WARNING, "what all can see depends on what only one may see")
SHOWN_ALREADY = code("shown-already", Severity.WARNING, "a player is shown what they see anyway")
EMPTY_SCENARIO = code(
    "empty-scenario", Severity.WARNING, "an example expects nothing, so it passes whatever happens"
)
EMPTY_CLAIM = code("empty-claim", Severity.ERROR, "a claim says nothing: it always holds, or never could")
NEVER_TRUE = code("never-true", Severity.WARNING, "a condition never holds, or always does")
CITATION_FORMAT = code("citation-format", Severity.WARNING, "a citation does not say its pages as `p5`")

# The book
WRONG_DIRECTIVE = code("wrong-directive", Severity.ERROR, "a directive of a book cannot be written out")
DUPLICATE_PASSAGE = code("duplicate-passage", Severity.ERROR, "two passages of a book have the same id")
STALE_PASSAGE = code(
    "stale-passage", Severity.WARNING, "a rule means something else than when its passage was last looked at"
)
UNTOLD_DECLARATION = code("untold-declaration", Severity.WARNING, "no passage of the book tells of a rule")
HTML_LEFT_OUT = code("html-left-out", Severity.WARNING, "a book has HTML that its pages leave out")
TYPED_NUMBER = code(
    "typed-number", Severity.NOTE, "a number is typed in a passage that could be taken from its rule"
)
