! RUN: tag_inames("i: g.0", kernel="limited")
! A function that is put in place sets its result in both branches, and its caller in all of three.
subroutine limited(a, b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: b(n)
  integer :: i
  real(8) :: t
  do i = 1, n
    if (a(i) > 1) then
      t = limit(a(i), 2.0d0)
    else if (a(i) < -1) then
      t = limit(-a(i), 3.0d0)
    else
      t = a(i)
    end if
    b(i) = t*2
  end do
contains
  pure function limit(x, most) result(y)
    real(8), intent(in) :: x, most
    real(8) :: y
    if (x > most) then
      y = most
    else
      y = x
    end if
  end function
end subroutine
