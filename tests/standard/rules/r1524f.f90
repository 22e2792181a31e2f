subroutine s(k)
  integer k, c
  c = 0
  k = bump(c)
  k = k + 100*c
contains
  integer function bump(i)
    integer i
    i = i + 1
    bump = i
  end function
end subroutine
