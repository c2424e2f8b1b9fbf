"""The page of `payonce lab export --html`, met as its reader meets it: in a real browser, without a network.

page_test.py PROGRAM CATALOGUE [PICTURES]: exits with 0, with 1 where a promise is broken, with 77 where there is no browser to
ask. With a third argument pictures are left in that folder, to be looked at."""

import json
import os
import subprocess
import sys
import tempfile
import time

from webdriver import Browser, Missing

ROWS = ["02-fresh-key-double-click", "22-version-is-not-dedup", "43-key-other-body"]
LEAK = ("02-fresh-key-double-click", "K---")

# Whatever is shown to the eye of `selector`, as lines.
SEEN = """return [...document.querySelectorAll(arguments[0])].filter(e => e.getClientRects().length)
  .map(e => e.innerText.trim()).filter(t => t)"""
TEXT = "return document.querySelector(arguments[0]).innerText.trim()"
# The button of a cell, by its experiment and its layers.
CELL = """const row = [...document.querySelectorAll('#leaks tbody tr')].find(r => r.dataset.name === arguments[0]);
  return row.querySelector(`td[data-column="${arguments[1]}"] button`)"""
# How much lighter the paper is than the ink, or the ink than the paper (WCAG 2): 21 at the most, 4.5 for text to be legible.
CONTRAST = """const parts = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => { const [r, g, b] = parts(c).map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b };
  const paper = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; const p = parts(c);
    if (p.length < 4 || p[3] > 0) return c } return 'rgb(255,255,255)' };
  return [...document.querySelectorAll(arguments[0])].filter(e => e.getClientRects().length && e.innerText.trim()).map(e => {
    const a = light(getComputedStyle(e).color), b = light(paper(e));
    return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), e.tagName + '.' + e.className + ': ' + e.innerText.slice(0, 30)] })
    .sort((x, y) => x[0] - y[0])[0]"""
READ = "h1, h2, h3, h4, p, dt, dd, th, td button, caption, summary, small, .legend li, .trace td div, .difference td div, .choice button"

broken = []


def promise(kept, words, *seen):
    if not kept:
        broken.append(words)
        print("NOT KEPT:", words, *seen)


def exported(program, catalogue, folder):
    page = os.path.join(folder, "page.html")
    subprocess.run([program, "lab", "export", "--from", catalogue, *ROWS, "--html", page], check=True, stdout=subprocess.DEVNULL)
    return page


def matrix_is_there(browser):
    promise(browser.run("return document.querySelectorAll('#leaks tbody tr').length") == len(ROWS), "the matrix has a row an experiment")
    promise(browser.run("return document.querySelectorAll('#leaks tbody td button').length") == 16 * len(ROWS), "and a cell a set of layers")
    promise("W | S | V" in browser.run(SEEN, "#leaks td.guards"), "minimal guards lead it", browser.run(SEEN, "#leaks td.guards"))
    leak = browser.run(CELL + ".innerText", *LEAK)
    promise("20" in leak and "/20" in leak, "a leaking cell has its sums", leak)
    sign = browser.run("return getComputedStyle((() => {" + CELL + "})(...arguments).querySelector('b'), '::before').content", *LEAK)
    promise("✖" in sign, "and a sign beside its colour", sign)
    promise(browser.run("return document.getElementById('cell').hidden"), "nothing is open yet")
    promise(browser.run("return document.querySelectorAll('#leaks button[tabindex=\"0\"]').length") == 1, "the Tab key stops at the matrix once")


def cell_opens(browser):
    browser.run(CELL + ".click()", *LEAK)
    promise(LEAK[0] in browser.run(TEXT, "#cell-title"), "a click opens the cell", browser.run(TEXT, "#cell-title"))
    told = browser.run(TEXT, "#cell")
    for part in ["Leaks", "20 of 20", "DOUBLE", "100", "A key made per click is no key", "S | V | W", "1 change of actor, 6 turns",
                 "payonce lab replay L1.", "paid"]:
        promise(part in told, "the cell tells: " + part)
    promise("undefined" not in told and "[object" not in told and "NaN" not in told, "and nothing that is no word")
    promise(browser.run("return document.activeElement.id") == "cell-title", "the focus goes with it")


