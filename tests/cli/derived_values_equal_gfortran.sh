# Functions with values of derived types, operators, constructors and procedures of types, and names that meet those of components.
cat > "$OUT/operators.f90" <<TEXT
module vectors
  implicit none
  integer, parameter :: wp = kind(1d0)
  type vec
    real(wp) :: x = 1, y = 2
    integer :: k(2) = 0
  end type
  interface operator(+)
    module procedure plus, plus_number
  end interface
  interface operator(-)
    module procedure minus, opposite
  end interface
  interface operator(*)
    module procedure scaled, dot
  end interface
  interface operator(==)
    module procedure same
  end interface
  interface operator(<)
    procedure less
  end interface
  interface operator(**)
    procedure power
  end interface
  private :: plus, minus, opposite
contains
  pure function plus(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
    c%k = a%k + b%k
  end function
  type(vec) function plus_number(a, b)
    type(vec), intent(in) :: a
    real(wp), intent(in) :: b
    plus_number%x = a%x + b
  end function
  function minus(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%x - b%x, a%y - b%y, a%k)
  end function
  function opposite(a) result(c)
    type(vec), intent(in) :: a
    type(vec) :: c
    c = a
    c%x = -a%x
    c%y = -a%y
  end function
  function scaled(s, a) result(c)
    real(wp), intent(in) :: s
    type(vec), intent(in) :: a
    type(vec) :: c
    c%x = s*a%x
    c%y = s*a%y
  end function
  real(wp) function dot(a, b)
    type(vec), intent(in) :: a, b
    dot = a%x*b%x + a%y*b%y
  end function
  logical function same(a, b)
    type(vec), intent(in) :: a, b
    same = a%x == b%x .and. a%k(1) == b%k(1)
  end function
  logical function less(a, b)
    type(vec), intent(in) :: a, b
    less = a%x < b%x
  end function
  function power(a, n) result(c)
    type(vec), intent(in) :: a
    integer, intent(in) :: n
    type(vec) :: c
    c%x = a%x**n
    c%y = a%y**n
  end function
  subroutine sums(p, q, n)
    integer, intent(in) :: n
    type(vec), intent(inout) :: p(n)
    type(vec), intent(in) :: q(n)
    integer :: i
    do i = 1, n
      p(i) = p(i) + q(i)
    end do
  end subroutine
  subroutine mixed(p, q, o)
    type(vec), intent(inout) :: p, q
    real(wp), intent(out) :: o(4)
    o = 0
    o(1) = p*q + 2
    p = 2d0*p - q + p
    q = -p + 3d0
    o(2) = 2*(p*(q + p))
    if (p == q) o(3) = 1
    if (p < q .and. q*q > 1) then
      o(4) = 2
    else if (o(1) > 3) then
      p = p**2
    end if
    q = -q - (p + q)
    p = q
    p = p - vec(1d0, 2d0, [3, 4])
  contains
    function right(a, n) result(c)
      type(vec), intent(in) :: a
      integer, intent(in) :: n
      type(vec) :: c
      c = a
    end function
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/operators.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/procedures.f90" <<TEXT
module shapes
  implicit none
  type box
    real(8) :: a, b
    integer :: count = 0
  contains
    procedure :: grow
    procedure, public :: area => area_of
    procedure, pass(other) :: swap => swap_with
    procedure, nopass :: unit_box
    procedure :: moved
  end type
  type pair
    type(box) :: first, second(2)
  end type
contains
  subroutine grow(this, c)
    class(box), intent(inout) :: this
    real(8), intent(in) :: c
    this%a = this%a*c
    this%b = this%b*c
    this%count = this%count + 1
  end subroutine
  pure real(8) function area_of(self) result(r)
    class(box), intent(in) :: self
    r = self%a*self%b
  end function
  subroutine swap_with(k, other)
    integer, intent(in) :: k
    class(box), intent(inout) :: other
    real(8) :: t
    t = other%a
    other%a = other%b*k
    other%b = t
  end subroutine
  function unit_box(s) result(r)
    real(8), intent(in) :: s
    type(box) :: r
    r%a = s
    r%b = s
  end function
  function moved(this, by) result(r)
    class(box), intent(in) :: this
    real(8), intent(in) :: by
    type(box) :: r
    r = this
    r%a = r%a + by
  end function
  subroutine all_grow(x, n)
    integer, intent(in) :: n
    type(box), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      call x(i)%grow(2d0)
      if (x(i)%area() > 3) call x(i)%swap(2)
    end do
  end subroutine
  subroutine nested(p, o)
    type(pair), intent(inout) :: p
    real(8), intent(out) :: o
    call p%first%grow(c=p%second(1)%area())
    call p%second(2)%swap(k=3)
    o = p%first%area() + p%second(2)%area()*2
    p%second(1) = p%first%unit_box(o)
    p%first = p%second(2)%moved(1d0)
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/procedures.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/constructors.f90" <<TEXT
module constructors
  implicit none
  type t
    real :: a = 1, b = 2
  end type
  interface t
    module procedure make, make3
  end interface
  type u
    integer :: k
    real :: w
  end type
contains
  type(t) function make(x)
    real, intent(in) :: x
    make%a = x*2
  end function
  function make3(x, y, z) result(r)
    real, intent(in) :: x, y, z
    type(t) :: r
    r%a = x + y
    r%b = z
  end function
  function chain(p, q) result(r)
    type(t), intent(in) :: p
    type(u), intent(in) :: q
    type(t) :: r
    r%a = p%a*q%k
    r%b = p%b + q%w
  end function
end module
subroutine constructed(u1, v, o)
  use constructors, only: t, other => chain, u
  implicit none
  real, intent(in) :: u1, v
  real, intent(out) :: o(8)
  type(t) :: q, r
  type(u) :: w
  q = t(u1)
  o(1:2) = [q%a, q%b]
  q = t(u1, v)
  o(3:4) = [q%a, q%b]
  r = t(u1, v, 3.0)
  o(5) = r%a + r%b
  w = u(2, v)
  q = other(other(r, w), u(3, 1.5))
  o(6:7) = [q%a, q%b]
  r = other(q=w, p=t(v))
  o(8) = r%a - r%b
end subroutine
TEXT
lprun --verify-fortran "$OUT/constructors.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/names.f90" <<TEXT
module names_that_meet
  implicit none
  type point
    real(8) :: x, y
  end type
  type line
    type(point) :: a
    real(8) :: a_x
  end type
contains
  subroutine lines(p, q, n)
    integer, intent(in) :: n
    type(line), intent(inout) :: p
    type(point), intent(inout) :: q(n)
    type(point) :: p_a
    integer :: q_x, i
    p_a%x = 3
    p_a%y = p%a%x
    q_x = 2
    do i = 1, n
      q(i)%x = q(i)%x + q_x + p_a%x*p_a%y
    end do
    p%a_x = p%a_x + 1
    p%a%x = p%a%x*2
    call moved_by(p%a, q_x*1d0)
  end subroutine
  subroutine moved_by(p, p_x)
    type(point), intent(inout) :: p
    real(8), intent(in) :: p_x
    p%x = p%x + p_x
  end subroutine
  subroutine by_keyword(r, s)
    type(point), intent(inout) :: r
    real(8), intent(inout) :: s
    call moved_by(p=r, p_x=s)
    call moved_by(p_x=s, p=r)
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/names.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/aliases.f90" <<TEXT
module aliases
  type :: flat
    real :: a
  end type
contains
  subroutine hidden(f, x)
    type(flat) :: f
    real :: x
    associate (q => f%a)
      associate (t => q + 1)
        f%a = 2
        x = t
      end associate
      associate (t => f%a + 1)
        q = 2*x
        x = t
      end associate
      associate (t => f%a + 1)
        associate (r => f%a)
          r = 2
        end associate
        x = x + t
      end associate
    end associate
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/aliases.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/first.f90" <<TEXT
module started
  type :: flat
    real(8) :: a = 1.5d0
  end type
  type :: renamed
    integer :: k(2) = 3
    real(8) :: w
  end type
contains
  subroutine with_functions(x, o)
    real(8), intent(inout) :: x, o(3)
    type(flat) :: f
    real(8) :: sf, y
    integer :: k
    sf(y, k) = y*k + x
    o(1) = sf(f%a, 2)
    o(2) = f%a
    o(3) = kept(x)
  end subroutine
  real(8) function kept(x)
    real(8), intent(in) :: x
    real(8) :: last = 2.5d0
    kept = last
    last = last*0.5d0 + x
  end function
end module
subroutine by_another_name(x)
  use started, only: other => renamed
  real(8), intent(inout) :: x
  type(other) :: r
  r = other([4, 5], x)
  x = r%w*r%k(2)
end subroutine
TEXT
lprun --verify-fortran "$OUT/first.f90" --device interp 2>/dev/null || echo "exit code $?"
# Constructors within constructors, arrays of them, also as constants of modules; components in bounds of arrays.
cat > "$OUT/made.f90" <<TEXT
module made
  implicit none
  type point
    real :: x = 1, y = 2
  end type
  type box
    type(point) :: low, high
    integer :: n(2) = [3, 4]
    integer :: id = 5
  end type
  type(point), parameter :: corners(3) = [point(1, 2), point(y=5), point(x=7)]
  type(box), parameter :: unit = box(point(0, 0), point(1, 1), id=2)
  type(point) :: marks(2) = [point(3, 4), point(5, 6)]
  type, private :: size_of
    integer :: nx = 2, ny = 3
  end type
contains
  subroutine boxes(p, k, o)
    type(point), intent(in) :: p
    integer, intent(in) :: k
    real, intent(out) :: o(12)
    type(box) :: b, c
    type(point) :: ps(3)
    b = box(p, n=[k, 1])
    c = box(high=point(k, p%y), low=b%low)
    o(1) = b%low%x + 10*b%high%y + b%n(1) + b%id
    o(2) = c%low%y + 10*c%high%x + sum(c%n)
    b = box(c%high, c%low, 7, k)
    o(3) = b%low%x + 10*b%high%x + sum(b%n) + b%id
    ps = [p, point(k, 2), c%high]
    o(4) = sum(ps%x) + ps(2)%y
    o(5) = corners(2)%x*10 + corners(2)%y
    o(6) = sum(corners%x)*10 + corners(mod(abs(k), 3) + 1)%y
    o(7) = unit%high%x + unit%id + sum(unit%n)
    o(8) = marks(1)%x + marks(2)%y
    marks(1) = point(k, k)
    ps = marks(2)
    o(9) = sum(ps%y)
    o(10:12) = ps%x
  end subroutine
  subroutine in_bounds(a, n, g)
    integer, intent(in) :: n
    type(size_of), intent(in) :: g
    real, intent(inout) :: a(0:g%nx + 1, n)
    real :: w(g%ny), v(size(a, 1), g%nx:g%ny)
    w = 1
    v = 2
    a(0, :) = a(g%nx + 1, :) + sum(w) + sum(v) + lbound(v, 2)
  end subroutine
  subroutine bounded(a, g, k)
    real, intent(inout) :: a(20)
    type(size_of), intent(in) :: g
    integer, intent(in) :: k
    type(size_of), parameter :: own = size_of(1, 4)
    if (g%nx < 1 .or. g%nx > 3 .or. k < 1 .or. k > 4) return
    call in_bounds(a, k, g)
    call in_bounds(a(2:), 3, own)
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/made.f90" --device interp 2>/dev/null || true
