! lpfc c openmp: --outline
! Words and numbers that mean something in statements mean nothing in comments, in texts, and at the start of lines that go on.
module work
  implicit none
  integer, parameter :: dp = kind(1d0)
  type field
    real(dp), allocatable :: data(:, :)
  end type
contains
  subroutine twice(a, b)
    ! the size of b is that of a, as its lbound is; any class of fields, no equivalence
    type(field), intent(in) :: a
    type(field), intent(inout) :: b
    integer :: i
    print *, 'size it''s, "ubound", lp_state'  ! and the ubound
    ! entry of the loop
    do i = 2, 9
      b%data(i, :) = 2*a%data(i, :)
    end do
  end subroutine
end module
program words
  use work
  implicit none
  type(field) :: a, b
  real(dp) :: q(100), s(100)
  integer :: i
  allocate (a%data(10, 3), b%data(10, 3))
  a%data = 1
  b%data = 0
  call twice(a, b)
  do i = 1, 100
    q(i) = mod(7*i, 11)*0.5_dp
  end do
  do i = 2, 99
    s(i) = min(abs(q(i + 1) - q(i - 1)), &
      ! a comment between
      2.0_dp*abs(q(i) - q(i - 1))) ! size, lp_kernel
  end do
  if (s(2) > 1) s(2) = 0 ! go to 2
  print *, sum(b%data), sum(s(2:99))
end program
