! Each subroutine is a kernel, with names of its own.
pure subroutine first(n, a)
  integer, intent(in) :: n
  real, intent(out) :: a(n)
  integer i
  do i = 1, n
    a(i) = 0
  end do
end subroutine first

subroutine second(n, a, b)
  integer n, i
  real a(n), b(n)
  do i = 1, n
    a(i) = b(i)
  end do
endsubroutine
