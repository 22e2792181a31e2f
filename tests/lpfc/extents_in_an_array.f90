! lpfc c openmp opencl: --outline -w
! Elements of arrays tell how often loops run: of a common block, of a dummy argument, of implicit type, of 8 bytes.
! Kernels get their values, but not those of an array that the loop changes (`cut`), that a called routine may
! change (`grow`), or that may have no such element (`none`).
module grids
  implicit none
  integer :: sizes(2) = [5, 4]
contains
  subroutine grow(x)
    real, intent(inout) :: x
    sizes(2) = sizes(2) + 1
    x = x + sizes(2)
  end subroutine
  subroutine fill(shape, extents, a)
    integer, intent(in) :: shape(3)
    integer(8), intent(in) :: extents(0:1)
    real, intent(inout) :: a(:, :)
    integer :: i, j
    print *, 'fill'
    do j = 1, shape(2)
      do i = 1, shape(3) - shape(1)
        a(i, j) = a(i, j) + i + 10*j
      end do
    end do
    do j = int(extents(0)), int(extents(1))
      a(j, 1) = -a(j, 1)
    end do
    do j = 1, sizes(1)
      a(j, 2) = a(j, 2)*2
    end do
  end subroutine
  subroutine cut(ends, a)
    integer, intent(inout) :: ends(2)
    real, intent(inout) :: a(:, :)
    integer :: i, j
    print *, 'cut', ends
    do j = 1, 3
      do i = 1, ends(1)
        a(i, j) = a(i, j) + 0.5
      end do
      ends(1) = ends(1) - 1
    end do
  end subroutine
  subroutine none(n, ends, a)
    integer, intent(in) :: n, ends(*)
    real, intent(inout) :: a(:, :)
    integer :: i, j
    print *, 'none', n
    do j = 1, n
      do i = 1, ends(1000000)
        a(i, j) = 0
      end do
    end do
    do j = 1, ends(2)
      a(j, j) = a(j, j) + 100
    end do
  end subroutine
  subroutine called(a)
    real, intent(inout) :: a(:, :)
    integer :: i, j
    print *, 'called'
    do j = 1, 2
      do i = 1, sizes(2)
        call grow(a(i, j))
      end do
    end do
  end subroutine
end module

subroutine old(a)
  common /grid/ mesh(2), n, x(3)
  real a(8, 8)
  print *, 'old'
  do 10 j = 1, mesh(2)
    do 10 i = mesh(1), n
10  a(i, j) = a(i, j) + x(j)
  do j = 2, mesh(2) - 1
    do i = 2, mesh(1) + mesh(1)
      a(i, j) = a(i, j) + 0.25*x(1)
    end do
  end do
end subroutine

program main
  use grids
  common /grid/ mesh(2), n, x(3)
  real :: a(8, 8)
  integer :: mesh, n, ends(2), i
  real :: x
  a = reshape([(i, i = 1, 64)], [8, 8])
  call fill([2, 6, 7], [2_8, 6_8], a)
  print *, a
  call fill([9, 6, 7], [2_8, 1_8], a)
  print *, a
  ends = [5, 3]
  call cut(ends, a)
  print *, a, ends
  call none(0, ends, a)
  print *, a
  call called(a)
  print *, a, sizes
  mesh = [2, 3]
  n = 6
  x = [0.5, 1.5, 2.5]
  call old(a)
  print *, a
  mesh = [4, -3]
  call old(a)
  print *, a
end program
