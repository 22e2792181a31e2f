# Conditions of the preprocessor as C writes them, comments that go on in the next line, and the number of a line in a
# macro.
cat > "$OUT/cpp.F90" <<'TEXT'
#define HERE(k) if (k > 2) o(1) = __LINE__
#define LENGTH(word) len('word')
#if 010 == 8 && 0x1F == 31 && 7/2*2 == 6 && 7 % 4 == 3
#define OCTAL 1
#endif
#if 1 || 1/0 /* what is
  not asked for */
#define LAZY 1
#endif
subroutine conditions(k, o)
  integer k, o(4)
  o = 0
  HERE(k)
#ifdef OCTAL
  o(2) = 1
#endif
#ifdef LAZY /* a remark */
  o(3) = 2
#endif
  o(4) = LENGTH(abc)
end subroutine
TEXT
lprun --verify-fortran "$OUT/cpp.F90" --device interp
printf 'subroutine s(k)\ninteger k\n#if 1/0\nk = 1\n#endif\n#define L(x) len("x")\nk = L(a b)\nend subroutine\n' > "$OUT/bad.F90"
lptranslate --check "$OUT/bad.F90"
