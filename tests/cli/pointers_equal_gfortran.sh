# Pointers that point to whole variables: what the kernels compute is what gfortran's routines do.
cat > "$OUT/pointers.f90" <<'TEXT'
module m
  implicit none
  type pair
    real(8) :: u, v(2)
  end type
contains
  subroutine levels(a, b, n, steps)
    integer, intent(in) :: n, steps
    real(8), target, intent(inout) :: a(n), b(n)
    real(8), pointer :: cur(:), nxt(:), tmp(:)
    integer :: it, i
    cur => a
    nxt => b
    do it = 1, steps
      do i = 2, n - 1
        nxt(i) = 0.5d0*(cur(i - 1) + cur(i + 1))
      end do
      tmp => cur
      cur => nxt
      nxt => tmp
    end do
    if (n > 0) nxt(1) = size(cur) + sum(cur)
  end subroutine
  subroutine chosen(a, b, k, n, o)
    integer, intent(in) :: n, k
    real(8), target, intent(inout) :: a(n), b(0:n)
    real(8), intent(out) :: o(3)
    real(8), pointer :: p(:)
    real(8), target :: s
    real(8), pointer :: q
    integer :: i
    s = 2
    q => s
    if (k > 3) then
      p => a
    else if (k > 1) then
      p => b
    else
      q => null()
      o = 5
      return
    end if
    o(1) = lbound(p, 1)
    o(2) = ubound(p, 1)
    do i = 1, n
      if (i == k) exit
      p(i) = p(i) + q
      if (i == 3) then
        p => b
        cycle
      end if
      q = q + 1
    end do
    o(3) = s
    call twice(p)
  end subroutine
  subroutine twice(x)
    real(8), intent(inout) :: x(:)
    x = 2*x
  end subroutine
  subroutine pairs(x, y, n)
    type(pair), target, intent(inout) :: x, y
    integer, intent(in) :: n
    type(pair), pointer :: p, other
    p => x
    other => y
    if (n > 2) then
      p => y
      other => x
    end if
    p%u = other%v(2) + n
    other%v = p%v*2
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/pointers.f90" --device interp 2>/dev/null
cat > "$OUT/refused.f90" <<'TEXT'
subroutine parts(a, n)
  integer n
  real, target :: a(n)
  real, pointer :: p(:)
  p => a(2:)
  p = 1
end subroutine
subroutine given(p, a)
  real, pointer :: p(:)
  real, target :: a(10)
  p => a
end subroutine
subroutine nothing(a)
  real, target :: a
  real, pointer :: p
  p => null()
  a = p
end subroutine
TEXT
lptranslate --check "$OUT/refused.f90"
