# Of arrays that only say how often loops run, kernels of loops get the elements alone; those that the loop
# changes, or that it uses besides, they get whole.
export LPFC_OUTLINE=1 LPFC_LEAST=0
cat >"$OUT/k.f90" <<'F'
subroutine k(n, m, l, a)
  integer :: n(2), m(2), l(2)
  real :: a(100, 100)
  print *, n
  do j = 2, n(2)
    do i = 1, n(1) - 1
      a(i, j) = 2*a(i, j)
    end do
  end do
  do i = 1, m(1)
    a(i, 1) = m(1)
  end do
  do i = 1, l(1)
    a(i, 2) = 1
    l(2) = i
  end do
end subroutine
F
cd "$OUT"
lptranslate k.f90 --to fortran -o made.f90 && grep 'call lp_kernel(lp_state, ' made.f90 | grep -v '== 2'
LPFC_TARGET=openmp lptranslate k.f90 --to fortran -o made.f90 && grep 'pragma' made.c
sed 's/integer :: n(2)/volatile :: n\n  &/' k.f90 >volatile.f90
lpfc --report --outline -c volatile.f90 | grep loop_1
