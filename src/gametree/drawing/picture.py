"""A picture: SVG for a page, a notebook or a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .style import PICTURES, palette

__all__ = ["Picture", "beside", "label"]

_FONT = "system-ui,sans-serif"


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing in light and dark colours, which loads nothing.

    The last line of a notebook's cell shows it.

    Attributes:
        title: what it shows, for those who do not see it.
        width, height: in pixels.
        body: what is drawn, as SVG whose classes `style.PICTURES` colours.

    """

    title: str
    width: float
    height: float
    body: str

    def inline(self) -> str:
        """Return it as a part of a page, which brings the colours."""
        return (
            '<div class="wide" tabindex="0">'
            f'<svg class="picture" role="img" aria-label="{escape(self.title)}" '
            f'style="min-width:{0.8 * self.width:.0f}px;max-width:{1.2 * self.width:.0f}px" '
            f'viewBox="0 0 {self.width:g} {self.height:g}">{self.body}</svg></div>'
        )

    def to_svg(self) -> str:
        """Return it as the text of an SVG file, with its colours and a background.

        A reader's browser chooses between light and dark.
        """
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img" '
            f'width="{self.width:g}" height="{self.height:g}" '
            f'viewBox="0 0 {self.width:g} {self.height:g}" font-family="{_FONT}">'
            f"<title>{escape(self.title)}</title><style>{palette('.picture')}{PICTURES}</style>"
            f'<rect class="back" width="100%" height="100%"/>{self.body}</svg>\n'
        )

    def _repr_svg_(self) -> str:
        return self.to_svg()


def beside(pictures: Sequence[Picture], names: Sequence[str]) -> Picture:
    """Return pictures side by side, each under its name; one alone stays as it is."""
    if len(pictures) == 1:
        return pictures[0]
    parts, x = [], 0.0
    for picture, name in zip(pictures, names, strict=True):
        parts.append(label(x + picture.width / 2, 18, name, "middle"))
        parts.append(
            f'<svg x="{x:g}" y="26" width="{picture.width:g}" height="{picture.height:g}" '
            f'viewBox="0 0 {picture.width:g} {picture.height:g}">{picture.body}</svg>'
        )
        x += picture.width
    height = 26 + max(picture.height for picture in pictures)
    return Picture(f"{pictures[0].title}: {', '.join(names)}", x, height, "".join(parts))


def label(x: float, y: float, text: str, anchor: str, style: str = "") -> str:
    """Return a line of text; `anchor` says which part of it is at the point."""
    shown = f' class="{style}"' if style else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f"<text{shown} {place}>{escape(text)}</text>"
