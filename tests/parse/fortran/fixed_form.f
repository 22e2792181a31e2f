C     Fixed form: labels, continuation, comments, upper case.
      SUBROUTINE FORWRD(N, A, X, Y)
      INTEGER N, I
      REAL*8 A, X(N), Y(N)
*     The usual update.
      DO 10 I = 1, N
         Y(I) = Y(I)
     &        + A*X(I)
   10 CONTINUE
      RETURN
      END
