module m
  type t
    real :: a = 2
  contains
    procedure :: get
    procedure, nopass :: two
    procedure, pass(me) :: add => add_to
    procedure, private, non_overridable :: own
  end type
contains
  real function get(this)
    class(t), intent(in) :: this
    get = this%a
  end function
  integer function two()
    two = 2
  end function
  subroutine add_to(x, me)
    real, intent(in) :: x
    class(t), intent(inout) :: me
    me%a = me%a + x
  end subroutine
  subroutine own(this)
    class(t) this
    this%a = -this%a
  end subroutine
  subroutine s(x)
    real x
    type(t) p
    call p%add(x)
    call p%own
    x = p%get() + p%two()
  end subroutine
end module
