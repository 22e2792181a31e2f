module m
  type t
    real :: a = 2
  contains
    private
    procedure, public :: get
  end type
contains
  real function get(this)
    class(t), intent(in) :: this
    get = this%a
  end function
  subroutine s(x)
    real x
    type(t) p
    x = x + p%get()
  end subroutine
end module
