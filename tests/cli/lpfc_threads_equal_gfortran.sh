# Threads of a parallel region that call kernels at once get what the routines compute.
export LPFC_LEAST=0
set -e
cd "$OUT"
export LP_CACHE= OMP_NUM_THREADS=4
cat > columns.f90 <<'TEXT'
module columns
  implicit none
contains
  subroutine smooth(n, by, x, total)
    integer, intent(in) :: n
    real(8), intent(in) :: by
    real(8), intent(inout) :: x(n)
    real(8), intent(out) :: total
    integer :: i
    do i = 1, n
      x(i) = x(i)*by + i
    end do
    total = 0
    do i = 1, n
      total = total + x(i)
    end do
  end subroutine
  ! Of some calls the original runs.
  subroutine limit(n, x, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(:), y(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + y(i)
    end do
  end subroutine
  ! Its kernel works on copies.
  subroutine checked(n, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (y(i) > 1d9) stop 'too large'
      y(i) = 2*y(i)
    end do
  end subroutine
end module
program main
  use columns
  implicit none
  integer, parameter :: n = 200, m = 40
  real(8) :: a(n, m), b(n, m), totals(m)
  integer :: j, step
  do j = 1, m
    a(:, j) = j
    b(:, j) = 1d0/j
  end do
  !$loopy data begin copy(b)
  do step = 1, 3
    !$omp parallel do schedule(dynamic)
    do j = 1, m
      call smooth(n, 0.5d0, a(:, j), totals(j))
      if (mod(j, 3) == 0) then
        call limit(n/2, a(1:n:2, j), b(:, j))
      else
        call limit(n, a(:, j), b(:, j))
      end if
      call checked(n, a(:, j))
    end do
    !$omp end parallel do
  end do
  !$loopy data end
  print *, sum(a), sum(b), sum(totals)
end program
TEXT
gfortran -O2 -fopenmp -ffp-contract=off columns.f90 -o plain && ./plain >expected
for target in c openmp opencl; do
    LPFC_TARGET=$target lpfc -O2 -fopenmp -ffp-contract=off columns.f90 -o program
    for verify in 0 1; do
        LP_VERIFY=$verify LP_TRACE=1 timeout 300 ./program 2>trace >got
        diff expected got && echo "$target: equal to gfortran, LP_VERIFY=$verify"
        # Calls, and those for which the original ran: for a device all of them, since other threads may write beside it.
        awk '!/^kernels ran/ { print $1, $2, $4 }' trace
    done
done
