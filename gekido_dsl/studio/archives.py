"""A project as an archive, to be kept, sent and opened elsewhere.

Invariants:
    However small an archive is, no more of it is unpacked than a project may hold.
"""

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

from gekido_dsl.studio.drafts import may_be_put
from gekido_dsl.studio.refusal import Refused

MOST_BYTES: Final = 20_000_000
MOST_FILES: Final = 1_000
TOO_MUCH: Final = f"A project has at most {MOST_FILES:,} files and {MOST_BYTES // 1_000_000} MB."
_TIME: Final = (1980, 1, 1, 0, 0, 0)
_WAYS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def packed(files: Mapping[str, bytes]) -> bytes:
    """Packs files; the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _TIME), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """Gives the files of an archive that belong to rulesets; a folder that all lie in is left out of their names.

    Raises:
        Refused: it is no archive, or holds too much.
    """
    found: dict[str, bytes] = {}
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                if entry.is_dir() or not may_be_put(entry.filename):
                    continue
                if len(found) >= MOST_FILES:
                    raise Refused(TOO_MUCH)
                if entry.compress_type not in _WAYS:  # a small part may ask for gigabytes to be unpacked
                    raise zipfile.BadZipFile("that compression method is not supported")
                with archive.open(entry) as stream:
                    content = stream.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise Refused(TOO_MUCH)
                found[entry.filename] = content
    except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError, ValueError) as error:
        raise Refused(f"The archive cannot be read: {str(error).lower()}.") from error
    first = {name.partition("/")[0] for name in found}
    if len(first) == 1 and all("/" in name for name in found):
        return {name.partition("/")[2]: content for name, content in found.items()}
    return found
