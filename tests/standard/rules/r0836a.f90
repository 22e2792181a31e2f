subroutine s(x)
  real x(:)
  contiguous x
  x = x + 1
end subroutine
