! RUN: map_domain("{ [i] -> [j] : j = -i }")
! EXPECT: lp::legality::order
! TWIN: guarded_read_of_another_array
! The accumulator is read in the last iteration alone, but written in all.
subroutine last(n, s, b)
  implicit none
  integer n, i
  real*8 s, b(n)
  do i = 1, n
    s = merge(s + 1.0d0, b(i), i == n)
  end do
end
