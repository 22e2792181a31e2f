! An internal procedure has the name of a global one: both are kernels, under two names.
subroutine a(x)
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
