subroutine s(n, a, m)
  integer n
  real a(n)
  logical m(n)
  w: where (m)
    m = .not. m(n:1:-1)
    a = a + 1
    where (a > 0)
      a = a - 2
    elsewhere
      a = 0.5
    end where
  elsewhere (a < 0.3) w
    m = a > -1
  elsewhere w
    a = 9
  end where w
end subroutine
