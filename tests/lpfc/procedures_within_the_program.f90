! lpfc c openmp: --outline
! Loops call procedures that stand within their unit, which see its variables.
program p
  implicit none
  integer, parameter :: n = 50
  real(8), allocatable :: x(:), f(:)
  real(8) :: scale, total, shift
  integer :: i, k, calls, limit
  allocate (x(n), f(n))
  scale = 0.5d0
  shift = 0
  calls = 0
  limit = 3
  do i = 1, n
    x(i) = i
  end do
  do k = 1, limit
    do i = 1, n
      call force(x(i), f(i))
      x(i) = x(i) + f(i)
    end do
    scale = scale/2
  end do
  ! What a procedure changes is seen behind the loop.
  do i = 1, n
    call count_up(x(i))
  end do
  total = 0
  do i = 1, n
    total = total + weight(i)
  end do
  print *, sum(x), calls, total, shift
  call inner_loops()
  print *, sum(x), x(1), x(n)
  block
    real(8) :: scale
    scale = 100
    ! The procedure sees the unit's, not this one.
    do i = 1, n
      call force(scale, x(i))
    end do
  end block
  print *, sum(x)
contains
  subroutine force(a, b)
    real(8), intent(in) :: a
    real(8), intent(out) :: b
    b = scale*a
    call limited(b)
  end subroutine
  subroutine limited(b)
    real(8), intent(inout) :: b
    integer :: k
    k = 20
    if (b > k) b = k
  end subroutine
  subroutine count_up(v)
    real(8), intent(in) :: v
    if (v > 40) then
      calls = calls + 1
      shift = v
    end if
  end subroutine
  real(8) function weight(j)
    integer, intent(in) :: j
    weight = f(j)*x(n + 1 - j)
  end function
  subroutine inner_loops()
    integer :: i
    do i = 1, n
      x(i) = x(i) + weight(i)
    end do
  end subroutine
end program
