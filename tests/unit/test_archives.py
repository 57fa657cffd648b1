"""An archive of a project that is damaged, or packed in an unusual way, is refused with a reason."""

import io
import zipfile

import pytest
from hostile_files import classes

from gekido_dsl.studio.archives import packed, unpacked
from gekido_dsl.studio.refusal import Refused


def test_damaged_archives_are_read_or_refused() -> None:
    refused = 0
    for count in range(1, 80):
        try:
            unpacked(bytes(classes()["damaged archives"].files(count)["project.zip"]))  # type: ignore[arg-type]
        except Refused as why:
            assert str(why).startswith("The archive cannot be read: ")
            refused += 1
    assert refused > 60


@pytest.mark.parametrize("way", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_what_may_take_gigabytes_to_be_unpacked_is_refused(way: int) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", way) as archive:
        archive.writestr("a.gdl", "edition 1\n")
    with pytest.raises(Refused, match="compression method"):
        unpacked(made.getvalue())


def test_an_archive_gives_what_was_packed() -> None:
    assert unpacked(packed({"p/a.gdl": b"edition 1\n"})) == {"a.gdl": b"edition 1\n"}
