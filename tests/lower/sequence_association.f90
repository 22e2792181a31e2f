! run: n=0,1,5 lda=1,4,5 m=0,1,9
! Elements of dummy arrays that do not stay in the columns of what is given for them are counted through.
subroutine c01(a)
  real a(3, 4)
  call c01z(a)
end subroutine
subroutine c01z(x)
  real x(12)
  integer i
  do i = 1, 12
    x(i) = i
  end do
end subroutine
subroutine s1(u, n, s)
  integer n
  real(8) u(0:n, 0:n), s
  s = 0
  call summed(u, (n+1)**2, s)
end subroutine
subroutine summed(a, m, s)
  integer m, i
  real(8) a(m), s
  do i = 1, m
    s = s + a(i)
    a(i) = i
  end do
end subroutine
subroutine doubled(n, x)
  integer n, i
  real(8) x(n)
  do i = 1, n
    x(i) = 2*x(i) + i
  end do
end subroutine
subroutine s3(a, n)
  integer n, k
  real(8) a(2, 3, n)
  do k = 1, n
    call six(a(1, 1, k), k)
  end do
end subroutine
subroutine six(b, m)
  integer m, i, j
  real(8) b(3, 2)
  do j = 1, 2
    do i = 1, 3
      b(i, j) = b(i, j) + 10*i + j + m
    end do
  end do
end subroutine
subroutine s4(a, k, n)
  integer n, i, k(n)
  real(8) a(5, 4)
  do i = 1, n
    if (k(i) >= 1 .and. k(i) <= 17) call doubled(4, a(k(i), 1))
  end do
end subroutine
subroutine s5(v, n)
  integer n, i
  real(8) v(4, n)
  do i = 1, 4
    call doubled(n, v(i, :))
  end do
  call doubled(2*n, v(2:3, :))
  call square(v(1:4:3, 1:n), n)
end subroutine
subroutine square(b, n)
  integer n
  real(8) b(n, 2)
  b(:, 1) = b(:, 2) + 1
end subroutine
subroutine s6(a)
  real(8) a(3, 4)
  call inner(a)
end subroutine
subroutine inner(x)
  real(8) x(2, 6)
  call doubled(5, x(2, 3))
end subroutine
