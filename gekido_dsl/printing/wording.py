"""What templates say of themselves, in the language in which is written now, and which language that is."""

from typing import Any

from gekido_dsl.languages import now, spoken, text


def wording() -> dict[str, Any]:
    """Gives what a template gets of the language."""
    language = now()
    code, *rest = language.code.split("-")
    region = next((one.lower() for one in rest if len(one) == 2), "")
    return {
        "language": {"code": code, "region": region, "direction": language.direction},
        "words": {
            "contents": spoken(text("Contents")),
            "index": spoken(text("Index")),
            "page": _template(text("page {number}", number="\0")),
            "back": spoken(text("back")),
            "print": spoken(text("Print and play: print at 100 %, “actual size”.")),
            "both": spoken(text("Print on both sides, turned over the long edge.")),
            "some": _template(
                text(
                    "Print pages 2 to {number} on both sides, turned over the long edge, and all others on one.",
                    number="\0",
                )
            ),
            "ruler": spoken(text("The line at the foot of each sheet has to be 50 mm long.")),
            "what": spoken(text("What")),
            "pieces": spoken(text("Pieces")),
            "sheets": spoken(text("Pages")),
            "besides": spoken(text("Needed besides")),
            "card": spoken(
                text(
                    "Thin card of 200 g/m² or more; or paper glued onto card, or cards in sleeves with an old card "
                    "behind. Cut from mark to mark."
                )
            ),
        },
    }


def _template(told: str) -> str:
    """Tells a sentence with a place for a number, which the template fills in."""
    return spoken(told).replace("\u2068\0\u2069", "{number}").replace("\0", "{number}")
