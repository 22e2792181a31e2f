# `--to fortran` writes a source that calls kernels, and these beside it, which any build can compile.
set -e
cd "$OUT"
mkdir made
cat > add.f90 <<'TEXT'
module adding
  implicit none
contains
  subroutine add(n, a, x, y)
    integer, intent(in) :: n
    real, intent(in) :: a, x(n)
    real, intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + a*x(i)
    end do
  end subroutine
end module
TEXT
cat > main.f90 <<'TEXT'
program main
  use adding
  implicit none
  real :: x(5) = [1, 2, 3, 4, 5], y(5) = 1
  call add(5, 0.5, x, y)
  print *, y
end program
TEXT
cat > old.F <<'TEXT'
      SUBROUTINE FILL(X)
      REAL X(SIZE)
      DO 10 I = 1, SIZE
   10 X(I) = I
      END
TEXT
lptranslate add.f90 --to fortran
lptranslate add.f90 --to fortran -o made/kept.f90 && ls made
gfortran add.f90 main.f90 -o plain && ./plain >expected
cc -std=gnu11 -c made/kept.c -o kept.o && cc -std=gnu11 -c made/kept.host.c -o host.o
gfortran made/kept.f90 main.f90 kept.o host.o -o program && LP_TRACE=1 ./program 2>trace >got
diff expected got && head -2 trace | awk '!/^kernels ran/ { $3 = ""; print }'
LPFC_TARGET=opencl lptranslate add.f90 --to fortran -o made/device.f90 && ls made
lptranslate old.F --to fortran --define SIZE=7 --default-real 8 --from fortran-fixed | grep 'X(7)\|lp_kernel(' || true
echo '# a file without kernels stays as it is'
lptranslate main.f90 --to fortran | cmp main.f90 && echo the same
echo '# what does not go'
refused() {
    lptranslate "$@" --to fortran || echo "exit $?"
}
refused - <add.f90
refused add.f90 -o add.f90
refused add.f90 --leave-out output
refused add.f90 --host c
refused add.f90 --fp-contract
refused add.f90 --print-hir
refused missing.f90
LPFC_TARGET=cuda refused add.f90
lptranslate add.f90 -o add.lpir && refused add.lpir
lpopt add.f90 --to fortran || echo "exit $?"
lptranslate add.lpir --from fortran || echo "exit $?"
