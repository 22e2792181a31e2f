# Arrays that pointers of the caller or of a module point to: they have the bounds that they have there, and share no
# memory with others, which a warning says. `lpfc` tests both where the kernel is called.
export LPFC_LEAST=0
cat > "$OUT/fields.f90" <<'SOURCE'
module fields
  implicit none
  real(8), pointer :: h(:, :)
  integer, pointer, dimension(:) :: k => null()
contains
  subroutine smooth(a, w)
    real(8), pointer, intent(in) :: a(:)
    real(8), intent(in) :: w
    integer :: i
    do i = lbound(a, 1) + 1, ubound(a, 1)
      a(i) = w*a(i) + a(i - 1)
    end do
  end subroutine
  subroutine set(x)
    real(8), intent(in) :: x
    h = x
    h(lbound(h, 1), ubound(h, 2)) = size(h, 2)
  end subroutine
  subroutine sums(s)
    real(8), intent(out) :: s
    s = total(h(:, lbound(h, 2))) + sum(k)
  end subroutine
  real(8) function total(a)
    real(8), intent(in) :: a(:)
    total = sum(a)
  end function
  subroutine both(w)
    real(8), intent(in) :: w
    call smooth_whole(h, w)
  end subroutine
  subroutine smooth_whole(a, w)
    real(8), pointer :: a(:, :)
    real(8), intent(in) :: w
    a = a*w + lbound(a, 1)
  end subroutine
end module
SOURCE
cat > "$OUT/refused.f90" <<'SOURCE'
module refused
  real, pointer :: p(:), q
contains
  subroutine associates(x)
    real, target :: x(:)
    p => x
  end subroutine
  subroutine asks(x)
    real :: x(:)
    if (associated(p)) x = p
  end subroutine
  subroutine allocates(n)
    integer, intent(in) :: n
    allocate (p(n))
  end subroutine
  subroutine single(x)
    real :: x(:)
    x = q
  end subroutine
  subroutine maybe(x, y)
    real :: x(:)
    real, pointer, optional :: y(:)
    if (present(y)) x = y
  end subroutine
  function gives(n)
    real, pointer :: gives(:)
    allocate (gives(n))
    gives = 1
  end function
end module
SOURCE
lptranslate --check "$OUT/fields.f90"
lptranslate --check "$OUT/refused.f90"
for device in interp opencl; do
    lprun --verify-fortran "$OUT/fields.f90" --device $device --cases 12 2> /dev/null
done
