# Something of a derived type is read and assigned as a whole: subscripts are evaluated once, before components change.
cat > "$OUT/once.f90" <<TEXT
module nodes
  implicit none
  type node
    integer :: next = 1
    real :: x = 2
    integer :: two(2) = [3, 4]
  contains
    procedure :: total
  end type
  interface operator(+)
    module procedure added
  end interface
  integer :: calls = 0
contains
  integer function counted(j)
    integer, intent(in) :: j
    calls = calls + 1
    counted = min(calls, j)
  end function
  type(node) function added(a, b)
    type(node), intent(in) :: a, b
    added%next = a%next + b%next
    added%x = a%x + b%x
  end function
  real function total(self, k)
    class(node), intent(in) :: self
    integer, intent(in) :: k
    total = self%x + self%next*10 + k
  end function
  subroutine show(p, o)
    type(node), intent(in) :: p
    real, intent(out) :: o
    o = p%x*100 + p%next
  end subroutine
  subroutine set(b)
    type(node), intent(out) :: b(8)
    integer :: i
    do i = 1, 8
      b(i)%next = mod(i, 8) + 1
      b(i)%x = i
    end do
    calls = 0
  end subroutine
  subroutine chained(n, k, p)
    integer, intent(in) :: n
    integer, intent(inout) :: k(n)
    real, intent(inout) :: p(n)
    type(node) :: b(n), t
    integer :: i
    do i = 1, n
      b(i)%next = mod(i, n) + 1
      b(i)%x = p(i)
    end do
    do i = 1, n, 2
      b(i) = b(b(i)%next)
    end do
    t = b(1)
    b(t%next) = t
    t = b(t%next)
    b(b(1)%next) = node(1, 5.0, [6, 7])
    associate (c => b)
      c(c(1)%next) = c(1)
    end associate
    k = b%next
    p = b%x + t%x + b%two(2)
  end subroutine
  subroutine called(o)
    real, intent(out) :: o(12)
    type(node) :: b(8), q
    complex :: z(8)
    call set(b)
    q = b(counted(8))
    o(1) = q%x + q%next
    b(counted(8)) = q
    o(2) = b(2)%x + calls
    call show(b(counted(8)), o(3))
    call show(o=o(4), p=b(counted(8)))
    q = b(1) + b(counted(8))
    o(5) = q%x + q%next
    o(6) = b(counted(8))%total(counted(9)) + calls
    z = (1.0, 2.0)
    z(counted(8))%re = 5
    z(counted(8))%im = 7
    o(7) = sum(real(z)) + sum(aimag(z))*100
    if (b(counted(8))%total(1) > 3) o(8) = calls
    o(9) = b(3)%x
    associate (r => b(counted(4)))
      r = q
      o(10) = r%x + calls
    end associate
    o(11) = b(4)%x
    o(12) = sum(b%two(1)) + q%two(2)
  end subroutine
  integer function of_list(w)
    integer, intent(in) :: w(:)
    calls = calls + 1
    of_list = calls + w(1)
  end function
  elemental real function size_of(p)
    type(node), intent(in) :: p
    size_of = sum(p%two) + p%next
  end function
  subroutine wholes(o)
    integer, intent(out) :: o(4)
    integer :: v(3)
    calls = 0
    v = 5
    v = of_list(v) + v
    o(1:3) = v
    o(4) = calls
  end subroutine
  subroutine each(o)
    real, intent(out) :: o
    type(node) :: b(8)
    call set(b)
    o = sum(size_of(b))
  end subroutine
  subroutine lists(o)
    integer, intent(out) :: o(2)
    real :: a(4), b(4)
    equivalence (a, b)
    a = [1., 2., 3., 4.]
    a(1:2) = [b(2), b(1)]
    o(1) = int(a(1)*10 + a(2))
    b = [a(4), a(3), b(2), b(1)]
    o(2) = int(a(1)*10 + a(4))
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/once.f90" --cases 12 2>/dev/null
cat > "$OUT/tells.f90" <<TEXT
subroutine tells(k)
  implicit none
  integer, intent(inout) :: k(4)
  k(k(1):k(1) + 1) = [9, 8]
end subroutine
TEXT
lptranslate --check "$OUT/tells.f90"
