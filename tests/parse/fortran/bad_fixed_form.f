      subroutine wide(n, x)
      integer n, i
      real x(n)
      do 10 i = 1, n
         x(i) = x(i) + 1.0                                             + 2.0
   10 continue
      do 20 i = 1, n
         x(i) = 2
      end
