subroutine jumps(n, x)
  integer n, i
  real x(n)
  if (n < 1) return
  do i = 1, n
    if (x(i) < 0) goto 10
    if (x(i) > 9) exit
    if (x(i) == 1) cycle
    if (x(i)) 10, 20, 30
20  assign 10 to k
    x(i) = 2
10 continue
  end do
  goto 10
30 stop
end
