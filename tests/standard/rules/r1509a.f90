module m
  type t
    real a
  end type
  interface write(formatted)
    module procedure w
  end interface
contains
  subroutine w(p, unit, io, list, stat, msg)
    class(t), intent(in) :: p
    integer, intent(in) :: unit, list(:)
    character(*), intent(in) :: io
    integer, intent(out) :: stat
    character(*), intent(inout) :: msg
    stat = 0
  end subroutine
  subroutine s(x)
    real x
    x = x + 1
  end subroutine
end module
