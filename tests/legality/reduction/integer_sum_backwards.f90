! RUN: map_domain("[n] -> { [i] -> [r] : r = n - 1 - i }")
subroutine total(n, a, s)
  implicit none
  integer n, i
  integer a(n), s
  do i = 1, n
    s = s + a(i)
  end do
end
