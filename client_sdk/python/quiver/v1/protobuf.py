"""What this package uses of Google's protobuf. Its types are in protobuf.pyi, because Debian's protobuf has none."""

from google.protobuf.message import DecodeError, Message

__all__ = ["DecodeError", "Message"]
