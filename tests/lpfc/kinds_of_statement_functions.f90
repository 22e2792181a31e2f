! lpfc c:
! only k1,g,k2,k4
! What a statement function, or a function of one expression, gives is of its type: products of it do not wrap.
module a1m
contains
subroutine k1(n, i, l, r)
  integer, intent(in) :: n, i
  logical, intent(in) :: l
  integer(8), intent(out) :: r(20)
  integer(8) :: f, k8
  integer :: j
  f(j) = j + 1
  r = 0
  r(1) = f(i)*f(i)
  r(2) = g(i)*g(i)
  r(3) = merge(100000_8, 2_8, l)*merge(100000_8, 3_8, l)
  r(4) = abs(-100000_8)*abs(-100000_8)
  r(5) = ior(i, 0)*100000_8
  r(6) = max(i, 5_8)*100000_8
  r(7) = sign(100000_8, -1_8)*sign(100000_8, 1_8)
  r(8) = ior(65536_8, 1_8)*ior(65536_8,1_8)
  r(9) = int(i, 8)**2
  k8 = i
  r(10) = merge(100000_8, 2_8, l)**2
  r(11) = min(100000_8, 200000_8)*max(100000_8, 50000_8)
  r(12) = -merge(100000_8, 2_8, l)*100000
contains
  integer(8) function g(j)
   integer, intent(in) :: j
   g = j + 1
  end function
end subroutine
subroutine k2(n, m, a, r)
  integer(1), intent(in) :: n, m
  real, intent(in) :: a(n, m)
  integer, intent(out) :: r(5)
  r(1) = size(a)
  r(2:3) = shape(a)
  r(4) = size(a(1:n, 2:m))
  r(5) = size(transpose(a))
end subroutine
subroutine k3(a, idx, b)
  real, intent(inout) :: a(10)
  integer, intent(in) :: idx(3), b(2)
  a(idx + sum(b)) = [1., 2., 3.]
end subroutine
subroutine k4(x, r)
  real(8), intent(in) :: x(4)
  real(4), intent(out) :: r(8)
  integer i
  do i=1,4
  r(i) = aint(x(i), 4)
  r(4+i) = anint(x(i), 4)
  end do
end subroutine
end module
program p
 use a1m
 integer(8) :: r(20)
 integer :: q(5)
 real :: a(100,100), c(10), s(8)
 call k1(5, 100000, .true., r)
 print *, r
 a = 0
 call k2(100_1, 100_1, a, q)
 print *, q
 c = 0
 call k3(c, [1,2,3], [1,1])
 print *, c
 call k4([0.99999999999_8, 0.49999999999999994_8, 1.49999999999_8, -0.9999999999999_8], s)
 print *, s
end program
