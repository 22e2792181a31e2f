subroutine s(a)
  real a(4)
  block
    integer n
    n = 2
    a = [(real(n), n = 1, 4)]
    a(1) = n
  end block
end subroutine
