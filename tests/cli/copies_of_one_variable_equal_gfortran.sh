# A dummy argument with `value` is a copy: its variable may be given for another one that is assigned.
cat > "$OUT/copies.f90" <<TEXT
module copies
  implicit none
  type pair
    real :: a = 3, b
  end type
  real :: shared = 2
contains
  subroutine mixed(x, y)
    real, value :: x
    real, intent(inout) :: y
    y = y + 1
    y = y*x
    x = 0
    y = y + x
  end subroutine
  subroutine read_only(x, y)
    real, value :: x
    real, intent(out) :: y
    y = 5
    y = y*x
    shared = shared + x
  end subroutine
  subroutine pairs(p, q)
    type(pair), value :: p
    type(pair), dimension(:), intent(inout) :: q
    q(1)%a = p%b
    q(1)%b = p%a + p%b
    p%a = 9
  end subroutine
  subroutine one_variable(y, a, n)
    real, intent(inout) :: y
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    call mixed(y, y)
    call read_only(y, y)
    call read_only(shared, y)
    do i = 1, n
      call mixed(a(i), a(i))
      call mixed(a(n), a(i))
    end do
  end subroutine
  subroutine components(u, o)
    real, intent(in) :: u(2)
    real, intent(out) :: o(2)
    type(pair) :: p(2)
    p(1)%a = u(1)
    p(1)%b = u(2)
    call pairs(p(1), p(1:2))
    o = [p(1)%a, p(1)%b]
  end subroutine
end module
TEXT
lptranslate --check "$OUT/copies.f90"
lprun --verify-fortran "$OUT/copies.f90" --device interp 2> /dev/null
