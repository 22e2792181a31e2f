C     a comment
      SUBROUTINE S(N, X)
      INTEGER N
      REAL X(*)
      D O 1 0 I = 1 , N
*     another
      X(I) = X(I)
     1  + 1 . 5                                                         IGNORED
     2  * 2
   10 CON TINUE
      DO20I = 3.5
      X(1) = X(1) + DO20I
      END
