! Scalars are given by reference and by value, elements with subscripts that the routine changes.
subroutine exchange(a, b)
  real(8) a, b, t
  t = a
  a = b
  b = t
end subroutine

subroutine reversed(n, x)
  integer n, i
  real(8) x(n)
  do i = 1, n/2
    call exchange(x(i), x(n + 1 - i))
  end do
end subroutine

subroutine advance(k, x, step)
  integer k, step
  real(8) x
  k = k + step
  x = x + k
end subroutine

subroutine by_steps(n, x)
  integer n, k
  real(8) x(2*n + 3)
  k = 1
  do i = 1, n
    call advance(k, x(k), 1)
    call advance(k, x(k), k - k + 1)
  end do
end subroutine

! A matrix, a column and a row of a larger one.
subroutine rank_one(m, n, x, incx, a, lda)
  integer m, n, incx, lda, i, j, ix
  real(8) x(*), a(lda, *), t
  if (m < 0 .or. n < 0 .or. lda < max(1, m)) then
    call xerbla('RANKONE', 6)
    return
  end if
  if (m == 0 .or. n == 0) return
  do j = 1, n
    ix = 1
    if (incx < 0) ix = 1 - (n - 1)*incx
    t = x(ix + (j - 1)*incx)
    if (t == 0) cycle
    do i = 1, m
      a(i, j) = a(i, j) + t*i
    end do
  end do
end subroutine

subroutine scaled(n, factor, x, incx)
  integer n, incx, i, ix
  real(8) factor, x(*)
  if (n <= 0) return
  if (incx == 1) then
    do i = 1, n
      x(i) = factor*x(i)
    end do
  else
    ix = 1
    if (incx < 0) ix = 1 - (n - 1)*incx
    do i = 1, n
      x(ix) = factor*x(ix)
      ix = ix + incx
    end do
  end if
end subroutine

subroutine factored(m, n, a, lda)
  integer m, n, lda, j
  real(8) a(lda, *)
  if (m < 0) stop 'm'
  if (n < 0) stop 'n'
  if (lda < max(1, m)) stop 'lda'
  do j = 1, min(m, n)
    call scaled(m - j, 1/(a(j, j)*a(j, j) + 1), a(j + 1, j), 1)
    call scaled(n - j, -0.5d0, a(j, j + 1), lda)
    if (j < min(m, n)) call rank_one(m - j, n - j, a(j, j + 1), lda, a(j + 1, j + 1), lda)
  end do
end subroutine

! Rows and columns of its own.
subroutine filled(m, n, a)
  integer m, n, i, j
  real(8) a(m, n)
  do j = 1, n
    do i = 1, m
      a(i, j) = 10*i + j
    end do
  end do
end subroutine

subroutine reshaped(x, y, z)
  integer i
  real(8) x(20), y(5, 4), z(2, 3, 4), w(12)
  call filled(4, 5, x)
  call filled(3, 2, y(3, 2))
  call filled(6, 4, z)
  call filled(3, 4, w)
  do i = 1, 12
    x(i) = x(i) + w(i)
  end do
end subroutine

! Functions are called before, as far as they are needed.
real(8) function dot(n, x, y)
  integer n, i
  real(8) x(*), y(*)
  dot = 0
  if (n <= 0) return
  do i = 1, n
    dot = dot + x(i)*y(i)
  end do
end function

integer function positive(n, x)
  integer n, i
  real(8) x(n)
  positive = 0
  do i = 1, n
    if (x(i) > 0) positive = positive + 1
  end do
end function

subroutine functions(n, x, y)
  integer n, i, positive
  real(8) x(n), y(n), dot
  if (n > 2 .and. dot(n - 2, x(2), y(3)) > 0.25d0) then
    y(1) = 1
  else if (dot(n, x, x) > 1 .or. positive(n, y) > 1) then
    x(1) = 3 + dot(n, x, y)
  else
    y(n) = dot(n, x, y) - dot(n, y, y)
  end if
  do i = 1, positive(n, x)
    x(i) = dot(i, x, y) + y(i)
  end do
end subroutine

! Flags choose what stays; locals are fresh in each call.
subroutine applied(which, n, x)
  character which
  integer n, i
  real(8) x(n), w(3), t
  if (which == 'R') then
    call exchange(x(1), x(n))
  else if (which == 'S') then
    t = 0
    do i = 1, n
      t = t + x(i)
      x(i) = t
    end do
  else
    do i = 1, 3
      w(i) = x(1)*i
    end do
    x(1) = w(1) + w(2)*w(3)
  end if
end subroutine

subroutine both(n, x)
  integer n
  real(8) x(n)
  call applied('S', n, x)
  call applied('R', n, x)
  call applied('other', n, x)
  call applied('S', n, x)
end subroutine
