# Two external procedures of one name, which the linker knows by their labels; `-xf95`, which is for gfortran.
export LPFC_LEAST=0 LP_CACHE= LPFC_TARGET=c
cd "$OUT"
for label in a b; do
    factor=$([ $label = a ] && echo '+ 1' || echo '* 7')
    cat > $label.f90 <<END
subroutine foo(n, x) bind(c, name='foo_$label')
  integer, value :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) $factor
  end do
end subroutine
END
    lpfc --outline -c $label.f90
done
cat > main.f90 <<'END'
program p
  interface
    subroutine fa(n, x) bind(c, name='foo_a')
      integer, value :: n
      real(8), intent(inout) :: x(n)
    end subroutine
    subroutine fb(n, x) bind(c, name='foo_b')
      integer, value :: n
      real(8), intent(inout) :: x(n)
    end subroutine
  end interface
  real(8) :: x(5)
  x = 2
  call fa(5, x)
  call fb(5, x)
  print '(5f8.1)', x
end program
END
lpfc -c main.f90
lpfc a.o b.o main.o -o both && ./both
lpfc -xf95 a.f90 b.f90 main.f90 -o other && ./other
