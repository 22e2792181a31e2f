subroutine s(y)
  real y, t
  y = y + 1
  data t /2.5/
  y = y + t
end
