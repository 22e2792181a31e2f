! run: n=0,7,3000000000,5000000000000
subroutine w(n, s)
  integer(8), intent(in) :: n
  integer(8), intent(out) :: s
  integer(8) :: i
  s = 0
  do i = n, n + 5
    s = s + mod(i, 3_8)*i
  end do
end subroutine
