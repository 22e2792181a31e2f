subroutine s(x)
  real x
  real a(3), b(3)
  equivalence (a, b)
  a = x
  call in
  x = a(2)
contains
  subroutine in
    b(2) = b(1) + 5
  end subroutine
end subroutine
