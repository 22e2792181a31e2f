subroutine s(k)
  integer k, m(3)
  data m(1), m(2:3) /1, 2*3/
  k = k + sum(m*[1, 10, 100])
end subroutine
