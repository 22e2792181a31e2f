! lpfc c openmp:
! only start,twice,collect,shapes,add_w,around,inner
! Variables of common blocks that modules and hosts declare have their names there.
module grid
  implicit none
  private
  integer, parameter, public :: n = 60000
  real(8), public :: w(n), z
  real(8) :: secret(n)
  integer, public :: first, last
  common /blk/ w, z
  common /hid/ secret
  common /rng/ first, last
  public :: twice, start
contains
  subroutine start
    integer :: i
    do i = 1, n
      secret(i) = 1d0 / i
    end do
    first = 2
    last = n - 1
    z = 0.5d0
  end subroutine
  subroutine twice(f)
    real(8), intent(in) :: f
    integer :: i
    do i = first, last
      w(i) = w(i) * f + z + secret(i)
    end do
  end subroutine
end module
module work
  use grid, only: n, w, field => w, zz => z
  implicit none
  real(8) :: t(n), base
  common /other/ t
  common base
contains
  ! A dummy hides a variable of the module.
  subroutine hides(t)
    real(8), intent(inout) :: t(n)
    integer :: i
    do i = 1, n
      t(i) = t(i) + base
    end do
    call collect(t)
  end subroutine
  subroutine collect(a)
    real(8), intent(in) :: a(n)
    integer :: i
    do i = 1, n
      t(i) = t(i) + 2 * a(i) + field(i) * zz
    end do
  end subroutine
end module
! The same storage under names and shapes of its own; its `w` is what the module calls `z`.
subroutine shapes(a, k)
  integer :: k, i, j
  real(8) :: a(200, 300), x(200, 300), w
  common /blk/ x, w
  do j = 1, 300
    do i = 1, 200
      x(i, j) = x(i, j) + a(i, j) * w + k
    end do
  end do
end subroutine
subroutine calls(a)
  use grid, only: n, w
  real(8) :: a(n)
  integer :: i
  call shapes(a, 3)
  do i = 1, n
    a(i) = a(i) + w(i)
  end do
end subroutine
! Here the module's `w` is only in what is called.
subroutine only_called(a)
  use grid, only: n, w
  real(8) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 1 + a(i) / 2
  end do
  call shapes(a, 1)
end subroutine
! What is called has a `w` that the module calls `z`.
subroutine other_w(a)
  use grid, only: n, w
  real(8) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i) - 1
  end do
  call add_w(a, n)
end subroutine
subroutine add_w(a, k)
  integer :: k, i
  real(8) :: a(k), x(60000), w
  common /blk/ x, w
  do i = 1, k
    a(i) = a(i) + w
  end do
end subroutine
module outer
contains
  subroutine around(n, a)
    integer :: n, i
    real(8) :: a(n), x(60000), y
    common /blk/ x, y
    do i = 1, n
      a(i) = a(i) + x(i) + y
    end do
    call inner
  contains
    subroutine inner
      integer i
      do i = 1, n
        x(i) = 2 * a(i) + y
      end do
    end subroutine
  end subroutine
end module
program p
  use grid
  use work, only: t, base, hides, collect
  use outer
  implicit none
  integer :: i
  real(8) :: a(n)
  call start
  do i = 1, n
    w(i) = mod(i, 7) * 0.25d0
    t(i) = mod(i, 5)
    a(i) = mod(i, 3)
  end do
  base = 2
  call twice(3d0)
  print *, sum(w), sum(t)
  call hides(a)
  print *, sum(a), sum(w), sum(t)
  call collect(a)
  print *, sum(a), sum(w), sum(t)
  call shapes(a, 2)
  print *, sum(a), sum(w), sum(t)
  call calls(a)
  print *, sum(a), sum(w), sum(t)
  call only_called(a)
  print *, sum(a), sum(w), sum(t)
  call other_w(a)
  print *, sum(a), sum(w), sum(t)
  call around(n, a)
  print *, sum(a), sum(w), sum(t)
end program
