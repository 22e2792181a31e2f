# Types that extend others: components, constructors, procedures and arguments; what the kernels compute is what
# gfortran's routines do.
cat > "$OUT/extended.f90" <<'TEXT'
module points
  implicit none
  type, abstract :: nothing
  end type
  type, extends(nothing) :: point
    real(8) :: x = 1, y = 2
    integer :: k(2) = [3, 4]
  contains
    procedure :: norm
    procedure :: move => move_point
    procedure, nopass :: unit
  end type
  type, extends(point) :: body
    real(8) :: mass = 5
    type(point) :: last
  contains
    procedure :: energy
  end type
  type, extends(body) :: star
    real(8) :: light(2)
  end type
  interface show
    module procedure show_point
  end interface
contains
  real(8) function norm(p)
    class(point), intent(in) :: p
    norm = sqrt(p%x**2 + p%y**2)
  end function
  real(8) function unit()
    unit = 0.25d0
  end function
  subroutine move_point(p, by, k)
    class(point), intent(inout) :: p
    real(8), intent(in) :: by
    integer, intent(in) :: k
    p%x = p%x + by
    p%k(1 + mod(abs(k), 2)) = k
  end subroutine
  real(8) function energy(b)
    class(body), intent(in) :: b
    energy = b%mass*b%norm() + b%last%norm()*b%unit()
  end function
  subroutine show_point(p, s)
    class(point), intent(in) :: p
    real(8), intent(out) :: s
    s = p%x + 10*p%y + 100*sum(p%k)
  end subroutine
  subroutine all_of(s, n, t, o)
    type(star), intent(inout) :: s
    integer, intent(in) :: n
    type(body), intent(inout) :: t(n)
    real(8), intent(out) :: o(6)
    integer :: i
    call s%move(2d0, 3)
    call s%body%move(by=1d0, k=2)
    call move_point(s, k=5, by=s%mass)
    o(1) = s%energy()
    o(2) = s%norm() + s%body%point%norm()
    call show(s, o(3))
    call show_point(s=o(4), p=s%last)
    do i = 1, n
      t(i)%x = t(i)%point%y + t(i)%last%x
      t(i)%point%k = i
      call t(i)%last%move(t(i)%mass, i)
    end do
    s%body%point = s%last
    o(5) = s%x
    o(6) = s%light(2)
    s%light = [o(5), 2d0]
  end subroutine
  subroutine made(b, x, o)
    type(body), intent(out) :: b
    real(8), intent(in) :: x
    real(8), intent(out) :: o(3)
    type(body) :: c
    type(point) :: p
    p = point(x, k=[7, 8])
    o(1) = b%mass + b%x
    b = body(x, 3d0, [1, 2], 9d0, p)
    c = body(point=p, mass=x, last=point(2*x, 0d0, [0, 1]))
    o(2) = c%x + c%last%x + c%k(2)
    o(3) = b%k(2) + b%last%k(1)
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/extended.f90" --device interp 2>/dev/null
# A type at hand has a procedure of its own by that name; a dummy with `intent(out)` would be new as a whole.
cat > "$OUT/refused.f90" <<'TEXT'
module m
  type base
    real :: x
  contains
    procedure :: area
  end type
  type, extends(base) :: middle
    real :: y = 3
  end type
  type, extends(middle) :: last
  contains
    procedure :: area => other
  end type
contains
  real function area(b)
    class(base), intent(in) :: b
    area = b%x
  end function
  real function other(b)
    class(last), intent(in) :: b
    other = 2*b%x
  end function
  subroutine overridden(b, a)
    class(middle), intent(in) :: b
    real, intent(out) :: a
    a = b%area()
  end subroutine
  subroutine new(b)
    class(base), intent(out) :: b
    b%x = 1
  end subroutine
  subroutine renewed(b)
    type(middle), intent(inout) :: b
    call new(b)
  end subroutine
  subroutine unknown(b)
    type(middle), intent(inout) :: b
    b%z = 1
  end subroutine
end module
TEXT
lptranslate --check "$OUT/refused.f90"
