# One line a message, as editors read them: of all tools, with and without a place, and with a place in another file.
printf '{ [i] : 0 <= i < n }\nout[i] = 2*a[i]\n' > "$OUT/k.loopy"
printf '{ [i] : 0 <= i < n }\nout[i] = 2*(a[i]\nb[i] = )\n' > "$OUT/bad.loopy"
cd "$OUT"
lptranslate bad.loopy --message-format short
echo "exit code $?"
lpopt k.loopy -p 'split_iname("j", 16)' --message-format short
echo "exit code $?"
lpopt k.loopy -p 'tag_inames("i:l.0")' -o k.lpir --message-format short
lpopt bisect k.loopy -p 'split_iname("j", 16)' --message-format short
lprun k.loopy --device interp --message-format short
echo "exit code $?"
lprun k.loopy --device nowhere --message-format short
echo "exit code $?"
