"""Scans of a page for what is in the way of people with disabilities."""

from __future__ import annotations

import pytest

ALL = {"resultTypes": ["violations"]}
OF_COLOURS = {**ALL, "runOnly": ["color-contrast", "link-in-text-block"]}


def violations_of(page, options=ALL):
    """Return the serious faults of a page as it is now."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.evaluate(axe.axe_script)
    return _serious(page.evaluate("how => axe.run(how).then(found => found.violations)", options))


def serious_faults(page):
    """Return the faults of a page, which is dark: all of them, then those of colours in light."""
    from playwright.sync_api import expect

    found = []
    for theme, options in (("dark", ALL), ("light", OF_COLOURS)):
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found += [(theme, *each) for each in violations_of(page, options)]
    page.emulate_media(color_scheme="dark")
    return found


def _serious(violations):
    return [
        (each["id"], node["html"][:200], node.get("failureSummary", "")[:300])
        for each in violations
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
