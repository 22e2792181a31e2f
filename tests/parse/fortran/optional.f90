! Arguments that callers may leave out; a kernel is given all of its own.
module steps
  implicit none
contains
  subroutine step(n, x, by, mask, left)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in), optional :: by
    integer, intent(in), optional :: mask(:)
    integer, optional :: left
    integer i
    logical has
    has = .false.
    if (present(left)) has = left > 0
    do i = 1, n
      if (present(mask)) then
        if (mask(1 + mod(i, size(mask))) > 0) cycle
      end if
      if (present(by)) then
        x(i) = x(i) + by
      else
        x(i) = x(i) + 1
      end if
      if (has) x(i) = 2*x(i)
    end do
    if (present(left)) left = left - 1
  end subroutine

  real(8) function scaled(a, by)
    real(8), intent(in) :: a
    real(8), intent(in), optional :: by
    scaled = a
    if (present(by)) scaled = by*a
  end function

  subroutine all_ways(n, m, x, a, mask, left)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: a
    integer, intent(in) :: mask(m)
    integer, intent(inout) :: left
    call step(n, x)
    call step(n, x, a)
    call step(n, x, left=left)
    if (m > 0) call step(n, x, mask=mask)
    call on(n, x)
    call on(n, x, scaled(a, 2.0_8) + scaled(a))
  end subroutine

  subroutine on(n, x, by)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in), optional :: by
    call step(n, x, by)
  end subroutine
end module
