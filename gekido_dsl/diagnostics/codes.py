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
FILE_MISSING = code("file-missing", Severity.ERROR, "a file does not exist")
FILE_IS_DIRECTORY = code("file-is-directory", Severity.ERROR, "a folder was named instead of a file")
FILE_OUTSIDE_FOLDER = code(
    "file-outside-folder", Severity.ERROR, "a file is outside the ruleset's own folder"
)
FILE_TOO_LARGE = code("file-too-large", Severity.ERROR, "a file is larger than the limit")
FILE_UNREADABLE = code("file-unreadable", Severity.ERROR, "a file cannot be read")
NOT_UTF8 = code("not-utf8", Severity.ERROR, "a file is not saved as UTF-8")
BINARY_FILE = code("binary-file", Severity.ERROR, "a file is not text")
EMPTY_FILE = code("empty-file", Severity.ERROR, "a file contains no rules, or a table no rows")

# Syntax
SYNTAX_ERROR = code("syntax-error", Severity.ERROR, "a line cannot be read")
UNKNOWN_WORD = code("unknown-word", Severity.ERROR, "a word is not one of the language's words")
UNEXPECTED_INDENT = code("unexpected-indent", Severity.ERROR, "a line's indentation fits no block")
TAB_INDENT = code("tab-indent", Severity.ERROR, "a line is indented with a tab")
UNCLOSED_BRACKET = code("unclosed-bracket", Severity.ERROR, "a bracket is not closed")
TOO_DEEP = code("too-deep", Severity.ERROR, "blocks, brackets or definitions are nested too deeply")

# Compiling
TOO_LARGE_TO_COMPILE = code(
    "too-large-to-compile", Severity.NOTE, "a game is too large to compile, so the interpreter plays it"
)
NOT_COMPILED = code(
    "not-compiled", Severity.NOTE, "the compiler fails on a game, so the interpreter plays it"
)

# Names and types
UNKNOWN_NAME = code("unknown-name", Severity.ERROR, "a name is not declared")
DUPLICATE_NAME = code("duplicate-name", Severity.ERROR, "two declarations have the same name")
DECLARATION_REPEATED = code(
    "declaration-repeated", Severity.WARNING, "a file contains the same declaration twice"
)
REMOVED_NAME = code("removed-name", Severity.ERROR, "a variant removes something that is still used")
UNBOUND_WORD = code(
    "unbound-word", Severity.ERROR, "a word such as `it`, `my` or `the other` refers to nothing"
)
TWO_MEANT = code("two-meant", Severity.ERROR, "`the` before a kind could mean two things")
SIDES_DO_NOT_MATCH = code("sides-do-not-match", Severity.ERROR, "two parts of a tile have the same side")
SHAPE_FITS_NOWHERE = code("shape-fits-nowhere", Severity.ERROR, "a shape fits on no board of the game")
WAY_TO_NOWHERE = code("way-to-nowhere", Severity.ERROR, "a way of a map does not connect two of its spaces")
SPACES_OF_ONE_NAME = code("spaces-of-one-name", Severity.ERROR, "two spaces of a map have the same name")
UNREACHABLE_PART = code("unreachable-part", Severity.WARNING, "a part of a map cannot be reached")
WRONG_COST = code("wrong-cost", Severity.ERROR, "a way costs less than 0, or far too much")
WRONG_TYPE = code(
    "wrong-type", Severity.ERROR, "a thing, value or number is used where another sort is needed"
)
WRONG_SENTENCE = code("wrong-sentence", Severity.ERROR, "a sentence does not fit its verb")
MISSING_INDEX = code(
    "missing-index", Severity.ERROR, "a fact with several values is used without saying which one"
)
VALUE_OUT_OF_RANGE = code("value-out-of-range", Severity.ERROR, "a number is outside its declared range")
WRONG_RING = code("wrong-ring", Severity.ERROR, "the faces around a face make no possible die")
NO_GAME = code("no-game", Severity.ERROR, "a ruleset lacks its game, edition or turn")
WRONG_EDITION = code("wrong-edition", Severity.ERROR, "a ruleset uses an unknown edition")
IMPORT_CYCLE = code("import-cycle", Severity.ERROR, "files use or change one another in a circle")
VARIANT_MISMATCH = code(
    "variant-mismatch", Severity.ERROR, "a variant changes something that its base does not have"
)
VARIANT_DROPS = code(
    "variant-drops", Severity.ERROR, "a variant would silently drop a declaration of its base"
)
VARIANT_CONFLICT = code("variant-conflict", Severity.ERROR, "two combined variants change the same thing")
SIDES_GIVEN = code(
    "sides-given",
    Severity.WARNING,
    "a variant adds sides, but its base uses `friendly` and `enemy`",
)
WRONG_TRANSLATION = code(
    "wrong-translation", Severity.ERROR, "a translation cannot be read, or has no valid language"
)
LOST_PLACEHOLDER = code(
    "lost-placeholder", Severity.WARNING, "a translation and its text have different placeholders"
)
STALE_TRANSLATION = code(
    "stale-translation", Severity.WARNING, "a translation belongs to a text that has changed"
)
STALE_TEXT = code("stale-text", Severity.WARNING, "a text for players no longer agrees with a rule or a row")
UNKNOWN_SOURCE = code("unknown-source", Severity.ERROR, "a citation names an undeclared source")
WRONG_DRAWING = code("wrong-drawing", Severity.ERROR, "a drawing does not match its size or its legend")
WRONG_SHAPE = code(
    "wrong-shape", Severity.ERROR, "a board cannot have this shape, or has no corners and edges"
)
WRONG_COMPASS = code("wrong-compass", Severity.ERROR, "a compass has the wrong number of directions")
WRONG_PARAMETER = code("wrong-parameter", Severity.ERROR, "a name is used with something it does not take")
UNKNOWN_RULING = code("unknown-ruling", Severity.ERROR, "a declaration and the rulings file do not agree")
CIRCULAR_DEFINITION = code(
    "circular-definition", Severity.ERROR, "a definition, property or amount depends on itself"
)
TOO_LARGE = code("too-large", Severity.ERROR, "there is too much of something")

