# A module and what uses it in one file, which changes: what was made before is of no use.
export LPFC_LEAST=0 LP_CACHE= LPFC_TARGET=c
cd "$OUT"
mkdir modules
for value in 2 5; do
    cat > one.f90 <<END
module one
  integer, parameter :: c = $value
contains
  subroutine add(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = a(i) + c
    end do
  end subroutine
end module
program p
  use one
  real(8) :: x(1000)
  x = 1
  call add(1000, x)
  print '(f5.1, i3)', x(1), c
end program
END
    lpfc one.f90 -o program && ./program
    lpfc -Jmodules -c one.f90 && lpfc one.o -o program && LP_OFF=add ./program
done
sed -i 's/print/prnt/' one.f90
lpfc one.f90 -o other 2>&1 | grep -c Error
ls
