# The commands of pages of the manual print what the pages say.
for page in fortran pipelines scripts transform-blocks loopy-language tools stats testing examples report; do
    mkdir "$OUT/$page"
    python3 tests/walk.py "docs/$page.md" "$OUT/$page"
done
