subroutine s(x)
  real x
  call random_number(x)
end subroutine
