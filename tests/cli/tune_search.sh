# A search from its first line to the pipeline that it leaves. Times differ between runs, and with them what is best.
cd "$OUT"
cat > twice.loopy <<'TEXT'
kernel twice
{ [i] : 0 <= i < n }
out[i] = 2*a[i]
TEXT
cat > steps.txt <<'TEXT'
tune block in [4, 8, 16] where block*unroll <= 32
tune unroll in [1, 2, 4]
tune place in [loop, group]
split_iname("i", block*unroll)
if unroll > 1: split_iname("i_inner", unroll, inner_tag="unr")
if place == "group": tag_inames("i_outer:g.0")
TEXT
plain() { sed -E 's/[0-9.]+ (us|ms|s)\b/TIME/g; s/^  with .*/  with VALUES/; /^  drift/d; s/([0-9]+ slower, )?[0-9]+ timed/some timed/'; }
ends() { sed -n 's/.*"outcome":"\([a-z]*\)".*/\1/; s/^slower$/timed/; s/^[a-z]*$/&/p' "$1/journal.jsonl" | sort | uniq -c; }
search="twice.loopy --pipeline steps.txt --device interp --set n=96 --repeat 1"
for strategy in all model random greedy annealing; do
    echo "== $strategy"
    # shellcheck disable=SC2086
    lprun tune $search --into "$strategy" --strategy "$strategy" | plain
    ends "$strategy"
done
echo "== resumed: nothing is left to do"
# shellcheck disable=SC2086
lprun tune $search --into all | plain
ends all
echo "== a part of it, and then the rest"
# shellcheck disable=SC2086
lprun tune $search --into parts --strategy random --budget 5 | plain
ends parts
# shellcheck disable=SC2086
lprun tune $search --into parts --strategy greedy | plain
ends parts
echo "== what it left"
lpopt twice.loopy --pipeline all/best.txt --check -o best.lpir && lprun best.lpir --device interp --set n=96 --against | tail -1
lpopt twice.loopy --pipeline steps.txt --tuned all --check -o tuned.lpir && cmp best.lpir tuned.lpir && echo the same
# shellcheck disable=SC2086
lprun tune $search --into given --fix block=16 > given.txt && lpopt twice.loopy --pipeline steps.txt --tuned given --check -o tuned.lpir
lpopt twice.loopy --pipeline given/best.txt --check -o best.lpir && cmp best.lpir tuned.lpir && echo the same where a value was given
lpopt twice.loopy --pipeline steps.txt --tuned all --device gpu --message-format short; echo "exit code $?"
# A value that is given goes before one that was found.
lpopt twice.loopy --pipeline steps.txt --tuned all --set block=4 --emit-pipeline calls.txt -o /dev/null; head -c 15 calls.txt; echo
echo "== Kernel Tuner's format"
# shellcheck disable=SC2086
lprun tune $search --into all --export cache.json >/dev/null
sed -n '1,/"cache"/p' cache.json
grep -c '"times"' cache.json
