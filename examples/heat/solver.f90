! Heat spreads: explicit steps in time, with a source that may be there or not.
module solver
  use grids, only: grid, dp
  implicit none
  private
  public :: step, largest_change, conductivity

  real(dp) :: conductivity = 1

contains

  ! One step from `now` to `next`, and back.
  subroutine step(g, dt, source)
    type(grid), intent(inout) :: g
    real(dp), intent(in) :: dt
    real(dp), intent(in), optional :: source(:, :)
    call spread_heat(g, conductivity*dt/g%spacing**2)
    if (present(source)) call add(g, dt, source)
    call take_over(g)
  end subroutine

  subroutine spread_heat(g, factor)
    type(grid), intent(inout) :: g
    real(dp), intent(in) :: factor
    integer :: i, j
    do j = 1, g%ny
      do i = 1, g%nx
        g%next(i, j) = g%now(i, j) + factor*(g%now(i - 1, j) + g%now(i + 1, j) &
                       + g%now(i, j - 1) + g%now(i, j + 1) - 4*g%now(i, j))
      end do
    end do
  end subroutine

  subroutine add(g, dt, source)
    type(grid), intent(inout) :: g
    real(dp), intent(in) :: dt, source(:, :)
    integer :: i, j
    do j = 1, g%ny
      do i = 1, g%nx
        g%next(i, j) = g%next(i, j) + dt*source(i, j)
      end do
    end do
  end subroutine

  subroutine take_over(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do j = 1, g%ny
      do i = 1, g%nx
        g%now(i, j) = g%next(i, j)
      end do
    end do
  end subroutine

  ! How far two states of a plate are apart.
  function largest_change(a, b) result(change)
    real(dp), intent(in) :: a(:, :), b(:, :)
    real(dp) :: change
    integer :: i, j
    change = 0
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        change = max(change, abs(a(i, j) - b(i, j)))
      end do
    end do
  end function

end module
