"""Every piece of Python in the README and the documentation runs, in order, page by page."""

from __future__ import annotations

import doctest
import html
import importlib.util
import linecache
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import gametree
import gametree.errors
from gametree.mcts.backup.backup import BACKUPS
from gametree.mcts.evaluation.playout_policy import PLAYOUT_POLICIES
from gametree.mcts.selection.rule import SELECTION_RULES

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
HEADINGS = [
    "Rules",
    "Moves",
    "State",
    "Options",
    "Known values",
    "Strength",
    "Other rules",
    "Sources",
]
BLOCK = re.compile(
    r"^```(?:python|pycon)\n(.*?)^```(?:\n\nprints[^`]*?\n\n```text\n(.*?)^```)?",
    re.MULTILINE | re.DOTALL,
)
# Times, and the file that the reader has put the code into, with the lines there.
VARIES = re.compile(
    r"(?<![\w.,])[\d,]+(\.\d+)?(?= (s\b|simulations/s|simulations, equal|microseconds))"
    r"|(?<=\()\w+\.(py|md), line \d+"
    r"|(?<=--- ).+|(?<=\+\+\+ ).+|(?<=@@ )-\d+(,\d+)? \+\d+(,\d+)?(?= @@)"
)


def blocks(page):
    """Yield the line, the code, and what the page says it prints (None where it does not say)."""
    text = page.read_text()
    for found in BLOCK.finditer(text):
        yield text[: found.start()].count("\n") + 2, *found.groups()


def needs_what_is_missing(source):
    """Return whether code needs a library of an extra that is not installed here."""
    return any(
        sign in source and importlib.util.find_spec(library) is None
        for sign, library in (("import torch", "torch"), ("gt.watch(", "anywidget"))
    )


def script(name):
    """Return a script of the documentation as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FIGURES = script("figures")
PICTURES = script("pictures")


def kept(name):
    """Return a file of the documentation as text."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_there_is_code_to_run():
    assert sum(1 for page in PAGES for _ in blocks(page)) >= 15


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_on_the_page_runs(page, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # for files that a page writes
    importlib.import_module("gametree.mcts.named_strategies")  # registers all that there are
    for kind in (SELECTION_RULES, BACKUPS, PLAYOUT_POLICIES):  # a page registers its own
        monkeypatch.setattr(kind, "entries", dict(kind.entries))
    # Classes defined on a page need a module to live in, as they would have.
    module = types.ModuleType(f"page_{page.stem.replace('-', '_').lower()}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    # What looks for the source of a class finds the code of the page, and no prose.
    lines = [""] * page.read_text(encoding="utf-8").count("\n")
    for line, source, _ in blocks(page):
        if not source.lstrip().startswith(">>>"):
            code_lines = source.splitlines()
            lines[line - 1 : line - 1 + len(code_lines)] = code_lines
    text = [f"{each}\n" for each in lines]
    monkeypatch.setitem(linecache.cache, str(page), (len(text), None, text, str(page)))
    for line, source, shown in blocks(page):
        if needs_what_is_missing(source):
            continue
        if source.lstrip().startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(
                source, vars(module), page.name, str(page), line
            )
            runner = doctest.DocTestRunner()
            runner.run(test, clear_globs=False)
            vars(module).update(test.globs)
            assert runner.summarize(verbose=False).failed == 0, capsys.readouterr().out
        else:
            code = compile("\n" * (line - 1) + source, str(page), "exec", dont_inherit=True)
            capsys.readouterr()
            exec(code, vars(module))
            if shown is not None:
                shown, printed = (
                    VARIES.sub("0", each) for each in (shown, capsys.readouterr().out)
                )
                same = doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)
                assert same, printed
    for name, (where, _) in PICTURES.ON_PAGES.items():
        if page == ROOT / "docs" / where:
            drawn = PICTURES.picture(name, vars(module))
            assert kept(name) == drawn, f"run python docs/pictures.py {name}"


def test_the_script_of_the_pictures_runs_the_code_of_a_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```python\na = 1\n```\n\nNow\n\n```python\nb = a + 1\n```\n")
    assert PICTURES.variables(page)["b"] == 2


def test_the_worked_changes_pass_their_tests(tmp_path):
    """Each class on the page of worked changes is followed by its test: run them."""
    sources = [source for _, source, _ in blocks(ROOT / "docs" / "contributing.md")]
    for number, (written, test) in enumerate(zip(sources[::2], sources[1::2], strict=True)):
        (tmp_path / f"test_change_{number}.py").write_text(written + test)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", tmp_path],
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},  # they take half a second to load
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_no_page_says_anything_twice():
    """A merge that keeps both versions of a passage repeats headings and code."""
    for page in PAGES:
        if page.name == "examples.md":  # many names, each with its own small example
            continue
        text = page.read_text()
        code = [found.group(1) for found in BLOCK.finditer(text) if len(found.group(1)) > 200]
        headings = re.findall(r"^#+ .*$", BLOCK.sub("", text), re.MULTILINE)
        for parts in (code, headings):
            assert len(set(parts)) == len(parts), page


