subroutine s(x)
  real x
  call helper(x)
contains
  subroutine helper(x)
    real x
    x = x + 1
  end subroutine
end subroutine
subroutine helper(x)
  real x
  x = x*100
end subroutine
subroutine t(x)
  real x
  call helper(x)
end subroutine
