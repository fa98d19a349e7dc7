"""Which addresses are proxies of ours, and so speak for others.

Written by hand because uvicorn reads the same list for its own use only.
"""

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network


class Proxies:
    """Addresses and networks, separated by commas; `*` alone is everybody.

    >>> proxies = Proxies("127.0.0.1, 10.0.0.0/8")
    >>> [host in proxies for host in ("127.0.0.1", "10.1.2.3", "192.0.2.7", "nonsense", "")]
    [True, True, False, False, False]
    >>> "192.0.2.7" in Proxies("*"), "192.0.2.7" in Proxies("")
    (True, False)
    """

    def __init__(self, listed: str) -> None:
        self._everybody = listed == "*"
        self._entries = {entry.strip() for entry in listed.split(",")} - {""}
        self._networks = [network for entry in self._entries if (network := _network(entry))]

    def __contains__(self, host: str) -> bool:
        if self._everybody or host in self._entries:
            return True
        try:
            address = ip_address(host)
        except ValueError:
            return False  # the name of a local socket, or what somebody wrote into a header
        return any(address in network for network in self._networks)


def _network(entry: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(entry)
    except ValueError:
        return None
