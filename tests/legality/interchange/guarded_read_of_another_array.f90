! RUN: map_domain("{ [i] -> [j] : j = -i }")
subroutine last(n, s, b)
  implicit none
  integer n, i
  real*8 s(n), b(n)
  do i = 1, n
    s(i) = merge(s(i) + 1.0d0, b(i), i == n)
  end do
end
