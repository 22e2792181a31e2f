! The preprocessor names pieces of the computation; tags name groups of statements.
#define CONVERT(energy, momentum, mass) ((energy) - 0.5d0*(momentum)*(momentum)/(mass))
#define GAMMA 1.4d0

subroutine euler(mass, momentum, energy, pressure, sound, n)
  implicit none
  integer n, i
  real*8 mass(n), momentum(n), energy(n), pressure(n), sound(n), p

  do i = 1, n
    !$loopy begin tagged: state
    p = (GAMMA - 1)*CONVERT(energy(i), momentum(i), mass(i))
    !$loopy end tagged: state

    !$loopy begin tagged: output
    pressure(i) = p
#ifdef WITH_SOUND
    sound(i) = sqrt(GAMMA*p/mass(i))
#else
    sound(i) = 0
#endif
    !$loopy end tagged: output
  end do
end
! run: n=0,1,15,16,17,1003
