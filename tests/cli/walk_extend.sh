# The commands of docs/walks/extend.md print what that page says.
python3 tests/walk.py docs/walks/extend.md "$OUT"