def test_local_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


# Our theme draws the way to all other pages on each page, which takes it a third of the time. So a
# plain one writes all pages, and ours writes the first one and those that are made of no file.
BUILDS = """
import sys
from sphinx.cmd.build import main

docs, pages = sys.argv[1:]
how = ["-W", "-q", "-b", "html", docs, pages]
sys.exit(main([*how, "-D", "html_theme=basic"]) or main([*how, docs + "/index.md"]))
"""


def test_the_documentation_builds_without_a_warning(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", BUILDS, ROOT / "docs", tmp_path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for page in PAGES[1:]:  # Sphinx writes pages of its own, such as search.html, over others
        built = (tmp_path / page.relative_to(ROOT / "docs")).with_suffix(".html")
        title = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE).group(1)
        shown = re.search(r"<h1>(.+?)<a ", built.read_text(encoding="utf-8"), re.DOTALL).group(1)
        shown = html.unescape(re.sub(r"<[^>]+>", "", shown)).replace(
            "\N{RIGHT SINGLE QUOTATION MARK}", "'"
        )
        assert shown == title.replace("`", ""), page.name
    files = re.findall(r"\| `(\w+\.py)` \|", script("file_tables").tables())
    shown = (tmp_path / "files.html").read_text(encoding="utf-8")
    assert [name for name in files if f">{name}<" not in shown] == []
    assert len(files) > 500
    players = (tmp_path / "players.html").read_text(encoding="utf-8")
    assert ">widening_alpha<" in players  # from the tables of strategies
    assert "UCB1Tuned(c=1.0)" in (tmp_path / "searching.html").read_text(encoding="utf-8")
    reference = (tmp_path / "api.html").read_text(encoding="utf-8")
    assert reference.count(">Example<") == len(gametree.__all__)
    for name in ("index.html", "search.html"):
        assert "furo" in (tmp_path / name).read_text(encoding="utf-8")


def test_each_table_of_strategies_is_on_a_page():
    markers = script("strategy_tables").MARKED
    pages = [page.read_text(encoding="utf-8") for page in PAGES]
    assert [each for each in markers if not any(each in page for page in pages)] == []


def test_the_reference_has_every_public_name():
    page = script("strategy_tables").inserted((ROOT / "docs" / "api.md").read_text())
    listed = set(re.findall(r":: gametree\.([\w.]+)", page))
    others = {"bits", *gametree.errors.__all__}
    assert set(gametree.__all__) - others - listed == set()


def test_every_public_name_has_an_example_that_runs():
    """`test_the_code_on_the_page_runs` runs them; the reference shows them below the names."""
    page = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    parts = re.split(r"^### (\w+)\n", page, flags=re.MULTILINE)[1:]
    shown = [name for name, part in zip(parts[::2], parts[1::2], strict=True) if ">>>" in part]
    assert sorted(shown) == sorted(gametree.__all__)


GAME_PAGES = gametree.games.names() + gametree.games.hidden_names()


@pytest.mark.parametrize("name", [name for name in GAME_PAGES if name != "chess"])
def test_each_game_has_a_page_of_the_same_headings_with_a_picture(name):
    dashed = name.replace("_", "-")
    text = (ROOT / "docs" / "games" / f"{dashed}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    if name in gametree.games.names():  # hidden games show what a player knows, as text
        assert f"(../images/view-{dashed}.svg)" in text


@pytest.mark.parametrize("figure", [*FIGURES.figures()], ids=lambda figure: figure.command[:40])
def test_what_a_page_shows_of_a_match_can_still_be_had(figure):
    assert FIGURES.first_games(figure.command) == figure.digest, "run make docs-figures"


def test_every_match_on_the_pages_says_what_printed_it():
    shown = r"```sh\ngametree (?:arena|tournament|budget|tune) [^`]*```\n\n```text"
    assert not [page.name for page in PAGES if re.search(shown, page.read_text())]
    assert len([*FIGURES.figures()]) >= 4


@pytest.mark.parametrize("name", sorted(PICTURES.FILES.keys() - PICTURES.ON_PAGES.keys()))
def test_what_the_pages_show_is_what_makes_it(name):
    assert kept(name) == PICTURES.FILES[name](), f"run python docs/pictures.py {name}"
