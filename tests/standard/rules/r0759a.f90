subroutine s(k)
  integer k
  enum, bind(c)
    enumerator :: a = 4, b
    enumerator c
    enumerator :: d = -2, e
  end enum
  integer(kind(a)) v
  v = c
  k = a + 10*b + 100*v + 1000*d + 10000*e
end subroutine
