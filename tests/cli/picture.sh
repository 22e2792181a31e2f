# The picture of README.md shows what the tools print.
python3 tests/picture.py > "$OUT/picture.svg"
cmp "$OUT/picture.svg" docs/picture.svg && echo same
