! A plate: temperatures at the points of a grid, and how they are set and looked at.
module grids
  implicit none
  private
  public :: grid, new_grid, heat_edge, mean, show

  integer, parameter, public :: dp = kind(1d0)

  type grid
    integer :: nx = 0, ny = 0
    real(dp) :: spacing = 1
    real(dp), allocatable :: now(:, :), next(:, :)
  end type

contains

  ! A cold plate, with a row of points around it.
  function new_grid(nx, ny) result(g)
    integer, intent(in) :: nx, ny
    type(grid) :: g
    g%nx = nx
    g%ny = ny
    g%spacing = 1/real(nx + 1, dp)
    allocate (g%now(0:nx + 1, 0:ny + 1), g%next(0:nx + 1, 0:ny + 1))
    g%now = 0
    g%next = 0
  end function

  ! One edge is held warm, warmest in its middle.
  subroutine heat_edge(g, top)
    type(grid), intent(inout) :: g
    real(dp), intent(in) :: top
    integer :: j
    do j = 0, g%ny + 1
      g%now(0, j) = 4*top*j*(g%ny + 1 - j)/real((g%ny + 1)**2, dp)
      g%next(0, j) = g%now(0, j)
    end do
  end subroutine

  ! The mean temperature.
  function mean(g) result(temperature)
    type(grid), intent(in) :: g
    real(dp) :: temperature
    integer :: i, j
    temperature = 0
    do j = 1, g%ny
      do i = 1, g%nx
        temperature = temperature + g%now(i, j)
      end do
    end do
    temperature = temperature/g%nx/g%ny
  end function

  subroutine show(g, steps)
    type(grid), intent(in) :: g
    integer, intent(in) :: steps
    print '(a, i0, a, f0.9)', 'mean temperature after ', steps, ' steps: ', mean(g)
  end subroutine

end module
