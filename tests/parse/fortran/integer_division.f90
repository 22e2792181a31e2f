! Integer division truncates; it becomes a floor only where both are the same.
subroutine halves(n, m, a, b, q)
  implicit none
  integer n, m, i
  integer a(n), b(n), q(n/2 + 1)
  do i = 1, n
    a(i) = (i - m)/2 + mod(i - m, 3) + modulo(i - m, 3)
    b(i) = 7/2*i + b(i)*3/4
  end do
  do i = 1, n/2
    q(i) = a(2*i) + a(i/2 + 1)
  end do
  do i = 0, n/2
    q(i + 1) = q(i + 1) + (-7)/2
  end do
end
