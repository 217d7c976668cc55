"""Why a broker was not reached, as the tool's errors: one sentence each.

`NoDeviceError` is for a broker that is not there, which is waited for; the others do not go away
by waiting.
"""

import ssl

from mjtool.errors import NoDeviceError, RefusedError, ToolError, WrongDeviceError

from .address import PASSWORD, Address

Words = tuple[type[ToolError], str, str, str]
BY_CODE: dict[str, Words] = {
    # the broker's word: which error, what happened, likely cause, what to do
    "Bad user name or password": (
        RefusedError, "the broker does not take user and password", "one of them is wrong",
        f"check USER in --mqtt and the password in --password-file or {PASSWORD}"),
    "Not authorized": (
        RefusedError, "the broker does not let this user in",
        "user or password is wrong or missing, or the broker's list does not name the user",
        f"check USER in --mqtt and the password in --password-file or {PASSWORD}"),
    "Client identifier not valid": (
        RefusedError, "the broker does not take the bridge's name", "it takes given names only",
        "give another one with --id"),
}
DOWN: Words = (NoDeviceError, "no broker answers there", "it is not running, or the address or "
               "the network is another one", "start it, or name another one with --mqtt")
UNAVAILABLE: Words = (NoDeviceError, "the broker says that it is not available now",
                      "it is starting or overloaded", "wait, or look at the broker's log")
SILENT: Words = (NoDeviceError, "somebody is there, but does not answer as a broker",
                 "the broker hangs, or another program has this port", "check host and port")
CUT: Words = (WrongDeviceError, "the connection was closed instead of a greeting",
              "this port of the broker wants TLS, or a client's certificate, or is no broker's",
              "write mqtts:// in --mqtt, and --cert and --key where it asks for them")
NO_TLS: Words = (WrongDeviceError, "what answers there does not speak TLS",
                 "this port of the broker is the one without TLS",
                 "name its TLS port (often 8883), or write mqtt:// in --mqtt")
UNTRUSTED: Words = (WrongDeviceError, "the broker's certificate is not trusted ({why})",
                    "it is signed by an authority of your own, or for another name",
                    "name that authority's certificate with --ca, and the host as it stands in "
                    "the certificate")


def said(words: Words, where: Address, why: str = "") -> ToolError:
    """The error."""
    error, what, cause, do = words
    return error(what.format(why=why), str(where), cause, do)


def by_code(code: str, where: Address) -> ToolError:
    """For what the broker answered to the greeting."""
    return said(BY_CODE.get(code, UNAVAILABLE), where)


def by_failure(problem: OSError | ValueError, where: Address) -> ToolError:
    """For what happened while connecting."""
    if isinstance(problem, ssl.SSLCertVerificationError):
        return said(UNTRUSTED, where, problem.verify_message)
    if isinstance(problem, ssl.SSLError):
        return said(NO_TLS, where)
    if where.tls and isinstance(problem, ConnectionResetError):
        return said(NO_TLS, where)
    return said(DOWN, where)
