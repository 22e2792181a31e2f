C     A loop that is entered at several places: the caller says where to go on.
      SUBROUTINE STEP(N, X, KASE, PLACE)
      INTEGER N, KASE, PLACE, I
      REAL X(N)
      IF (KASE .EQ. 0) THEN
         DO 10 I = 1, N
            X(I) = 1
   10    CONTINUE
         KASE = 1
         PLACE = 1
         RETURN
      END IF
      GO TO (20, 40, 60), PLACE
   20 CONTINUE
      IF (N .EQ. 1) GO TO 70
   30 CONTINUE
      X(1) = X(1) + 1
      KASE = 2
      PLACE = 2
      RETURN
   40 CONTINUE
      DO 50 I = 1, N
         IF (X(I) .GT. 9) GO TO 60
         X(I) = 2*X(I)
   50 CONTINUE
      IF (X(1) .LT. 5) GO TO 30
   60 X(N) = X(N) - 1
      IF (X(N) .GT. 20) GO TO 60
      IF (X(N) .LT. 3) GO TO 30
   70 KASE = 0
      END
      SUBROUTINE DRIVE(N, X)
      INTEGER N, KASE, PLACE
      REAL X(N)
      KASE = 0
      PLACE = 0
   10 CONTINUE
      CALL STEP(N, X, KASE, PLACE)
      IF (KASE .NE. 0) GO TO 10
      END
C     Within a block, and among jumps out of it.
      SUBROUTINE INNER(N, M, X)
      INTEGER N, M, I, K
      REAL X(N)
      DO 50 I = 1, N
         K = M
         IF (K .GT. 2) GO TO 30
   20    X(I) = X(I) + K
         K = K + 1
   30    X(I) = X(I) + 1
         IF (X(I) .GT. 100) GO TO 60
         IF (K .LT. 4) GO TO 20
   50 CONTINUE
   60 X(1) = I
      END
