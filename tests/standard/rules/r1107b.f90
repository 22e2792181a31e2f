subroutine s(y)
  real y
  integer i
  do i = 1, 4
    block
      real t
      t = i
      if (i == 2) cycle
      y = y + t
    end block
    block
      integer t
      t = 2.7
      y = y + t
      if (i == 3) exit
    end block
  end do
end subroutine
