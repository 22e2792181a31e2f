module m
  type t
    real :: x = 1
    character(3) :: s = 'abc'
  end type
contains
  subroutine s(p)
    type(t), intent(out) :: p
    p%x = 2
  end subroutine
end module
