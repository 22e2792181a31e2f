#define AAAAA (1+2+3+4)
#define LONGNAMEOFMACRO 3
      subroutine p7a(k, l, o)
      integer k, l, o(10)
      o(1) = k + AAAAA + AAAAA                     ! a comment that goes on and on
      o(2) = k + AAAAA + AAAAA                                  + l+2
      o(3) = k + LONGNAMEOFMACRO                                        + k*1000
      o(4) = LONGNAMEOFMACRO                                            ! said
      end
