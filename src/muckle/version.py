"""The version, from the installed package's metadata."""

from importlib import metadata


def _installed() -> str:
    try:
        return metadata.version("muckle")
    except metadata.PackageNotFoundError:
        return "unknown"  # run from a folder that was never installed


VERSION = _installed()
