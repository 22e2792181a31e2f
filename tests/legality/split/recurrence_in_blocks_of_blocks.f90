! RUN: split_iname("i", 12); split_iname("i_inner", 5, slabs=(0, 1))
subroutine grow(n, a)
  implicit none
  integer n, i
  real*8 a(n)
  do i = 2, n
    a(i) = a(i - 1) + a(i)
  end do
end
