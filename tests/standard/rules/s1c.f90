subroutine s(k)
  integer k, m
  data m /4HABCD/
  k = k + m
end subroutine

