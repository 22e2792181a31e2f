      subroutine tagfix(n, x)
      integer n, i
      real x(n)
      do i = 1, n
C$LOOPY BEGIN TAGGED: update
         x(i) = 2.0*x(i)
*$loopy end tagged: update
      end do
      end
c$loopy begin transform
c tagfix = lp.split_iname(tagfix, "i", 16)
c$loopy end transform
