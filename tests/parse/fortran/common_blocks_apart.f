C     One place with two types, and bounds that vary.
      SUBROUTINE FIRST(X)
      REAL*8 X, H
      INTEGER K
      COMMON /GRID/ K, H
      X = H + K
      CALL SECOND
      END
      SUBROUTINE SECOND
      INTEGER K, I, J
      COMMON /GRID/ K, J, I
      I = K + 1
      END
      SUBROUTINE BOUNDS(N, X)
      INTEGER N
      REAL X, A(N)
      COMMON /VARIES/ A
      X = A(1)
      END
      SUBROUTINE START(X)
      REAL X, S
      COMMON /VALUES/ S
      DATA S /1.0/
      X = S
      END
      SUBROUTINE SAME(X)
      REAL X, A, B
      EQUIVALENCE (A, B)
      A = 1
      X = B
      END
