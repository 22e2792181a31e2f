! run: all=0
subroutine w(s)
  integer(8), intent(inout) :: s(8)
  integer(8) :: i
  do i = 1, 8
    s(i) = s(i) + (i*1000000000_8)
  end do
  do i = 0, 7000000000_8, 1000000000_8
    s(i/1000000000_8 + 1) = s(i/1000000000_8 + 1) + i
  end do
end subroutine
