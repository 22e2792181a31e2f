# The commands of docs/walks/fast.md print what that page says.
python3 tests/walk.py docs/walks/fast.md "$OUT"
