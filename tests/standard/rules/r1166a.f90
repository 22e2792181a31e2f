subroutine s(x)
  real x
  x = x + 1
  sync memory
  sync images (*)
end subroutine
