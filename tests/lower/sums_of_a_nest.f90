! RUN: auto_parallel(reductions=True)
! run: nx=1,7,40 ny=1,3,33
! Several sums in one nest, one of which takes in a sum of its own.
subroutine summary(nx, ny, volume, density, energy, xvel, vol, mass, ie, ke)
  implicit none
  integer, intent(in) :: nx, ny
  real(8), intent(in) :: volume(nx, ny), density(nx, ny), energy(nx, ny), xvel(nx + 1, ny + 1)
  real(8), intent(out) :: vol, mass, ie, ke
  integer :: j, k, jv, kv
  real(8) :: vsqrd, cell_vol, cell_mass
  vol = 0
  mass = 0
  ie = 0
  ke = 0
  do k = 1, ny
    do j = 1, nx
      vsqrd = 0
      do kv = k, k + 1
        do jv = j, j + 1
          vsqrd = vsqrd + 0.25d0*xvel(jv, kv)**2
        end do
      end do
      cell_vol = volume(j, k)
      cell_mass = cell_vol*density(j, k)
      vol = vol + cell_vol
      mass = mass + cell_mass
      ie = ie + cell_mass*energy(j, k)
      ke = ke + cell_mass*0.5d0*vsqrd
    end do
  end do
end subroutine
