! run: n=1,2,5,8 d=0.5,2
! Particles in an array of a derived type, sorted once and moved; parts of them under names of their own.
subroutine particles(n, d, x, kind, e)
  implicit none
  type :: vector
    real(8) :: at(2), speed(2) = 0
  end type
  type :: particle
    type(vector) :: now, before
    integer :: kind
    logical :: moves = .true.
  end type
  integer, intent(in) :: n
  real(8), intent(in) :: d
  real(8), intent(inout) :: x(2, n)
  integer, intent(inout) :: kind(n)
  real(8), intent(out) :: e
  type(particle) :: p(8), held
  integer :: i, j
  do i = 1, n
    p(i)%now%at = x(:, i)
    p(i)%kind = kind(i)
    p(i)%moves = mod(i, 3) /= 0
    p(i)%now%speed(1) = i*d
    p(i)%now%speed(2) = -d
    p(i)%before = p(i)%now
  end do
  do i = 1, n/2
    held = p(i)
    p(i) = p(n + 1 - i)
    p(n + 1 - i) = held
  end do
  e = 0
  do i = 1, n
    associate (q => p(i), now => p(i)%now)
      q%before = now
      if (q%moves) then
        do j = 1, 2
          now%at(j) = now%at(j) + d*now%speed(j)
        end do
      end if
      e = e + sum(now%speed**2) - q%before%at(1)
      x(:, i) = now%at
      kind(i) = q%kind
    end associate
  end do
end subroutine
