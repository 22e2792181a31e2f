      SUBROUTINE SEARCH( N, X, K, S )
      INTEGER N, K, I
      DOUBLE PRECISION X( N ), S
      S = 0.0D0
      DO 20 I = 1, N
         IF( X( I ).LT.-0.9D0 ) GO TO 30
         IF( X( I ).LT.0.0D0 ) GO TO 20
         S = S + X( I )
   20 CONTINUE
      S = S + 100.0D0
   30 K = I
      RETURN
      END
      SUBROUTINE THREE( N, X, L )
      INTEGER N, I, L, J
      DOUBLE PRECISION X( N, N )
      DO 50 I = 1, N
         DO 40 J = 1, N
            IF( X( I, J ) ) 10, 20, 30
   10       X( I, J ) = -X( I, J )
            GO TO 40
   20       X( I, J ) = 1.0D0
            IF( I.GT.3 ) GO TO 50
            GO TO 40
   30       X( I, J ) = X( I, J )/2
            IF( X( I, J ).GT.0.45D0 ) GO TO 60
   40    CONTINUE
         X( I, 1 ) = X( I, 1 ) + 1.0D0
   50 CONTINUE
      L = 1
      GO TO ( 70, 80 ), N - 2
   60 L = 2
   70 L = L + 10*I
   80 L = L + J
      END
