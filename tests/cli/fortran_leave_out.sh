# Output, calls of routines and what variables are assigned are left out where that is asked for, in what is called as well, and a
# warning says so; the kernels compute what the routines compute.
cat > "$OUT/timed.f90" <<SOURCE
module clock
  real(8), save :: total = 0
  logical :: talks = .true.
contains
  subroutine report(what, n)
    character(*), intent(in) :: what
    integer, intent(in) :: n
    if (talks) write (*, *) what, n
  end subroutine
end module

subroutine smooth(n, x, ierr)
  use clock, only: report, total
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer, intent(out) :: ierr
  real(8) :: t0, t1
  real(8), external :: second
  integer :: i, lun, ios
  ierr = 0
  t0 = second()
  open (newunit=lun, file='/dev/null', iostat=ios)
  if (ios /= 0) print *, 'cannot open'
  do i = 2, n
    x(i) = 0.5d0*(x(i) + x(i - 1))
    if (x(i) > 1d10) then
      write (lun, '(a, i8)', iostat=ios) 'large at', i
    else if (x(i) < -1d10) then
      write (lun, *) x(i)
    end if
  end do
  do i = 1, n
    write (lun, *) x(i)
  end do
  ierr = i
  t1 = second() - t0
  total = total + t1
  call report('smooth', n)
  close (lun)
end subroutine

subroutine ends(n, x)
  use clock
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  call wtime(total)
  do i = 1, n
    x(i) = x(i) + 1
    call observe(x)
  end do
  if (n > 1000) then
    write (*, *) 'too many'
    stop
  end if
  call report('ends', n)
end subroutine

real(8) function second()
  call cpu_time(second)
end function

subroutine wtime(t)
  real(8), intent(out) :: t
  call cpu_time(t)
end subroutine

subroutine observe(x)
  real(8), intent(inout) :: x(*)
end subroutine
SOURCE
echo "## As it is"
lptranslate --check "$OUT/timed.f90"
echo "## Without what is named"
leave="--leave-out output,second --leave-out TOTAL,wtime,observe"
lptranslate --check "$OUT/timed.f90" $leave
lprun --verify-fortran "$OUT/timed.f90" $leave --device interp --cases 20 2> /dev/null
lptranslate "$OUT/timed.f90" $leave | grep -A 14 "kernel @smooth"
