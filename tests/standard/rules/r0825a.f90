subroutine s(a)
  real a(..)
  select rank (a)
  rank (1)
    a = 1
  end select
end subroutine
