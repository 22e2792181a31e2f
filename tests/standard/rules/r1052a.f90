subroutine s(n, a)
  integer n, i, j
  real a(n, n)
  forall (i = 1:n)
    forall (j = 1:i) a(j, i) = i + j
  end forall
end subroutine
