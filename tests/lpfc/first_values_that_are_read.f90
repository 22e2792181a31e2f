! lpfc c:
! data copy
! Variables with first values that statements outside of kernels change: they are no constants there.
program p
  implicit none
  integer :: n = 10, m = 3, u, ios = 0
  real(8) :: x(100), a = 2d0
  logical :: there = .true.
  namelist /nml/ m
  character(40) :: buf
  buf = '7'
  read (buf, *) n
  open (newunit=u, status='scratch')
  write (u, *) '&nml m = 5 /'
  rewind (u)
  read (u, nml=nml)
  inquire (file='/nonexistent/zz', exist=there)
  read (buf, *, iostat=ios) a
  x = 1
  call inner
  print *, x(:10), n, m
contains
  subroutine inner
    integer :: i
    do i = 1, n
      x(i) = x(i)*m + a
      if (there) x(i) = -x(i)
    end do
  end subroutine
end program
