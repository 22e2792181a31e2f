! `public :: foo, write(formatted)` makes the module's `foo` public: the global `foo` is not called.
! gfortran: x + 1.
module m
  private
  type, public :: t
    real a
  end type
  interface write(formatted)
    module procedure w
  end interface
  public :: foo, write(formatted)
contains
  subroutine foo(x)
    real x
    x = x + 1
  end subroutine
  subroutine w(p, unit, io, list, stat, msg)
    class(t), intent(in) :: p
    integer, intent(in) :: unit, list(:)
    character(*), intent(in) :: io
    integer, intent(out) :: stat
    character(*), intent(inout) :: msg
    stat = 0
  end subroutine
end module
subroutine foo(x)
  real x
  x = x*100
end subroutine
subroutine s(x)
  use m
  real x
  call foo(x)
end subroutine
