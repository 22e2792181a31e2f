subroutine s(x, y)
  real, allocatable :: x(:), y(:)
  x = y
end subroutine
