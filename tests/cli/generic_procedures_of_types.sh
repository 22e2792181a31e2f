# Generic procedures and operators of a type: what the kernels compute is what gfortran's routines do.
cat > "$OUT/shapes.f90" <<TEXT
module shapes
  implicit none
  type pt
    real(8) :: x, y
  contains
    procedure :: move_by_one
    procedure, private :: move_by_two
    procedure :: length_of
    procedure, pass(b) :: scaled_left
    procedure :: sum_of
    procedure :: quotient
    generic :: move => move_by_one, move_by_two
    generic :: size_of => length_of
    generic :: operator(*) => scaled_left
    generic :: operator(+) => sum_of
    generic, public :: operator(/) => quotient
  end type
  type, extends(pt) :: heavy
    real(8) :: mass
  end type
contains
  subroutine move_by_one(this, d)
    class(pt), intent(inout) :: this
    real(8), intent(in) :: d
    this%x = this%x + d
    this%y = this%y + d
  end subroutine
  subroutine move_by_two(this, k)
    class(pt), intent(inout) :: this
    integer, intent(in) :: k
    this%x = this%x + k
    this%y = this%y - k
  end subroutine
  pure real(8) function length_of(this)
    class(pt), intent(in) :: this
    length_of = abs(this%x) + abs(this%y)
  end function
  pure function scaled_left(a, b) result(c)
    real(8), intent(in) :: a
    class(pt), intent(in) :: b
    type(pt) :: c
    c%x = a*b%x
    c%y = a*b%y
  end function
  pure function sum_of(a, b) result(c)
    class(pt), intent(in) :: a
    type(pt), intent(in) :: b
    type(pt) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
  end function
  pure real(8) function quotient(a, b)
    class(pt), intent(in) :: a
    type(pt), intent(in) :: b
    quotient = a%x/b%x
  end function
end module
subroutine moves(n, p, o)
  use shapes
  implicit none
  integer, intent(in) :: n
  type(pt), intent(inout) :: p(n)
  real(8), intent(inout) :: o(n)
  integer :: i
  do i = 1, n
    call p(i)%move(0.5d0)
    call p(i)%move(i)
    o(i) = p(i)%size_of()
    p(i) = 2d0*p(i) + p(1)
    o(i) = o(i) + p(i)/p(1)
  end do
end subroutine
subroutine moves_heavy(n, p, o)
  use shapes
  implicit none
  integer, intent(in) :: n
  type(heavy), intent(inout) :: p(n)
  real(8), intent(inout) :: o(n)
  integer :: i
  real(8), allocatable :: unused(:)
  do i = 1, n
    call p(i)%move(p(i)%mass)
    call p(i)%move(i)
    o(i) = p(i)%size_of()
  end do
end subroutine
TEXT
for device in interp opencl; do
    lprun --verify-fortran "$OUT/shapes.f90" --device $device --cases 12 2>/dev/null
done
cat > "$OUT/refused.f90" <<TEXT
module counters
  implicit none
  type counter
    integer :: n
  contains
    procedure :: by_integer
    generic :: add => by_integer
  end type
contains
  subroutine by_integer(this, k)
    class(counter), intent(inout) :: this
    integer, intent(in) :: k
    this%n = this%n + k
  end subroutine
end module
subroutine wrong(c, x)
  use counters
  type(counter), intent(inout) :: c
  real, intent(in) :: x
  call c%add(x)
  call c%subtract(1)
end subroutine
TEXT
lptranslate --check "$OUT/refused.f90"
