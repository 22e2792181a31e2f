# The commands of docs/walks/fortran.md print what that page says.
python3 tests/walk.py docs/walks/fortran.md "$OUT"