# Tables
YAML_SYNTAX = code("yaml-syntax", Severity.ERROR, "a table is not valid YAML")
YAML_BOOLEAN = code("yaml-boolean", Severity.ERROR, "a word without quotes is true or false in some programs")
YAML_DUPLICATE_KEY = code("yaml-duplicate-key", Severity.ERROR, "a key appears twice")
YAML_ALIAS = code("yaml-alias", Severity.ERROR, "a table refers to a value written elsewhere")
YAML_TAG = code("yaml-tag", Severity.ERROR, "a table puts a tag on a value")
CSV_SYNTAX = code("csv-syntax", Severity.ERROR, "a CSV file cannot be read as rows of cells")
SHEET_HEADER = code(
    "sheet-header", Severity.ERROR, "a spreadsheet has no header for its names, or a header appears twice"
)
SHEET_COLUMN = code("sheet-column", Severity.NOTE, "a column in a spreadsheet is not declared and is ignored")
SHEET_DATE = code("sheet-date", Severity.ERROR, "a spreadsheet program has turned a value into a date")
SHEET_FORMULA = code("sheet-formula", Severity.ERROR, "a formula in a spreadsheet gives an error")
WORKBOOK = code("workbook", Severity.ERROR, "a workbook cannot be read")
UNKNOWN_COLUMN = code("unknown-column", Severity.ERROR, "a row has a column that is not declared")
MISSING_COLUMN = code("missing-column", Severity.ERROR, "a row or a map lacks a required value")
CELL_TYPE = code("cell-type", Severity.ERROR, "a cell has the wrong type of value for its column")
CELL_VALUE = code("cell-value", Severity.ERROR, "a cell holds a word or name that its column does not allow")
CELL_RANGE = code(
    "cell-range", Severity.ERROR, "a cell holds a number that is too large or too small, or too many values"
)
ROW_DUPLICATE = code("row-duplicate", Severity.ERROR, "two rows of a table have the same name")
ROW_REPEATED = code("row-repeated", Severity.WARNING, "two rows of a table are identical")
ROW_CONFUSED = code(
    "row-confused", Severity.WARNING, "two rows with the same name have different texts or effects"
)
TABLE_TOTAL = code("table-total", Severity.ERROR, "the copies in a table do not add up to the declared total")

WRONG_THEME = code("wrong-theme", Severity.ERROR, "a theme contains something unknown")
WRONG_ART = code("wrong-art", Severity.ERROR, "a picture cannot be used")

