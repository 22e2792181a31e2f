subroutine s(k)
  integer k
  integer(1) i
  integer(8) j
  k = 0
  do i = 120_1, 126_1
    k = k + i
  end do
  do j = 9223372036854775800_8, 9223372036854775806_8
    k = k + 1
  end do
end subroutine
