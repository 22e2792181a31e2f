subroutine s(n, x, t, r)
  integer n, i
  real x(n), t, r
  t = 3
  do concurrent (i = 1:n) local(t) shared(x)
    t = x(i)*2
    x(i) = t
  end do
  do concurrent (i = 1:n) local_init(t) reduce(+: r) default(none) shared(x, n)
    t = t + 1
    r = r + t*x(i)
  end do
end subroutine
