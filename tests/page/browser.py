"""Drives a page in a headless Chromium, as a finger and a keyboard would, over the DevTools protocol.

    python3 browser.py CHROMIUM PAGE WIDTH < steps.json > results.json

The steps are a list of lists; each gives one result:

    ["tap", CSS]            taps the middle of an element, which must be visible and not covered
    ["press", TEXT]         taps the one visible button, link, heading of a fold or label that says just this, but for signs before it
    ["choose", CSS, VALUE]  chooses an option of a <select> by its value
    ["fill", CSS, TEXT]     types a text into a field, in place of what is there
    ["key", KEY]            presses a key: Tab, Enter, Space, ArrowRight, ...
    ["eval", JAVASCRIPT]    the value of an expression, or of its promise
    ["reload"]              loads the page again
    ["shot", FILE]          saves a picture of the whole page

Also in the results, under `asked`: every address that the page has tried to load beside itself; `said`: errors of scripts and of
the Content-Security-Policy; `saved`: the contents of the files that it has saved, by name.
"""

import base64
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time

PATIENCE = 60


class Browser:
    def __init__(self, chromium, profile):
        to_read, self.to = os.pipe()
        self.answers, to_write = os.pipe()

        def wire():
            # Chromium reads from 3 and writes to 4; neither may be closed by being moved.
            first, second = os.dup(to_read), os.dup(to_write)
            while first in (3, 4):
                first = os.dup(first)
            while second in (3, 4):
                second = os.dup(second)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--disable-dev-shm-usage", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=wire, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None

    def read(self, wait):
        """The next message, or None."""
        until = time.monotonic() + wait
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.answers], [], [], left)[0]:
                return None
            more = os.read(self.answers, 1 << 16)
            if not more:
                raise SystemExit("Chromium has ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            answer = self.read(PATIENCE)
            if answer is None:
                break
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)
        raise SystemExit(f"{method}: no answer")

    def wait_for(self, method):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for event in self.events:
                if event.get("method") == method:
                    self.events.remove(event)
                    return
            event = self.read(PATIENCE)
            if event is not None:
                self.events.append(event)
        raise SystemExit(f"{method}: it never came")

    def eval(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True,
                           userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise SystemExit(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")


PLACE = """(() => {
  const element = document.querySelector(%s);
  if (!element) return 'it is not there';
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (box.width === 0 || box.height === 0) return 'it is not visible';
  const top = document.elementFromPoint(x, y);
  const label = element.closest('label');
  if (!(element.contains(top) || (label && label.contains(top)))) return 'it is covered by ' + (top && top.outerHTML.slice(0, 200));
  return element.disabled ? 'it is disabled' : [x, y];
})()"""

NAMED = """(() => {
  document.querySelectorAll('[data-pressed]').forEach((one) => one.removeAttribute('data-pressed'));
  const said = (one) => one.textContent.replace(/^[+\u2192 ]+/, '').replace(/ \\(\\d+\\)$/, '').trim();
  const all = [...document.querySelectorAll('button, a, summary, label')].filter((one) => said(one) === %s && one.offsetParent && !one.disabled);
  if (all.length === 1) all[0].setAttribute('data-pressed', '');
  return all.length;
})()"""

KEYS = {"Tab": 9, "Enter": 13, "Space": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Escape": 27}


def tap(browser, selector):
    place = browser.eval(PLACE % json.dumps(selector))
    if isinstance(place, str):
        raise SystemExit(f"{selector}: {place}")
    x, y = place
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def key(browser, name):
    text = {"Enter": "\r", "Space": " "}.get(name, "")
    named = {"Space": " "}.get(name, name)
    for kind in ("keyDown", "keyUp"):
        more = {"text": text} if kind == "keyDown" and text else {}
        browser.call("Input.dispatchKeyEvent", type=kind, key=named, code=name, windowsVirtualKeyCode=KEYS[name], **more)


def step(browser, what):
    do, rest = what[0], what[1:]
    if do == "tap":
        tap(browser, rest[0])
    elif do == "press":
        found = browser.eval(NAMED % json.dumps(rest[0]))
        if found != 1:
            raise SystemExit(f"{rest[0]}: there are {found} of it")
        tap(browser, "[data-pressed]")
    elif do == "key":
        key(browser, rest[0])
    elif do == "choose":
        found = browser.eval(
            "(() => { const field = document.querySelector(%s); if (!field) return 'it is not there'; field.focus(); "
            "if (![...field.options].some((one) => one.value === %s)) return 'it has no such option'; "
            "field.value = %s; field.dispatchEvent(new Event('change', { bubbles: true })); })()"
            % (json.dumps(rest[0]), json.dumps(rest[1]), json.dumps(rest[1])))
        if found:
            raise SystemExit(f"{rest[0]}: {found}")
    elif do == "fill":
        tap(browser, rest[0])
        browser.eval("document.activeElement.select()")
        browser.call("Input.insertText", text=rest[1])
        browser.eval("document.activeElement.dispatchEvent(new Event('change', { bubbles: true }))")
    elif do == "eval":
        return browser.eval(rest[0])
    elif do == "reload":
        browser.call("Page.reload")
        browser.wait_for("Page.loadEventFired")
    elif do == "shot":
        size = browser.eval("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        picture = browser.call("Page.captureScreenshot", captureBeyondViewport=True,
                               clip={"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1})
        pathlib.Path(rest[0]).write_bytes(base64.b64decode(picture["data"]))
    else:
        raise SystemExit(f"no such step: {do}")
    return None


def main():
    chromium, page, width = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3])
    steps = json.load(sys.stdin)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(chromium, f"{folder}/profile")
        try:
            saved = pathlib.Path(folder, "saved")
            saved.mkdir()
            browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(saved))
            target = browser.call("Target.createTarget", url="about:blank")["targetId"]
            session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            browser.session = session
            for domain in ("Page", "Runtime", "Network", "Log"):
                browser.call(f"{domain}.enable")
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=740, deviceScaleFactor=1, mobile=True)
            browser.call("Page.navigate", url=page.as_uri())
            browser.wait_for("Page.loadEventFired")
            results = [step(browser, what) for what in steps]
            # A file is saved a moment after the tap.
            for _ in range(40):
                files = [file for file in saved.iterdir()]
                if all(file.suffix != ".crdownload" for file in files):
                    break
                time.sleep(0.1)
            browser.eval("new Promise((done) => setTimeout(done, 300))")
            asked = [event["params"]["request"]["url"] for event in browser.events
                     if event.get("method") == "Network.requestWillBeSent"]
            said = [event["params"]["exceptionDetails"]["text"] for event in browser.events
                    if event.get("method") == "Runtime.exceptionThrown"]
            said += [event["params"]["entry"]["text"] for event in browser.events if event.get("method") == "Log.entryAdded"]
            own = page.as_uri()
            json.dump({
                "results": results,
                "asked": [url for url in asked if url != own and not url.startswith(("blob:", "about:", "mailto:"))],
                "said": said,
                "saved": {file.name: file.read_text() for file in sorted(saved.iterdir())},
            }, sys.stdout)
        finally:
            browser.process.kill()
            browser.process.wait()


main()
