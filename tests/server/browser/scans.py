"""Scans of a page for what is in the way of people with disabilities."""

from __future__ import annotations

import pytest

ALL = {"resultTypes": ["violations"]}
OF_COLOURS = {**ALL, "runOnly": ["color-contrast", "link-in-text-block"]}


def serious_faults(page):
    """Return the faults of a page, which is dark: all of them, then those of colours in light."""
    from playwright.sync_api import expect

    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.evaluate(axe.axe_script)
    found = []
    for theme, options in (("dark", ALL), ("light", OF_COLOURS)):
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        violations = page.evaluate("how => axe.run(how).then(found => found.violations)", options)
        found += [(theme, *each) for each in _serious(violations)]
    page.emulate_media(color_scheme="dark")
    return found


def _serious(violations):
    return [
        (each["id"], node["html"][:200], node.get("failureSummary", "")[:300])
        for each in violations
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
