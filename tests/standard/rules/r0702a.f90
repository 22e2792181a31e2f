subroutine s(i, x)
  type(integer) i
  type(real(8)) x
  x = x*i
end subroutine
