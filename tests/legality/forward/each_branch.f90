! RUN: assignment_to_subst("t")
subroutine limit(n, a, b)
  implicit none
  integer n, i
  real*8 a(n), b(n), t
  do i = 1, n
    t = a(i)
    b(i) = 3*t
    if (a(i) > 2) then
      b(i) = 6
    end if
  end do
end
