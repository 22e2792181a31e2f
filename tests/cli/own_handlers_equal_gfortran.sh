# A module's own `xerbla` is called like any other procedure, and `intrinsic` says that a function is none of the module.
cat > "$OUT/own.f90" <<TEXT
module handlers
  implicit none
  integer :: errors = 0
  intrinsic max
  interface max
    procedure largest
  end interface
contains
  subroutine xerbla(name, info)
    character(*), intent(in) :: name
    integer, intent(in) :: info
    errors = errors + info + len(name)
  end subroutine
  real function sin(x)
    real, intent(in) :: x
    sin = x + 5
  end function
  pure real function largest(a)
    real, intent(in) :: a(2)
    largest = a(1) + 100
  end function
  subroutine checks(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x
    if (n < 0) call xerbla('checks', 1)
    x = x + errors
  end subroutine
  subroutine own(x, y)
    real, intent(inout) :: x, y(2)
    x = sin(x) + max(y)
    y = max(y, 1.0)
  end subroutine
  subroutine of_the_language(x)
    real, intent(inout) :: x
    intrinsic sin
    x = sin(x)
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/own.f90" --device interp 2> /dev/null
# What a type says of operators goes with the type, also out of a private module.
cat > "$OUT/bound.f90" <<TEXT
module bound
  implicit none
  private
  type, public :: vec
    real :: x = 1, y = 2
  contains
    procedure, private :: plus
    procedure, private, pass(b) :: scaled
    generic, public :: operator(+) => plus
    generic, public :: operator(*) => scaled
  end type
contains
  elemental type(vec) function plus(a, b)
    class(vec), intent(in) :: a
    type(vec), intent(in) :: b
    plus%x = a%x + b%y
    plus%y = a%y + b%x
  end function
  elemental type(vec) function scaled(r, b)
    real, intent(in) :: r
    class(vec), intent(in) :: b
    scaled%x = r*b%x
    scaled%y = r - b%y
  end function
end module
subroutine uses_type(u, o)
  use bound, only: point => vec
  implicit none
  real, intent(in) :: u
  real, intent(out) :: o(2)
  type(point) :: p, q
  p%x = u
  q = p + 2.0*p
  p = q
  o = [p%x, p%y]
end subroutine
TEXT
lprun --verify-fortran "$OUT/bound.f90" --device interp 2> /dev/null
