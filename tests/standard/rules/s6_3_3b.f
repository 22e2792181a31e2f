      SUBROUTINE S(Y)
      REAL Y
      DO 20 I = 1. 5
      Y = Y + DO20I
      END
