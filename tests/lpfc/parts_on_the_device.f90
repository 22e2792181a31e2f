! lpfc opencl:
! data copy
! Parts of arrays that stay on the device, several of them at once, and a region that copies within one that does not.
module parts
  implicit none
contains
  subroutine add(n, a, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: x
    integer :: i
    do i = 1, n
      a(i) = a(i) + x
    end do
  end subroutine
  subroutine set_first(b)      ! not a kernel: it writes a part and says so
    real(8), intent(inout) :: b(3)
    !$loopy update host(b)
    b(1) = 100
    print *, 'set'
    !$loopy update device(b)
  end subroutine
  subroutine show(w)
    real(8), intent(inout) :: w(10)
    !$loopy update host(w)
    print *, w
  end subroutine
end module
subroutine run_parts
  use parts
  implicit none
  real(8) :: a(10), w(10)
  integer :: i
  a = [(real(i,8), i=1,10)]
  !$loopy data begin copy(a)
  call add(10, a, 10d0)
  call set_first(a)
  call add(10, a, 1000d0)
  !$loopy data end
  print *, a
end subroutine
module both
  implicit none
contains
  subroutine add(n, a, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: x
    integer :: i
    do i = 1, n
      a(i) = a(i) + x
    end do
  end subroutine
  subroutine work(b, c, w)
    real(8), intent(inout), target :: b(5), c(5), w(10)
    !$loopy data begin copy(b, c)
    call add(5, b, 1d0)
    call add(5, c, 2d0)
    !$loopy update host(w)
    print *, w
    w = w*2
    !$loopy update device(w)
    call add(5, b, 1d0)
    call add(5, c, 2d0)
    !$loopy data end
  end subroutine
end module
subroutine run_both
  use both
  implicit none
  real(8), target :: w(10)
  w = 0
  call work(w(1:5), w(6:10), w)
  print *, w
end subroutine
module inner
  implicit none
contains
  subroutine add(a)
    real(8), intent(inout) :: a(:)
    integer :: i
    do i = 1, size(a)
      a(i) = a(i) + 1
    end do
  end subroutine
  subroutine in(b)
    real(8), intent(inout) :: b(:)
    !$loopy data begin copy(b)
    call add(b)
    !$loopy data end
    print *, b
  end subroutine
end module
subroutine run_inner
  use inner
  implicit none
  real(8), allocatable :: a(:)
  allocate(a(4)); a = 1
  !$loopy data begin create(a)
  call add(a)
  call in(a)
  !$loopy data end
  a = 2
  if (a(1) > 0) then
  !$loopy data begin copy(a)
  call add(a); call add(a)
  !$loopy update host(a)
  !$loopy data end
  end if
  print *, a
end subroutine
program main
  call run_parts
  call run_both
  call run_inner
end program
