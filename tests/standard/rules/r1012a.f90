subroutine s(i, x, z, c, k)
  integer i, k
  real x
  complex z
  character c
  k = merge(1, 0, i .lt. 3) + merge(2, 0, x >= i) + merge(4, 0, z == (1, 2)) + merge(8, 0, c .ne. 'a')
  k = k + merge(16, 0, 'ab' == 'ab  ') + merge(32, 0, i.eq.2.or.x.gt.1.e0)
end subroutine
