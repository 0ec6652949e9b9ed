"""What a window manager does when its cross is pressed: it asks the window to close, by a message of the X protocol."""

import ctypes
import ctypes.util
import sys

SENT_EVENT, CLIENT_MESSAGE = 1, 33


class _ClientMessage(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
    )  # fmt: skip


class _Event(ctypes.Union):
    _fields_ = (("client", _ClientMessage), ("room", ctypes.c_long * 24))


def library() -> str | None:
    """The X library of this machine, if it has one."""
    return ctypes.util.find_library("X11")


def close(display: str, window: int) -> None:
    """Ask a window to close."""
    x = ctypes.CDLL(str(library()))
    x.XOpenDisplay.restype, x.XInternAtom.restype = ctypes.c_void_p, ctypes.c_ulong
    opened = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
    protocols, delete = (x.XInternAtom(opened, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    data = (ctypes.c_long * 5)(delete, 0, 0, 0, 0)
    event = _Event(_ClientMessage(CLIENT_MESSAGE, 0, SENT_EVENT, opened, window, protocols, 32, data))
    x.XSendEvent(opened, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
    x.XCloseDisplay(opened)


if __name__ == "__main__":
    close(sys.argv[1], int(sys.argv[2]))
