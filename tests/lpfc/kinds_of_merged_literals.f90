! lpfc c:
! only last,k1,k2,f,k3
! Literals of eight bytes that `merge` chooses among make products of eight bytes.
module a4m
 real :: g(6), h(6)
contains
pure real function last()
  last = g(6) + g(1)
end function
subroutine k1
  where (h > 0)
    g = 2*g
    h = last()
  end where
end subroutine
subroutine k2(l, n, r, y, q)
  logical, intent(in) :: l
  integer, intent(in) :: n
  integer(8), intent(out) :: r(6)
  real(8), intent(out) :: y(6)
  integer, intent(out) :: q(6)
  integer(8) :: k8
  integer(8), parameter :: p8 = 50000
  q = 0; r = 0; y = 0
  if (merge(50000_8, 2_8, l)*merge(50000_8, 3_8, l) > 0) q(1) = 1
  y(1) = real(merge(50000_8, 2_8, l)*merge(50000_8, 3_8, l), 8)
  y(2) = merge(50000_8, 2_8, l)*merge(50000_8, 3_8, l)
  q(2) = mod(merge(50000_8, 2_8, l)*merge(50000_8, 3_8, l), 7_8)
  y(3:4) = [50000_8, 60000_8]*[50000_8, 60000_8]
  do k8 = 49999, n
   y(5) = k8*k8
   r(1) = k8*k8*k8
   q(3) = mod(k8*k8, 1000_8)
   if (k8*k8 > 0) q(4) = q(4) + 1
   if (k8*50000 > 0) q(5) = q(5) + 1
   r(2) = max(k8, 3_8)*50000
  end do
  y(6) = p8*merge(p8, 3_8, l)
  q(6) = nint(sqrt(real(p8*merge(p8,3_8,l))))
  r(3) = f(merge(50000_8, 2_8, l))
  r(4) = shiftr(merge(50000_8, 2_8, l)*merge(50000_8, 3_8, l), 1)
  r(5) = ior(merge(50000_8, 2_8, l)*merge(50000_8, 3_8, l), 1_8)
  r(6) = (merge(50000_8, 2_8, l)*merge(50000_8, 3_8, l))/2_8
contains
 integer(8) function f(x)
  integer(8), intent(in) :: x
  f = 0
  if (x*x > 0) f = 1
  f = f + mod(x*x, 1000_8)
 end function
end subroutine
subroutine k3(i1, j2, r)
  integer(1), intent(in) :: i1
  integer(2), intent(in) :: j2
  integer, intent(out) :: r(8)
  r(1) = i1*1000
  r(2) = (i1 + 100)*2
  r(3) = iand(i1*1000, 65535)
  r(4) = j2*j2/2_2
  r(5) = abs(i1) + 1000
  r(6) = ishft(i1, 1)
  r(7) = popcnt(i1) + leadz(j2)
  r(8) = ibits(j2, 3, 5)
end subroutine
end module
program p
 use a4m
 integer(8) r(6); real(8) y(6); integer q(8)
 g = [1,2,3,4,5,6]; h = [1,-1,1,-1,1,1]
 call k1; print *, g, h
 call k2(.true., 50001, r, y, q(1:6))
 print *, r; print *, y; print *, q(1:6)
 call k3(-100_1, 150_2, q); print *, q
end program
