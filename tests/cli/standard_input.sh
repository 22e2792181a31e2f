# Tools are chained without a word about what they hand on.
lptranslate examples/fill.f90 2> /dev/null | lpopt - -p 'split_iname("i", 4)' | lprun - --device interp --set n=5,a=2.0 --against
echo "exit code $?"
lptranslate examples/fill.f90 2> /dev/null | lpopt bisect - -p 'split_iname("i", 4)'
echo "exit code $?"
lpopt - -p 'split_iname("i", 4)' < examples/fill.f90
echo "exit code $?"
lptranslate - --from fortran-free < examples/fill.f90 2> /dev/null | lpopt fmt -
echo "exit code $?"
