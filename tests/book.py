"""Tells what is wrong with the book: pages that SUMMARY.md does not have, and links that lead nowhere."""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def links(page):
    """The files that a page links to, as paths from the root; code is left out."""
    with open(os.path.join(ROOT, page)) as file:
        text = re.sub(r"^```.*?^```$|^    .*?$|`[^`\n]*`", "", file.read(), flags=re.M | re.S)
    return [os.path.normpath(os.path.join(os.path.dirname(page), target)) for target in LINK.findall(text)]


def main():
    pages = []
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        pages += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".md")]
    in_book = links("docs/SUMMARY.md")
    wrong = [f"docs/SUMMARY.md has {page} {in_book.count(page)} times" for page in sorted(pages)
             if page != "docs/SUMMARY.md" and in_book.count(page) != 1]
    for page in sorted(pages) + ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]:
        for target in links(page):
            if not os.path.exists(os.path.join(ROOT, target)):
                wrong.append(f"{page} links to {target}, which is not there")
    with open(os.path.join(ROOT, "book.toml")) as file:
        if 'src = "docs"' not in file.read():
            wrong.append("book.toml does not take the pages from docs")
    print("\n".join(wrong) if wrong else "every page is in the book, and every link leads somewhere")
    sys.exit(1 if wrong else 0)


main()
