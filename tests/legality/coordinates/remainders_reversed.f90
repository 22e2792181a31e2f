! RUN: map_domain("{ [i] -> [r] : r = 3 - i }")
subroutine fold(a, b)
  implicit none
  integer i
  real*8 a(4), b(5)
  do i = 0, 3
    a(modulo(i, 4) + 1) = b(i + 1)
  end do
end
