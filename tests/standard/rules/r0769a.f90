subroutine s(n, a, k)
  integer n, k(5)
  real a(4)
  a = [a(2), 3.0, a(1:2)]
  k = (/ 1, n, [2, 3], n + 1 /)
  a = a + [real(4) :: 1, 2d0, n, 4]
  k(1) = size([integer(8) :: 1, 2]) + sum([integer(8) :: 1, n])
end subroutine
