# A procedure of a class(t) is that of t where no type that extends t has its own; else the call is refused.
cat > "$OUT/shapes.f90" <<TEXT
module shapes
  implicit none
  type shape
    real :: a = 1
  contains
    procedure :: area
    procedure :: side
    generic :: size_of => area
  end type
  type, extends(shape) :: middle
  end type
  type, extends(middle) :: square
    real :: b = 2
  contains
    procedure :: area => area_of_square
  end type
contains
  real function area(self)
    class(shape), intent(in) :: self
    area = self%a
  end function
  real function area_of_square(self)
    class(square), intent(in) :: self
    area_of_square = self%b
  end function
  real function side(self)
    class(shape), intent(in) :: self
    side = self%a*2
  end function
  subroutine of_class(s, o)
    class(shape), intent(in) :: s
    real, intent(out) :: o
    o = s%area()
  end subroutine
  subroutine of_class_by_generic(s, o)
    class(shape), intent(in) :: s
    real, intent(out) :: o
    o = s%size_of()
  end subroutine
  subroutine of_class_in_block(s, o)
    class(shape), intent(in) :: s
    real, intent(out) :: o
    associate (t => s)
      o = t%area()
    end associate
  end subroutine
  subroutine of_type(s, o)
    type(shape), intent(in) :: s
    real, intent(out) :: o
    o = s%area() + area(s)
  end subroutine
  subroutine of_all(s, o)
    class(shape), intent(in) :: s
    real, intent(out) :: o
    o = s%side()
  end subroutine
  subroutine copied(s, t)
    type(middle), intent(in) :: s
    type(middle), intent(inout) :: t
    t = s
  end subroutine
end module
TEXT
lptranslate --check "$OUT/shapes.f90"
lprun --verify-fortran "$OUT/shapes.f90" --cases 6 2>/dev/null
