"""The address of a referee: quiver://HOST:PORT, or quivers://HOST:PORT with TLS."""

from typing import NamedTuple

from quiver.text import BadInput, parse_number, quoted


class Address(NamedTuple):
    host: str
    port: int
    tls: bool = False

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'quivers' if self.tls else 'quiver'}://{host}:{self.port}"


def parse_url(text: str) -> Address:
    """Raises BadInput if it is no address."""
    scheme, _, rest = text.partition("://")
    host, colon, port_text = rest.rpartition(":")
    brackets = len(host) >= 2 and host[0] == "[" and host[-1] == "]"
    if brackets:
        host = host[1:-1]
    port = parse_number(port_text)
    well_formed = scheme in ("quiver", "quivers") and colon and host and not set(host) & set("[]")
    if not well_formed or (":" in host and not brackets) or port is None or not 1 <= port <= 65535:
        raise BadInput(f"{quoted(text)} is not an address; write quiver://HOST:PORT or quivers://HOST:PORT")
    return Address(host, port, scheme == "quivers")
