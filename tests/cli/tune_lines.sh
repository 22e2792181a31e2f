# Parameters that a search may choose, and steps that depend on them, where nobody searches.
cd "$OUT"
cat > twice.loopy <<'TEXT'
{ [i] : 0 <= i < n }
out[i] = 2*a[i]
TEXT
cat > steps.txt <<'TEXT'
tune outer in [16, 32] where outer*inner <= 64     # what is defined below may be named
tune inner in [4, 2,
               8]
tune tag in [none, unroll, "g.0"]
split_iname("i", outer)
split_iname("i_inner", inner)
if tag == "unroll" and inner < 8: tag_inames("i_inner_inner:unr"); rename_iname("i_inner_outer", "j")
if tag == "g.0": tag_inames("i_outer:g.0")
TEXT
calls() {
    lpopt twice.loopy --pipeline steps.txt --emit-pipeline calls.txt -o /dev/null --message-format short "$@"
    echo "exit code $?"
    cat calls.txt; rm -f calls.txt
}
calls
calls --set tag=unroll
calls --set outer=32,inner=2,tag=g.0
echo "== refused"
calls --set outer=17
calls --set tag=unrol
calls --set outer=32,inner=8
calls --set block=8
refused() { lpopt twice.loopy -p "$1" -o /dev/null --message-format short; echo "exit code $?"; }
refused 'tune a in []'
refused 'tune a in [1, 2, 1]'
refused 'tune a in [1, 2.5]'
refused 'tune a in [[1], [2]]'
refused 'tune a in [1, 2] where a < b'
refused 'tune a in [1, 2] where a + 1'
refused 'tune a in [1, 2] where a < "x"'
refused 'tune a in [1, 2] where 1 // (a - 1) == 0'
refused 'tune a in [1, 2]; tune a in [3]'
refused 'tune a in (1, 2)'
refused 'if b == 1: split_iname("i", 4)'
refused 'a = 1; if a == 2: split_inam("i", 4)'
refused 'a = 1; if a == 1: b = 2'
refused 'a = 1; if a: split_iname("i", 4)'
echo "== a word that is none elsewhere"
lpopt twice.loopy -p 'tune = 4; split_iname("i", tune)' -o /dev/null; echo "exit code $?"
