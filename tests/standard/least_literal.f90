! Literals below the least number of their kind are 0 for gfortran, not rounded to nearest; the least itself is not.
subroutine f(x, y)
  real x(4)
  real(8) y(4)
  x = [1e-45, 1.4e-45, 1.5e-45, 0.00014e-41]
  y = [3e-324_8, 4.9d-324, 5d-324, 0.0049406564584124654d-321]
end subroutine
