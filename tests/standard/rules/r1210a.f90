subroutine s(x)
  real x
  read (*, *) x
end subroutine
