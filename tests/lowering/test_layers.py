"""What lies on what inside the lowering; the folders and their order stand in `pyproject.toml`."""

import ast
import tomllib
from pathlib import Path

import gekido_dsl.lowering

FOLDER = Path(gekido_dsl.lowering.__file__).parent


def test_nothing_is_imported_inside_a_function() -> None:
    hidden = [
        f"{path.relative_to(FOLDER)}:{node.lineno}"
        for path in FOLDER.rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []


def test_nothing_is_imported_for_its_types_alone() -> None:
    """A circle of types is a circle: whoever reads one module has to read the other."""
    assert [path for path in FOLDER.rglob("*.py") if "TYPE_CHECKING" in path.read_text("utf-8")] == []


def test_the_package_names_its_folders_in_their_order() -> None:
    listed = [
        line.split()[0]
        for line in (gekido_dsl.lowering.__doc__ or "").splitlines()
        if line.startswith("    ") and line.strip()
    ]
    folders = {path.name for path in FOLDER.iterdir() if (path / "__init__.py").exists()}
    assert set(listed) == folders | {"assembling"}
    told = tomllib.loads((FOLDER.parents[1] / "pyproject.toml").read_text("utf-8"))
    contracts = {one["id"]: one for one in told["tool"]["importlinter"]["contracts"]}
    assert contracts["lowering"]["layers"] == listed
