module m
  generic :: f => f_i, f_r
contains
  integer function f_i(i)
    integer, intent(in) :: i
    f_i = i + 1
  end function
  integer function f_r(x)
    real, intent(in) :: x
    f_r = 20
  end function
  subroutine s(k)
    integer k
    k = f(k/2) + f(2.5)
  end subroutine
end module
