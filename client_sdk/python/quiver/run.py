"""The main function of a bot: connects, plays its matches, and returns the exit code."""

import sys
from collections.abc import Sequence
from typing import NoReturn

from quiver.bot import Bot
from quiver.link import DONE, FAILED, REFUSED, Ending, Link
from quiver.options import Help, hide_token, program_name, read_options, shown
from quiver.session import Session
from quiver.text import BadInput


def run_bot(bot: Bot, argv: Sequence[str] | None = None) -> NoReturn:
    """Plays, and ends the program.

    Options: --connect quiver://HOST:PORT or quivers://HOST:PORT, --token-file F, --token T, --ca F, --name N,
    --matches N, --quiet, --help. QUIVER_ADDRESS, QUIVER_TOKEN_FILE, QUIVER_TOKEN and QUIVER_CA stand in for the first
    four: a referee that starts a bot sets them. Other words are left to the bot. A lost connection is resumed
    automatically, for as long as the referee reserves the seat.

    Exit code: 0 no more matches, 1 the connection, the seat or the match was lost, 2 bad usage or
    refused, 70 the bot itself failed. One line on stderr says what went wrong, below the traceback of a bot
    that failed. A bot that was not started by a referee also writes a line there for each connection, match and result,
    unless --quiet is given.
    """
    words = sys.argv if argv is None else argv
    if argv is None:
        hide_token(words)
    sys.exit(play(bot, words))


def play(bot: Bot, argv: Sequence[str]) -> int:
    """The same, but returns the exit code."""
    try:
        ending = _run(bot, argv)
    except BadInput as error:
        ending = Ending(REFUSED, str(error))
    except KeyboardInterrupt:
        ending = Ending(130)
    except Exception as error:  # an internal error is one line too
        ending = Ending(FAILED, f"{type(error).__name__}: {error}")
    if ending.line:
        print(f"{program_name(argv)}: {shown(ending.line)}", file=sys.stderr, flush=True)
    return ending.code


def _run(bot: Bot, argv: Sequence[str]) -> Ending:
    try:
        options = read_options(argv, bot.profile)
    except Help as text:
        print(text, end="")
        return Ending(DONE)
    link = Link(options, bot.profile)
    try:
        return link.open() or Session(bot, link, options.matches).run()
    finally:
        link.close()
