! lpfc opencl:
! A program sets a handler of SIGSEGV while an array is on the device, and has a fault of its own at last.
module m
  implicit none
  real(8), allocatable, target :: x(:)
  integer :: hits = 0
contains
  subroutine add(n, x, by)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: by
    integer :: i
    do i = 1, n
      x(i) = x(i) + by
    end do
  end subroutine
  subroutine on_segv(s) bind(c)
    use iso_c_binding
    integer(c_int), value :: s
    print *, 'a fault of the program', s
    stop 7
  end subroutine
end module
program p
  use m
  use iso_c_binding
  implicit none
  interface
    function signal(s, f) bind(c)
      import
      integer(c_int), value :: s
      type(c_funptr), value :: f
      type(c_funptr) :: signal
    end function
  end interface
  type(c_funptr) :: old
  real(8), pointer :: bad
  allocate (x(100000))
  x = 1
  call add(100000, x, 1d0)
  old = signal(11_c_int, c_funloc(on_segv))
  x(7) = x(50000)
  print *, x(7)
  call add(100000, x, 1d0)
  print *, x(5)
  old = signal(11_c_int, c_funloc(on_segv))
  call add(100000, x, 1d0)
  x(7) = x(50000)
  print *, x(7)
  call c_f_pointer(transfer(16_c_intptr_t, c_null_ptr), bad)
  x(1) = bad
end program
