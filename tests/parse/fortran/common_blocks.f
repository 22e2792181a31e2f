C     Variables of common blocks are arguments, whatever each routine calls them.
      BLOCK DATA SETUP
      COMMON /GRID/ N, H, X(10)
      INTEGER N
      REAL*8 H, X
      DATA N /10/
      END
      SUBROUTINE STEP(K, Y)
      INTEGER K, N, I
      REAL*8 H, X, Y(10), TOTAL
      COMMON /GRID/ N, H, X(10)
      COMMON // TOTAL, FLAG
      LOGICAL FLAG
      DO 10 I = 1, MIN(N, 10)
         Y(I) = Y(I) + H*X(I)
   10 CONTINUE
      CALL ADVANC(K)
      IF (FLAG) TOTAL = TOTAL + Y(1) + X(2)
      END
      SUBROUTINE ADVANC(K)
      INTEGER K, M, J
      REAL*8 STEPSZ, POS(10)
      COMMON /GRID/ M, STEPSZ, POS
      DO 20 J = 1, 10
         POS(J) = POS(J) + K*STEPSZ
   20 CONTINUE
      STEPSZ = STEPSZ/2
      END
C     It uses other bytes of the block than the routine that it calls.
      SUBROUTINE APART(X)
      REAL*8 X
      REAL*4 A, B
      COMMON /GRID/ A, B
      X = A + B
      CALL ADVANC(2)
      END
