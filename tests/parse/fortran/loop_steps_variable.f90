! Loops whose steps are arguments. Where the last value is a multiple of the step away, or less than one more where the step
! is known to be positive, their lengths are no quotients.
subroutine scaled(n, a, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: a
  real(8), intent(inout) :: x(*)
  integer :: i, nincx
  if (n <= 0 .or. incx <= 0) return
  nincx = n*incx
  do i = 1, nincx, incx
    x(i) = a*x(i)
  end do
end subroutine

! The step has either sign: the distance is a multiple of it.
subroutine either_way(n, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(inout) :: x(*)
  integer :: i, first
  if (n <= 0 .or. incx == 0) return
  first = 1
  if (incx < 0) first = 1 - (n - 1)*incx
  do i = first, first + (n - 1)*incx, incx
    x(i) = x(i) + 1
  end do
end subroutine

! A rest of 2 is less than a step of 3 or more, and may be a step of 1 or 2.
subroutine rests(n, k, x, y, z)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(inout) :: x(*), y(*)
  integer, intent(out) :: z
  integer :: i
  if (n <= 0 .or. k <= 0) return
  if (k > 2) then
    do i = 1, n*k + 3, k
      x(i) = i
    end do
  end if
  do i = 1, n*k + 3, k
    y(i) = i
  end do
  z = i
end subroutine

! Nothing says that the step is positive, and it is assigned in the loop.
subroutine changed(n, k, x)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: k
  real(8), intent(inout) :: x(*)
  integer :: i
  if (n <= 0 .or. k == 0 .or. k < -3 .or. k > 3) return
  if (k > 0) then
    do i = 1, n*k, k
      x(i) = k
      k = k + 1
    end do
  else
    do i = 1 - n*k, 1, k
      x(i) = -k
    end do
  end if
end subroutine
