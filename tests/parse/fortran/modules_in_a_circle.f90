! Modules that use each other, and one that uses itself, are read once.
module first
  use second
  use first
  integer, parameter :: width = 2
contains
  subroutine scaled(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = width*factor*x(i)
    end do
  end subroutine scaled
end module first
module second
  use first
  real, parameter :: factor = 0.5
end module second
