! lpfc opencl:
! What a name stands for at the end of a region is what comes back, and memory that is freed stays nowhere.
module steps
  implicit none
contains
  subroutine step(n, a, b)
    integer, intent(in) :: n
    real, intent(in) :: a(n)
    real, intent(out) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = a(i) + 1
    end do
  end subroutine
  subroutine add(n, a, x)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real, intent(in) :: x
    integer :: i
    do i = 1, n
      a(i) = a(i) + x
    end do
  end subroutine
end module

program data_regions_and_their_ends
  use steps
  implicit none
  real, pointer :: a(:), b(:), t(:)
  real, allocatable :: c(:), d(:), e(:)
  integer :: k
  allocate(a(1000), b(1000))
  a = 1
  b = 0
  !$loopy data begin copy(a) create(b)
  do k = 1, 3
    call step(1000, a, b)
    t => a
    a => b
    b => t
  end do
  !$loopy data end
  print *, a(1), a(1000)

  allocate(c(1000), d(1000))
  c = 1
  d = 0
  !$loopy data begin copy(c) create(d)
  do k = 1, 3
    call step(1000, c, d)
    call move_alloc(c, e)
    call move_alloc(d, c)
    call move_alloc(e, d)
  end do
  !$loopy data end
  print *, c(1), c(1000)

  ! A pointer that leaves its memory, and memory that leaves its name.
  a = 1
  t => a
  !$loopy data begin copy(a)
  call add(1000, a, 1.0)
  a => b
  !$loopy data end
  print *, t(1)
  t = 5
  call add(1000, t, 1.0)
  print *, t(1)
  t = 1
  a => t
  !$loopy data begin copy(a)
  call add(1000, a, 1.0)
  nullify(a)
  !$loopy data end
  print *, t(1)

  deallocate(c)
  allocate(c(1000))
  c = 1
  !$loopy data begin copy(c)
  call add(1000, c, 1.0)
  deallocate(c)
  allocate(c(1000))
  c = 10
  call add(1000, c, 1.0)
  !$loopy data end
  print *, c(1)
  c = 2
  call add(1000, c, 1.0)
  print *, c(1)
  !$loopy data begin copy(c)
  call add(1000, c, 1.0)
  !$loopy update host(c)
  c = [c, 7.0]
  call add(1001, c, 1.0)
  !$loopy data end
  print *, c(1), c(1001)
end program
