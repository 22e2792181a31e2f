! lpfc c openmp:
! A largest value that was no number stays so where its element is another one than the one that was set.
module largest
  implicit none
contains
  subroutine of_indices(x, s, n, ia)
    integer, intent(in) :: n
    integer, intent(inout) :: ia(2)
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s(10)
    integer :: k
    s(ia(1)) = 0d0
    ia(1) = ia(2)
    do k = 1, n
      if (x(k) > s(ia(1))) s(ia(1)) = x(k)
    end do
  end subroutine
  subroutine of_places(x, s, n, c, ia)
    integer, intent(in) :: n, c, ia(2)
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s(10)
    integer :: k, p
    p = ia(1)
    s(p) = 0d0
    if (c > 0) p = ia(2)
    do k = 1, n
      if (x(k) > s(p)) s(p) = x(k)
    end do
  end subroutine
end module

program main
  use largest
  implicit none
  real(8) :: x(3), s(10)
  integer :: ia(2), c
  x = [1d0, 2d0, 3d0]
  call start
  call of_indices(x, s, 3, ia)
  print *, s(1:4), ia
  do c = 0, 1
    call start
    call of_places(x, s, 3, c, ia)
    print *, s(1:4)
  end do
contains
  subroutine start
    ia = [1, 3]
    s = 0
    s(3) = s(3)/s(3)
  end subroutine
end program
