# Manual pages and completions of all tools; what they say is their `--help`.
for tool in lpfc lpopt lprun lptranslate; do
    lpopt man $tool | grep '^\.SH'
    for shell in bash zsh fish; do
        lpopt completions $shell $tool | grep -c "$tool" | sed 's/^[1-9].*/some/'
    done
done
lpopt man lpfc | grep -A2 '^\.TP' | sed -n '/^\\fBL/p'
lpfc --outline --lpfc-help
lpopt man gfortran
echo "exit code $?"