def player_steps(browser):
    step, now, rows = (lambda: browser.run(TEXT, "#step-count")), (lambda: browser.run(TEXT, "#now")), (lambda: browser.run(TEXT, "#differences"))
    promise("Before the first" in step(), "the player stands before the first step", step())
    texts = [(step(), now(), rows())]
    for _ in range(2):
        browser.press("right")
        texts.append((step(), now(), rows()))
    promise("Step 2 of 6" in texts[2][0], "→ steps forward", texts[2][0])
    promise(len({text[1] for text in texts}) == 3, "each step says what it is", [text[1] for text in texts])
    promise("voucher" in texts[2][2] and "created" in texts[2][2] and "paid" in texts[2][2], "and which rows it changed")
    promise(texts[1][2] != texts[2][2], "the rows change with the step")
    promise(browser.run("return document.querySelector('.trace [aria-current=step] th').innerText") == "2", "its line is marked")
    browser.press("left")
    promise("Step 1 of 6" in step(), "← steps back", step())
    browser.press("end")
    promise("Step 6 of 6" in step() and browser.run("return document.getElementById('next').disabled"), "End is the last step", step())
    browser.press("home")
    promise("Before" in step(), "Home is before the first", step())
    browser.run("document.getElementById('slider').focus()")
    browser.press("right", "right", "right", "right", "right")
    promise("Step 5 of 6" in step(), "the slider steps", step())
    promise("new-2" in rows(), "and its step shows its own rows")
    promise("5" in browser.run("return document.getElementById('slider').getAttribute('aria-valuetext')"), "the slider says its step")
    browser.click("#previous")
    promise("Step 4 of 6" in step(), "a button steps", step())
    browser.run("document.getElementById('cell-title').focus()")
    browser.press("space")
    promise(browser.run("return document.getElementById('toggle').getAttribute('aria-label')") == "Pause", "space plays")
    browser.press("space")
    promise(browser.run("return document.getElementById('toggle').getAttribute('aria-label')") == "Play", "and pauses")
    promise(browser.run("return document.getElementById('now').getAttribute('aria-live')") == "polite", "a step is spoken")


def language_switches(browser):
    seen = "h1, h2:not(#cell-title), h3, h4, #leaks thead th:first-child, #leaks caption, .legend li, dt, footer p, .controls output, .keys"
    english = browser.run(SEEN, seen)
    browser.click("[data-language=zh]")
    chinese = browser.run(SEEN, seen)
    same = [text for text in chinese if text in english]
    promise(len(chinese) == len(english) and not same, "every heading is in the other language", same)
    promise(all(any("\u4e00" <= sign <= "\u9fff" for sign in text) for text in chinese), "and Chinese")
    promise(browser.run("return document.documentElement.lang + document.title").startswith("zhpayonce · 每"), "the page says so itself")
    time.sleep(0.5)  # it is written once for many steps in a row
    promise("lang=zh" in browser.run("return location.hash"), "the address remembers it")
    promise(browser.run("return document.getElementById('slider').getAttribute('aria-label')") == "调度的步", "what is only spoken changes as well")
    address = browser.run("return location.href")
    browser.open("about:blank")
    browser.open(address)
    promise("第 4 步" in browser.run(TEXT, "#step-count"), "a link shows what was seen", browser.run(TEXT, "#step-count"))
    browser.click("[data-language=en]")
    promise(browser.run(SEEN, "h1") == ["What each layer stops"], "and back")
    promise(browser.run("return localStorage.length + sessionStorage.length + document.cookie.length") == 0, "nothing is stored")


def matrix_is_walked(browser):
    browser.run("(() => {" + CELL + "})(...arguments).focus()", *LEAK)
    browser.press("down", "left")
    promise(browser.run("return document.activeElement.getAttribute('aria-label')").startswith("22-version-is-not-dedup K--V"), "arrow keys walk the matrix")
    browser.press("enter")
    promise("22-version" in browser.run(TEXT, "#cell-title"), "Enter opens a cell")
    promise("article says" in browser.run(TEXT, "#cell"), "what the article says stands beside what the laboratory shows")
    browser.click(".back")
    promise(browser.run("return document.activeElement.getAttribute('aria-current')") == "true", "back goes to the cell it came from")
    browser.run("const s = document.getElementById('search'); s.value = 'other-body'; s.dispatchEvent(new Event('input'))")
    promise(len(browser.run(SEEN, "#leaks tbody tr")) == 1, "a row is found by its name")
    browser.run("const s = document.getElementById('search'); s.value = ''; s.dispatchEvent(new Event('input'))")
    safe = "43-key-other-body", "KWSV"
    browser.run(CELL + ".click()", *safe)
    promise("Nothing leaks" in browser.run(TEXT, ".verdict") and "A schedule that passes" in browser.run(TEXT, "#cell"), "a safe cell shows a schedule that passes")
    browser.run(CELL + ".click()", *LEAK)


