# Terminals without colours and characters beyond ASCII get frames that they can show; so does a message with two files.
printf 'options order(text)\n{ [i] : 1 <= i < n }\na[i] = a[i - 1] + 1\n' > "$OUT/k.loopy"
cd "$OUT"
for setting in TERM=dumb LC_ALL=C LC_ALL=POSIX LC_ALL=de_DE.ISO-8859-1; do
    echo "$setting" >&2
    env "$setting" lpopt k.loopy -p 'tag_inames("i:g.0")' --check
done
echo "asked for" >&2
TERM=dumb lpopt k.loopy -p 'split_iname("j", 4)' --color always 2>&1 | tr '\033' '?'
LC_ALL= LC_CTYPE=C lptranslate no/such.f90
LC_ALL= LANG=en_US.UTF-8 lptranslate no/such.f90
