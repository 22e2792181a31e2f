! lpfc c:
! only k1,k2,k3
! What an `associate` name stands for is computed once, also where it changes by another name of its memory.
module b4m
 real(8), parameter :: c8 = 1d0/3
contains
subroutine k1(a, r)
  real(8), intent(in) :: a
  real(8), intent(out) :: r(6)
  real(8) :: x
  integer :: q
  x = a; q = 3
end subroutine
subroutine k2(n, a, r)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  real, intent(out) :: r(6)
  real :: x, y
  integer :: i, k
  equivalence (x, y), (i, k)
  x = 1; i = 2
  associate (t => x + 1, e => a(i), s => a(i:n))
    y = 5
    k = 3
    r(1) = t; e = 100; r(2) = s(1); r(3) = size(s)
  end associate
end subroutine
subroutine k3(i, j, x, a, b, c, d, r, l)
  integer, intent(in) :: i, j
  real, intent(in) :: x
  logical, intent(in) :: a, b, c, d
  real, intent(out) :: r(12)
  logical, intent(out) :: l(8)
  r(1) = -i**2; r(2) = 2**(-1)*4; r(3) = i/j*j; r(4) = -i/j; r(5) = -x**2*3; r(6) = 2**3**2; r(7) = x**2**0.5
  r(8) = i*(-j)/3; r(9) = -i*j/3; r(10) = 7/2*2.; r(11) = -mod(-7,3)+i; r(12) = i - j - 1 + 2*i/3*j
  l(1) = .not. a .eqv. b; l(2) = a .and. b .eqv. c .or. d; l(3) = a .eqv. b .eqv. c .neqv. d; l(4) = i == j .eqv. x > 1
  l(5) = a .or. b .and. .not. c; l(6) = .not. i == j .and. d; l(7) = a .neqv. b .or. c; l(8) = -i < -j .or. .not. a .and. d
end subroutine
end module
program p
 use b4m
 real(8) r(6); real q(6), a(5), s(12); logical l(8), f(4); integer m
 r = 0
 call k1(1.1d0, r); print *, r
 a = [1,2,3,4,5]; q = 0
 call k2(5, a, q); print *, q, a
 do m = 0, 15
  f = [btest(m,0), btest(m,1), btest(m,2), btest(m,3)]
  call k3(7 - m, 3, 1.5, f(1), f(2), f(3), f(4), s, l); print *, s, l
 end do
end program
