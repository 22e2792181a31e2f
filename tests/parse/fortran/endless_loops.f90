! Square roots by Newton's method: the number of steps is not known before.
subroutine roots(n, x, steps)
  integer n, i, steps(n)
  double precision x(n), r, old
  do i = 1, n
    r = abs(x(i)) + 1
    old = 0
    steps(i) = 0
    do while (abs(r - old) > 1d-6*r .and. steps(i) < 50)
      old = r
      r = 0.5d0*(r + abs(x(i))/r)
      steps(i) = steps(i) + 1
    end do
    x(i) = r
  end do
end

! A loop that is left in the middle, and one that goes on early.
subroutine halves(n, k, m, x)
  integer n, k, m
  double precision x(n)
  k = 0
  m = 7
  outer: do
    k = k + 1
    if (k > n) exit
    do
      m = m + 1
      if (abs(x(k)) < 0.1d0) cycle outer
      if (mod(m, 5) == 0) exit
      x(k) = x(k)/2
      if (m > 100) exit outer
    end do
    x(k) = x(k) + 1
  end do outer
end

! Loops within have bounds that change, and a condition calls a function.
subroutine nested(n, m, x, total)
  integer n, m, i, left, length
  double precision x(n), total
  left = n
  total = 0
  do while (more(left))
    length = min(left, 3 + mod(left, 2))
    do i = left - length + 1, left
      total = total + x(i)*length
    end do
    if (total > 2*m) return
    left = left - length
    do i = 1, left, length
      x(i) = x(i) - 0.25d0
    end do
  end do
  total = -total
contains
  logical function more(k)
    integer k
    more = k > 0
    if (k == 4) more = x(1) > 0
  end function
end

! What only counts has a bound, and its iterations do not wait for each other.
subroutine counts(n, x, y, last)
  integer n, last, i
  real x(n), y(n)
  i = 1
  do 10 while (i <= n)
    y(i) = 2*x(i)
    i = i + 2
10 end do
  last = i
end

! No iteration at all, and one.
subroutine few(n, k)
  integer n, k
  do while (n < -1000000)
    k = k + 1
  end do
  do
    k = k + n
    exit
  end do
end

! Elements of arrays leave a loop out, one of them above all branches.
subroutine chosen(n, b, k, x)
  integer n, k(n), i
  logical b(2, 2)
  real x(n)
  if (b(1, 2)) goto 10
  if (k(1) > 2) then
    i = 1
    do while (i < n)
      x(i) = x(i) + 0.5
      if (x(i) > 0.75) i = i + 1
    end do
    k(1) = 0
  end if
10 x(n) = 2
end
