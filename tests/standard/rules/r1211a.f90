! options: --leave-out output
subroutine s(x)
  real x
  print *, 'x', x
  x = x + 1
  write (*, '(f8.3)') x
end subroutine
