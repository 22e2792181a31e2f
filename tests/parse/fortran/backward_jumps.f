C     Collatz: the loop begins at a label, and is left from its middle.
      SUBROUTINE STEPS( N, K, L )
      INTEGER N, K, L
      K = 0
      L = ABS( N ) + 1
   10 CONTINUE
      IF( L.EQ.1 ) GO TO 20
      IF( MOD( L, 2 ).EQ.0 ) THEN
         L = L / 2
      ELSE
         L = 3*L + 1
      END IF
      K = K + 1
      GO TO 10
   20 CONTINUE
      L = K*K
      END
C     Tested at the end, with an error exit's flag on the way out.
      SUBROUTINE SCALED( N, X, S, INFO )
      INTEGER N, I, INFO
      DOUBLE PRECISION X( N ), S
      INFO = 0
      S = 1.0D0
      IF( N.LT.1 ) RETURN
   10 CONTINUE
      S = S*1.5D0
      DO 20 I = 1, N
         IF( ABS( X( I ) ).GT.S ) GO TO 10
         IF( X( I ).LT.-0.95D0 ) GO TO 40
   20 CONTINUE
      DO 30 I = 1, N
         X( I ) = X( I )/S
   30 CONTINUE
      RETURN
   40 INFO = I
      END
C     Two loops that share statements, as sweeps that start again.
      SUBROUTINE SWEEPS( N, X, K )
      INTEGER N, K, I
      DOUBLE PRECISION X( N ), T
      K = 0
      IF( N.LT.2 ) GO TO 50
   10 I = 1
   20 K = K + 1
      IF( X( I ).GT.X( I+1 ) ) THEN
         T = X( I )
         X( I ) = X( I+1 )
         X( I+1 ) = T
         IF( I.GT.1 ) GO TO 10
      END IF
      I = I + 1
      IF( I.LT.N ) GO TO 20
   50 K = -K
      END
C     A loop by hand that only counts.
      SUBROUTINE BYHAND( N, X )
      INTEGER N, I
      DOUBLE PRECISION X( N )
      I = 1
   10 IF( I.GT.N ) GO TO 20
      X( I ) = 2*X( I )
      I = I + 1
      GO TO 10
   20 CONTINUE
      END
