"""Packs the extension for VS Code, without the network.

    python tools/vsix.py [FILE]

A .vsix is a zip with a manifest, the types of its files, and the extension in a folder. The same sources give the
same bytes.
"""

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = ROOT / "editors" / "vscode"
CONTENTS = (
    "package.json",
    "README.md",
    "LICENSE.txt",
    "language-configuration.json",
    "syntaxes/gdl.tmLanguage.json",
    "dist/extension.js",
    "dist/LICENSES.txt",
)
_WHEN = (1980, 1, 1, 0, 0, 0)
_TYPES = {"json": "application/json", "md": "text/markdown", "txt": "text/plain", "js": "application/javascript",
          "vsixmanifest": "text/xml"}  # fmt: skip

_MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{displayName}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Tags>{tags}</Tags>
    <Categories>{categories}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def pack(target: Path) -> None:
    """Writes the extension."""
    files = {f"extension/{name}": (EXTENSION / name).read_bytes() for name in CONTENTS}
    about = json.loads(files["extension/package.json"])
    files = {
        "[Content_Types].xml": _types().encode(),
        "extension.vsixmanifest": _manifest(about).encode(),
    } | files
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data)


def _types() -> str:
    lines = "".join(
        f'<Default Extension=".{ending}" ContentType="{kind}"/>' for ending, kind in sorted(_TYPES.items())
    )
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    return (
        f'{head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{lines}</Types>\n'
    )


def _manifest(about: dict[str, object]) -> str:
    assert isinstance(about["engines"], dict)
    assert isinstance(about["keywords"], list) and isinstance(about["categories"], list)
    quoted = {name: quoteattr(str(about[name])) for name in ("name", "version", "publisher")}
    return _MANIFEST.format(
        **quoted,
        displayName=about["displayName"],
        description=about["description"],
        tags=",".join(about["keywords"]),
        categories=",".join(about["categories"]),
        engine=quoteattr(about["engines"]["vscode"]),
    )


if __name__ == "__main__":
    wanted = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "gekido-dsl.vsix"
    pack(wanted)
    print(wanted)
