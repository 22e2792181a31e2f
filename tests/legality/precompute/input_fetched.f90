! RUN: extract_subst("u", "a[x]", parameters="x"); precompute("u", "i")
subroutine grow(a, b)
  implicit none
  integer i
  real*8 a(32), b(32)
  do i = 2, 32
    b(i) = a(i - 1) + 1
  end do
end
