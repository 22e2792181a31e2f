module m
  interface f
    module procedure f_i, f_r
    procedure f_v
  end interface
contains
  integer function f_i(i)
    integer, intent(in) :: i
    f_i = i + 1
  end function
  integer function f_r(x)
    real, intent(in) :: x
    f_r = 20
  end function
  integer function f_v(x)
    real, intent(in) :: x(:)
    f_v = size(x)
  end function
  subroutine s(k, x)
    integer k
    real x(3)
    k = f(k/2) + f(x(1)) + f(x) + f(2.5*k)
  end subroutine
end module
