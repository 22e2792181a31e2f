# Of an array `a(*)` a kernel knows what it uses: parts of one array that do not meet run, others do not. Masks are copied, and
# parallel regions of OpenMP are as good as their statements. Large arrays of a routine's own do not lie on the stack.
export LPFC_LEAST=0
set -e
cd "$OUT"
cat > lengths.f90 <<'TEXT'
subroutine shift(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(*)
  real(8), intent(inout) :: y(*)
  integer :: i
  do i = 1, n
    y(i) = y(i) + x(i + 1)
  end do
end subroutine
subroutine triangle(lda, n, a, x)
  implicit none
  integer, intent(in) :: lda, n
  real(8), intent(in) :: a(lda, *)
  real(8), intent(inout) :: x(*)
  integer :: i, j
  do j = 1, n
    do i = 1, j
      x(j) = x(j) + a(i, j)
    end do
  end do
end subroutine
! What is written depends on data, so that nobody knows how much may be copied.
subroutine some(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(*)
  real(8), intent(inout) :: y(*)
  integer :: i
  do i = 1, n
    if (x(i) > 0) y(i) = 0
  end do
end subroutine
real(8) function chosen(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(*)
  integer :: i
  chosen = 0
  do i = 1, n
    if (chosen < 10) chosen = chosen + x(i)
  end do
end function
subroutine masked(n, m, mask, x)
  implicit none
  integer, intent(in) :: n, m
  logical, intent(in) :: mask(n, m)
  real(8), intent(inout) :: x(n, m)
  where (mask) x = -x
end subroutine
subroutine region(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  ! All threads begin here.
  !$omp parallel
  !$omp do
  do i = 1, n
    x(i) = 2*x(i)
  end do
  !$omp end do
  !$omp end parallel
end subroutine
subroutine two_regions(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  !$omp parallel
  call shared(n, x)
  !$omp end parallel
end subroutine
! All threads of a caller's region share this loop.
subroutine shared(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  !$omp do
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine
subroutine tables(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8) :: large(500000), as_long(n)
  integer :: i
  do i = 1, 500000
    large(i) = i
  end do
  do i = 1, n
    as_long(i) = large(500001 - i)
  end do
  do i = 1, n
    x(i) = x(i) + as_long(n + 1 - i)
  end do
end subroutine
program main
  implicit none
  interface
    real(8) function chosen(n, x)
      integer, intent(in) :: n
      real(8), intent(in) :: x(*)
    end function
  end interface
  real(8) :: x(12) = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], a(3, 4)
  call shift(5, x(7), x(1))
  print *, sum(x)
  call shift(5, x(4), x(1))
  print *, sum(x)
  call shift(0, x(1), x(1))
  a = reshape(x, [3, 4])
  call triangle(3, 3, a, x)
  call triangle(3, 2, a(2, 2), x)
  print *, sum(x)
  call some(3, a, x)
  print *, sum(x), chosen(12, x)
  call masked(3, 4, a > 5, a)
  call region(12, x)
  call two_regions(12, x)
  call tables(12, x)
  print *, sum(a), sum(x)
end program
TEXT
lpfc --report -fopenmp lengths.f90
gfortran -O2 -fopenmp -ffp-contract=off lengths.f90 -o plain && ./plain | tee expected
for target in c openmp opencl; do
    LPFC_TARGET=$target lpfc -O2 -fopenmp -ffp-contract=off lengths.f90 -o lengths
    for verify in 0 1; do
        LP_CACHE= LP_VERIFY=$verify LP_TRACE=1 timeout 120 ./lengths 2>trace >got
        diff expected got && echo "$target equal, LP_VERIFY=$verify" && awk '!/^kernels ran/ { $3 = ""; print }' trace
    done
done
