"""WebAssembly as bytes: opcodes, numbers and sections. Knows nothing of programs.

Source:
    WebAssembly Core Specification 2.0, "Binary Format"; of the extensions only bulk memory operations.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gekido_dsl.program.nodes import Type

VALUE_TYPE: Final[dict[Type, int]] = {"i32": 0x7F, "i64": 0x7E}
NO_RESULT: Final = 0x40

UNREACHABLE: Final = 0x00
BLOCK: Final = 0x02
LOOP: Final = 0x03
IF: Final = 0x04
ELSE: Final = 0x05
END: Final = 0x0B
BR: Final = 0x0C
BR_IF: Final = 0x0D
BR_TABLE: Final = 0x0E
RETURN: Final = 0x0F
CALL: Final = 0x10
DROP: Final = 0x1A
SELECT: Final = 0x1B
LOCAL_GET: Final = 0x20
LOCAL_SET: Final = 0x21
LOCAL_TEE: Final = 0x22
I32_CONST: Final = 0x41
I64_CONST: Final = 0x42
BULK: Final = 0xFC
MEMORY_COPY: Final = bytes((BULK, 0x0A, 0x00, 0x00))

LOADS: Final = {8: 0x2C, 16: 0x2E, 32: 0x28, 64: 0x29}
"""Signed loads, by width."""
STORES: Final = {8: 0x3A, 16: 0x3B, 32: 0x36, 64: 0x37}

BINARY: Final[dict[tuple[str, Type], int]] = {
    **{
        (op, "i32"): 0x46 + i
        for i, op in enumerate(("eq", "ne", "lt", "lt_u", "gt", "gt_u", "le", "le_u", "ge", "ge_u"))
    },
    **{
        (op, "i64"): 0x51 + i
        for i, op in enumerate(("eq", "ne", "lt", "lt_u", "gt", "gt_u", "le", "le_u", "ge", "ge_u"))
    },
    **{
        (op, "i32"): 0x6A + i
        for i, op in enumerate(
            (
                "add",
                "sub",
                "mul",
                "div",
                "div_u",
                "rem",
                "rem_u",
                "and",
                "or",
                "xor",
                "shl",
                "shr",
                "shr_u",
                "rotl",
                "rotr",
            )
        )
    },
    **{
        (op, "i64"): 0x7C + i
        for i, op in enumerate(
            (
                "add",
                "sub",
                "mul",
                "div",
                "div_u",
                "rem",
                "rem_u",
                "and",
                "or",
                "xor",
                "shl",
                "shr",
                "shr_u",
                "rotl",
                "rotr",
            )
        )
    },
}
"""Opcodes by operation and the type of the operands."""

UNARY: Final[dict[tuple[str, Type], int]] = {
    ("eqz", "i32"): 0x45,
    ("eqz", "i64"): 0x50,
    ("clz", "i32"): 0x67,
    ("ctz", "i32"): 0x68,
    ("popcount", "i32"): 0x69,
    ("clz", "i64"): 0x79,
    ("ctz", "i64"): 0x7A,
    ("popcount", "i64"): 0x7B,
    ("wrap", "i64"): 0xA7,
    ("extend", "i32"): 0xAC,
    ("extend_u", "i32"): 0xAD,
}

PAGE: Final = 65536


def unsigned(value: int) -> bytes:
    """LEB128 of a number from 0."""
    if value < 0x80:
        return _SMALL[value]
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """LEB128 of a number with a sign."""
    if -0x40 <= value < 0x40:
        return _SMALL[value & 0x7F]
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value & 0x7F)
    return bytes(out)


_SMALL: Final = [bytes((value,)) for value in range(0x80)]


def vector(items: Sequence[bytes]) -> bytes:
    """A count and the items."""
    return unsigned(len(items)) + b"".join(items)


def text(value: str) -> bytes:
    """A name."""
    data = value.encode()
    return unsigned(len(data)) + data


def section(number: int, items: Sequence[bytes]) -> bytes:
    """A section that holds a vector; nothing for an empty one."""
    if not items:
        return b""
    content = vector(items)
    return bytes((number,)) + unsigned(len(content)) + content


Signature = tuple[tuple[Type, ...], Type | None]


def function_type(signature: Signature) -> bytes:
    """What a function takes and gives."""
    parameters, result = signature
    results = [] if result is None else [_SMALL[VALUE_TYPE[result]]]
    return b"\x60" + vector([_SMALL[VALUE_TYPE[type]] for type in parameters]) + vector(results)


def code(locals_: Sequence[tuple[int, Type]], body: bytes) -> bytes:
    """The body of a function, after its locals in runs of one type."""
    runs = [unsigned(count) + _SMALL[VALUE_TYPE[type]] for count, type in locals_ if count]
    content = vector(runs) + body + bytes((END,))
    return unsigned(len(content)) + content


def module(
    signatures: Sequence[Signature],
    functions: Sequence[tuple[int, bytes]],
    exports: Iterable[tuple[str, int]],
    pages: int,
    data: Iterable[tuple[int, bytes]],
) -> bytes:
    """Puts a module together: one memory of a fixed size, called `memory`, and no imports.

    Args:
        functions: number of the signature, and the code.
        exports: name and number of a function.
        data: address and bytes of what is in memory at the start.
    """
    size = unsigned(pages)
    return b"".join(
        (
            b"\0asm\1\0\0\0",
            section(1, [function_type(signature) for signature in signatures]),
            section(3, [unsigned(number) for number, _ in functions]),
            section(5, [b"\x01" + size + size]),
            section(
                7,
                [
                    text("memory") + b"\x02\x00",
                    *(text(name) + b"\x00" + unsigned(number) for name, number in exports),
                ],
            ),
            section(10, [code for _, code in functions]),
            section(
                11,
                [
                    b"\x00"
                    + bytes((I32_CONST,))
                    + signed(address)
                    + bytes((END,))
                    + unsigned(len(content))
                    + content
                    for address, content in data
                ],
            ),
        )
    )
