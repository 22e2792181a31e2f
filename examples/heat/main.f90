! A plate with a warm edge and a source in its middle.
program heat
  use grids
  use solver
  implicit none
  integer, parameter :: n = 200, steps = 400
  type(grid) :: plate
  real(dp) :: source(n, n), before(0:n + 1, 0:n + 1), dt
  integer :: at

  plate = new_grid(n, n)
  call heat_edge(plate, 100.0_dp)
  source = 0
  source(n/4:n/2, n/2) = 5000
  dt = 0.2_dp*plate%spacing**2/conductivity
  do at = 1, steps
    if (at == steps) before = plate%now
    if (at <= steps/2) then
      call step(plate, dt, source)
    else
      call step(plate, dt)
    end if
  end do
  call show(plate, steps)
  print '(a, es12.5)', 'largest change in the last step: ', largest_change(plate%now, before)
end program
