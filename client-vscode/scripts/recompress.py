"""Packs a VSIX as tightly as its format allows, and puts the pictures of its page into the page.

vsce packs for speed, which costs everybody half a megabyte. The editor shows no picture of an installed extension's
page but from an address or from the page itself, and there is not always a network.
"""

import base64
import re
import zipfile
from pathlib import Path

_PAGE = "extension/readme.md"
_PICTURE = re.compile(r"(!\[[^\]]*\]\()[^)\s]*/([\w-]+)\.png\)")


def recompress(vsix: Path, pictures: Path) -> None:
    """Write the same files in the same order, with the same modes."""
    packed = vsix.with_suffix(".packed")
    with zipfile.ZipFile(vsix) as loose, zipfile.ZipFile(packed, "w") as tight:
        for info in loose.infolist():
            content = loose.read(info)
            if info.filename.lower() == _PAGE:
                content = with_pictures(content.decode("utf-8"), pictures).encode("utf-8")
            tight.writestr(info, content, zipfile.ZIP_DEFLATED, compresslevel=9)
    packed.replace(vsix)


def with_pictures(page: str, pictures: Path) -> str:
    """The page with the small copies of its pictures."""

    def picture(found: re.Match[str]) -> str:
        content = base64.b64encode((pictures / f"{found[2]}.jpg").read_bytes()).decode("ascii")
        return f"{found[1]}data:image/jpeg;base64,{content})"

    return _PICTURE.sub(picture, page)
