# Sums keep the order of the source, unless the user permits another.
export LPFC_LEAST=0
set -e
cd "$OUT"
cat > sums.f90 <<'CODE'
module sums
contains
  subroutine norm(n, x, s, most)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n, n)
    real(8), intent(out) :: s, most
    integer :: i, j
    s = 0
    do j = 1, n
      do i = 1, n
        s = s + x(i, j)*x(i, j)
      end do
    end do
    most = 0
    do j = 1, n
      most = max(most, x(j, j))
    end do
  end subroutine
end module
program main
  use sums
  real(8) :: x(200, 200), s, most
  integer :: i, j
  do j = 1, 200
    do i = 1, 200
      x(i, j) = i + j
    end do
  end do
  call norm(200, x, s, most)
  print *, s, most
  call norm(0, x, s, most)
  print *, s, most
end program
CODE
gfortran -O2 sums.f90 -o plain && ./plain >expected
for target in c openmp opencl; do
    for permission in '' LPFC_REDUCTIONS=1 '-ffast-math'; do
        case $permission in LPFC*) export "${permission?}" flags= ;; *) export LPFC_REDUCTIONS=0 flags="$permission" ;; esac
        LPFC_TARGET=$target lpfc -O2 $flags sums.f90 -o program
        LP_CACHE= LP_TRACE=trace.json ./program >got
        # These sums are exact, in any order.
        diff expected got
        launches=$(sed -n 's/.*"sums.norm", .*"launches": \([0-9]*\).*/\1/p' trace.json)
        echo "$target $permission: equal to gfortran, launches: ${launches:-none}"
    done
done
LPFC_TARGET=opencl lpfc --report sums.f90
LPFC_REDUCTIONS=1 LPFC_TARGET=opencl lpfc --report sums.f90
