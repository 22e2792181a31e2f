# What keeps a call from being put in place: a line for each routine.
cat > "$OUT/calls.f90" <<TEXT
subroutine missing(x)
  real x
  call nowhere(x)
  x = x + unknown(x)
end subroutine

recursive subroutine again(n, x)
  integer n
  real x
  if (n > 0) call again(n - 1, x)
end subroutine

subroutine one(n, x)
  integer n
  real x(n)
  x(1) = 1
  if (x(2) > 0) stop 'positive'
end subroutine

subroutine scalar(x, k)
  real x
  integer k
  x = x + k
  k = k + 1
end subroutine

subroutine wrong_arguments(n, x, d)
  integer n
  real x(n)
  double precision d
  call scalar(x(1))
  call scalar(x(1), n, n)
  call scalar(d, n)
  call scalar(x(1), 3)
end subroutine

subroutine wrong_kinds(n, x, d)
  integer n
  real x(n), d
  call scalar(x, n)
  call scalar(y=x(1), k=n)
  call one(n, d)
  call one(n, x(1) + 1)
end subroutine

subroutine data_dependent(n, x)
  integer n
  real x(n)
  call one(n, x)
end subroutine

subroutine recursion(n, x)
  integer n
  real x
  call again(n, x)
end subroutine

subroutine aliased(k, x)
  integer k
  real x
  call pair(k, k)
end subroutine

subroutine in_a_loop(n, x)
  integer n, k
  real x(n)
  do k = 1, n
    call scalar(x(k), k)
  end do
end subroutine

subroutine of_its_host(n, x)
  integer n, k
  real x(n)
  do k = 1, n
    call inner
  end do
contains
  subroutine inner
    k = k + 1
  end subroutine
end subroutine

subroutine pair(a, b)
  integer a, b
  a = b + 1
end subroutine

subroutine by_name(f, x)
  external f
  real x
  call f(x)
end subroutine

subroutine not_a_function(x)
  real x
  x = pair(1, 2)
  call pair
end subroutine

subroutine unlimited(n, m, x)
  integer n, m
  real x(10, *)
  call column(n, m, x(3, 1))
end subroutine

subroutine column(n, m, x)
  integer n, m, i
  real x(*)
  do i = 1, n
    x(m*i) = 1
  end do
end subroutine
TEXT
lptranslate --check "$OUT/calls.f90"
