! lpfc opencl:
! A region holds the arrays for which its names stood: not others of one name, and not what is freed.
module steps
  implicit none
contains
  subroutine add(n, a, c)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: c
    integer :: i
    do i = 1, n
      a(i) = a(i) + c
    end do
  end subroutine
  subroutine another_of_the_name(n)
    integer, intent(in) :: n
    real(8), allocatable :: a(:)
    allocate(a(n))
    a = 0
    !$loopy data begin create(a)
    call add(n, a, 1d0)
    deallocate(a)
    !$loopy data end
  end subroutine
  subroutine exchanged(n, a, spare)
    integer, intent(in) :: n
    real(8), pointer, intent(inout) :: a(:), spare(:)
    real(8), pointer :: t(:)
    !$loopy data begin copy(a)
    call add(n, a, 10d0)
    !$loopy update host(a)
    spare = a + 1
    t => a
    a => spare
    spare => t
    !$loopy data end
  end subroutine
  recursive subroutine nested(n, a, depth)
    integer, intent(in) :: n, depth
    real(8), intent(inout) :: a(n)
    real(8) :: work(n)
    work = depth
    !$loopy data begin create(work) copy(a)
    call add(n, work, 1d0)
    call add(n, a, 1d0)
    if (depth > 1) call nested(n, a, depth - 1)
    call add(n, a, 1d0)
    !$loopy update host(work)
    !$loopy data end
    a(1) = a(1) + sum(work)/n
    !$loopy update device(a)
  end subroutine
end module
program p
  use steps
  implicit none
  integer, parameter :: n = 10000
  real(8), allocatable :: a(:)
  real(8), pointer :: x(:), y(:), whole(:), part(:)
  allocate(a(n))
  a = 1
  !$loopy data begin copy(a)
  call add(n, a, 2d0)
  call another_of_the_name(2*n)
  call add(n, a, 4d0)
  !$loopy data end
  print *, sum(a)/n
  allocate(x(n), y(n))
  x = 1; y = 100
  !$loopy data begin copy(x)
  call add(n, x, 2d0)
  call exchanged(n, x, y)
  !$loopy data end
  print *, sum(x)/n, sum(y)/n
  x = 5; y = 6
  call add(n, x, 1d0)
  call add(n, y, 1d0)
  print *, sum(x)/n, sum(y)/n
  allocate(whole(10*n))
  whole = 1
  part => whole(1001:2000)
  !$loopy data begin copy(part)
  call add(1000, part, 2d0)
  deallocate(whole)
  allocate(whole(10*n))
  whole = 30
  part => whole(1001:2000)
  call add(1000, part, 2d0)
  !$loopy data end
  print *, sum(part)/1000, sum(whole)
  call nested(n, a, 3)
  print *, a(1:3)
end program
