# On a device, arrays of a routine's own whose extents are arguments lie in global memory, where there is room for them; the
# programs that hold routines do not stand in the way of ours.
cat > "$OUT/a.f90" <<SOURCE
program driver
  implicit none
  print *, 'not run'
end program
subroutine reversed(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8) :: t(n), few(3)
  integer :: i
  do i = 1, n
    t(i) = 2*x(n + 1 - i)
  end do
  few = 1
  where (t > 0) x = t + few(2)
end subroutine
SOURCE
lprun --verify-fortran "$OUT/a.f90" --device opencl --cases 6
