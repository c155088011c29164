"""An address as a QR code."""

from __future__ import annotations

import io

import segno


def qr_code(address: str) -> str:
    """Draw an address as SVG, for papers and pages."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, svgclass=None, lineclass=None, omitsize=True, border=2
    )
    return drawn.getvalue().decode("utf-8")
