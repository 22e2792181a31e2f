# Manual pages and completions of all tools; what they say is their `--help`.
for tool in lpopt lprun lptranslate; do
    lpopt man $tool | grep '^\.SH'
    for shell in bash zsh fish; do
        lpopt completions $shell $tool | grep -c "$tool" | sed 's/^[1-9].*/some/'
    done
done
lpopt man lpfc
echo "exit code $?"
