"""A browser without a screen, by the WebDriver protocol over loopback. Standard library alone."""

import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015", "home": "\ue011", "end": "\ue010",
        "enter": "\ue007", "tab": "\ue004", "space": " "}


def found(*names):
    return next((path for path in map(shutil.which, names) if path), None)


class Missing(Exception):
    """There is no browser here, or no driver for it."""


class Browser:
    """Starts a driver on a free port and a browser with a profile of its own; both are gone at the end."""

    def __init__(self, patience=20):
        browser, driver = found("chromium", "chromium-browser", "google-chrome"), found("chromedriver", "chromium.chromedriver")
        if not browser or not driver:
            raise Missing("chromium and chromedriver (Debian: chromium chromium-driver)")
        self.folder = tempfile.mkdtemp(prefix="payonce-browser-")
        self.session = None
        # Port 0: the system gives a free one, and the driver says which.
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, start_new_session=True, env={**os.environ, "HOME": self.folder})
        try:
            self.root = "http://127.0.0.1:" + self._port(patience)
            options = {"binary": browser, "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                "--window-size=1280,900", "--user-data-dir=" + os.path.join(self.folder, "profile")]}
            made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                "browserName": "chrome", "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
            self.session = made["sessionId"]
        except BaseException:
            self.close()
            raise

    def _port(self, patience):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            line = self.process.stdout.readline()
            if "started successfully on port" in line:
                return line.rstrip().rstrip(".").split()[-1]
            if not line:
                break
        raise RuntimeError("the driver did not start")

    def _ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            told = json.load(error)["value"]
            raise RuntimeError(f"{method} {path}: {told['error']}: {told['message'].splitlines()[0]}") from None

    def ask(self, path, body=None, method="POST"):
        return self._ask(method, f"/session/{self.session}{path}", {} if body is None and method == "POST" else body)

    def open(self, address):
        self.ask("/url", {"url": address})

    def run(self, script, *arguments):
        return self.ask("/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.ask("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.ask(f"/element/{self.find(selector)}/click")

    def press(self, *names):
        """Keys, wherever the focus is."""
        acts = []
        for name in names:
            key = KEYS.get(name, name)
            acts += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.ask("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": acts}]})

    def tool(self, command, **parameters):
        return self.ask("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height):
        self.tool("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def scheme(self, name):
        self.tool("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def log(self, kind):
        return self.ask("/se/log", {"type": kind})

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("/screenshot", method="GET")))

    def close(self):
        """The browser by its driver, the driver by its id, then the profile."""
        if self.session:
            try:
                self.ask("", method="DELETE")
            except (OSError, RuntimeError):
                pass
        # The driver leads a group of its own: whatever it started goes with it.
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, sign)
                self.process.wait(5)
                break
            except subprocess.TimeoutExpired:
                continue
            except ProcessLookupError:
                break
        self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)
