! RUN: assignment_to_subst("t")
subroutine drain(n, a, b, c)
  implicit none
  integer n, i
  real*8 a(n), b(n), c(n), t
  do i = 1, n
    t = a(i)
    c(i) = 0
    b(i) = t
  end do
end
