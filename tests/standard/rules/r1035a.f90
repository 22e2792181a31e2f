subroutine s(a)
  real, target :: a(4)
  real, pointer :: p(:), q(:, :)
  p(0:) => a
  q(1:2, 1:2) => a
  p(0) = q(2, 2)
end subroutine
