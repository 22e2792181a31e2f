# The example folder of `docs/testing.md` passes, in every order; then cases fail in each way.
lpopt test examples/cases
echo "exit code $?"
lpopt test --filter recurrence --jobs 1 examples/cases
cd "$OUT"
mkdir cases
kernel='{ [i] : 0 <= i < n }\nout[i] = 2*a[i]\n'
printf '# RUN: lpopt %%s -p "split_iname(\\"j\\", 4)"\n'"$kernel" > cases/fails.loopy
printf '# RUN: lpopt %%s -p "split_iname(\\"j\\", 4)"\n# EXPECT: refused lp::step::no-change\n'"$kernel" > cases/other_code.loopy
printf '# RUN: lptranslate %%s\n# EXPECT: refused lp::unknown::iname\n'"$kernel" > cases/not_refused.loopy
printf '# RUN: lptranslate %%s\n# CHECK: domain\n# CHECK-NEXT: domain\n'"$kernel" > cases/next.loopy
printf '# RUN: lptranslate %%s\n# CHECK: iname i\n# CHECK: domain\n'"$kernel" > cases/order.loopy
printf '# RUN: lptranslate %%s\n# CHECK-NOT: iname i\n# CHECK: insn\n'"$kernel" > cases/never.loopy
printf '# RUN: lptranslate %%s\n'"$kernel"'# OUTPUT:\n# lpir 1\n# kernel @other {\n' > cases/output.loopy
printf '# RUN: lptranslate %%s | sort\n'"$kernel" > cases/no_tool.loopy
printf '# RUN: lptranslate %%s\n# EXPECT: success\n'"$kernel" > cases/malformed.loopy
printf '# RUN: lptranslate %%s\n'"$kernel" > cases/new.loopy
printf '// RUN: lptranslate new.loopy -o %%t/k.lpir\n// RUN: lptranslate %%t/k.lpir --to opencl\n// CHECK: kernel\n' > cases/slashes.cl
echo 'no case' > cases/notes.md
lpopt test cases
echo "exit code $?"
lpopt test cases --message-format short
lpopt test cases/output.loopy --color always 2>&1 | tr '\033' '?'
lpopt test --update --filter /output cases
lpopt test --update --filter new cases && cat cases/output.loopy cases/new.loopy
lpopt test cases/output.loopy cases/new.loopy
echo "exit code $?"
lpopt test cases/notes.md
echo "exit code $?"
lpopt test no/such/folder
echo "exit code $?"
