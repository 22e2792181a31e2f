c     Two loops end at one label, a third at its last statement.
      subroutine table(n, m, a, b)
      integer n, m, i, j
      real a(n, m), b(n)
      do 20 j = 1, m
      do 20 i = 1, n
         a(i, j) = real(i) + 10.0*real(j)
   20 continue
      do 30, i = 1, n
   30 b(i) = a(i, 1)
      end
