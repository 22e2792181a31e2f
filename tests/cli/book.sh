# The book has each page of docs/ once, links lead to what is there, and pages keep to what CONTRIBUTING.md says of them.
python3 tests/book.py
