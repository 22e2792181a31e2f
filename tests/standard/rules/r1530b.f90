character function f(c)
  character c
  f = c
end function
