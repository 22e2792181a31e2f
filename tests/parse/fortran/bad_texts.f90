! A kernel is given one character for a text of any length.
subroutine any_length(name, x)
  character*(*) name
  real x
  if (name(2:3) == 'TR') x = 1
end subroutine
subroutine joined(a, x)
  character*(*) a
  character*4 t
  real x
  t = a // 'N'
  if (t == 'AN') x = 1
end subroutine
subroutine ordered(c, x)
  character c
  character*2 t
  real x
  t = c
  if (t < 'N') x = 1
end subroutine
subroutine elements(c, x)
  character c(4)
  real x
  if (c(2) == 'N') x = 1
end subroutine
subroutine parts(n, x)
  integer n
  real x
  character*4 t
  t = 'ABCD'
  if (t(n:n+1) == 'BC') x = 1
  if (t(3:5) == 'CD') x = 2
end subroutine
subroutine given(name)
  character*6 name
  name = 'ABCDEF'
end subroutine
subroutine kept(x)
  save
  character*4 t
  real x
  if (x > 1) t = 'ABCD'
  if (t == 'ABCD') x = 2
end subroutine
