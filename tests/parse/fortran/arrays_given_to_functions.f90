! An array with first values that a function may change.
real function reads(t)
  real t(2)
  t(1) = t(1) + 1
  reads = t(1)
  reads = reads + t(2)
end function

subroutine given_to_a_function(x)
  real x, reads, t(2)
  data t /1.0, 2.0/
  x = reads(t) + t(1)
end subroutine
