"""Find an upstream file in a folder, or download it, and accept only the expected bytes."""

import hashlib
import urllib.request
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Source", "located"]


@dataclass(frozen=True)
class Source:
    """An upstream file.

    Parameters
    ----------
    path : str
        Where it lies below the folder of upstream files.
    url : str
        Its public address.
    sha256 : str
        The checksum that its bytes must have.
    """

    path: str
    url: str
    sha256: str


def located(file: Source, folder: Path | None) -> bytes:
    """Return the bytes of an upstream file after checking them.

    Parameters
    ----------
    file : Source
        The file.
    folder : pathlib.Path or None
        A folder of upstream files; None downloads from the public address.

    Returns
    -------
    bytes
        The content.

    Raises
    ------
    FileNotFoundError
        If the folder does not hold the file.
    OSError
        If the download fails.
    ValueError
        If the content is not the expected one.
    """
    if folder is None:
        try:
            with urllib.request.urlopen(file.url, timeout=60) as response:
                content: bytes = response.read()
        except OSError as error:
            raise OSError(
                f"{file.url} can't be downloaded ({error}); "
                "name a folder of upstream files with --source"
            ) from error
    else:
        path = folder / file.path
        if not path.is_file():
            raise FileNotFoundError(
                f"{path} is missing; name the folder that holds {file.path}, "
                f"or leave the folder out to download {file.url}"
            )
        content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != file.sha256:
        raise ValueError(
            f"{file.path}: the content has SHA-256 {digest}, expected {file.sha256}; "
            "upstream may have changed"
        )
    return content
