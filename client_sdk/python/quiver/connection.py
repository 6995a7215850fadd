"""One connection to a referee, in whole frames: TCP, with TLS if the address asks for it.

With TLS nothing is sent before the referee's certificate is checked; there is no fallback to plain TCP. `send` does
not report failures: what the referee still sent can be read, and then `next` raises Lost. So a loss is noticed in one
place only.
"""

import contextlib
import select
import socket
import ssl
import struct
import time
from typing import NamedTuple

from quiver.address import Address
from quiver.text import BadInput, quoted
from quiver.wire import MAX_FRAME, ClientMessage, frame

_PIECE = 1 << 16
_STUCK = 10.0  # a send that blocks for this long counts as a loss
_GOODBYE = 0.5

# The codes of OpenSSL's X509_V_ERR_*, and what they mean for the user of a bot.
_CERTIFICATES = {
    9: "its certificate is not valid yet; is this machine's clock right?",
    10: "its certificate has expired",
    18: "its certificate is self-signed; if it is the right one, give it with --ca FILE",
    62: "its certificate is for another host",
    64: "its certificate is for another host",
}
_UNKNOWN_AUTHORITY = (2, 19, 20, 21)


class Lost(Exception):
    """The other side is gone."""


class Frame(NamedTuple):
    data: bytes
    read_at: float  # when its last bytes were read, by time.monotonic()


