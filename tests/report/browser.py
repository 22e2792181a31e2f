"""A browser without a window, spoken to through pipes in the Chrome DevTools Protocol."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome"]
SECONDS = 300


def found():
    """The path of a browser, where there is one."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """A running browser with one page."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp()
        read, self.write = os.pipe()
        self.read, write = os.pipe()
        arguments = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     "--disable-dev-shm-usage", "--remote-debugging-pipe", f"--user-data-dir={self.folder}",
                     "--no-first-run", "--disable-extensions", "--disable-background-networking", "about:blank"]

        def attach():
            # The browser reads commands from 3 and writes answers to 4.
            own = os.dup2(read, 30), os.dup2(write, 31)
            os.dup2(own[0], 3), os.dup2(own[1], 4)

        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(arguments, preexec_fn=attach, pass_fds=(3, 4), stdin=quiet,
                                        stdout=quiet, stderr=quiet)
        os.close(read), os.close(write)
        self.rest, self.count, self.events, self.session = b"", 0, [], None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method, **arguments):
        """Sends a command and waits for its answer."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": arguments}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") != self.count:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def receive(self):
        end = time.monotonic() + SECONDS
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.read], [], [], max(0, end - time.monotonic()))
            part = os.read(self.read, 1 << 20) if ready else b""
            if not part:
                raise RuntimeError("the browser does not answer")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def open(self, path, part=""):
        """Opens a file anew; waits until its scripts have run."""
        self.go("about:blank")
        self.go(f"file://{os.path.abspath(path)}{part}")

    def go(self, address):
        self.events.clear()
        self.ask("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())

    def run(self, script):
        """The value of an expression in the page."""
        answer = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def settle(self):
        """Waits until what was asked for is drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def resize(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.settle()

    def theme(self, name):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def complaints(self):
        """Errors that the page made, and what it asked of others, since it was opened."""
        told = []
        for event in self.events:
            method, about = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = about["exceptionDetails"]
                told.append(details.get("exception", {}).get("description", details["text"]))
            elif method == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning", "assert"):
                told.append(f"console: {about['args']}")
            elif method == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
                told.append(f"log: {about['entry']['text']}")
            elif method == "Network.requestWillBeSent" and about["type"] != "Document":
                told.append(f"asks for {about['request']['url']}")
        return told

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
