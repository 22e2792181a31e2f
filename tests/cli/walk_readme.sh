# The commands of README.md print what it says.
python3 tests/walk.py README.md "$OUT"
