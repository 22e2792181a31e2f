subroutine s(x)
  real x
  critical
    x = x + 1
  end critical
end subroutine
