! A saved variable with a first value is given to a function that assigns it.
subroutine s(k)
  integer k
  integer :: c = 0
  k = bump(c)
  k = k + 100*c
contains
  integer function bump(i)
    integer i
    i = i + 1
    bump = i
  end function
end subroutine
