      subroutine cards(n, a)                                            00000010
      integer n, i                                                      00000020
      real a(n)                                                         00000030
      do i = 1, n                                                       00000040
	a(i) = 1.0
      end do                                                            00000060
      end                                                               00000070
