subroutine s(x)
  real x
10 format (1x, i5.3, 3f8.3, e12.4e3, es10.2, 2(a, l1), /, t10, sp, -2p, 'it''s', :, *(g0, ','))
  x = x + 1
end subroutine
