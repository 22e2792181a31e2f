subroutine s(x)
  real x
  call in
contains
  subroutine in
    x = x + f(2)
  end subroutine
  integer function f(i)
    integer i
    f = i*i
  end function
end subroutine
