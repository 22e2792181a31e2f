subroutine s(k)
  integer k, i
  do i = 1, 3
    block
      integer :: c = 0
      c = c + 1
      k = c
    end block
  end do
end subroutine
