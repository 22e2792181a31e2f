subroutine s(n, a, b)
  integer n, i
  real, target :: a(n), b(n)
  real, pointer :: p(:), q(:), t(:)
  p => a
  q => b
  do i = 1, 3
    q = p*0.5 + i
    t => p
    p => q
    q => t
  end do
  p = p + 1
end subroutine
