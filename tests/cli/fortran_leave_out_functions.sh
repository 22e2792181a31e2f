# Functions in output that is left out change nothing, or the user has named them.
cat > "$OUT/functions.f90" <<SOURCE
module counted
  integer :: calls = 0
  type cell
    real :: v = 0
  contains
    procedure :: seen
  end type
contains
  real function counting(y)
    real, intent(in) :: y
    calls = calls + 1
    counting = y
  end function
  real function twice(y)
    real, intent(in) :: y
    real :: t
    t = 2*y
    twice = t
  end function
  real function through(y)
    real, intent(in) :: y
    through = counting(y)
  end function
  real function seen(self, y)
    class(cell), intent(in) :: self
    real, intent(in) :: y
    calls = calls + 1
    seen = y
  end function
end module
subroutine of_argument(n, x)
  integer n
  real x(n)
  if (n < 1) return
  print *, g(x(1))
contains
  real function g(y)
    real y
    y = y + 1
    g = y
  end function
end subroutine
subroutine of_module(n, x)
  use counted
  integer n
  real x(n)
  write (*, *) x(1), counting(x(1)), calls
  x = x + calls
end subroutine
subroutine behind_another(x)
  use counted
  real x
  print *, through(x)
  x = calls
end subroutine
subroutine of_type(x)
  use counted
  real x
  type(cell) c
  print *, c%seen(x)
  x = calls
end subroutine
subroutine elsewhere(x)
  real x
  real, external :: unseen
  print *, unseen(x)
  x = x + 1
end subroutine
subroutine harmless(n, x)
  use counted, only: twice
  integer n
  real x(n)
  character(8) text
  real s(4)
  s = 0
  print '(3(a, g12.4))', text(1:2), twice(x(1)), s(1), sum(x), max(x(1), 0.), square(x(2))
  x = x + 1
contains
  real function square(y)
    real y
    square = y*y
  end function
end subroutine
SOURCE
lptranslate --check --message-format short "$OUT/functions.f90" --leave-out output
# So do those in calls and assignments that are left out.
cat > "$OUT/more.f90" <<SOURCE
module more
contains
  real function adding(x)
    real, intent(inout) :: x
    x = x + 1
    adding = x
  end function
  real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function
  subroutine in_call(x)
    real, intent(inout) :: x(4)
    call log_it(adding(x(1)))
    x(2) = x(2)*2
  end subroutine
  subroutine in_assignment(x)
    real, intent(inout) :: x(4)
    real :: debug
    debug = adding(x(1))
    x(2) = x(2)*2
  end subroutine
  subroutine beside_a_time(x)
    real, intent(inout) :: x(4)
    real :: t, y
    call timer(t)
    y = t + adding(x(1))
    x(2) = x(2)*2
  end subroutine
  subroutine harmless(x)
    real, intent(inout) :: x(4)
    real :: t, y
    call timer(t)
    y = t + twice(x(1))
    call log_it(y - twice(x(2)))
    x(2) = x(2)*2
  end subroutine
end module
SOURCE
lptranslate --check --message-format short "$OUT/more.f90" --leave-out log_it,timer,debug
