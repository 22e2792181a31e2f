"""Tells what is wrong with the pages of the book, as `python3 tests/book.py`.

- Each page of docs/ is in SUMMARY.md once, and each link leads to a file.
- A page that is not made by a tool begins with whom it is for. Its lines have at most 110 columns, and its sentences
  at most 30 words; code counts as one word.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
COLUMNS, WORDS = 110, 30


def read(page):
    with open(os.path.join(ROOT, page)) as file:
        return file.read()


def without_blocks(text):
    """The text with empty lines for code that stands by itself."""
    text = re.sub(r"^```.*?^```$", lambda block: "\n" * block.group().count("\n"), text, flags=re.M | re.S)
    return re.sub(r"^    .*$", "", text, flags=re.M)


def links(page):
    """The files that a page links to, as paths from the root."""
    text = re.sub(r"`[^`]*`", "", without_blocks(read(page)))
    return [os.path.normpath(os.path.join(os.path.dirname(page), target)) for target in LINK.findall(text)]


def passages(text):
    """Paragraphs, items of lists and cells of tables, with the number of their line."""
    passage, start = "", 0
    for number, line in enumerate(text.split("\n") + [""], 1):
        begins = re.match(r"\s*(?:[-*]|\d+\.) |#|\||$", line)
        if begins and passage:
            yield start, passage
            passage = ""
        if line.startswith("|"):
            yield from ((number, cell) for cell in line.strip("|").split("|"))
        elif line.strip() and not line.startswith("#"):
            start = start if passage else number
            passage += line.strip() + " "


def sentences(passage):
    code = re.sub(r"`[^`]*`", "X", passage)
    return re.split(r"(?<=[.!?:])\s+(?=[A-Z\[(*])", re.sub(r"X(?:[\s,]+(?:and )?X)+", "X", code))


def faults_of_style(page):
    text = without_blocks(read(page))
    first = re.search(r"\n\n(.*)", text)
    if re.search("do not edit|This page is generated", text[:1500]):
        return
    if page != "README.md" and not (first and first.group(1).startswith("For those who ")):
        yield f"{page} does not begin with whom it is for"
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > COLUMNS and not line.startswith("|"):
            yield f"{page}:{number}: {len(line)} columns"
    for number, passage in passages(text):
        for sentence in sentences(passage):
            count = len(re.findall(r"\S*\w\S*", sentence))
            if count > WORDS:
                yield f"{page}:{number}: {count} words: {sentence[:60].strip()} .."


def main():
    pages = []
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        pages += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".md")]
    pages = sorted(pages)
    pages.remove("docs/SUMMARY.md")
    in_book = links("docs/SUMMARY.md")
    counts = [(page, in_book.count(page)) for page in pages]
    faults = [f"docs/SUMMARY.md has {page} {count} times" for page, count in counts if count != 1]
    for page in pages + ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "docs/SUMMARY.md"]:
        lost = [target for target in links(page) if not os.path.exists(os.path.join(ROOT, target))]
        faults += [f"{page} links to {target}, which is not there" for target in lost]
    for page in pages + ["README.md"]:
        faults += faults_of_style(page)
    print("\n".join(faults or ["nothing is wrong with the book"]))
    sys.exit(1 if faults else 0)


main()
