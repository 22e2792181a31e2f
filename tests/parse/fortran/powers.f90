subroutine p1(n, x, r)
integer n, i
real(8) x(n), r(n)
do i = 1, n
 r(i) = x(i)**4 + x(i)**(-3)
end do
end
subroutine p2(n, x, r)
integer n, i
real(8) x(n), r(n)
do i = 1, n
 r(i) = x(i)**7
end do
end
subroutine p3(n, x, r)
integer n, i
real x(n), r(n)
do i = 1, n
 r(i) = x(i)**5 - x(i)**6 + x(i)**(-2)
end do
end
subroutine p4(n, x, r)
integer n, i
real(8) x(n), r(n)
do i = 1, n
 r(i) = x(i)**11_8 + x(i)**18 + x(i)**15
end do
end
subroutine p5(n, x, r)
integer n, i
real(8) x(n), r(n)
do i = 1, n
 r(i) = x(i)**int(mod(i,6)-3,8)
end do
end
subroutine p6(n, x, r)
integer n, i
real(8) x(n), r(n)
do i = 1, n
 r(i) = x(i)**(mod(i,8)-4)
end do
end
subroutine p7(n, x, r)
integer n, i
complex(8) x(n), r(n)
do i = 1, n
 r(i) = x(i)**(mod(i,8)-4)
end do
end
subroutine p8(n, x, r)
integer n, i
complex x(n), r(n)
do i = 1, n
 r(i) = x(i)**4+x(i)**(-3)
end do
end
subroutine p9(n, x, r)
integer n, i
real x(n), r(n)
do i = 1, n
 r(i) = x(i)**15
end do
end
subroutine zeros(n, s, r)
  integer n, i
  real s(n), r(n)
  do i = 1, n
    r(i) = -((0_8)*(s(i)))
  end do
end
