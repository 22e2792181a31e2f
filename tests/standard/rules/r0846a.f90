subroutine s(k)
  integer k, m(3)
  integer, parameter :: c(2) = [4, 2]
  data m /c(2)*7, c(1)/
  k = k + m(1) + 10*m(2) + 100*m(3)
end subroutine
