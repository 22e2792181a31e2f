subroutine s(k)
  integer k
  k = k + size([integer ::])
end subroutine
