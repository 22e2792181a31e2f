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
subroutine caller(x)
  use m
  real x
  call foo(x)
end subroutine
subroutine foo(x)
  real x
  x = x*100
end subroutine
