# Routines run as kernels where that computes the same, and as they were written everywhere else; each reason is said.
export LPFC_LEAST=0
set -e
cp examples/heat/* "$OUT"
cd "$OUT"
cat > faults.f90 <<'TEXT'
module faults
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), allocatable :: field(:)
  real(dp) :: factor = 3
contains
  subroutine add(n, a, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a, x(n)
    real(dp), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + a*x(i)*factor
    end do
  end subroutine
  subroutine scale(x, by)
    real(dp), intent(inout) :: x(:)
    real(dp), intent(in), optional :: by
    integer :: i
    do i = 1, size(x)
      if (present(by)) then
        x(i) = x(i)*by
      else
        x(i) = -x(i)
      end if
    end do
  end subroutine
  subroutine fill(from)
    integer, intent(in) :: from
    integer :: i
    if (.not. allocated(field)) return
    do i = lbound(field, 1), ubound(field, 1)
      field(i) = from + i
    end do
  end subroutine
  subroutine count_up(first, n, x)
    integer, intent(in) :: first, n
    integer, intent(out) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = first - i
    end do
  end subroutine
  integer function place(n, x)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    integer :: i
    place = 0
    do i = 1, n
      if (x(i) > 1d6) stop 'too large'
      if (x(i) < 0 .and. place == 0) place = i
    end do
  end function
  subroutine select(n, mask, any_set, x)
    integer, intent(in) :: n
    logical, intent(in) :: mask
    logical, intent(out) :: any_set
    real(dp), intent(inout) :: x(n)
    integer :: i
    any_set = .false.
    do i = 1, n
      if (mask .and. x(i) > 0) then
        any_set = .true.
        x(i) = 0
      end if
    end do
  end subroutine
end module
program main
  use faults
  implicit none
  real(dp) :: x(8) = [1, 2, 3, 4, 5, 6, 7, 8], y(8) = 1
  integer :: k(3)
  logical :: found
  call add(8, 2d0, x, y)
  print *, 'plain   ', sum(y)
  call add(7, 2d0, x(1:7), x(2:8))
  print *, 'aliased ', sum(x)
  call add(4, x(2), y, x)
  print *, 'a value ', sum(x)
  call scale(x, 0.5d0)
  call scale(x(1:8:2), 0.5d0)
  print *, 'gaps    ', sum(x)
  call scale(x)
  print *, 'absent  ', sum(x)
  call add(0, 2d0, x, y)
  call scale(x(1:0), 2d0)
  call fill(1)
  print *, 'size 0  ', sum(y), allocated(field)
  allocate (field(-1:2))
  call fill(1)
  print *, 'bounds  ', field
  call count_up(huge(1), 3, k)
  print *, 'limits  ', k
  print *, 'place   ', place(8, y - 30)
  call select(8, .true., found, y)
  print *, 'logical ', found, sum(y)
  print *, place(8, [x(1:7), 1d7])
end program
TEXT
table() { # The table without the column of seconds.
    awk '!/^kernels ran/ { $3 = ""; print }'
}
gfortran -O2 -ffp-contract=off faults.f90 -o plain && ./plain >expected 2>stopped || echo "exit $?"
lpfc -O2 -ffp-contract=off faults.f90 -o faults
LP_TRACE=1 ./faults >got 2>trace || echo "exit $?"
cat got
grep -v STOP trace | table
diff expected got && grep STOP trace | diff stopped - && echo 'equal to gfortran'
LP_VERIFY=1 ./faults >got 2>trace || echo "exit $?"
diff expected got && diff stopped trace && echo 'equal under LP_VERIFY'
LP_OFF=add,faults.scale LP_TRACE=1 ./faults 2>&1 >got | grep LP_OFF | table
diff expected got && echo 'equal without these'
# A program of several files, by one word more for make.
for target in c openmp; do
    make -s heat && ./heat >expected
    make -s clean
    LPFC_TARGET=$target make -s -j2 FC=lpfc heat
    LP_VERIFY=1 LP_TRACE=1 ./heat 2>trace >got
    diff expected got && echo "$target: equal to gfortran"
    table <trace
    make -s clean
done
