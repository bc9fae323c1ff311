"""Firefox without a window, driven by WebDriver BiDi, which Debian's package speaks itself."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from contextlib import contextmanager

import pytest


class Tab:
    """A page in Firefox; `seconds` is how long it may take until a condition is true."""

    seconds = 30

    def __init__(self, socket):
        self._socket = socket
        self._number = 0
        self._call("session.new", capabilities={})
        tree = self._call("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]

    def _call(self, method, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv(timeout=2 * self.seconds))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url):
        self._call("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression):
        """Return what an expression, or the promise that it is, comes to, as JSON."""
        found = self._call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def wait(self, condition):
        """Wait until a condition of JavaScript is true."""
        self.evaluate(
            f"(async () => {{ for (let k = 0; k < {50 * self.seconds}; k++) {{"
            f"if ({condition}) return true;"
            "await new Promise((done) => setTimeout(done, 20)); }"
            f"throw new Error({json.dumps(condition)}); }})()"
        )

    def click(self, selector):
        """Click in the middle of the first element of a selector."""
        middle = self.evaluate(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            "one.scrollIntoView({ block: 'center' }); const box = one.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round); })()"
        )
        steps = [
            {"type": "pointerMove", "x": middle[0], "y": middle[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def press(self, key):
        steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._perform({"type": "key", "id": "keyboard", "actions": steps})

    def _perform(self, source):
        self._call("input.performActions", context=self._context, actions=[source])


@contextmanager
def firefox(profile):
    """Give a page in Firefox with a new profile, in an empty folder."""
    client = pytest.importorskip("websockets.sync.client", reason="the extra web is missing")
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("firefox is missing: apt-get install firefox-esr")
    options = ("--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
    with subprocess.Popen([path, *options], stderr=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stderr:
                found = re.search(r"WebDriver BiDi listening on (\S+)", line)
                if found:
                    break
            with client.connect(f"{found[1]}/session", max_size=None) as socket:
                yield Tab(socket)
        finally:
            process.kill()