def trust(authorities: str) -> ssl.SSLContext:
    """TLS 1.3 only, with the certificate authorities in the file, or the system's."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # which checks the chain and the host
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    if not authorities:
        context.set_default_verify_paths()
        return context
    try:
        context.load_verify_locations(authorities)
    except ssl.SSLError as error:
        raise BadInput(f"{quoted(authorities)} has no certificate in PEM: {error.reason or 'none found'}") from None
    except OSError as error:
        raise BadInput(f"{quoted(authorities)} cannot be read: {error.strerror}") from None
    return context


class Connection:
    """Calls block, up to their limits. One thread."""

    def __init__(self, address: Address, most: float, context: ssl.SSLContext | None, handshake: float) -> None:
        """Tries every address of the host, each with these limits in seconds. Raises BadInput."""
        self._socket = _connected(address, most)
        self._socket.setblocking(False)
        self._buffer = bytearray()
        self._ended = False
        self._read_at = time.monotonic()
        if context is None:
            return
        try:
            self._shake_hands(context, address.host, time.monotonic() + handshake)
        except BadInput as error:
            self.close()
            raise BadInput(f"cannot connect to {address.url}: {error}") from None

    def _shake_hands(self, context: ssl.SSLContext, host: str, until: float) -> None:
        try:
            sealed = context.wrap_socket(self._socket, server_hostname=host, do_handshake_on_connect=False)
        except (ValueError, OSError):
            raise BadInput(f"no certificate can be for the host {quoted(host)}") from None
        self._socket = sealed
        while True:
            try:
                return sealed.do_handshake()
            except ssl.SSLWantReadError:
                event = select.POLLIN
            except ssl.SSLWantWriteError:
                event = select.POLLOUT
            except ssl.SSLCertVerificationError as error:
                raise BadInput(_verdict(error)) from None
            except ssl.SSLError as error:
                raise BadInput(_handshake_failure(error)) from None
            except OSError:
                raise BadInput("it closed the connection during the TLS handshake; it may have too many connections") from None
            if not self._wait(event, until):
                raise BadInput("the TLS handshake was not done in time")

    def send(self, message: ClientMessage) -> None:
        rest = memoryview(frame(message))
        while rest:
            event = select.POLLOUT
            try:
                rest = rest[self._socket.send(rest) :]
                continue
            except (BlockingIOError, ssl.SSLWantWriteError):
                pass
            except ssl.SSLWantReadError:
                event = select.POLLIN
            except OSError:
                break
            if not self._wait(event, time.monotonic() + _STUCK):
                break
        if rest:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)  # next returns what was received, then raises Lost

    def next(self, most: float | None) -> Frame | None:
        """The next frame, or None if there is none after `most` seconds; None waits as long as it takes.
        Raises Lost.
        """
        until = None if most is None else time.monotonic() + most
        while True:
            found = self._whole_frame()
            if found is not None:
                return found
            if self._ended:
                raise Lost
            if self._read_more():
                continue
            if not self._wait(select.POLLIN, until):
                return None

    def finish(self) -> None:
        """Waits a moment until the referee has read everything and closed the connection.

        Closing at once could discard what was sent last.
        """
        until = time.monotonic() + _GOODBYE
        with contextlib.suppress(OSError, ValueError):
            if isinstance(self._socket, ssl.SSLSocket):
                with contextlib.suppress(ssl.SSLWantReadError):
                    self._socket.unwrap()
            self._socket.shutdown(socket.SHUT_WR)
            while not self._ended and self._wait(select.POLLIN, until):
                self._read_more()
                self._buffer.clear()
        self.close()

    def close(self) -> None:
        self._socket.close()

    def _whole_frame(self) -> Frame | None:
        if len(self._buffer) < 4:
            return None
        (size,) = struct.unpack_from(">I", self._buffer)
        if size > MAX_FRAME:
            raise Lost
        if len(self._buffer) < 4 + size:
            return None
        data = bytes(memoryview(self._buffer)[4 : 4 + size])
        del self._buffer[: 4 + size]
        return Frame(data, self._read_at)

    def _read_more(self) -> bool:
        """Whether anything was received, including the end of the stream."""
        try:
            piece = self._socket.recv(_PIECE)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return False
        except OSError:  # a truncated TLS stream is one too
            piece = b""
        self._ended = not piece
        self._read_at = time.monotonic()
        self._buffer += piece
        return True

    def _wait(self, event: int, until: float | None) -> bool:
        """False on a timeout."""
        poll = select.poll()
        poll.register(self._socket, event)
        while True:
            left = None if until is None else until - time.monotonic()
            if poll.poll(None if left is None else max(0.0, min(left * 1000, 1e6))):
                return True
            if left is not None and left <= 0:
                return False


def _connected(address: Address, most: float) -> socket.socket:
    try:
        hosts = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        why = error.strerror if isinstance(error, socket.gaierror) else "it is no name"
        raise BadInput(f"the host {quoted(address.host)} is unknown: {why}") from None
    why = "it has no address"
    for family, kind, protocol, _, where in hosts:
        one = socket.socket(family, kind, protocol)
        try:
            _set_up(one, most)
            one.connect(where)
            return one
        except OSError as error:
            why = "Connection timed out" if isinstance(error, TimeoutError) else error.strerror or str(error)
            one.close()
    raise BadInput(f"cannot connect to {address.url}: {why}")


def _set_up(one: socket.socket, most: float) -> None:
    """Keep-alives notice a peer that vanished without closing the connection."""
    one.settimeout(max(most, 0.001))
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in ((socket.TCP_KEEPIDLE, 10), (socket.TCP_KEEPINTVL, 5), (socket.TCP_KEEPCNT, 3)):
        one.setsockopt(socket.IPPROTO_TCP, option, value)


def _verdict(error: ssl.SSLCertVerificationError) -> str:
    if error.verify_code in _UNKNOWN_AUTHORITY:
        return "its certificate is from an authority that is not known here; give the right one with --ca FILE"
    return _CERTIFICATES.get(error.verify_code, f"its certificate is not accepted: {error.verify_message}")


def _handshake_failure(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLEOFError):
        return "it closed the connection during the TLS handshake; it may have too many connections"
    if error.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG"):
        return "it does not speak TLS; quivers:// is for referees that do"
    return f"the TLS handshake failed: {(error.reason or 'unknown reason').lower().replace('_', ' ')}"
