subroutine s(n, x, k)
  integer n, k, i
  real x(n)
  if (n < 3) return
  i = 1
  a: associate (e => x(i), v => x(n:1:-2), z => x(1)*2, i => i + 1)
    e = 5
    v(1) = v(1) + e
    k = size(v) + i
    x(1) = z
    associate (e => z + 1)
      x(2) = e
    end associate
  end associate a
  k = k + i
end subroutine
