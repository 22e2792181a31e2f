# What is written directly before the program stops is what it says there; other output is refused.
cat > "$OUT/out.f90" <<SOURCE
subroutine lubksb(a, n, x)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: x(n)
  integer :: i, j
  do i = 1, n
    if (a(i, i) == 0d0) then
      write (*, 100) 'singular matrix at', i
      print *, 'in lubksb'
      stop
    end if
    do j = 1, i - 1
      x(i) = x(i) - a(i, j)*x(j)
    end do
    x(i) = x(i)/a(i, i)
  end do
100 format (a, i5)
end subroutine
subroutine fail(code)
  integer, intent(in) :: code
  write (6, *) 'error code', code
  write (6, '(a)') 'aborting'
  error stop 2
end subroutine
subroutine checked(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  if (n > 4) call fail(n)
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine
subroutine talks(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + 1
    if (x(i) < 0) print *, 'negative'
  end do
  write (*, *) 'done'
  if (n < 0) stop 'n'
end subroutine
SOURCE
lptranslate --check "$OUT/out.f90"
lprun --verify-fortran "$OUT/out.f90" --device interp 2> /dev/null
lptranslate "$OUT/out.f90" 2> /dev/null | grep -A 12 "kernel @checked"
