"""Rewrites the stubs that protoc generates so that they pass mypy --strict without stubs of protobuf:

    typed_stubs.py FILE_pb2.pyi…

What they take from Google's package comes from quiver.v1.protobuf instead, and what protoc leaves without a type
gets one.
"""

import re
import sys
from pathlib import Path

CHANGES = (
    (r"^from google\.protobuf(?:\.internal)? import \w+ as (\w+)$", r"from quiver.v1 import protobuf as \1"),
    (r"\*\*kwargs\)", "**kwargs: int)"),  # fields whose names are words of Python's own, all of them numbers
    (r"_Mapping\]", "_Mapping[str, object]]"),
    (r"__slots__ = \[\]", "__slots__: list[str] = []"),
)


def main() -> None:
    for name in sys.argv[1:]:
        path = Path(name)
        text = path.read_text(encoding="utf-8")
        for pattern, replacement in CHANGES:
            text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
        if "google.protobuf" in text:
            sys.exit(f"{name}: protoc writes stubs in another form; client_sdk/python/typed_stubs.py has to know it")
        path.write_text(text, encoding="utf-8")


main()
