subroutine s(n, b)
  integer n, i
  real b(n)
  forall (integer(8) :: i = 1:n) b(i) = b(i) + i
end subroutine
