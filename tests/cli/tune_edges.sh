# Searches of which not much is left.
cd "$OUT"
cat > twice.loopy <<'TEXT'
kernel twice
{ [i] : 0 <= i < n }
out[i] = 2*a[i]
TEXT
plain() { sed -E 's/[0-9.]+ (us|ms|s)\b/TIME/g; s/^  with .*/  with VALUES/; /^  drift/d; s/([0-9]+ slower, )?[0-9]+ timed/some timed/'; }
search() { # FOLDER PIPELINE [OPTION..]
    folder=$1
    printf '%s\n' "$2" > steps.txt
    shift 2
    { lprun tune twice.loopy --pipeline steps.txt --device interp --repeat 1 --set n=16 --into "$folder" \
        --message-format short "$@"; echo "exit code $?"; } 2>&1 | plain
    sed -n 's/.*"outcome":"\([a-z]*\)".*/\1/; s/^slower$/timed/; s/^[a-z]*$/&/p' "$folder/journal.jsonl" 2>/dev/null | sort | uniq -c
}
echo "== no line"
search none 'split_iname("i", 4)'
echo "== one variant"
search one 'tune a in [4]
split_iname("i", a)'
echo "== no variant"
search excluded 'tune a in [4, 8] where a > 8
split_iname("i", a)'
echo "== a condition that cannot be computed for one of them"
search computed 'tune a in [4, 8] where 8 // (a - 8) < 0
split_iname("i", a)'
echo "== all refused"
search refused 'tune a in [4, 8]
split_iname("j", a)'
echo "== one refused for these sizes"
search assumed 'tune a in [4, 5]
assume("n mod " + "4 = 0")
if a == 5: assume("n mod 5 = 0")
split_iname("i", a)'
echo "== a name that is not declared"
search names 'tune a in [4, 8] where b < a
split_iname("i", a)'
echo "== all parameters given"
search fixed 'tune a in [4, 8]
split_iname("i", a)' --fix a=4
echo "== one of two given"
search half 'tune a in [4, 8]
tune b in [1, 2] where a*b == 8
split_iname("i", a)
split_iname("i_inner", b)' --fix a=4
echo "== the journal of another search"
search one 'tune a in [4, 8]
split_iname("i", a)'
lprun tune twice.loopy --pipeline steps.txt --device interp --set n=32 --into one 2>&1
echo "== a line that was edited"
echo nonsense >> one/journal.jsonl
search one 'tune a in [4]
split_iname("i", a)'
echo "== a piece of a line, as a kill leaves it"
sed -i '$d' one/journal.jsonl
printf '{"sample":{"device' >> one/journal.jsonl
search one 'tune a in [4]
split_iname("i", a)'
echo "== a folder that is a file"
search steps.txt 'tune a in [4]
split_iname("i", a)'
echo "== nothing to do"
lprun tune twice.loopy --into nothing --message-format short; echo "exit code $?"
