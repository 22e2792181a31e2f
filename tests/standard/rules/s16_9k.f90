subroutine s(x)
  real x
  x = atan2(x=2.0, y=x) + merge(fsource=1.0, tsource=x, mask=x > 1)
end subroutine
