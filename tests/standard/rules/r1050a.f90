subroutine s(n, a, b)
  integer n, i, j
  real a(n, n), b(n)
  i = 5
  forall (i = 1:n, j = 1:n, j >= i) a(i, j) = a(j, i) + b(i)
  f: forall (i = 1:n)
    where (a(i, :) > 0) a(i, :) = b*2
    b(i) = sum(a(:, i))
  end forall f
  b = b + i
end subroutine