# Whole game
UNUSED_DECLARATION = code("unused-declaration", Severity.WARNING, "a declaration is never used")
UNUSED_WORD = code("unused-word", Severity.WARNING, "a name given in a rule is never used")
UNREACHABLE_PHASE = code("unreachable-phase", Severity.ERROR, "a phase, rule or window is never reached")
UNREACHED_LINE = code("unreached-line", Severity.WARNING, "a line is never reached")
LINES_LEFT_OUT = code(
    "lines-left-out", Severity.WARNING, "a branch that only stops skips the lines below the choice"
)
EVENT_MISSED = code("event-missed", Severity.WARNING, "nothing ever causes this event")
NO_WAY_TO_END = code("no-way-to-end", Severity.ERROR, "the game cannot end, or nobody can win")
CYCLE_WITHOUT_DECISION = code("cycle-without-decision", Severity.ERROR, "rules can repeat forever")
EMPTY_POT = code("empty-pot", Severity.WARNING, "nobody can win what is shared")
COST_NEVER_PAID = code("cost-never-paid", Severity.WARNING, "nobody can ever afford this")
EMPTY_CHOICE = code("empty-choice", Severity.WARNING, "there may be nothing to choose")
ALIKE_CHOICES = code(
    "alike-choices", Severity.WARNING, "a player chooses among things that look the same to them"
)
SUPPLY_MAY_RUN_OUT = code(
    "supply-may-run-out", Severity.WARNING, "a place may not hold as much as a rule takes from it"
)
NO_ROOM = code("no-room", Severity.WARNING, "a track or a drawing may have too little room")
IMPOSSIBLE_PATTERN = code(
    "impossible-pattern", Severity.ERROR, "no cards can form a pattern, or a better one always comes first"
)
COMPONENT_COUNT = code("component-count", Severity.ERROR, "there are not enough components for a rule")
RANGE_MAY_BE_LEFT = code("range-may-be-left", Severity.WARNING, "a number may leave its declared range")
ASKED_OUT_OF_RANGE = code(
    "asked-out-of-range", Severity.WARNING, "a fact is asked for a number that it may have no value for"
)
OVERLAPPING_EXCEPTIONS = code(
    "overlapping-exceptions", Severity.ERROR, "two exceptions to one rule apply at the same time"
)
POSSIBLE_OVERLAP = code(
    "possible-overlap", Severity.WARNING, "two exceptions to one rule may apply at the same time"
)
UNCOVERED_CASE = code(
    "uncovered-case", Severity.ERROR, "lines that depend on an option omit an answer, or repeat one"
)
ORDER_MATTERS = code(
    "order-matters", Severity.WARNING, "the order of two lines in an amount changes the result"
)
DEAD_OPTION_ANSWER = code(
    "dead-option-answer", Severity.WARNING, "an answer to an option makes no difference"
)
CHOICE_BY_THING = code(
    "choice-by-thing", Severity.ERROR, "the sentence makes a thing choose instead of a player"
)
CANNOT_BE_TRIED = code(
    "cannot-be-tried", Severity.ERROR, "a rule that is tried in advance uses chance or asks a player"
)
NOBODY_DECIDES = code("nobody-decides", Severity.WARNING, "a seat in a window may belong to nobody")
MISSING_PLAYER = code(
    "missing-player", Severity.WARNING, "a rule refers to a player who may not be in the game"
)
ASKED_OF_NONE = code(
    "asked-of-none", Severity.WARNING, "a fact or a choice may be none when the rule uses it"
)
END_LEFT_OUT = code("end-left-out", Severity.WARNING, "a loop in the base omits numbers that a variant adds")
WHOSE_ENEMY = code(
    "whose-enemy",
    Severity.WARNING,
    "a definition with `enemy` or `friendly` is asked of an enemy thing",
)
AUTOMATON_ASKED = code("automaton-asked", Severity.WARNING, "the automaton may have to choose")
HIDDEN_LEAK = code("hidden-leak", Severity.WARNING, "something public depends on something hidden")
SHOWN_ALREADY = code("shown-already", Severity.WARNING, "a player is shown something they already see")
EMPTY_SCENARIO = code("empty-scenario", Severity.WARNING, "an example checks nothing")
EMPTY_CLAIM = code("empty-claim", Severity.ERROR, "a claim says nothing")
NEVER_TRUE = code("never-true", Severity.WARNING, "a condition is never true, or always true")
CITATION_FORMAT = code("citation-format", Severity.WARNING, "a citation does not give its pages as `p5`")

# The book
WRONG_DIRECTIVE = code("wrong-directive", Severity.ERROR, "a directive in a book has no text")
DUPLICATE_PASSAGE = code("duplicate-passage", Severity.ERROR, "two passages of a book have the same id")
STALE_PASSAGE = code("stale-passage", Severity.WARNING, "a rule has changed since its passage was reviewed")
UNTOLD_DECLARATION = code("untold-declaration", Severity.WARNING, "no passage of the book covers a rule")
HTML_LEFT_OUT = code("html-left-out", Severity.WARNING, "a book contains HTML that its pages leave out")
TYPED_NUMBER = code("typed-number", Severity.NOTE, "a number in a passage could be taken from its rule")
UNBACKED_TEXT = code("unbacked-text", Severity.NOTE, "a text for players says what no rule does")
MIXED_SPELLING = code("mixed-spelling", Severity.NOTE, "a book spells words in two ways")