def everybody_can_use_it(browser):
    nameless = browser.run("""return [...document.querySelectorAll('button, input, summary')].filter(e => e.getClientRects().length)
        .filter(e => !(e.getAttribute('aria-label') || e.innerText.trim() || e.labels?.length)).map(e => e.outerHTML.slice(0, 80))""")
    promise(not nameless, "whatever can be pressed has a name", nameless)
    ids = browser.run("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    promise(len(ids) == len(set(ids)), "no id stands twice", sorted(ids))
    broken_labels = browser.run("""return [...document.querySelectorAll('[aria-labelledby]')]
        .filter(e => !document.getElementById(e.getAttribute('aria-labelledby'))).map(e => e.outerHTML.slice(0, 80))""")
    promise(not broken_labels, "who is named by another is named by one that is there", broken_labels)
    browser.run("document.activeElement.blur()")
    for _ in range(12):
        browser.press("tab")
        outline = browser.run("return [getComputedStyle(document.activeElement).outlineStyle, document.activeElement.outerHTML.slice(0, 80)]")
        promise(outline[0] != "none" or outline[1].startswith("<body"), "where the focus is can be seen", outline)
    browser.run("document.activeElement.blur()")


def pages_fit(browser):
    for width, height in [(1280, 900), (390, 844)]:
        browser.size(width, height)
        wide = browser.run("return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
        promise(wide <= width, f"nothing is wider than a screen of {width}", wide)


def pages_are_legible(browser):
    browser.size(1280, 900)
    browser.press("end")
    papers = set()
    for scheme in ["light", "dark"]:
        browser.scheme(scheme)
        least = browser.run(CONTRAST, READ)
        promise(least[0] >= 4.5, f"every text is legible when {scheme}", least)
        papers.add(browser.run("return getComputedStyle(document.body).backgroundColor"))
    promise(len(papers) == 2, "dark is another paper", papers)
    browser.scheme("light")


def diagrams_fit(browser, program, catalogue, folder):
    """Their boxes are measured without a font: with a real one every text must be inside the picture, and each name in its box."""
    for tongue in ["zh", "both"]:
        file = os.path.join(folder, tongue + ".svg")
        subprocess.run([program, "--lang", tongue, "lab", "export", "--from", catalogue, ROWS[0], "--layers", "K", "--svg", file],
                       check=True, stdout=subprocess.DEVNULL)
        browser.open("file://" + file)
        promise(browser.run("return document.documentElement.tagName") == "svg", "a diagram is a picture a browser can read")
        outside = browser.run("""const wide = document.documentElement.viewBox.baseVal.width;
            return [...document.querySelectorAll('text')].filter(t => t.getBBox().x < 0 || t.getBBox().x + t.getBBox().width > wide)
              .map(t => t.textContent)""")
        promise(not outside, "and no text of it is cut off", tongue, outside)
        spilled = browser.run("""return [...document.querySelectorAll('rect.box')].filter(r => r.nextElementSibling.getBBox().width > r.width.baseVal.value)
            .map(r => r.nextElementSibling.textContent)""")
        promise(not spilled, "nor wider than its box", tongue, spilled)


def nothing_is_said_or_fetched(browser):
    said = [entry["message"] for entry in browser.log("browser")]
    promise(not said, "the console stays empty", said)
    asked = []
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent" and message["params"]["documentURL"].startswith("file:"):
            asked.append(message["params"]["request"]["url"])  # what the browser's own pages ask for is its own affair
    promise(asked and all(url.startswith("file:///") and "/page.html" in url for url in asked), "nothing is fetched but the page", asked)


def pictures(browser, folder):
    os.makedirs(folder, exist_ok=True)
    address = browser.run("return location.href").split("#")[0] + "#cell=" + "~".join(LEAK)
    for name, width, dark, rest in [("english", 1280, False, "&lang=en"), ("chinese", 1280, False, "&lang=zh&step=2"),
                                    ("played", 1280, False, "&lang=en&step=5"), ("narrow", 390, False, "&lang=en&step=5"),
                                    ("dark", 1280, True, "&lang=en&step=5")]:
        browser.scheme("dark" if dark else "light")
        browser.size(width, 900)
        browser.open("about:blank")
        browser.open(address + rest)
        browser.size(width, browser.run("return document.documentElement.scrollHeight"))
        browser.picture(os.path.join(folder, name + ".png"))


def main():
    program, catalogue = sys.argv[1:3]
    try:
        browser = Browser()
    except Missing as missing:
        print("skipped, not here:", missing)
        return 77
    try:
        with tempfile.TemporaryDirectory(prefix="payonce-page-") as folder:
            browser.size(1280, 900)
            browser.open("file://" + exported(program, catalogue, folder))
            for look in [matrix_is_there, cell_opens, player_steps, language_switches, matrix_is_walked, everybody_can_use_it,
                         pages_fit, pages_are_legible, nothing_is_said_or_fetched]:
                look(browser)
            if len(sys.argv) > 3:
                pictures(browser, sys.argv[3])
            diagrams_fit(browser, program, catalogue, folder)
    finally:
        browser.close()
    print("all promises are kept" if not broken else f"{len(broken)} promises are not kept")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
