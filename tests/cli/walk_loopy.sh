# The commands of docs/walks/loopy.md print what that page says.
python3 tests/walk.py docs/walks/loopy.md "$OUT"
