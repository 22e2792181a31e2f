# The book has each page of docs/ once, links lead to what is there, and `book.toml` names its folder.
python3 tests/book.py
