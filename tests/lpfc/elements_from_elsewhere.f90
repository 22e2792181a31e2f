! lpfc c: --outline
! Elements of arrays of common blocks and modules that tell how often loops run, in loops taken out of routines.
module sizes
  implicit none
  integer, save :: extents(3) = [3, 4, 2]
end module
module user
  use sizes
  implicit none
contains
  subroutine of_module(a)
    real(8), intent(inout) :: a(4, 4)
    integer :: i, j
    print *, 'of_module'
    do j = 1, extents(2)
      do i = 1, extents(1)
        a(i, j) = a(i, j) + i + 10*j
      end do
    end do
    extents(1) = 4
    do i = 1, extents(1)
      a(i, 1) = a(i, 1)*2
    end do
  end subroutine
  subroutine hidden(a)
    real(8), intent(inout) :: a(4, 4)
    integer :: i, extents(3)
    extents = 2
    print *, 'hidden'
    do i = 1, extents(1)
      a(i, 2) = a(i, 2) + 100
    end do
    do i = 1, 2
      call inlined(a, i)
    end do
  end subroutine
  subroutine inlined(a, i)
    real(8), intent(inout) :: a(4, 4)
    integer, intent(in) :: i
    integer :: j
    do j = 1, extents(2)
      a(i, j) = a(i, j) + 1000
    end do
  end subroutine
end module
subroutine of_common(a)
  implicit none
  real(8), intent(inout) :: a(4, 4)
  integer :: grid(3), other, i, j
  common /global/ other, grid
  print *, 'of_common', other
  do j = 1, grid(2)
    do i = 1, grid(1)
      a(i, j) = a(i, j) - i*j
    end do
  end do
  do i = 1, grid(3)
    grid(1) = i
    a(i, 4) = a(i, 4) + grid(1)
  end do
end subroutine
program p
  use user
  implicit none
  integer :: grid(3), other
  real(8) :: a(4, 4)
  common /global/ other, grid
  other = 7
  grid = [2, 3, 4]
  a = 0
  call of_module(a); print *, a
  call hidden(a); print *, a
  call of_common(a); print *, a, grid
end program
