! lpfc openmp opencl:
! data copy
! A child has none of the threads that ran the kernels of its parent.
module m
contains
  subroutine twice(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = 2*x(i)
    end do
  end subroutine
end module
program main
  use m
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function fork() bind(c)
      import
    end function
    integer(c_int) function wait(s) bind(c)
      import
      integer(c_int) :: s
    end function
  end interface
  real :: x(50000)
  integer(c_int) :: pid, st
  x = 1
  call twice(50000, x)
  flush (6)
  pid = fork()
  if (pid == 0) then
    call twice(50000, x)
    print *, 'child', x(1)
    stop
  end if
  pid = wait(st)
  print *, 'parent', x(1), st
end program
