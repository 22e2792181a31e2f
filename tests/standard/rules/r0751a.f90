module m
  type t
    real :: a = 2
  contains
    procedure :: gi, gr, plus
    generic :: g => gi, gr
    generic, public :: operator(+) => plus
  end type
contains
  real function gi(this, i)
    class(t), intent(in) :: this
    integer, intent(in) :: i
    gi = this%a*i
  end function
  real function gr(this, x)
    class(t), intent(in) :: this
    real, intent(in) :: x
    gr = this%a + x
  end function
  type(t) function plus(p, q)
    class(t), intent(in) :: p
    type(t), intent(in) :: q
    plus%a = p%a + q%a
  end function
  subroutine s(x)
    real x
    type(t) p, q
    q = p + q
    x = q%g(3) + q%g(x)
  end subroutine
end module
