! lpfc c: --outline
! Pointers point into one array, have gaps, or point to nothing: the original runs then.
module m
  implicit none
  real(8), pointer :: a(:) => null(), b(:) => null()
contains
  subroutine add(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      a(i) = a(i) + b(i)
    end do
  end subroutine
  subroutine of_dummies(p, q)
    real(8), pointer, intent(in) :: p(:), q(:)
    integer :: i
    do i = lbound(p, 1), ubound(p, 1)
      p(i) = 2*q(i) + 1
    end do
  end subroutine
end module
program points
  use m
  implicit none
  integer :: i
  real(8), target :: x(20) = [(1d0*i, i = 1, 20)]
  real(8), pointer :: own(:)
  call add(0)
  a => x(1:10)
  b => x(11:20)
  call add(10)
  print *, x
  b => x(2:11)
  call of_dummies(b, a)
  print *, x
  a(0:) => x(11:20)
  call of_dummies(a, x(1:10))
  print *, x
  a => x(1:20:2)
  b => x(2:20:2)
  call add(10)
  print *, x
  own => x(5:)
  do i = 1, size(own)
    own(i) = own(i)/3
  end do
  print *, x
  a => own
  do i = 2, 10
    a(i) = own(i - 1)
  end do
  print *, x
  print *, shifted(x(:3)), sum([real ::]), size([integer(8) ::])
contains
  function shifted(y) result(s)
    real(8), intent(in) :: y(:)
    real(8), allocatable :: s(:)
    integer :: n, i
    n = size(y)
    allocate (s(n))
    do i = 1, n
      s(i) = y(n + 1 - i)
    end do
  end function
end program
