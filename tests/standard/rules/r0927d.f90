subroutine s(n, x)
  integer n, i
  real x(n)
  real, allocatable :: a(:)
  do i = 1, n
    allocate (a(i))
    a = x(i)
    x(i) = sum(a)
    deallocate (a)
  end do
end subroutine
