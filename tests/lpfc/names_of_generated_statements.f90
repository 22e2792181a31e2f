! lpfc c: --outline
! Names that generated statements have too, and functions of a module called like intrinsic ones that they ask.
module own
  implicit none
  real(8) :: v = 2
contains
  integer(1) function transfer(c, i)
    character(*), intent(in) :: c
    integer(1), intent(in) :: i
    transfer = 65
  end function
  integer function len(c)
    character(*), intent(in) :: c
    len = 0
  end function
  subroutine marked(n, a, f)
    integer, intent(in) :: n
    character(1), intent(in) :: f
    real(8) :: a(n)
    integer :: i
    do i = 1, n
      if (f == 'A') a(i) = a(i) + 1
    end do
  end subroutine
end module

program names
  use own
  implicit none
  integer, parameter :: lp_state = 7, lp_v = 100
  real(8) :: a(3000)
  integer :: i
  a = 1
  do i = 1, 3000
    a(i) = a(i) + lp_state
  end do
  print *, sum(a)
  do i = 1, 3000
    a(i) = a(i) + lp_v*v
    v = v + 1
  end do
  print *, sum(a), v
  call marked(3000, a, 'B')
  print *, sum(a)
  call marked(3000, a, 'A')
  print *, sum(a), transfer('x', 1_1), len('abc')
end program
