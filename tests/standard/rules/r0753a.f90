module m
  type t
    real :: a = 2
  contains
    final :: over
  end type
contains
  subroutine over(this)
    type(t), intent(inout) :: this
    this%a = 0
  end subroutine
  subroutine s(x)
    real x
    type(t) p
    x = x + p%a
  end subroutine
end module
