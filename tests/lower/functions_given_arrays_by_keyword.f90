! run: k=2,5 a=3,1 a_size1=3
! A function that is given an array by keyword gives one value all the same.
module given_by_keyword
  implicit none
  interface put
    module procedure put0, put1
  end interface
contains
  pure integer function h(k, b)
    integer, intent(in) :: k, b(4)
    h = b(1)*10 + k + b(4)
  end function
  subroutine put0(a, r)
    integer, intent(in) :: a
    integer, intent(out) :: r(4)
    r = 5 + a
  end subroutine
  subroutine put1(a, r)
    integer, intent(in) :: a(:)
    integer, intent(out) :: r(4)
    r = 7
  end subroutine
  subroutine generic(b, r)
    integer, intent(in) :: b(4)
    integer, intent(out) :: r(4)
    call put(h(b=b, k=2), r)
  end subroutine
  subroutine construct(b, r)
    integer, intent(in) :: b(4)
    integer, intent(out) :: r
    r = sum([h(b=b, k=2), 3])
  end subroutine
  subroutine nested(b, r)
    integer, intent(in) :: b(4)
    integer, intent(out) :: r(2)
    r(1) = h(k=h(b=b, k=2), b=b)
    r = [h(b=b, k=r(1)), h(2, b=b)]
  end subroutine
end module
