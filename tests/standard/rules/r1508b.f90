module m
  interface g
    module procedure g1, g4
  end interface
contains
  integer function g1(l)
    logical(1), intent(in) :: l
    g1 = 1
  end function
  integer function g4(l)
    logical, intent(in) :: l
    g4 = 4
  end function
  subroutine f(a, k)
    logical(1) a
    integer k
    k = g(a)
  end subroutine
end module
