subroutine s(n, x, k)
  integer, intent(in) :: n
  real, dimension(n), intent(in out) :: x
  integer, intent(out) :: k
  integer, dimension(3) :: a, b(2)
  real(8), target, dimension(2, 2) :: c
  a = 1; b = 2; c = 3
  x = x + sum(a) + sum(c)
  k = size(a) + 10*size(b) + 100*size(c)
end subroutine
