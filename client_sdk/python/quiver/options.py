"""The command line and the environment of a bot."""

import argparse
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from quiver.address import Address, parse_url
from quiver.bot import Profile
from quiver.text import BadInput, cut, escaped, name_fault, parse_number, quoted

_HELP = """ plays for a referee.

  --connect quiver://HOST:PORT  where the referee is, quivers://HOST:PORT if it
                                uses TLS; default: $QUIVER_ADDRESS
  --token-file FILE             a file whose first line is this bot's token;
                                default: $QUIVER_TOKEN_FILE
  --token TOKEN                 the token itself; default: $QUIVER_TOKEN
  --ca FILE                     certificate authorities for TLS, in PEM;
                                default: $QUIVER_CA, or the system's
  --name NAME                   the name to play under: letters, digits, . _ -, at most 32
  --matches N                   leave after N matches
  --quiet                       no lines about connection, matches and results on stderr;
                                a bot that was started by a referee writes none anyway
  --help                        this text

Exit code: 0 no more matches, 1 the connection or the match was lost, 2 bad usage or refused,
70 the bot itself failed.
"""


@dataclass
class Options:
    """How a bot was started."""

    program: str  # the prefix of lines on stderr
    address: Address
    launched: bool  # the address came from the environment: a referee started this process
    token: str
    authorities: str  # a file of certificate authorities; empty: the system's
    name: str
    matches: int | None  # leave after that many
    quiet: bool  # only errors on stderr


class Help(Exception):
    """The help was asked for; it is the exception's message."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput(message)


def program_name(argv: Sequence[str]) -> str:
    """The program's file name without ".py", made to fit the rules for names."""
    name = os.path.basename(argv[0]) if argv else ""
    name = name.lstrip(".").removesuffix(".py")[:32]
    return re.sub(r"[^A-Za-z0-9._-]", "-", name, flags=re.ASCII) or "bot"


def read_options(argv: Sequence[str], profile: Profile) -> Options:
    """Unknown words are left to the bot. Raises BadInput or Help."""
    words = _read_words(argv)
    program = program_name(argv)
    if words.help:
        raise Help(program + _HELP)
    name: str = words.name or profile.name or program
    if fault := name_fault(name):
        raise BadInput(fault)
    token = _token(words)
    address = _address(words)
    authorities = (words.ca or os.environ.get("QUIVER_CA", "")) if address.tls else ""
    launched = not words.connect
    quiet = words.quiet or launched
    return Options(program, address, launched, token, authorities, name, _matches(words), quiet)


def _read_words(argv: Sequence[str]) -> argparse.Namespace:
    parser = _Parser(add_help=False, allow_abbrev=False)
    for option in ("--connect", "--token", "--token-file", "--ca", "--name", "--matches"):
        parser.add_argument(option, default="")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    return parser.parse_known_args(argv[1:])[0]


def _address(words: argparse.Namespace) -> Address:
    text = words.connect or os.environ.get("QUIVER_ADDRESS", "")
    if not text:
        raise BadInput("no address given; say --connect quiver://HOST:PORT")
    address = parse_url(text)
    if words.ca and not address.tls:
        raise BadInput("--ca is for an address with TLS; write quivers:// for quiver://")
    return address


def _token(words: argparse.Namespace) -> str:
    """The command line takes precedence over the environment, and a token over a file."""
    if words.token and words.token_file:
        raise BadInput("give --token or --token-file, not both")
    if words.token_file:
        return _read_secret(words.token_file)
    token: str = words.token or os.environ.get("QUIVER_TOKEN", "")
    path = os.environ.get("QUIVER_TOKEN_FILE", "")
    return token if token or not path else _read_secret(path)


def _read_secret(path: str) -> str:
    try:
        with open(path, "rb") as file:
            line = file.read(1024).split(b"\n")[0]
    except OSError:
        raise BadInput(f"{quoted(path)} cannot be read") from None
    token = line.decode("utf-8", "replace").strip(" \t\r")
    if not token:
        raise BadInput(f"the first line of {quoted(path)} is empty")
    return token


def _matches(words: argparse.Namespace) -> int | None:
    if not words.matches:
        return None
    number = parse_number(words.matches)
    if not number:
        raise BadInput(f"--matches takes a number from 1, not {quoted(words.matches)}")
    return number


def hide_token(argv: Sequence[str]) -> None:
    """Overwrites a token on the command line with asterisks, so that lists of processes do not show it.

    The words lie in this process's memory one after the other. If that memory cannot be reached, nothing happens.
    """
    if not any(word == "--token" or word.startswith("--token=") for word in argv):
        return
    try:
        with open("/proc/self/stat", "rb") as file:
            begin = int(file.read().rpartition(b")")[2].split()[45])
        with open("/proc/self/cmdline", "rb") as file:
            words = file.read().split(b"\0")
        with open("/proc/self/mem", "r+b", buffering=0) as memory:
            for place, length in _tokens_in(words):
                memory.seek(begin + place)
                memory.write(b"*" * length)
    except (OSError, ValueError, IndexError):
        return


def _tokens_in(words: Sequence[bytes]) -> list[tuple[int, int]]:
    """Offset and length of each token among these words, which are separated by one byte."""
    found = []
    place, before = 0, b""
    for word in words:
        if before == b"--token":
            found.append((place, len(word)))
        elif word.startswith(b"--token="):
            found.append((place + 8, len(word) - 8))
        place, before = place + len(word) + 1, word
    return found


def shown(line: str) -> str:
    """A line for stderr."""
    return escaped(cut(line, 4096), 4096)
